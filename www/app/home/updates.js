// Shows a notice when a new version is ready, but not during a game unless it is urgent; until then the menu offers it.
import { setNotice, setUpdate } from '../state.js';

/** @param {import('../state.js').Store} store */
export function offerUpdates(store) {
  let shown = false;
  let pressing = false;
  function notify() {
    const { update, game, notice } = store.get();
    if (!update || shown || (!pressing && (notice || (game.moves.length > 0 && !game.outcome))))
      return;
    shown = true;
    store.update((s) =>
      setNotice(s, { key: 'notice.update' }, { label: { key: 'notice.update.now' }, run: update }),
    );
  }
  addEventListener('merels:update', (event) => {
    const { detail } = /** @type {import('../platform/offline.js').UpdateEvent} */ (event);
    shown = false;
    ({ pressing } = detail);
    store.update((s) => setUpdate(s, detail.apply));
  });
  store.subscribe(notify);
}
