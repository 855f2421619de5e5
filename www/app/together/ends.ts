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

/** When a game ended and who declared it. */
export interface Ending {
  readonly since: number;
  /** Null if it ended by the rules. */
  readonly by: Side | null;
  readonly restsSince: number;
}

export const noEnding: Ending = { since: 0, by: null, restsSince: 0 };

/** Excludes the time of an interruption, when nothing arrives. */
export const restEnding = (ending: Ending, rests: boolean, now: number): Ending =>
  rests
    ? { ...ending, restsSince: now }
    : { ...ending, since: ending.since + now - ending.restsSince };

/** Is it too long ago for earlier messages to arrive? */
export const isLongAgo = ({ since }: Ending, now: number) => now - since > LATE;

/** How the game was declared over; null if it is not over or ended by the rules. */
export function declared({ outcome }: GameState): Ended | null {
  if (!outcome) return null;
  const { reason: how, winner } = outcome;
  return how === 'resignation' || how === 'agreement' || how === 'time'
    ? { how, loser: winner && other(winner) }
    : null;
}
