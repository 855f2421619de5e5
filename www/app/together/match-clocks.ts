// The clocks of a game between two devices. Each device runs its own player's clock and measures
// the other's.
//
// If the other device reports having used more time than measured here, its report counts. If it
// reports less, the difference may be network latency: it is credited up to a limit per turn and
// per game.
import type { Side, Times } from '../types.ts';
import type { ClockRule } from './types.ts';

/**
 * Latency credits, in milliseconds: `always` on each turn; beyond that up to `turn` per turn and
 * `all` per game. Resuming a game allows `all` again, since a lost connection is noticed late.
 */
export const GRANTED = { always: 250, turn: 1000, all: 10_000 };
/** How long after the other side's time is up its last turn may still arrive, in milliseconds. */
export const GRACE = 2500;

/** Both clocks. */
export interface Clocks {
  /** Null without a clock. */
  readonly rule: ClockRule | null;
  /** Of a game that is resumed. */
  readonly resumed: boolean;
  /**
   * Time left at `since`; may be negative during the grace period for the other side's last turn.
   */
  readonly left: Times;
  readonly since: number;
  /** How much of `GRANTED.all` is left. */
  readonly credit: number;
  /** When each side last played. */
  readonly played: Times;
  readonly running: Side | null;
  readonly paused: boolean;
}

/** @param kept the times left in a resumed game */
export function newClocks(rule: ClockRule | null, kept: Times | null): Clocks {
  const whole = (rule?.minutes ?? 0) * 60_000;
  return {
    rule,
    resumed: kept !== null,
    left: kept ?? { white: whole, black: whole },
    since: 0,
    credit: GRANTED.all,
    played: { white: -Infinity, black: -Infinity },
    running: null,
    paused: false,
  };
}

const at = ({ left, running, paused, since }: Clocks, side: Side, now: number) =>
  running === side && !paused ? left[side] - Math.max(0, now - since) : left[side];

const setLeft = (clocks: Clocks, side: Side, left: number): Clocks => ({
  ...clocks,
  left: { ...clocks.left, [side]: left },
});

/** The time so far is used up. */
function settle(clocks: Clocks, now: number): Clocks {
  const { running } = clocks;
  return { ...(running ? setLeft(clocks, running, at(clocks, running, now)) : clocks), since: now };
}

/** Starts this side's clock, or stops both. */
export const run = (clocks: Clocks, side: Side | null, now: number): Clocks => ({
  ...settle(clocks, now),
  running: clocks.rule ? side : null,
});

export const rest = (clocks: Clocks, paused: boolean, now: number): Clocks =>
  paused === clocks.paused ? clocks : { ...settle(clocks, now), paused };

/**
 * Records a turn.
 * @param claimed the times left as reported by the other device; null for this device's own turn
 * @returns `bounded`: the time left as measured, if too much was claimed
 */
export function played(
  clocks: Clocks,
  side: Side,
  now: number,
  claimed: Times | null,
): { clocks: Clocks; bounded: number | null } {
  const { rule, running, credit } = clocks;
  if (!rule) return { clocks, bounded: null };
  const settled = settle(clocks, now);
  const left = settled.left[side] + (running === side ? rule.increment * 1000 : 0);
  const next = setLeft({ ...settled, played: { ...clocks.played, [side]: now } }, side, left);
  if (!claimed) return { clocks: next, bounded: null };
  const over = claimed[side] - left;
  const always = Math.min(over, GRANTED.always);
  const more = Math.min(over - always, GRANTED.turn - GRANTED.always, credit);
  // Keep negative times, otherwise each turn would start with a full grace period.
  const granted = left + always + more;
  return {
    clocks: setLeft({ ...next, credit: credit - more }, side, granted),
    bounded: over > GRANTED.turn ? Math.max(0, Math.round(granted)) : null,
  };
}

/** Applies the other device's stored time for its own side. */
export const meet = (clocks: Clocks, side: Side, claimed: number) =>
  setLeft(clocks, side, Math.min(claimed, clocks.left[side] + (clocks.resumed ? GRANTED.all : 0)));

/** Caps a side's time. */
export const bound = (clocks: Clocks, side: Side, most: number) =>
  setLeft(clocks, side, Math.min(clocks.left[side], most));

const runs = ({ rule, running }: Clocks, side: Side) => rule !== null && running === side;

/** Is this device's player out of time? */
export const isUp = (clocks: Clocks, side: Side, now: number) =>
  runs(clocks, side) && at(clocks, side, now) <= 0;

/** Is the other player out of time, including the grace period? */
export const isLost = (clocks: Clocks, side: Side, now: number) =>
  runs(clocks, side) && at(clocks, side, now) <= -GRACE;

/**
 * Could the other device consider this player out of time? Only while the clock runs or the last
 * turn is in transit.
 */
export const mayBeUp = (clocks: Clocks, side: Side, now: number) =>
  clocks.rule !== null &&
  (clocks.running === side || now - clocks.played[side] <= GRACE) &&
  at(clocks, side, now) <= GRACE;

/** In how many milliseconds to check the clocks again. */
export const nextCheck = (clocks: Clocks, me: Side, now: number) =>
  !clocks.rule || !clocks.running || clocks.paused
    ? Infinity
    : Math.max(0, at(clocks, clocks.running, now) + (clocks.running === me ? 0 : GRACE));

export const running = (clocks: Clocks) => (clocks.paused ? null : clocks.running);

/** The times left in whole milliseconds, at least 0. */
export function timesLeft(clocks: Clocks, now: number = clocks.since): Times | null {
  const shown = (side: Side) => Math.max(0, Math.round(at(clocks, side, now)));
  return clocks.rule ? { white: shown('white'), black: shown('black') } : null;
}
