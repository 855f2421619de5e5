// What was practised each week: puzzles, runs, and what was missed before; and how much of it was
// right at the first try.
import { mergedValue } from './merge.ts';
import { isObject, isTime, refuse } from './storage.ts';

const DAY = 86_400_000;
/** The maximum number of weeks kept; the earliest are dropped. */
const MOST = 260;

export interface Week {
  tried: number;
  right: number;
}

/** By the number of the week, see `weekOf`. */
type Weeks = Record<string, Week>;

const isCount = (value: unknown) => Number.isInteger(value) && isTime(value, 1e6);

const isWeek = ([name, value]: [string, unknown]) =>
  /^\d{1,5}$/.test(name) &&
  isObject(value) &&
  isCount(value.tried) &&
  isCount(value.right) &&
  Number(value.right) <= Number(value.tried);

const place = mergedValue(
  'merels.weeks',
  ({ weeks }, odd): { weeks: Weeks } => {
    if (!isObject(weeks)) return refuse();
    const whole = Object.entries(weeks).filter((entry) => isWeek(entry) || odd());
    return { weeks: Object.fromEntries(whole) as Weeks };
  },
  (before, after) => {
    const weeks = { ...before.weeks };
    for (const [name, week] of Object.entries(after.weeks)) {
      const had = weeks[name];
      if (!had || had.tried <= week.tried) weeks[name] = week;
    }
    // Numbers are in order.
    return { weeks: Object.fromEntries(Object.entries(weeks).slice(-MOST)) };
  },
);

/** The week in local time, from Monday on, as a number that increases by one each week. */
export const weekOf = (now = new Date()) =>
  Math.floor((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY + 3) / 7);

/** The Monday of a week, in UTC. */
export const mondayOf = (week: number) => (week * 7 - 3) * DAY;

export const readWeeks = (): Weeks => place.read()?.weeks ?? {};

/** Counts a first try. */
export function noteWeek(right: boolean) {
  const week = weekOf();
  const { tried, right: before } = readWeeks()[week] ?? { tried: 0, right: 0 };
  place.write({ weeks: { [week]: { tried: tried + 1, right: before + Number(right) } } });
}

/** Adds those of a file: of each week that with more tries counts. */
export function addWeeks(weeks: unknown) {
  const read = isObject(weeks) ? Object.entries(weeks).filter(isWeek) : [];
  if (read.length) place.write({ weeks: Object.fromEntries(read) as Weeks });
}

/** Erases them and returns them. */
export const eraseWeeks = () => place.erase()?.weeks ?? {};
