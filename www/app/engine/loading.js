// Data files that make the computer stronger: exact values of the first placings, and the weights of other games. They are fetched
// when the page is idle, since the computer can play without them.

const FOLDER = '../../../data/';
/** The addresses of the files, by their paths. @type {Record<string, string>} */
const ADDRESS = import.meta.glob('../../../data/*.{net,opening}', { query: '?url', import: 'default', eager: true });
/** The delay before loading, in milliseconds: the first move comes first, and by then the service worker caches the files. */
const IDLE = 1500;

/** @typedef {import('./client.js').EngineClient} Engine */

/** Loads the files for each rule set that is played. @param {import('../state.js').Store} store @param {import('../types').Core} core @param {Engine} engine */
export function loadWhenIdle(store, core, engine) {
  const follow = () => void loadAll(engine, core, store.get().rules.spec);
  setTimeout(() => {
    store.subscribe((now, before) => now.rules !== before.rules && follow());
    addEventListener('online', follow);
    follow();
  }, IDLE);
}

/** Resolves when the engine has loaded every file of a rule set, or has failed to. @param {Engine} engine @param {import('../types').Core} core @param {string} spec */
export async function loadAll(engine, core, spec) {
  const { fetched } = engine;
  for (const name of core.dataFiles(spec)) {
    const address = ADDRESS[FOLDER + name];
    if (address && !fetched.has(name) && (await isInReach(address))) fetched.set(name, fetched.get(name) ?? load(engine, name, address));
    await fetched.get(name);
  }
}

/** Offline, only cached files are worth a request. @param {string} address */
async function isInReach(address) {
  if (navigator.onLine) return true;
  const kept = await globalThis.caches?.match(address, { ignoreVary: true }).catch(() => null);
  return Boolean(kept);
}

/** Fetches a file and loads it into the engine. @param {Engine} engine @param {string} name @param {string} address */
export async function load(engine, name, address) {
  try {
    const response = await fetch(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    await engine.load(name, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    console.warn(`The computer plays without ${name}, which cannot be fetched:`, error);
  }
}
