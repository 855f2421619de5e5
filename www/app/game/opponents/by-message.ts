// A friend by message: each turn goes to them in a link, and theirs comes in one
// (share/receive.ts).
import { isUnaided, say, setSlot, type Store } from '../../state.ts';
import { isMineLast, offeredBy, offersDraw } from '../sending.ts';
import type { AtTable, Opponent } from './opponent.ts';

export const createByMessage = (store: Store, table: AtTable): Opponent => ({
  play: table.play,
  undo: () =>
    table.browse((game) => {
      const { node } = game.state();
      game.undo();
      // What was taken back is not sent as a variation; a finished game is only browsed.
      if (isUnaided(store.get())) game.cut(node);
    }),
  redo: () => table.browse((game) => game.redo()),
  resign: () => table.end((game) => game.resign(store.get().settings.human)),
  offerDraw() {
    const state = store.get();
    if (offeredBy(state) || offersDraw(state)) return;
    // It goes with the next link; before that there is nothing to answer.
    const draw = { by: state.settings.human, at: null };
    store.update((s) =>
      isMineLast(s)
        ? setSlot(s, { draw })
        : say(setSlot(s, { draw }), { key: 'message.draw.next' }),
    );
  },
  flag() {},
  proceed() {},
});
