import type { GameState, Side, Times } from '../types.ts';
import type { Greeting } from './messages.ts';

export interface ClockRule {
  minutes: number;
  increment: number;
}

/**
 * An effect of a match: `say` shows a notice; `change`: the view has changed; `round`: a rematch
 * has started; `greeting`: the other player says something.
 */
export type Effect =
  | { type: 'send'; text: string }
  | { type: 'say'; what: string; error?: unknown }
  | { type: 'change' }
  | { type: 'greeting'; what: Greeting }
  | { type: 'round' }
  | { type: 'close'; why: 'abuse' | 'bye' | 'other-game' | 'version' };

/** Where to resume when the two records differ. */
export interface Choice {
  /** The number of common turns. */
  common: number;
  /** The number of turns the other device has, or wants to keep. */
  theirs: number;
  /** The other device's record extends this one and can be taken over. */
  longer: boolean;
}

/** The state of a game between two devices. */
export interface View {
  /** The game's name on both devices: `id.round`. */
  name: string;
  round: number;
  me: Side;
  phase: 'greeting' | 'choosing' | 'playing' | 'over' | 'closed';
  game: GameState;
  turn: Side;
  turns: string[];
  mayPlay: boolean;
  /** Who has offered a draw. */
  draw: 'mine' | 'theirs' | null;
  /** Who has asked to take a turn back. */
  back: 'mine' | 'theirs' | null;
  rematch: 'mine' | 'theirs' | null;
  choice: Choice | null;
  /** In milliseconds, at the time given. */
  left: Times | null;
  /** Whose clock is running. */
  running: Side | null;
  /** Empty if none was given. */
  theirName: string;
  /** Does the other device know names and greetings? */
  talks: boolean;
}
