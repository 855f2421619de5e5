// A friend by message: each turn goes to them in a link, and theirs comes in one (share/receive.js).
import { isMineLast, isUnaided, offeredBy, offersDraw, say, setSlot } from '../../state.js';

/**
 * @param {import('../../state.js').Store} store
 * @param {import('../../types').AtTable} table
 * @returns {import('../../types').Opponent}
 */
export const createByMessage = (store, table) => ({
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
