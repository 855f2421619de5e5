// What knows exact values.
import type { ExactValue, PositionValues, ReasonInfo } from '../types.ts';

export interface Options {
  /** Gets the position's own value as soon as it is found, from a source that finds it first. */
  onValue?: (value: ExactValue) => void;
  /** Ends the question, which then resolves to null. */
  signal?: AbortSignal;
}

/**
 * Knows exact values of positions of the game on the table. There are three:
 *
 * - The solver, in a worker, knows a small game whole, or the endgames of a larger one, with
 *   distances: in how many moves a side wins or loses. It computes them, or reads what it has stored
 *   before, and knows nothing until it has all of them.
 * - A pack, in another worker, knows each position of a game that is too large for that, without
 *   distances. It fetches what it needs for a position: its own value comes first, later those of
 *   its turns.
 * - The opening values, which come with the page, know the first placings of some games, without
 *   distances. The engine reads them and plays by them, too.
 */
export interface ValueSource {
  /** Can it be asked? It may still be loading. */
  isOpen: () => boolean;
  /** A position's values; null if it has none. */
  values: (line: string, options?: Options) => Promise<PositionValues | null>;
}

/** Knows also why a turn gave its value away: the solver and a pack do. */
/** How a reason is asked for. */
export interface Why {
  /** Turns that a search prefers: then a reason without exact values. */
  better?: string[];
  signal?: AbortSignal;
}

export interface ReasonSource extends ValueSource {
  /** Null where the turn gave nothing away, or a value is not known. */
  reason: (line: string, turn: string, signal?: AbortSignal) => Promise<ReasonInfo | null>;
}
