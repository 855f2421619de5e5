// Games in a row against a level of the computer, after which another level is suggested.
import { isSolved } from '../engine/solving.ts';
import type { Result } from '../storage/results.ts';
import type { Core } from '../types.ts';

/** The number of wins or losses in a row after which another level is suggested. */
const ROW = 3;

/** The games against a level, the latest last: 1 was won, −1 lost, 0 drawn. */
export const gamesAgainst = (results: Result[], level: number) =>
  results
    .filter((r) => r.mode === 'computer' && r.level === level)
    .map((r) => (r.winner === null ? 0 : r.winner === r.human ? 1 : -1));

/**
 * 1 where the latest games were won, −1 where they were lost, else 0.
 * @param games see `gamesAgainst`
 */
export function inARow(games: number[]): -1 | 0 | 1 {
  const last = games.slice(-ROW);
  if (last.length < ROW) return 0;
  return last.every((n) => n === 1) ? 1 : last.every((n) => n === -1) ? -1 : 0;
}

/** The level that is one up or down, if it can be played. */
export function levelBeside(
  core: Pick<Core, 'levels' | 'solvable'>,
  spec: string,
  level: number,
  by: 1 | -1,
) {
  const next = core.levels().find((l) => l.level === level + by);
  return next && (!next.perfect || isSolved(core.solvable(spec))) ? next : null;
}
