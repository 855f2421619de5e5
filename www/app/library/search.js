// Searching games, and sorting those of a collection.

/**
 * @typedef {import('../types').FileGame} FileGame
 * @typedef {import('../types').FileSummary} FileSummary
 * @typedef {object} Row a readable game
 * @property {number} number its place in the file, from 1
 * @property {number} from
 * @property {number} to
 * @property {FileSummary} game
 * @property {string} variant the name of its rules
 * @property {string} words the text that is searched
 */

/** The rows for the readable games. @param {FileGame[]} games @param {(spec: string) => string} nameOf @param {number} [before] how many precede them in the file @returns {Row[]} */
export function rowsOf(games, nameOf, before = 0) {
  /** @type {Map<string, string>} */
  const names = new Map();
  return games.flatMap(({ from, to, game }, index) => {
    if (!game) return [];
    const variant = names.get(game.spec) ?? nameOf(game.spec);
    names.set(game.spec, variant);
    const { white, black, event, date, result, spec, opening } = game;
    const words = plain([white, black, event, date, result, spec, variant, opening].join('\n'));
    return [{ number: before + index + 1, from, to, game, variant, words }];
  });
}

/** Lower case without accents, so that a search without accents finds them. @param {string} text */
export const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The rows that contain all words of a search. @template {{ words: string }} T @param {T[]} rows @param {string} search */
export function find(rows, search) {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return words.length
    ? rows.filter((row) => words.every((word) => row.words.includes(word)))
    : rows;
}

/** Sort orders; the file's own order first. */
export const ORDERS = /** @type {const} */ ([
  'file',
  'white',
  'black',
  'event',
  'newest',
  'oldest',
  'longest',
  'shortest',
  'variant',
  'result',
]);
/** @typedef {(typeof ORDERS)[number]} Order */

/** @param {Row[]} rows @param {Order} order @param {string} language @returns {Row[]} */
export function sorted(rows, order, language) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  /** Compares by text; empty ones come last. @param {(row: Row) => string} text @returns {(a: Row, b: Row) => number} */
  const by =
    (text, sign = 1) =>
    (a, b) => {
      const [x, y] = [text(a), text(b)];
      return x && y ? sign * compare(x, y) : Number(!x) - Number(!y);
    };
  /** @type {Record<Order, ((a: Row, b: Row) => number) | null>} */
  const orders = {
    file: null,
    white: by(({ game }) => game.white),
    black: by(({ game }) => game.black),
    event: by(({ game }) => game.event),
    newest: by(({ game }) => game.date, -1),
    oldest: by(({ game }) => game.date),
    longest: (a, b) => b.game.plies - a.game.plies,
    shortest: (a, b) => a.game.plies - b.game.plies,
    variant: by(({ variant }) => variant),
    result: by(({ game }) => game.result),
  };
  const chosen = orders[order];
  return chosen ? [...rows].sort(chosen) : rows;
}

/** Joins games into one file, unchanged. @param {Blob} bytes @param {Row[]} rows */
export const together = (bytes, rows) =>
  new Blob(
    rows.flatMap(({ from, to }) => [bytes.slice(from, to), '\n\n']),
    { type: 'text/plain' },
  );
