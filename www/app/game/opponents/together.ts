// An opponent on another device. Actions are sent there, and applied to the game once they count.
import { isTogether, type Store } from '../../state.ts';
import type { AtTable, Opponent } from './opponent.ts';

/** A match with another device. Actions are sent there and take effect once they count. */
export interface Match {
  play(move: string): void;
  undo(): void;
  resign(): void;
  offerDraw(): void;
  flag(): void;
}

export function createTogetherOpponent(store: Store, table: AtTable) {
  /** Null until the match is loaded. */
  let match: Match | null = null;
  const opponent: Opponent = {
    play: (move) => match?.play(move),
    // A finished game is only browsed locally.
    undo: () => (isTogether(store.get()) ? match?.undo() : table.browse((game) => game.undo())),
    redo: () => table.browse((game) => game.redo()),
    resign: () => match?.resign(),
    offerDraw: () => match?.offerDraw(),
    flag: () => match?.flag(),
    proceed() {},
  };
  return {
    ...opponent,
    connect: (connected: Match) => void (match = connected),
  };
}
