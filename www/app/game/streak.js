// Games in a row against a level of the computer, after which another level is suggested.
import { isSolved } from '../state.js';

/** The number of wins or losses in a row after which another level is suggested. */
const ROW = 3;

/** The games against a level, the latest last: 1 was won, −1 lost, 0 drawn. @param {import('../storage/results.js').Result[]} results @param {number} level */
export const gamesAgainst = (results, level) =>
  results
    .filter((r) => r.mode === 'computer' && r.level === level)
    .map((r) => (r.winner === null ? 0 : r.winner === r.human ? 1 : -1));

/** 1 where the latest games were won, −1 where they were lost, else 0. @param {number[]} games see `gamesAgainst` @returns {-1 | 0 | 1} */
export function inARow(games) {
  const last = games.slice(-ROW);
  if (last.length < ROW) return 0;
  return last.every((n) => n === 1) ? 1 : last.every((n) => n === -1) ? -1 : 0;
}

/** The level that is one up or down, if it can be played. @param {Pick<import('../types').Core, 'levels' | 'solvable'>} core @param {string} spec @param {number} level @param {1 | -1} by */
export function levelBeside(core, spec, level, by) {
  const next = core.levels().find((l) => l.level === level + by);
  return next && (!next.perfect || isSolved(core.solvable(spec))) ? next : null;
}
