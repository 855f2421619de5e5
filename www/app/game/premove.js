// Plays the turn that was prepared while the computer thought, when the board has come to rest and if it is legal.
import { canAct, canPrepare, setPremove } from '../state.js';

/** @typedef {import('../types').State} State */

/** Has the computer played, while a person may have prepared a turn? @param {State} now @param {State} before */
export const isAnswer = (now, before) =>
  now.game !== before.game && canPrepare(before) && canAct(now) && now.slot.id === before.slot.id && now.game.ply === before.game.ply + 1;

/**
 * @param {import('../state.js').Store} store
 * @param {import('./actions.js').Actions} actions
 * @param {() => Promise<void>} settled when the board has come to rest
 */
export function playPrepared(store, actions, settled) {
  store.subscribe((now, before) => {
    const { premove } = now;
    if (now.game === before.game) {
      // Paused, or looked into, or nobody answers: there is nothing to wait for.
      if (premove && (now.study || now.engineDown || (!canPrepare(now) && !canAct(now)))) store.update((s) => setPremove(s, null));
      return;
    }
    if (!premove) return;
    if (!isAnswer(now, before)) return store.update((s) => setPremove(s, null));
    void settled().then(() => {
      const state = store.get();
      if (state.premove !== premove) return;
      store.update((s) => setPremove(s, null));
      if (state.game === now.game && canAct(state) && !state.pending) actions.move(premove.from, premove.to);
    });
  });
}
