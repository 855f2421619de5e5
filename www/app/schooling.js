// What makes the computer stronger, exact values of first placings and weights of other games: fetched when there is
// nothing else to do, since it can play without.
import lasker from '../../data/lasker.net?url';
import nine from '../../data/nine.opening?url';
import twelve from '../../data/twelve.net?url';

/** Where the files are that Rust asks for by name. @type {Record<string, string>} */
const ADDRESS = { 'lasker.net': lasker, 'nine.opening': nine, 'twelve.net': twelve };
/** Never in the way of the first move; and by then the service worker listens and keeps them. */
const IDLE = 1500;

/** @param {import('./state.js').Store} store @param {import('./types').Core} core @param {import('./engine/client.js').EngineClient} engine */
export function bringSchooling(store, core, engine) {
  const asked = new Set();
  function follow() {
    for (const name of core.schooling(store.get().rules.spec)) {
      const address = ADDRESS[name];
      if (!address || asked.has(name)) continue;
      asked.add(name);
      void bring(engine, name, address);
    }
  }
  setTimeout(() => {
    store.subscribe((now, before) => now.rules !== before.rules && follow());
    follow();
  }, IDLE);
}

/** @param {import('./engine/client.js').EngineClient} engine @param {string} name @param {string} address */
async function bring(engine, name, address) {
  try {
    const response = await fetch(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    engine.teach(name, new Uint8Array(await response.arrayBuffer()), () => void forget(address));
  } catch (error) {
    console.warn(`What the computer learns from ${name} cannot be fetched:`, error);
  }
}

/** What was kept of it for playing offline is no good: the next time it is fetched again. @param {string} address */
async function forget(address) {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
}
