// The lists of puzzles, fetched on demand and cached.
import { rest } from '../ui/dom.ts';
import { fetchVerified } from '../platform/fetch-verified.ts';
import eleven from '../../../data/puzzles/eleven.txt?url';
import lasker from '../../../data/puzzles/lasker.txt?url';
import nine from '../../../data/puzzles/nine.txt?url';
import seven from '../../../data/puzzles/seven.txt?url';
import six from '../../../data/puzzles/six.txt?url';
import twelve from '../../../data/puzzles/twelve.txt?url';
import type { Core, PuzzleInfo, PuzzleVerdict } from '../types.ts';

const ADDRESS: Record<string, string> = { nine, six, seven, lasker, eleven, twelve };

/** Integrity hashes: a corrupted list may still parse. */
const HASH: Record<string, string> = import.meta.glob('../../../data/puzzles/*.txt', {
  query: '?hash',
  import: 'default',
  eager: true,
});

/** The games that have puzzles. */
export const GAMES = Object.keys(ADDRESS);
/** The kinds of puzzles, in the order of the screen. */
export const KINDS = ['win', 'hold', 'only', 'take', 'mill'] as const;
/** The game of the puzzle of the day. */
export const DAILY = 'nine';

export type Puzzle = PuzzleInfo & { id: string; index: number };
export interface List {
  /** The easiest first. */
  puzzles: Puzzle[];
  /** Judges a turn of the solver. */
  check: (puzzle: Puzzle, played: string[], turn: string) => PuzzleVerdict;
}

/** How many puzzles are read before yielding: reading one plays all of its turns. */
const AT_ONCE = 30;

/** The files, once they have been fetched. */
const files: Map<string, Promise<{ header: string; lines: string[] }>> = new Map();

async function fetchFile(game: string) {
  const response = await fetchVerified(ADDRESS[game] ?? '', {
    integrity: HASH[`../../../data/puzzles/${game}.txt`] ?? '',
  });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const [header = '', ...lines] = (await response.text()).trimEnd().split('\n');
  return { header, lines };
}

/**
 * A game's file: the header, and a line for each puzzle. Rejects if it cannot be fetched; calling
 * it again retries.
 */
export function fetchLines(game: string) {
  const file = files.get(game) ?? fetchFile(game);
  files.set(game, file);
  file.catch(() => files.delete(game));
  return file;
}

/** A short id that stays the same when a list grows: FNV-1a of the position and kind. */
export function nameOf({ line, kind }: { line: string; kind: string }) {
  let hash = 0x811c9dc5;
  for (const c of `${line};${kind}`) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The game of a puzzle, the first word of its position. */
export const gameOf = ({ line }: Puzzle) => line.slice(0, line.indexOf(' '));

export const ofKind = (puzzles: Puzzle[], kind: (typeof KINDS)[number] | 'mixed') =>
  puzzles.filter((puzzle) => kind === 'mixed' || puzzle.kind === kind);

export function createLists(core: Core) {
  const lists: Map<string, Promise<List>> = new Map();

  async function fetchList(game: string): Promise<List> {
    const { header, lines } = await fetchLines(game);
    const books: ReturnType<Core['puzzles']>[] = [];
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

  /** A game's puzzles. Rejects if they cannot be fetched; calling it again retries. */
  return function list(game: string) {
    const list = lists.get(game) ?? fetchList(game);
    lists.set(game, list);
    list.catch(() => lists.delete(game));
    return list;
  };
}
