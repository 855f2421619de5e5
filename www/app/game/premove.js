// Plays the turn that was prepared while the computer thought, when the board has come to rest and if it is legal.
import { canAct, canMove, canPrepare, destinations, select, setPremove } from '../state.js';

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
      if (premove && (now.study || now.gone || (!canPrepare(now) && !canAct(now)))) store.update((s) => setPremove(s, null));
      return;
    }
    const answered = canPrepare(before) && canAct(now) && now.slot.id === before.slot.id && now.game.ply === before.game.ply + 1;
    if (!answered) return premove ? store.update((s) => setPremove(s, null)) : undefined;
    // The man that was taken up stays in hand.
    const held = before.selected;
    if (held !== null && canMove(now, held)) store.update((s) => select(s, held));
    if (!premove) return;
    void settled().then(() => {
      const state = store.get();
      if (state.premove !== premove) return;
      store.update((s) => setPremove(s, null));
      if (state.game === now.game && destinations(state, premove.from).has(premove.to)) actions.begin(premove.from, premove.to);
    });
  });
}
