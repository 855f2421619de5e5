// Says that a new version is ready, but never in the middle of a game: until its end the menu has it.
import { setNotice, setUpdate } from '../state.js';

/** @param {import('../state.js').Store} store */
export function offerUpdates(store) {
  let told = false;
  let pressing = false;
  function tell() {
    const { update, game, notice } = store.get();
    if (!update || told || (!pressing && (notice || (game.moves.length > 0 && !game.outcome)))) return;
    told = true;
    store.update((s) => setNotice(s, { text: { key: 'notice.update' }, action: { label: { key: 'notice.update.now' }, run: update } }));
  }
  addEventListener('merels:update', (event) => {
    const { detail } = /** @type {import('../platform/offline.js').UpdateEvent} */ (event);
    told = false;
    ({ pressing } = detail);
    store.update((s) => setUpdate(s, detail.apply));
  });
  store.subscribe(tell);
}
