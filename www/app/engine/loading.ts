// Data files that make the computer stronger: exact values of the first placings, and the weights
// of other games. Loaded when the page is idle, since the computer can play without them.
import { fetchWhole } from '../platform/fetch-whole.ts';
import type { Store } from '../state.ts';
import type { Core, Explored, PositionValues } from '../types.ts';
import type { EngineClient as Engine } from './client.ts';

const FOLDER = '../../../data/';
/** The addresses of the files, by their paths. */
const ADDRESS: Record<string, string> = import.meta.glob(
  ['../../../data/*.{net,opening}', '!../../../data/nine.net'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

/** Loads the files for the rule set on the table, and for each that is played later. */
export function loadWhatIsPlayed(store: Store, core: Core, engine: Engine) {
  const follow = () => void loadAll(engine, core, store.get().rules.spec);
  store.subscribe((now, before) => now.rules !== before.rules && follow());
  addEventListener('online', follow);
  follow();
}

/** The file with the values of a game's first placings; null if there is none. */
export function openingFile(core: Core, spec: string) {
  const name = core.dataFiles(spec).find((file) => file.endsWith('.opening'));
  const address = name && ADDRESS[FOLDER + name];
  return name && address ? { name, address: new URL(address, document.baseURI).href } : null;
}

/** Resolves when the engine has loaded every file of a rule set, or has failed to. */
export async function loadAll(engine: Engine, core: Core, spec: string) {
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
 * What the values of the first placings say about a position, as soon as it is known: the first are
 * read long before the last.
 * @returns null for other positions
 */
export async function placed(
  engine: Engine,
  core: Core,
  spec: string,
  line: string,
  signal?: AbortSignal,
): Promise<PositionValues | null> {
  let whole = false;
  const loaded = loadAll(engine, core, spec).then(() => (whole = true));
  for (;;) {
    const last = whole;
    const explored: Explored | null = await new Promise((resolve) => engine.explore(line, resolve));
    if (explored || last || signal?.aborted) return explored?.values ?? null;
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, AGAIN))]);
  }
}

/** Offline, only cached files are worth a request. */
async function isInReach(address: string) {
  if (navigator.onLine) return true;
  const kept = await globalThis.caches?.match(address, { ignoreVary: true }).catch(() => null);
  return Boolean(kept);
}

/** Fetches a file and loads it into the engine. */
export async function load(engine: Engine, name: string, address: string) {
  try {
    const response = await fetchWhole(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    await engine.load(name, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    console.warn(`The computer plays without ${name}, which cannot be fetched:`, error);
  }
}
