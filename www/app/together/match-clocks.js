// The clocks of a game between two devices. Each device runs its own player's clock, and measures the other's.
//
// What the other device says of its own clock counts where it has used more than was measured here. Where it claims to
// have used less, that may be the time a message was on its way: so much is granted, but little a turn, and
// of more than a little, little in all.

/** @typedef {import('../types').Side} Side @typedef {import('../types').Times} Times */

/**
 * So much less than was measured may be claimed, in milliseconds: what any network takes, each turn; more than that up to so much a turn
 * and so much in a game; as much again where a game is taken up, since a lost connection is noticed late.
 */
export const GRANTED = { always: 250, turn: 1000, all: 10_000 };
/** So long after its end the other side's last turn may still be on its way. */
export const GRACE = 2500;

/** @param {{ minutes: number, increment: number } | null} rule @param {Times | null} kept what was left before */
export function createWatch(rule, kept) {
  const whole = (rule?.minutes ?? 0) * 60_000;
  /** What was left at `since`; below nothing while the other side's last turn may be on its way. @type {Times} */
  const left = kept ? { ...kept } : { white: whole, black: whole };
  let credit = GRANTED.all;
  /** When each side has played last. @type {Times} */
  const played = { white: -Infinity, black: -Infinity };
  /** @type {Side | null} */
  let running = null;
  let resting = false;
  let since = 0;

  /** @param {Side} side @param {number} now */
  const at = (side, now) => (running === side && !resting ? left[side] - Math.max(0, now - since) : left[side]);

  /** @param {number} now */
  function settle(now) {
    if (running) left[running] = at(running, now);
    since = now;
  }

  return {
    on: rule !== null,
    /** From now on this side's clock runs, or none. @param {Side | null} side @param {number} now */
    run(side, now) {
      settle(now);
      running = rule ? side : null;
    },
    /** No clock runs any more. @param {number} now */
    stop(now) {
      settle(now);
      running = null;
    },
    /** @param {boolean} rests @param {number} now */
    rest(rests, now) {
      if (rests === resting) return;
      settle(now);
      resting = rests;
    },
    /**
     * A side has played.
     * @param {Side} side @param {number} now
     * @param {Times | null} claimed what the other device says is left; null for this one's own turn
     * @returns {number | null} what it has by measure, where it claims too much
     */
    played(side, now, claimed) {
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
      // What is below nothing stays so: else each turn would begin with a whole grace.
      left[side] += always + more;
      return over > GRANTED.turn ? Math.max(0, Math.round(left[side])) : null;
    },
    /** The other device has kept so much for its own side. @param {Side} side @param {number} claimed */
    meet(side, claimed) {
      left[side] = Math.min(claimed, left[side] + (kept ? GRANTED.all : 0));
    },
    /** A side has no more than so much. @param {Side} side @param {number} most */
    bound(side, most) {
      left[side] = Math.min(left[side], most);
    },
    /** This device's own player has no time left. @param {Side} side @param {number} now */
    isUp: (side, now) => rule !== null && running === side && at(side, now) <= 0,
    /** The other player has none, and nothing more can be on its way. @param {Side} side @param {number} now */
    isLost: (side, now) => rule !== null && running === side && at(side, now) <= -GRACE,
    /** Could the other device take this player's time for used up? Only while it runs, or while the last turn is on its way. @param {Side} side @param {number} now */
    mayBeUp: (side, now) => rule !== null && (running === side || now - played[side] <= GRACE) && at(side, now) <= GRACE,
    /** When one of the two is to be asked again. @param {Side} me @param {number} now */
    next: (me, now) => (!rule || !running || resting ? Infinity : Math.max(0, at(running, now) + (running === me ? 0 : GRACE))),
    running: () => (resting ? null : running),
    /** In whole milliseconds, never less than nothing. @param {number} [now] @returns {Times | null} */
    left(now = since) {
      const shown = (/** @type {Side} */ side) => Math.max(0, Math.round(at(side, now)));
      return rule ? { white: shown('white'), black: shown('black') } : null;
    },
  };
}
