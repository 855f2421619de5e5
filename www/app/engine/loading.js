// Data files that make the computer stronger, exact values of first placings and the weights of other games: fetched when the
// page is idle, since it can play without.
import lasker from '../../../data/lasker.net?url';
import nine from '../../../data/nine.opening?url';
import twelve from '../../../data/twelve.net?url';

/** The values of the first placings. */
export const OPENING = nine;
/** Where the files are that Rust asks for by name. @type {Record<string, string>} */
const ADDRESS = { 'lasker.net': lasker, 'nine.opening': nine, 'twelve.net': twelve };
/** Never in the way of the first move; and by then the service worker listens and keeps them. */
const IDLE = 1500;

/** @typedef {import('./client.js').EngineClient} Engine */

/** Loads the files of each game that is played, for the computer that one plays against. @param {import('../state.js').Store} store @param {import('../types').Core} core @param {Engine} engine */
export function loadWhenIdle(store, core, engine) {
  const follow = () => void loadAll(engine, core, store.get().rules.spec);
  setTimeout(() => {
    store.subscribe((now, before) => now.rules !== before.rules && follow());
    addEventListener('online', follow);
    follow();
  }, IDLE);
}

/** Resolved when a computer has loaded every file of a rule set, or cannot. @param {Engine} engine @param {import('../types').Core} core @param {string} spec */
export async function loadAll(engine, core, spec) {
  const { fetched } = engine;
  for (const name of core.dataFiles(spec)) {
    const address = ADDRESS[name];
    if (address && !fetched.has(name) && (await isInReach(address))) fetched.set(name, fetched.get(name) ?? load(engine, name, address));
    await fetched.get(name);
  }
}

/** Without a network only what was kept need be asked for. @param {string} address */
async function isInReach(address) {
  if (navigator.onLine) return true;
  const kept = await globalThis.caches?.match(address, { ignoreVary: true }).catch(() => null);
  return Boolean(kept);
}

/** Fetches a file and gives it to a computer. @param {Engine} engine @param {string} name @param {string} address */
export async function load(engine, name, address) {
  try {
    const response = await fetch(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    await engine.load(name, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    console.warn(`The computer plays without ${name}, which cannot be fetched:`, error);
  }
}
