// Ends declared by players. The rules do not determine these, so both devices have to reach the same result.
import { other } from '../state.js';

/** @typedef {import('./messages.js').Ended} Ended @typedef {import('../types').Side} Side */

/** @type {Ended} */
export const AGREED = { how: 'agreement', loser: null };

/** If two ends cross, both devices take the first in this list; of two alike, the one White has lost. */
const RANKS = /** @type {const} */ (['agreement', 'resignation', 'time']);
/** @param {Ended} ended */
const rank = ({ how, loser }) => 2 * RANKS.indexOf(how) + Number(loser === 'black');

/** @param {Ended} one @param {Ended} other */
export const comesBefore = (one, other) => rank(one) < rank(other);

/** How long after the end earlier messages may still arrive, not counting interruptions, in milliseconds. */
export const LATE = 10_000;

/** Tracks when a game ended and who declared it. */
export function createEnding() {
  let since = 0;
  /** @type {Side | null} */
  let by = null;
  let restsSince = 0;
  return {
    /** @param {number} now @param {Side | null} who null if it ended by the rules */
    begin(now, who) {
      since = now;
      by = who;
    },
    /** Excludes the time of an interruption, when nothing arrives. @param {boolean} rests @param {number} now */
    rest(rests, now) {
      if (rests) restsSince = now;
      else since += now - restsSince;
    },
    saidBy: () => by,
    /** Is it too long ago for earlier messages to arrive? @param {number} now */
    isLongAgo: (now) => now - since > LATE,
  };
}

/** How the game was declared over; null if it is not over or ended by the rules. @param {import('../types').GameState} game @returns {Ended | null} */
export function declared({ outcome }) {
  if (!outcome) return null;
  const { reason: how, winner } = outcome;
  return how === 'resignation' || how === 'agreement' || how === 'time'
    ? { how, loser: winner && other(winner) }
    : null;
}
