// Two people at one screen, or one person playing both sides in analysis.
import { setFlipped, setOffer, type Store } from '../../state.ts';
import type { AtTable, Opponent } from './opponent.ts';

/** @param settled resolves when the board is at rest */
export function createPerson(store: Store, table: AtTable, settled: () => Promise<void>): Opponent {
  return {
    play: table.play,
    undo: () => table.browse((game) => game.undo()),
    redo: () => table.browse((game) => game.redo()),
    resign: () => table.end((game) => game.resign(store.get().game.turn)),
    offerDraw: () => store.update((s) => setOffer(s, s.game.turn)),
    flag: (side) => table.end((game) => game.loseOnTime(side)),

    /** Turns the board to the side to move. */
    proceed() {
      const { settings, game, analysis } = store.get();
      if (!settings.turning || game.outcome || analysis) return;
      void settled().then(() => {
        if (store.get().game === game) store.update((s) => setFlipped(s, game.turn === 'black'));
      });
    },
  };
}
