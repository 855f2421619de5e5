// Ends of a game that players declare: the rules do not see them, so both devices have to come to the same.
import { other } from '../state.js';

/** @typedef {import('./messages.js').Ended} Ended @typedef {import('../types').Side} Side */

/** @type {Ended} */
export const AGREED = { how: 'agreement', loser: null };

/** Of two ends that cross, both devices take the one that comes first here; of two of a kind, the one that White has lost. */
const RANKS = /** @type {const} */ (['agreement', 'resignation', 'time']);
/** @param {Ended} ended */
const rank = ({ how, loser }) => 2 * RANKS.indexOf(how) + Number(loser === 'black');

/** @param {Ended} one @param {Ended} other */
export const comesBefore = (one, other) => rank(one) < rank(other);

/** So long after the end, while they are connected, what the other device has said before may still be on its way; in milliseconds. */
export const LATE = 10_000;

/** When a game was over, and who has said so. */
export function createEnding() {
  let since = 0;
  /** @type {Side | null} */
  let by = null;
  let restsSince = 0;
  return {
    /** @param {number} now @param {Side | null} who null where the rules have ended it */
    begin(now, who) {
      since = now;
      by = who;
    },
    /** While the connection is interrupted nothing arrives. @param {boolean} rests @param {number} now */
    rest(rests, now) {
      if (rests) restsSince = now;
      else since += now - restsSince;
    },
    saidBy: () => by,
    /** Is it over for so long that nothing can still be on its way? @param {number} now */
    isLongAgo: (now) => now - since > LATE,
  };
}

/** How a game was declared over; null where it goes on, or the rules have ended it. @param {import('../types').GameState} game @returns {Ended | null} */
export function declared({ outcome }) {
  if (!outcome) return null;
  const { reason: how, winner } = outcome;
  return how === 'resignation' || how === 'agreement' || how === 'time' ? { how, loser: winner && other(winner) } : null;
}
