// The exact values of first placings, which the computer plays by: fetched when there is nothing else to do, since it can
// play without them.
import address from '../../data/nine.opening?url';

/** Never in the way of the first move; and by then the service worker listens and keeps them. */
const IDLE = 1500;

/** @param {import('./state.js').Store} store @param {import('./types').Core} core @param {import('./engine/client.js').EngineClient} engine */
export function bringOpening(store, core, engine) {
  let asked = false;
  function follow() {
    if (asked || !core.hasOpening(store.get().rules.spec)) return;
    asked = true;
    void bring(engine);
  }
  setTimeout(() => {
    store.subscribe((now, before) => now.rules !== before.rules && follow());
    follow();
  }, IDLE);
}

/** @param {import('./engine/client.js').EngineClient} engine */
export async function bring(engine) {
  try {
    const response = await fetch(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    engine.teach(new Uint8Array(await response.arrayBuffer()), () => void forget());
  } catch (error) {
    console.warn('The values of first placings cannot be fetched:', error);
  }
}

/** What was kept of them for playing offline is no good: the next time they are fetched again. */
async function forget() {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
}
