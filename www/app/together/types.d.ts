import type { GameState, Side, Times } from '../types';

export interface ClockRule {
  minutes: number;
  increment: number;
}

/** What a match wants done: `say` is told to the player; `change`: look at the view again; `round`: a new game has begun. */
export type Effect =
  | { type: 'send'; text: string }
  | { type: 'say'; what: string; error?: unknown; n?: number }
  | { type: 'change' }
  | { type: 'round' }
  | { type: 'close'; why: 'abuse' | 'bye' | 'other-game' | 'version' };

/** The two records of the game differ: from where is it to go on? */
export interface Choice {
  /** So many turns are the same. */
  common: number;
  /** So many turns the other device has, or wants to keep. */
  theirs: number;
  /** The other device only has more turns, and they may be taken. */
  longer: boolean;
}

/** How a game between two devices stands. */
export interface View {
  /** Under which the two devices know the game: `id.round`. */
  name: string;
  round: number;
  me: Side;
  phase: 'greeting' | 'choosing' | 'playing' | 'over' | 'closed';
  game: GameState;
  turn: Side;
  turns: string[];
  mayPlay: boolean;
  /** Who has offered one. */
  draw: 'mine' | 'theirs' | null;
  /** Who has asked for a turn back. */
  back: 'mine' | 'theirs' | null;
  rematch: 'mine' | 'theirs' | null;
  choice: Choice | null;
  /** In milliseconds, at the time given. */
  left: Times | null;
  /** Whose clock runs. */
  running: Side | null;
}
