// What the book of openings says of a game and of the moves in a position.
import { t } from '../i18n/i18n.ts';
import {
  bookOf,
  findNode,
  openingName,
  openingOf,
  repliesOf,
  type Book,
} from '../game/openings.ts';
import { observe } from '../ui/observe.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';

/**
 * The opening of a game, and the first move out of the book.
 * @param start the position that the game begins with
 */
export async function openingText(core: Core, start: string, turns: string[]) {
  const book = await bookOf(start.split(' ')[0] ?? '').catch(() => null);
  if (!book) return '';
  const game = core.read(start);
  let opening = null;
  let left = '';
  for (const turn of turns) {
    game.play(turn);
    const found = findNode(book, game.line());
    if (!found) {
      left = turn;
      break;
    }
    opening = openingOf(book, found.node);
  }
  game.free();
  if (!opening) return '';
  const name = openingName(opening);
  return left ? t('openings.review', { name, move: left }) : t('openings.whole', { name });
}

/** What is said of a move: the opening that it leads to, and how many club players choose it. */
export interface InBook {
  name: string;
  share: number;
}

/** The moves of a position that is in the book. */
export function movesInBook(book: Book | null, line: string): Map<string, InBook> {
  const found = book && findNode(book, line);
  const node = found && book.nodes[found.node];
  if (!node) return new Map();
  const here = openingOf(book, found.node);
  return new Map(
    repliesOf(node).map(({ turn, share, next }) => {
      const opening = next === null ? null : openingOf(book, next);
      const name = opening && opening !== here ? openingName(opening) : '';
      return [found.seen(turn), { name, share }];
    }),
  );
}

/**
 * The moves in the book of a position of the game on the table.
 * @param changed called when its book has come
 */
export function followBook(store: Store, changed: () => void) {
  let book: Book | null = null;
  observe(
    store,
    ({ rules }) => [rules.spec],
    () => {
      const { spec } = store.get().rules;
      book = null;
      void bookOf(spec)
        .catch(() => null)
        .then((found) => {
          if (spec !== store.get().rules.spec || !found) return;
          book = found;
          changed();
        });
    },
  );
  return (line: string) => movesInBook(book, line);
}
