// A friend by message: each turn goes to them in a link, and theirs comes in one (share/receive.js).
import { isUnaided } from '../../state.js';

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
  offerDraw() {},
  flag() {},
  proceed() {},
});
