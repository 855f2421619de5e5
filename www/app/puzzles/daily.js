// The puzzle of the day: one of three, by the solver's rating. Which ones is written down in daily.json, by id, so that past days stay as
// they were when puzzles are added.
import lists from './daily.json';
import { lastOf, readTally } from './puzzle-record.js';

/** Solvers below these ratings get the easy ones, then the medium ones. */
const BOUNDS = [1300, 1680];
const GRADES = lists.map((ids) => ids.split(' '));

/** @param {number} rating */
export const gradeFor = (rating) => BOUNDS.filter((bound) => rating >= bound).length;

/** The grade of a day: as it was when its puzzle was opened, for the rating may have changed by it. @param {number} day @param {import('./puzzle-record.js').Tally} [tally] */
export const gradeOn = (day, { daily, rating } = readTally()) =>
  daily?.day === day ? daily.grade : gradeFor(rating);

/** The id of a day's puzzle. @param {number} day see `today` @param {number} grade */
export function idOn(day, grade) {
  const ids = GRADES[grade] ?? [];
  return ids[day % ids.length] ?? '';
}

/**
 * What became of the puzzles of the last seven days, the latest last. Only the current streak of days is stored; before it, the first try
 * counts, at whichever grade.
 * @param {import('./puzzle-record.js').Tally} tally @param {number} day
 * @returns {{ day: number, state: 'solved' | 'missed' | 'open' }[]}
 */
export function week(tally, day) {
  const last = lastOf(tally);
  return Array.from({ length: 7 }, (_, i) => {
    const on = day - 6 + i;
    const tries = GRADES.map((_, grade) => tally.first[idOn(on, grade)]);
    const solved = (on <= last && on > last - tally.days) || (on < day && tries.includes(1));
    return { day: on, state: solved ? 'solved' : tries.includes(0) ? 'missed' : 'open' };
  });
}
