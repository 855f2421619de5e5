// Continues what a reload interrupted: the turn that was being played, and the analysis.
import { recoveryState } from './platform/recover.js';
import { setNotice } from './state.js';

/**
 * @param {import('./state.js').Store} store
 * @param {import('./game/session.js').Session} session
 * @param {import('./screens.js').Screens} screens
 * @param {number | null} studyNode the position that was being analysed
 * @returns {boolean} whether the analysis is loading; the computer waits for it
 */
export function resume(store, session, screens, studyNode) {
  const { move } = recoveryState() ?? {};
  if (move !== undefined) {
    store.update((s) => setNotice(s, { key: 'notice.restored' }));
    history.replaceState({ ...recoveryState(), move: undefined }, '');
  }
  const replayMove = () => {
    if (move && store.get().game.legal.some(({ text }) => text === move)) session.play(move);
  };
  if (studyNode === null) {
    replayMove();
    return false;
  }
  const { game, pending } = store.get();
  screens.resumeStudy((open) => {
    // The player has moved meanwhile, or opened another game.
    if (store.get().game !== game || store.get().pending !== pending) return;
    if (open?.(studyNode)) replayMove();
    void session.proceed();
  });
  return true;
}
