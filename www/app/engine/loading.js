// Data files that make the computer stronger: exact values of the first placings, and the weights of other games. Loaded
// when the page is idle, since the computer can play without them.
import { fetchWhole } from '../platform/fetch-whole.js';

const FOLDER = '../../../data/';
/** The addresses of the files, by their paths. @type {Record<string, string>} */
const ADDRESS = import.meta.glob(['../../../data/*.{net,opening}', '!../../../data/nine.net'], {
  query: '?url',
  import: 'default',
  eager: true,
});

/** @typedef {import('./client.js').EngineClient} Engine */

/** Loads the files for the rule set on the table, and for each that is played later. @param {import('../state.js').Store} store @param {import('../types').Core} core @param {Engine} engine */
export function loadWhatIsPlayed(store, core, engine) {
  const follow = () => void loadAll(engine, core, store.get().rules.spec);
  store.subscribe((now, before) => now.rules !== before.rules && follow());
  addEventListener('online', follow);
  follow();
}

/** Resolves when the engine has loaded every file of a rule set, or has failed to. @param {Engine} engine @param {import('../types').Core} core @param {string} spec */
export async function loadAll(engine, core, spec) {
  const { fetched } = engine;
  for (const name of core.dataFiles(spec)) {
    const address = ADDRESS[FOLDER + name];
    if (address && !fetched.has(name) && (await isInReach(address)))
      fetched.set(name, fetched.get(name) ?? load(engine, name, address));
    await fetched.get(name);
  }
}

/** How soon to ask again about a position while its file is being read, in milliseconds. */
const AGAIN = 50;

/**
 * What the values of the first placings say about a position, as soon as it is known: the first are read long before the last.
 * @param {Engine} engine @param {import('../types').Core} core @param {string} spec @param {string} line @param {AbortSignal} [signal]
 * @returns {Promise<import('../types').PositionValues | null>} null for other positions
 */
export async function placed(engine, core, spec, line, signal) {
  let whole = false;
  const loaded = loadAll(engine, core, spec).then(() => (whole = true));
  for (;;) {
    const last = whole;
    /** @type {import('../types').Explored | null} */
    const explored = await new Promise((resolve) => engine.explore(line, resolve));
    if (explored || last || signal?.aborted) return explored?.values ?? null;
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, AGAIN))]);
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
    const response = await fetchWhole(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    await engine.load(name, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    console.warn(`The computer plays without ${name}, which cannot be fetched:`, error);
  }
}
