// What an opening is about, and what is disputed of it: in the words of the language where it has
// them, else in the English of the book.
import { fromRust } from '../i18n/i18n.ts';

/** So many words tell the texts of the books apart; a test compares them. */
const WORDS = 7;

/** The words of a text are kept by how its English begins, so that equal texts are one. */
export const ideaKey = (english: string) =>
  `idea.${(english.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, WORDS).join('-')}`;

export const ideaText = (english: string) => fromRust(ideaKey(english), english);
