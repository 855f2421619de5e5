// Records the results of finished games; the code for it is loaded when the first game ends.
import type { Store } from '../state.ts';

export function countResults(
  store: Store,
  results: (use: (results: typeof import('../storage/results.ts')) => void) => () => void,
) {
  // Load the statistics too, so that they are available offline.
  const warm = () => void import('./statistics.ts').catch(() => {});
  store.subscribe((now, before) => {
    const { game, slot, analysis, editor } = now;
    const ended =
      game.outcome &&
      !before.game.outcome &&
      slot.id === before.slot.id &&
      !analysis &&
      !editor &&
      !before.editor;
    // Navigating to the end of a game does not count.
    if (ended && (game.node === before.game.node || now.plays > before.plays))
      results((r) => r.countResult(now) && warm())();
  });
}
