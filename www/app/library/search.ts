// Searching games, and sorting those of a collection.
import type { FileGame, FileSummary } from '../types.ts';

/** A readable game. */
export interface Row {
  /** Its place in the file, from 1. */
  number: number;
  from: number;
  to: number;
  game: FileSummary;
  /** The name of its rules. */
  variant: string;
  /** The text that is searched. */
  words: string;
}

/**
 * The rows for the readable games.
 * @param before how many precede them in the file
 */
export function rowsOf(games: FileGame[], nameOf: (spec: string) => string, before = 0): Row[] {
  const names: Map<string, string> = new Map();
  return games.flatMap(({ from, to, game }, index) => {
    if (!game) return [];
    const variant = names.get(game.spec) ?? nameOf(game.spec);
    names.set(game.spec, variant);
    const { white, black, event, date, result, spec, opening } = game;
    const words = plain([white, black, event, date, result, spec, variant, opening].join('\n'));
    return [{ number: before + index + 1, from, to, game, variant, words }];
  });
}

/** Lower case without accents, so that a search without accents finds them. */
export const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The rows that contain all words of a search. */
export function find<T extends { words: string }>(rows: T[], search: string) {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return words.length
    ? rows.filter((row) => words.every((word) => row.words.includes(word)))
    : rows;
}

/** Sort orders; the file's own order first. */
export const ORDERS = [
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
] as const;
export type Order = (typeof ORDERS)[number];

export function sorted(rows: Row[], order: Order, language: string): Row[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  /** Compares by text; empty ones come last. */
  const by =
    (text: (row: Row) => string, sign = 1): ((a: Row, b: Row) => number) =>
    (a, b) => {
      const [x, y] = [text(a), text(b)];
      return x && y ? sign * compare(x, y) : Number(!x) - Number(!y);
    };
  const orders: Record<Order, ((a: Row, b: Row) => number) | null> = {
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

/** Joins games into one file, unchanged. */
export const together = (bytes: Blob, rows: Row[]) =>
  new Blob(
    rows.flatMap(({ from, to }) => [bytes.slice(from, to), '\n\n']),
    { type: 'text/plain' },
  );
