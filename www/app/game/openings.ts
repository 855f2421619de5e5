// The books of openings: which openings a position belongs to, the exact values of the moves in it
// and how many club players choose each. They are fetched when they are needed.
import { fetchWhole } from '../platform/fetch-whole.ts';
import loadWords from '../i18n/openings.words.ts';
import { has, t } from '../i18n/i18n.ts';
import type { Side } from '../types.ts';

type Worth = 'win' | 'draw' | 'loss';

/** See docs/openings.md. */
interface Opening {
  moves: string;
  names: { name: string; source: string }[];
  plain: string | null;
  see: string[];
  idea: string;
  disputed: string | null;
  node: number;
}

/** A position; for each value the moves that are worth it, with their shares in per cent. */
interface Node extends Record<Worth, Record<string, number>> {
  men: string;
  side: 'w' | 'b';
  hands: [number, number];
  moves: string;
  opening: number | null;
  value: Worth;
  next: Record<string, number>;
}

export interface Book {
  game: string;
  points: string[];
  symmetries: number[][];
  sources: { id: string; text: string }[];
  openings: Opening[];
  nodes: Node[];
  /** The nodes by what makes positions the same. */
  keys: Map<string, number>;
}

/** A reply: its share in per cent, and whether it keeps the value. */
export interface Reply {
  turn: string;
  share: number;
  holds: boolean;
  /** Null where it leaves the book. */
  next: number | null;
}

const ADDRESS: Record<string, string> = import.meta.glob('../../../data/openings/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
/** By the names of the games. */
const books: Map<string, Promise<Book>> = new Map();

/** The games that have a book. */
export const BOOKS = ['nine', 'lasker', 'eleven', 'twelve'];

/** A game's rules with other draws by repetition and count are still that game. */
const gameOf = (spec: string) => /^(\w+)(?:\[(?:(?:quiet|repeat|ten)=\w+,?)+\])?$/.exec(spec)?.[1];

/** Nodes by their keys. */
const keysOf = ({ nodes }: Pick<Book, 'nodes'>) =>
  new Map(nodes.map(({ men, side, hands }, node) => [`${men} ${side} ${hands.join()}`, node]));

export const readBook = (text: string): Book => {
  const book: Omit<Book, 'keys'> = JSON.parse(text);
  return { ...book, keys: keysOf(book) };
};

async function fetchBook(address: string) {
  const [response] = await Promise.all([
    fetchWhole(new URL(address, document.baseURI)),
    loadWords(),
  ]);
  if (!response.ok) throw new Error(`the host answers ${response.status}`);
  return readBook(await response.text());
}

/** A game's book; null if there is none. Rejects if it cannot be fetched; calling it again retries. */
export async function bookOf(spec: string) {
  const game = gameOf(spec) ?? '';
  const address = ADDRESS[`../../../data/openings/${game}.json`];
  if (!address) return null;
  const book = books.get(game) ?? fetchBook(address);
  books.set(game, book);
  return book.catch((error) => {
    books.delete(game);
    throw error;
  });
}

/** What stands on each point of a position line. */
const menOf = (rows: string) =>
  rows.replaceAll('/', '').replace(/\d/g, (count) => '-'.repeat(Number(count)));

/**
 * The node of a position, in whichever symmetry, and a turn of the node as it is played in the
 * position; null if it is not in the book.
 */
export function findNode({ points, symmetries, keys }: Book, line: string) {
  const [, rows = '', side, hands] = line.split(' ');
  const men = menOf(rows);
  for (const symmetry of symmetries) {
    const image: string[] = [];
    symmetry.forEach((to, from) => (image[to] = men[from] ?? ''));
    const node = keys.get(`${image.join('')} ${side} ${hands}`);
    if (node === undefined) continue;
    const seen = (name: string) => points[symmetry.indexOf(points.indexOf(name))] ?? name;
    return { node, seen: (turn: string) => turn.replace(/[a-z]\d/g, seen) };
  }
  return null;
}

/** The opening that a node belongs to; null at the start. */
export const openingOf = (book: Book, node: number) =>
  book.openings[book.nodes[node]?.opening ?? -1] ?? null;

/** The words of a plain description are kept by its English. */
const slug = (plain: string) => plain.toLowerCase().replace(/[^a-z]+/g, '-');

/** What an opening is called. */
export function openingName({ plain, names, moves }: Opening) {
  const name = slug(plain ?? '');
  const key = `opening.${name}`;
  return plain && has(key) ? t(key) : (names[0]?.name ?? moves);
}

/** Its other names. */
export const otherNames = (opening: Opening) =>
  opening.names.map(({ name }) => name).filter((name) => name !== openingName(opening));

/** What a position is worth, as an outcome would be. */
export function worthOf({ value, side }: Node): Side | 'draw' {
  if (value === 'draw') return 'draw';
  return (value === 'win') === (side === 'w') ? 'white' : 'black';
}

/** The moves of a node, the most frequent first. */
export function repliesOf({ value, next, ...node }: Node): Reply[] {
  const kinds: Worth[] = ['win', 'draw', 'loss'];
  const replies = kinds.flatMap((kind) =>
    Object.entries(node[kind]).map(([turn, share]) => ({
      turn,
      share,
      holds: kind === value,
      next: next[turn] ?? null,
    })),
  );
  return replies.sort((a, b) => b.share - a.share);
}

/** The turns that a symmetry of a node makes the same as this one, itself among them. */
export function sameTurns({ points, symmetries }: Book, { men }: Node, turn: string) {
  const own = symmetries.filter((symmetry) => symmetry.every((to, from) => men[to] === men[from]));
  const seen = (symmetry: number[]) =>
    turn.replace(/[a-z]\d/g, (name) => points[symmetry[points.indexOf(name)] ?? 0] ?? name);
  return new Set(own.map(seen));
}

/** The moves of a node that stay in the book, each with the share of all that are the same. */
export function nextsOf(book: Book, node: number) {
  const here = book.nodes[node];
  if (!here) return [];
  const replies = repliesOf(here);
  const nexts = replies.flatMap((reply) => {
    const { turn, next } = reply;
    if (next === null) return [];
    const same = sameTurns(book, here, turn);
    const share = replies.reduce((sum, other) => sum + (same.has(other.turn) ? other.share : 0), 0);
    return [{ ...reply, next, share }];
  });
  return nexts.sort((a, b) => b.share - a.share);
}
