// An opponent on another device. Actions are sent there, and applied to the game once they count.
import { isApart } from '../../state.js';

/**
 * @param {import('../../state.js').Store} store
 * @param {import('../../types').AtTable} table
 */
export function createOtherDevice(store, table) {
  /** Null until the match is loaded. @type {import('../../types').Match | null} */
  let match = null;
  /** @type {import('../../types').Opponent} */
  const opponent = {
    play: (move) => match?.play(move),
    // A finished game is only browsed locally.
    undo: () => (isApart(store.get()) ? match?.undo() : table.browse((game) => game.undo())),
    redo: () => table.browse((game) => game.redo()),
    resign: () => match?.resign(),
    offerDraw: () => match?.offerDraw(),
    flag: () => match?.flag(),
    proceed() {},
  };
  return {
    ...opponent,
    /** @param {import('../../types').Match} connected */
    connect: (connected) => void (match = connected),
  };
}
