// Continues what a reload interrupted: the turn that was being played, and the analysis.
import { recoveryState } from './platform/recover.ts';
import { setNotice, type Store } from './state.ts';
import type { Session } from './game/session.ts';
import type { Screens } from './screens/screens.ts';

/**
 * @param analysisNode the position that was being analysed
 * @returns whether the analysis is loading; the computer waits for it
 */
export function resume(
  store: Store,
  session: Session,
  screens: Screens,
  analysisNode: number | null,
): boolean {
  const { move } = recoveryState() ?? {};
  if (move !== undefined) {
    store.update((s) => setNotice(s, { key: 'notice.restored' }));
    history.replaceState({ ...recoveryState(), move: undefined }, '');
  }
  const replayMove = () => {
    if (move && store.get().game.legal.some(({ text }) => text === move)) session.play(move);
  };
  if (analysisNode === null) {
    replayMove();
    return false;
  }
  const { game, pending } = store.get();
  screens.resumeAnalysis((open) => {
    // The player has moved meanwhile, or opened another game.
    if (store.get().game !== game || store.get().pending !== pending) return;
    if (open?.(analysisNode)) replayMove();
    void session.proceed();
  });
  return true;
}
