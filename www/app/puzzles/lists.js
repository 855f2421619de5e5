// The lists of puzzles, fetched on demand and cached.
import { rest } from '../platform/dom.js';
import { fetchVerified } from '../platform/fetch-verified.js';
import eleven from '../../../data/puzzles/eleven.txt?url';
import lasker from '../../../data/puzzles/lasker.txt?url';
import nine from '../../../data/puzzles/nine.txt?url';
import seven from '../../../data/puzzles/seven.txt?url';
import six from '../../../data/puzzles/six.txt?url';
import twelve from '../../../data/puzzles/twelve.txt?url';

/** @type {Record<string, string>} */
const ADDRESS = { nine, six, seven, lasker, eleven, twelve };

/** Integrity hashes: a corrupted list may still parse. @type {Record<string, string>} */
const HASH = import.meta.glob('../../../data/puzzles/*.txt', {
  query: '?hash',
  import: 'default',
  eager: true,
});

/** The games that have puzzles. */
export const GAMES = Object.keys(ADDRESS);
/** The kinds of puzzles, in the order of the screen. */
export const KINDS = /** @type {const} */ (['win', 'hold', 'only', 'take', 'mill']);
/** The game of the puzzle of the day. */
export const DAILY = 'nine';

/**
 * @typedef {import('../types').PuzzleInfo & { id: string, index: number }} Puzzle
 * @typedef {object} List
 * @property {Puzzle[]} puzzles the easiest first
 * @property {(puzzle: Puzzle, played: string[], turn: string) => import('../types').PuzzleVerdict} check judges a turn of the solver
 */

/** How many puzzles are read before yielding: reading one plays all of its turns. */
const AT_ONCE = 30;

/** A game's file: the header, and a line for each puzzle. Rejects if it cannot be fetched. @param {string} game */
export async function fetchLines(game) {
  const response = await fetchVerified(ADDRESS[game] ?? '', {
    integrity: HASH[`../../../data/puzzles/${game}.txt`] ?? '',
  });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const [header = '', ...lines] = (await response.text()).trimEnd().split('\n');
  return { header, lines };
}

/** A short id that stays the same when a list grows: FNV-1a of the position and kind. @param {{ line: string, kind: string }} puzzle */
export function nameOf({ line, kind }) {
  let hash = 0x811c9dc5;
  for (const c of `${line};${kind}`) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The game of a puzzle, the first word of its position. @param {Puzzle} puzzle */
export const gameOf = ({ line }) => line.slice(0, line.indexOf(' '));

/** @param {Puzzle[]} puzzles @param {(typeof KINDS)[number] | 'mixed'} kind */
export const ofKind = (puzzles, kind) =>
  puzzles.filter((puzzle) => kind === 'mixed' || puzzle.kind === kind);

/** @param {import('../types').Core} core */
export function createLists(core) {
  /** @type {Map<string, Promise<List>>} */
  const lists = new Map();

  /** @param {string} game @returns {Promise<List>} */
  async function fetchList(game) {
    const { header, lines } = await fetchLines(game);
    /** @type {ReturnType<import('../types').Core['puzzles']>[]} */
    const books = [];
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      if (from) await rest();
      books.push(core.puzzles([header, ...lines.slice(from, from + AT_ONCE)].join('\n')));
    }
    return {
      puzzles: books
        .flatMap((book) => book.list())
        .map((puzzle, index) => ({ ...puzzle, index, id: nameOf(puzzle) })),
      check: ({ index }, played, turn) =>
        books[Math.floor(index / AT_ONCE)]?.check(index % AT_ONCE, played, turn),
    };
  }

  /** A game's puzzles. Rejects if they cannot be fetched; calling it again retries. @param {string} game */
  return function list(game) {
    const list = lists.get(game) ?? fetchList(game);
    lists.set(game, list);
    list.catch(() => lists.delete(game));
    return list;
  };
}
