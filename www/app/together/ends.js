// Ends of a game that players declare: the rules do not see them, so both devices have to come to the same.
import { other } from '../state.js';

/** @typedef {import('./messages.js').Ended} Ended */

/** @type {Ended} */
export const AGREED = { how: 'agreement', loser: null };

/** Of two ends that cross, both devices take the one that comes first here; of two of a kind, the one that White has lost. */
const RANKS = /** @type {const} */ (['agreement', 'resignation', 'time']);
/** @param {Ended} ended */
const rank = ({ how, loser }) => 2 * RANKS.indexOf(how) + Number(loser === 'black');

/** @param {Ended} one @param {Ended} other */
export const comesBefore = (one, other) => rank(one) < rank(other);

/** How a game was declared over; null where it goes on, or the rules have ended it. @param {import('../types').GameState} game @returns {Ended | null} */
export function declared({ outcome }) {
  if (!outcome) return null;
  const { reason: how, winner } = outcome;
  return how === 'resignation' || how === 'agreement' || how === 'time' ? { how, loser: winner && other(winner) } : null;
}
