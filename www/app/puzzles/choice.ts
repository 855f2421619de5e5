// Which puzzle comes next.
import { KINDS, ofKind, type Puzzle } from './lists.ts';
import type { Tally } from './puzzle-record.ts';

/** The game and the theme. */
export interface Choice {
  game: string;
  kind: (typeof KINDS)[number] | 'mixed';
}

export const THEMES = ['mixed', ...KINDS] as const;

/**
 * The next puzzle: the untried one nearest the player's rating; then the missed ones, then all, in
 * order.
 */
export function nextPuzzle(
  all: Puzzle[],
  kind: Choice['kind'],
  before: Puzzle | null,
  { first, rating }: Tally,
) {
  const puzzles = ofKind(all, kind);
  const [fresh] = puzzles
    .filter(({ id }) => !(id in first))
    .sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  const missed = puzzles.filter(({ id }) => first[id] === 0);
  const again = missed.some(({ id }) => id !== before?.id) ? missed : puzzles;
  return fresh ?? again.find(({ index }) => index > (before?.index ?? -1)) ?? again[0];
}

/**
 * The puzzle that each theme opens with; mixed ones come last, so that no two themes show the same.
 */
export function suggested(puzzles: Puzzle[], tally: Tally) {
  const found: Map<Choice['kind'], Puzzle> = new Map();
  for (const kind of [...THEMES].reverse()) {
    const shown = new Set([...found.values()].map(({ line }) => line));
    const others = puzzles.filter(({ line }) => !shown.has(line));
    const puzzle = nextPuzzle(others, kind, null, tally) ?? nextPuzzle(puzzles, kind, null, tally);
    if (puzzle) found.set(kind, puzzle);
  }
  return found;
}
