// Ends declared by players. The rules do not determine these, so both devices have to reach the
// same result.
import { other } from '../state.ts';
import type { GameState, Side } from '../types.ts';
import type { Ended } from './messages.ts';

export const AGREED: Ended = { how: 'agreement', loser: null };

/**
 * If two ends cross, both devices take the first in this list; of two alike, the one White has
 * lost.
 */
const RANKS = ['agreement', 'resignation', 'time'] as const;
const rank = ({ how, loser }: Ended) => 2 * RANKS.indexOf(how) + Number(loser === 'black');

export const comesBefore = (one: Ended, other: Ended) => rank(one) < rank(other);

/**
 * How long after the end earlier messages may still arrive, not counting interruptions, in
 * milliseconds.
 */
export const LATE = 10_000;

/** Tracks when a game ended and who declared it. */
export function createEnding() {
  let since = 0;
  let by: Side | null = null;
  let restsSince = 0;
  return {
    /** @param who null if it ended by the rules */
    begin(now: number, who: Side | null) {
      since = now;
      by = who;
    },
    /** Excludes the time of an interruption, when nothing arrives. */
    rest(rests: boolean, now: number) {
      if (rests) restsSince = now;
      else since += now - restsSince;
    },
    saidBy: () => by,
    /** Is it too long ago for earlier messages to arrive? */
    isLongAgo: (now: number) => now - since > LATE,
  };
}

/** How the game was declared over; null if it is not over or ended by the rules. */
export function declared({ outcome }: GameState): Ended | null {
  if (!outcome) return null;
  const { reason: how, winner } = outcome;
  return how === 'resignation' || how === 'agreement' || how === 'time'
    ? { how, loser: winner && other(winner) }
    : null;
}
