// Shows a notice when a new version is ready, but not during a game unless it is urgent; until then
// the menu offers it.
import { setNotice, setUpdate, type Store } from '../state.ts';
import type { UpdateEvent } from '../platform/offline.ts';

export function offerUpdates(store: Store) {
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
    const { detail } = event as UpdateEvent;
    shown = false;
    ({ pressing } = detail);
    store.update((s) => setUpdate(s, detail.apply));
  });
  store.subscribe(notify);
}
