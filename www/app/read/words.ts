// The words of the pages to read. Other languages are read from their files by the build.
import { addEnglish, selectLanguage, type Words } from '../i18n/i18n.ts';
import howto from '../i18n/en/howto.json' with { type: 'json' };
import learn from '../i18n/en/learn.json' with { type: 'json' };
import offers from '../i18n/en/offers.json' with { type: 'json' };
import read from '../i18n/en/read.json' with { type: 'json' };
import rules from '../i18n/en/rules.json' with { type: 'json' };

addEnglish({ ...howto, ...learn, ...offers, ...read, ...rules });

/** @param catalogue all words of a language; null for English */
export const speak = (language: string, catalogue: Words | null) =>
  selectLanguage(language, catalogue);
