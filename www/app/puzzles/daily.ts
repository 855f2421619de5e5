// The puzzle of the day: one of three, by the solver's rating. Which ones is written down in
// daily.json, by id, so that past days stay as they were when puzzles are added: other lists begin
// on a day of their own.
import schedule from './daily.json';
import { lastOf, readTally, type Tally } from './puzzle-record.ts';

/** Solvers below these ratings get the easy ones, then the medium ones. */
const BOUNDS = [1300, 1680];
/** Lists of ids by grade, each used from a day on; the earliest first. */
const LISTS = schedule.map(({ from, grades }) => ({
  from,
  grades: grades.map((ids) => ids.split(' ')),
}));

export const gradeFor = (rating: number) => BOUNDS.filter((bound) => rating >= bound).length;

/**
 * The grade of a day: as it was when its puzzle was opened, for the rating may have changed by it.
 */
export const gradeOn = (day: number, { daily, rating }: Tally = readTally()) =>
  daily?.day === day ? daily.grade : gradeFor(rating);

/**
 * The id of a day's puzzle.
 * @param day see `today`
 */
export function idOn(day: number, grade: number, lists = LISTS) {
  const ids = lists.findLast(({ from }) => from <= day)?.grades[grade] ?? [];
  return ids[day % ids.length] ?? '';
}

/**
 * What became of the puzzles of the last seven days, the latest last. Only the current streak of
 * days is stored; before it, the first try counts, at whichever grade.
 */
export function week(
  tally: Tally,
  day: number,
): { day: number; state: 'solved' | 'missed' | 'open' }[] {
  const last = lastOf(tally);
  return Array.from({ length: 7 }, (_, i) => {
    const on = day - 6 + i;
    const tries = Array.from(
      { length: BOUNDS.length + 1 },
      (_, grade) => tally.first[idOn(on, grade)],
    );
    const solved = (on <= last && on > last - tally.days) || (on < day && tries.includes(1));
    return { day: on, state: solved ? 'solved' : tries.includes(0) ? 'missed' : 'open' };
  });
}
