// Puzzles one after the other, each harder than the last, until a mistake or the clock ends it:
// plain data, and pure functions of it.
import type { Puzzle } from './lists.ts';

/** A streak ends with the first mistake; three minutes end with the third, too. */
export const MODES = ['streak', 'timed'] as const;
export type Mode = (typeof MODES)[number];

export const LIVES = { streak: 1, timed: 3 };
export const TIME = 180_000;

/** In how many steps of difficulty a game's puzzles are dealt, and how many of each come first. */
const STEPS = 20;
const EACH = 2;

export interface Rush {
  mode: Mode;
  /** The puzzles in the order in which they are asked. */
  order: Puzzle[];
  /** The place of the current one. */
  at: number;
  solved: number;
  missed: Puzzle[];
  /** The time left when the clock stopped last, in milliseconds. */
  left: number;
  /** When the clock was started; null while it stands still. */
  since: number | null;
  /** What ended it. */
  over: null | 'mistakes' | 'time' | 'all' | 'ended';
}

function shuffled<T>(all: T[], random: () => number) {
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

/**
 * A new order of the puzzles: a few from each step of difficulty, at random, then the others, the
 * hardest step first.
 * @param puzzles the easiest first
 */
export function rising(puzzles: Puzzle[], random = Math.random) {
  const size = Math.ceil(puzzles.length / STEPS);
  const steps = Array.from({ length: STEPS }, (_, i) =>
    shuffled(puzzles.slice(i * size, (i + 1) * size), random),
  );
  return [
    ...steps.flatMap((step) => step.slice(0, EACH)),
    ...steps.reverse().flatMap((step) => step.slice(EACH)),
  ];
}

export const started = (mode: Mode, order: Puzzle[]): Rush => ({
  mode,
  order,
  at: 0,
  solved: 0,
  missed: [],
  left: TIME,
  since: null,
  over: null,
});

export const current = ({ order, at }: Rush) => order[at] as Puzzle;

/** @param now in milliseconds */
export const timeLeft = ({ left, since }: Rush, now: number) =>
  since === null ? left : Math.max(0, left - (now - since));

/** The player's turn. */
export const ticking = (rush: Rush, now: number): Rush =>
  rush.mode === 'timed' && rush.since === null && !rush.over ? { ...rush, since: now } : rush;

/** The page's turn: the clock stands still while it answers. */
export const resting = (rush: Rush, now: number): Rush => ({
  ...rush,
  left: timeLeft(rush, now),
  since: null,
});

export const ended = (rush: Rush, over: NonNullable<Rush['over']>, now: number): Rush =>
  rush.over ? rush : { ...resting(rush, now), over };

/** Is the time up? */
export const isLate = (rush: Rush, now: number) =>
  rush.mode === 'timed' && timeLeft(rush, now) <= 0;

/** The current puzzle was solved, or missed. The next one follows, unless this ends it. */
export function judged(rush: Rush, right: boolean): Rush {
  const after = right
    ? { ...rush, solved: rush.solved + 1 }
    : { ...rush, missed: [...rush.missed, current(rush)] };
  if (after.missed.length >= LIVES[rush.mode]) return { ...after, over: 'mistakes' };
  return rush.at + 1 < rush.order.length
    ? { ...after, at: rush.at + 1 }
    : { ...after, over: 'all' };
}

/** Was it left in the middle? */
export const isBroken = (rush: Rush | null) =>
  rush !== null && !rush.over && rush.solved + rush.missed.length > 0;

/** The time left as it stands on the clock; full seconds begun count. */
export function clockText(millis: number) {
  const seconds = Math.ceil(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
