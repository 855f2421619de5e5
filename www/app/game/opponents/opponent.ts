// Whoever plays the other side, as the session sees it, and what they may do at the table.
import type { Game, Side } from '../../types.ts';

/**
 * An opponent, as the session uses it. Changes reach the game immediately, or once the other device
 * has confirmed them.
 */
export interface Opponent {
  play(move: string): void;
  undo(): void;
  redo(): void;
  resign(): void;
  offerDraw(): void;
  flag(side: Side): void;
  /** Call after the position has changed: it may be the opponent's turn. */
  proceed(): unknown;
}

/** What an opponent may do to the game. */
export interface AtTable {
  /** With `halt`, the computer does not reply. */
  play(move: string, halt?: boolean): void;
  /** Navigates in the game. */
  browse(walk: (game: Game) => void): void;
  end(declare: (game: Game) => void): void;
}
