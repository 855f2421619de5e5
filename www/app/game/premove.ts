// Plays the prepared move after the computer's turn, once the board is at rest and if the move is
// legal.
import { canAct, canPrepare, setPremove, type Store } from '../state.ts';
import type { State } from '../types.ts';
import type { Actions } from './actions.ts';

/** Is this change the computer's turn, with a move possibly prepared? */
const isTheirs = (now: State, before: State) =>
  now.game !== before.game &&
  canPrepare(before) &&
  now.slot.id === before.slot.id &&
  now.game.ply === before.game.ply + 1;

/** And it is one's own turn now? */
export const isAnswer = (now: State, before: State) => isTheirs(now, before) && canAct(now);

/** Or has it another turn? */
export const isStillTheirs = (now: State, before: State) =>
  isTheirs(now, before) && canPrepare(now);

/** @param settled resolves when the board is at rest */
export function playPrepared(store: Store, actions: Actions, settled: () => Promise<void>) {
  store.subscribe((now, before) => {
    const { premove } = now;
    if (now.game === before.game) {
      // Paused, in analysis, or the engine is down: the computer will not move.
      if (premove && (now.analysis || now.engineDown || (!canPrepare(now) && !canAct(now))))
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
