// Two people at one screen, and an analysis, in which one person plays both sides.
import { setFlipped, setOffer } from '../../state.js';

/**
 * @param {import('../../state.js').Store} store
 * @param {import('../../types').AtTable} table
 * @param {() => Promise<void>} settled when the board has come to rest
 * @returns {import('../../types').Opponent}
 */
export function createPerson(store, table, settled) {
  return {
    play: table.play,
    undo: () => table.browse((game) => game.undo()),
    redo: () => table.browse((game) => game.redo()),
    resign: () => table.end((game) => game.resign(store.get().game.turn)),
    offerDraw: () => store.update((s) => setOffer(s, s.game.turn)),
    flag: (side) => table.end((game) => game.loseOnTime(side)),

    /** The board turns to the side to move, once the man has come to rest. */
    proceed() {
      const { settings, game, study } = store.get();
      if (!settings.turning || game.outcome || study) return;
      void settled().then(() => {
        if (store.get().game === game) store.update((s) => setFlipped(s, game.turn === 'black'));
      });
    },
  };
}
