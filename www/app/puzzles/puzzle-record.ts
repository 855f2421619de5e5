// The puzzle record stored on this device: rating, results and streaks.
import { exportExercises, importExercises } from '../storage/exercises.ts';
import { mergedValue } from '../storage/merge.ts';
import { importPractice, readPractice } from '../storage/practice.ts';
import { FIRST, LEAST, MOST, rated } from '../storage/rating.ts';
import { isObject, isTime } from '../storage/storage.ts';
import { addWeeks, noteWeek, readWeeks } from '../storage/weeks.ts';

export { rated };

const VERSION = 1;
/** Identifies a puzzle record file. */
const KIND = 'merels-puzzles';
const DAY = 86_400_000;
/** How many ratings are kept for the curve. */
const CURVE = 50;

export interface Tally {
  rating: number;
  /** The current streak of puzzles solved at the first try. */
  row: number;
  /** The longest such streak. */
  best: number;
  /** The streak of days with the puzzle of the day solved, up to `last`. */
  days: number;
  /** The last of these days, see `today`; 0 for none. */
  last: number;
  /** By puzzle id: was the first try right? */
  first: Record<string, 0 | 1>;
  /**
   * The grade of the last puzzle of the day that was opened, see daily.ts, and the wrong tries at
   * it; these are missing before the first.
   */
  daily?: { day: number; grade: number; tries?: number };
  /** The last ratings, rounded, the current one last; missing in early records. */
  ratings?: number[];
  /** The best runs by `mode.game`, see rush.ts: how many were solved. */
  runs?: Record<string, number>;
}

function readDaily(daily: unknown): Pick<Tally, 'daily'> {
  if (!isObject(daily)) return {};
  const { day, grade, tries } = daily;
  const counts = [day, grade, tries ?? 0];
  if (!counts.every((n) => Number.isInteger(n) && isTime(n, 1e6))) return {};
  return {
    daily: {
      day: Number(day),
      grade: Number(grade),
      ...(tries !== undefined && { tries: Number(tries) }),
    },
  };
}

/** Throws if the value is not a tally. */
function parse(
  { rating, row, best, days, last, first, ratings, daily, runs }: Record<string, unknown>,
  odd: () => void,
): Tally {
  if (
    !isTime(rating, MOST) ||
    rating < LEAST ||
    !isObject(first) ||
    ![row, best, days, last].every((n) => Number.isInteger(n) && isTime(n, 1e6))
  )
    throw new Error('a number is damaged');
  const tried = Object.entries(first).filter(
    ([id, n]) => (id.length < 16 && (n === 0 || n === 1)) || odd(),
  );
  const curve =
    Array.isArray(ratings) && ratings.every((n) => isTime(n, MOST) && n >= LEAST)
      ? { ratings: ratings.slice(-CURVE) }
      : {};
  if (ratings !== undefined && !curve.ratings) odd();
  const opened = readDaily(daily);
  if (daily !== undefined && !opened.daily) odd();
  if (runs !== undefined && !isObject(runs)) odd();
  const bests = Object.entries(isObject(runs) ? runs : {}).filter(
    ([name, n]) => (name.length < 40 && Number.isInteger(n) && isTime(n, 1e4)) || odd(),
  );
  return {
    rating,
    row: Number(row),
    best: Number(best),
    days: Number(days),
    last: Number(last),
    first: Object.fromEntries(tried) as Tally['first'],
    ...curve,
    ...opened,
    ...(bests.length && { runs: Object.fromEntries(bests) as Tally['runs'] }),
  };
}

/** Of the later day; of the same one that with more tries. */
function laterDaily(before: Tally['daily'], after: Tally['daily']) {
  if (!before || !after) return before ?? after;
  if (before.day !== after.day) return before.day > after.day ? before : after;
  return (before.tries ?? 0) > (after.tries ?? 0) ? { ...after, ...before } : after;
}

/** The better of two, by name. */
function bestRuns(before: Tally['runs'], after: Tally['runs']) {
  const runs = { ...after };
  for (const [name, n] of Object.entries(before ?? {})) runs[name] = Math.max(n, runs[name] ?? 0);
  return Object.keys(runs).length ? { runs } : {};
}

const count = ({ first }: Tally) => Object.keys(first).length;

/**
 * Merges the records of two tabs or devices: the rating and its curve come from the one with more
 * puzzles tried; for a puzzle tried on both, `after` wins.
 */
