// Counts the games that are played to their end: what counts them is fetched when the first one is.

/**
 * @param {import('../state.js').Store} store
 * @param {(use: (results: typeof import('../storage/results.js')) => void) => () => void} results
 */
export function countResults(store, results) {
  // Results can be seen without a network, too.
  const warm = () => void import('./statistics.js').catch(() => {});
  store.subscribe((now, before) => {
    const { game, slot, study, editor } = now;
    const ended = game.outcome && !before.game.outcome && slot.id === before.slot.id && !study && !editor && !before.editor;
    // Browsing to the end of a game does not end it.
    if (ended && (game.node === before.game.node || now.plays > before.plays)) results((r) => r.countResult(now) && warm())();
  });
}
