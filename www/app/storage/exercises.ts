// How the exercises went: a rating for each kind, and which were shown, so that none comes twice.
import { mergedValue } from './merge.ts';
import { FIRST, LEAST, MOST as HIGHEST, rated } from './rating.ts';
import { isObject, isTime, refuse } from './storage.ts';
import { noteWeek } from './weeks.ts';

/** The kinds, as src/practice.rs names them, in the order of the screen. */
export const KINDS = ['win', 'hold', 'opening', 'take', 'fly'] as const;
export type Kind = (typeof KINDS)[number];

/** The maximum number of exercises that are known again; the oldest are forgotten. */
const MOST = 3000;

/** How one kind went. */
export interface Standing {
  rating: number;
  tried: number;
  /** Without a mistake. */
  solved: number;
}

interface Kept {
  kinds: Partial<Record<Kind, Standing>>;
  /** By the numbers that Rust gives them, the latest last. */
  shown: number[];
}

const isCount = (value: unknown) => Number.isInteger(value) && isTime(value, 1e9);

const isStanding = (value: unknown): value is Standing =>
  isObject(value) &&
  isTime(value.rating, HIGHEST) &&
  value.rating >= LEAST &&
  isCount(value.tried) &&
  isCount(value.solved);

function parse({ kinds, shown }: Record<string, unknown>, odd: () => void): Kept {
  if (!isObject(kinds) || !Array.isArray(shown)) return refuse();
  const found: Kept['kinds'] = {};
  for (const [kind, standing] of Object.entries(kinds)) {
    const known = KINDS.find((name) => name === kind);
    if (known && isStanding(standing)) {
      const { rating, tried, solved } = standing;
      found[known] = { rating, tried, solved };
    } else odd();
  }
  const keys = shown.filter((key) => (Number.isInteger(key) && isTime(key, 2 ** 32)) || odd());
  return { kinds: found, shown: keys.slice(-MOST) };
}

/** Of two tabs or devices: each kind from the one that has tried more, and all that was shown. */
function merge(before: Kept, after: Kept): Kept {
  const kinds: Kept['kinds'] = {};
  for (const kind of KINDS) {
    const [old, now] = [before.kinds[kind], after.kinds[kind]];
    const more = old && (!now || old.tried > now.tried) ? old : now;
    if (more) kinds[kind] = more;
  }
  const fresh = new Set(after.shown);
  const shown = [...before.shown.filter((key) => !fresh.has(key)), ...after.shown];
  return { kinds, shown: shown.slice(-MOST) };
}

const place = mergedValue('merels.exercises', parse, merge);

const NONE: Kept = { kinds: {}, shown: [] };
const read = () => place.read() ?? NONE;

/** How a kind went so far. */
export const standingOf = (kind: Kind): Standing =>
  read().kinds[kind] ?? { rating: FIRST, tried: 0, solved: 0 };

/** How many were solved without a mistake, of all kinds. */
export const exercisesSolved = () =>
  Object.values(read().kinds).reduce((sum, { solved }) => sum + solved, 0);

/** The exercises that were shown. */
export const shownBefore = (): ReadonlySet<number> => new Set(read().shown);

/** Records that an exercise was shown. */
export function noteShown(key: number) {
  const kept = read();
  place.write({ ...kept, shown: [...kept.shown.filter((other) => other !== key), key] });
}

/**
 * Records how an exercise went, and returns the rating before.
 * @param difficulty as a rating
 * @param solved without a mistake?
 */
export function noteExercise(kind: Kind, difficulty: number, solved: boolean) {
  const kept = read();
  const before = standingOf(kind);
  noteWeek(solved);
  const standing = {
    rating: rated(before.rating, difficulty, solved, before.tried),
    tried: before.tried + 1,
    solved: before.solved + Number(solved),
  };
  place.write({ ...kept, kinds: { ...kept.kinds, [kind]: standing } });
  return before.rating;
}

/** What a file of progress holds of them. */
export const exportExercises = read;

/** Merges what a file of progress holds; what is no such thing is left out. */
export function importExercises(value: unknown) {
  if (!isObject(value) || !isObject(value.kinds) || !Array.isArray(value.shown)) return;
  const there = parse(value, () => {});
  place.write(merge(there, read()));
}

/** Erases it and returns it. */
export const eraseExercises = place.erase;