function merge(before: Tally, after: Tally): Tally {
  const { rating, row, ratings } = count(before) > count(after) ? before : after;
  const { days, last } = lastOf(before) > lastOf(after) ? before : after;
  const daily = laterDaily(before.daily, after.daily);
  return {
    rating,
    row,
    best: Math.max(before.best, after.best),
    days,
    last,
    first: { ...after.first, ...before.first, ...after.first },
    ...(ratings && { ratings }),
    ...(daily && { daily }),
    ...bestRuns(before.runs, after.runs),
  };
}

const place = mergedValue('merels.puzzles', parse, merge);

export const readTally = (): Tally =>
  place.read() ?? { rating: FIRST, row: 0, best: 0, days: 0, last: 0, first: {} };

/** Is there anything to export? */
export const isBegun = ({ first, last, runs }: Tally) =>
  last > 0 || [first, runs ?? {}].some((record) => Object.keys(record).length > 0);

/** The record as a file, with that of the exercises, and what was practised each week. */
export const exportTally = () =>
  JSON.stringify({
    kind: KIND,
    version: VERSION,
    ...readTally(),
    exercises: exportExercises(),
    weeks: readWeeks(),
    practice: readPractice(),
  });

/** Merges a record from a file. Throws if the file is invalid. */
export function importTally(text: string) {
  const value = JSON.parse(text);
  if (!isObject(value) || value.kind !== KIND || value.version !== VERSION)
    throw new Error('no record of puzzles');
  const there = parse(value, () => {});
  if (place.write(merge(there, readTally())) !== 'stored') throw new Error('no room');
  importExercises(value.exercises);
  addWeeks(value.weeks);
  importPractice(value.practice);
}

/** Erases the record and returns it. */
export const eraseTally = place.erase;

/** Undoes `eraseTally`. */
export const restoreTally = (tally: Tally | null) => tally && place.write(tally);

/** The day in local time, as a number that increases by one each day. */
export function today(now = new Date()) {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

/** The current streak of days; a missed day ends it. */
export const daysInARow = (tally: Tally) => (today() - lastOf(tally) <= 1 ? tally.days : 0);

/**
 * The last day, ignoring future days from a wrong clock; tomorrow is allowed because of time zones.
 */
export const lastOf = ({ last }: Tally) => (last > today() + 1 ? 0 : last);

/**
 * Records the first try at a puzzle; later ones do not count. Returns the previous rating, or null
 * if nothing changed.
 */
export function noteFirst({ id, rating }: { id: string; rating: number }, right: boolean) {
  const tally = readTally();
  if (Object.hasOwn(tally.first, id)) return null;
  noteWeek(right);
  const row = right ? tally.row + 1 : 0;
  const now = rated(tally.rating, rating, right, count(tally));
  const ratings = [...(tally.ratings ?? [Math.round(tally.rating)]), Math.round(now)].slice(-CURVE);
  place.write({
    ...tally,
    rating: now,
    row,
    best: Math.max(tally.best, row),
    first: { ...tally.first, [id]: right ? 1 : 0 },
    ratings,
  });
  return tally.rating;
}

/** Records at which grade the puzzle of a day was opened. */
export function noteGrade(day: number, grade: number) {
  const tally = readTally();
  if (tally.daily?.day !== day) void place.write({ ...tally, daily: { day, grade } });
}

/** Records a wrong try at the puzzle of a day, before it is solved. */
export function noteTry(day: number) {
  const tally = readTally();
  const { daily } = tally;
  if (daily?.day === day && lastOf(tally) < day)
    place.write({ ...tally, daily: { ...daily, tries: (daily.tries ?? 0) + 1 } });
}

/** Records that the puzzle of a day was solved. */
export function noteDay(day: number) {
  const tally = readTally();
  const last = lastOf(tally);
  if (last < day) place.write({ ...tally, days: day - last === 1 ? tally.days + 1 : 1, last: day });
}

/** How many were solved in the best run of a game; 0 before the first. */
export const bestOf = (mode: string, game: string) => readTally().runs?.[`${mode}.${game}`] ?? 0;

/** Records a run if it is the best so far. */
export function noteBest(mode: string, game: string, solved: number) {
  if (solved > bestOf(mode, game))
    place.write({ ...readTally(), runs: { ...readTally().runs, [`${mode}.${game}`]: solved } });
}
