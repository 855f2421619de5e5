// Plays the prepared move after the computer's turn, once the board is at rest and if the move is legal.
import { canAct, canPrepare, setPremove } from '../state.js';

/** @typedef {import('../types').State} State */

/** Is this change the computer's turn, with a move possibly prepared? @param {State} now @param {State} before */
const isTheirs = (now, before) =>
  now.game !== before.game &&
  canPrepare(before) &&
  now.slot.id === before.slot.id &&
  now.game.ply === before.game.ply + 1;

/** And it is one's own turn now? @param {State} now @param {State} before */
export const isAnswer = (now, before) => isTheirs(now, before) && canAct(now);

/** Or has it another turn? @param {State} now @param {State} before */
export const isStillTheirs = (now, before) => isTheirs(now, before) && canPrepare(now);

/**
 * @param {import('../state.js').Store} store
 * @param {import('./actions.js').Actions} actions
 * @param {() => Promise<void>} settled resolves when the board is at rest
 */
export function playPrepared(store, actions, settled) {
  store.subscribe((now, before) => {
    const { premove } = now;
    if (now.game === before.game) {
      // Paused, in analysis, or the engine is down: the computer will not move.
      if (premove && (now.study || now.engineDown || (!canPrepare(now) && !canAct(now))))
        store.update((s) => setPremove(s, null));
      return;
    }
    if (!premove || isStillTheirs(now, before)) return;
    if (!isAnswer(now, before)) return store.update((s) => setPremove(s, null));
    void settled().then(() => {
      const state = store.get();
      if (state.premove !== premove) return;
      store.update((s) => setPremove(s, null));
      if (state.game === now.game && canAct(state) && !state.pending)
        actions.move(premove.from, premove.to);
    });
  });
}
