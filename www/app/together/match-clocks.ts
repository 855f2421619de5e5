// The clocks of a game between two devices. Each device runs its own player's clock and measures
// the other's.
//
// If the other device reports having used more time than measured here, its report counts. If it
// reports less, the difference may be network latency: it is credited up to a limit per turn and
// per game.
import type { Side, Times } from '../types.ts';

/**
 * Latency credits, in milliseconds: `always` on each turn; beyond that up to `turn` per turn and
 * `all` per game. Resuming a game allows `all` again, since a lost connection is noticed late.
 */
export const GRANTED = { always: 250, turn: 1000, all: 10_000 };
/** How long after the other side's time is up its last turn may still arrive, in milliseconds. */
export const GRACE = 2500;

/** @param kept the times left in a resumed game */
export function createWatch(
  rule: { minutes: number; increment: number } | null,
  kept: Times | null,
) {
  const whole = (rule?.minutes ?? 0) * 60_000;
  /**
   * Time left at `since`; may be negative during the grace period for the other side's last turn.
   */
  const left: Times = kept ? { ...kept } : { white: whole, black: whole };
  let credit = GRANTED.all;
  /** When each side last played. */
  const played: Times = { white: -Infinity, black: -Infinity };
  let running: Side | null = null;
  let paused = false;
  let since = 0;

  const at = (side: Side, now: number) =>
    running === side && !paused ? left[side] - Math.max(0, now - since) : left[side];

  function settle(now: number) {
    if (running) left[running] = at(running, now);
    since = now;
  }

  return {
    on: rule !== null,
    /** Starts this side's clock, or stops both. */
    run(side: Side | null, now: number) {
      settle(now);
      running = rule ? side : null;
    },
    /** Stops both clocks. */
    stop(now: number) {
      settle(now);
      running = null;
    },
    rest(pause: boolean, now: number) {
      if (pause === paused) return;
      settle(now);
      paused = pause;
    },
    /**
     * Records a turn.
     * @param claimed the times left as reported by the other device; null for this device's own
     *   turn
     * @returns the time left as measured, if too much was claimed
     */
    played(side: Side, now: number, claimed: Times | null): number | null {
      if (!rule) return null;
      const ran = running === side;
      settle(now);
      played[side] = now;
      if (ran) left[side] += rule.increment * 1000;
      if (!claimed) return null;
      const over = claimed[side] - left[side];
      const always = Math.min(over, GRANTED.always);
      const more = Math.min(over - always, GRANTED.turn - GRANTED.always, credit);
      credit -= more;
      // Keep negative times, otherwise each turn would start with a full grace period.
      left[side] += always + more;
      return over > GRANTED.turn ? Math.max(0, Math.round(left[side])) : null;
    },
    /** Applies the other device's stored time for its own side. */
    meet(side: Side, claimed: number) {
      left[side] = Math.min(claimed, left[side] + (kept ? GRANTED.all : 0));
    },
    /** Caps a side's time. */
    bound(side: Side, most: number) {
      left[side] = Math.min(left[side], most);
    },
    /** Is this device's player out of time? */
    isUp: (side: Side, now: number) => rule !== null && running === side && at(side, now) <= 0,
    /** Is the other player out of time, including the grace period? */
    isLost: (side: Side, now: number) =>
      rule !== null && running === side && at(side, now) <= -GRACE,
    /**
     * Could the other device consider this player out of time? Only while the clock runs or the
     * last turn is in transit.
     */
    mayBeUp: (side: Side, now: number) =>
      rule !== null && (running === side || now - played[side] <= GRACE) && at(side, now) <= GRACE,
    /** In how many milliseconds to check the clocks again. */
    next: (me: Side, now: number) =>
      !rule || !running || paused
        ? Infinity
        : Math.max(0, at(running, now) + (running === me ? 0 : GRACE)),
    running: () => (paused ? null : running),
    /** The times left in whole milliseconds, at least 0. */
    left(now: number = since): Times | null {
      const shown = (side: Side) => Math.max(0, Math.round(at(side, now)));
      return rule ? { white: shown('white'), black: shown('black') } : null;
    },
  };
}
