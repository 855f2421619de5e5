// The exact values of the pack of a large game: see value-source.ts. A pack that is being downloaded
// stays open, whatever is played.
import { idleSolving, setLook, setSolving, type Store } from '../state.ts';
import { createPackClient, type PackClient } from './pack-client.ts';
import { PACKS } from './packs.ts';
import type { Packed, Solvable } from '../types.ts';
import type { ValueSource } from './value-source.ts';

interface Needs {
  store: Store;
  /** Of the worker's script. */
  url: string;
  /** What the page is told of the pack of the game on the table. */
  show: (change: { pack: Packed }) => void;
  onReady: () => void;
  /** Has the engine pause loading, or continue. */
  pauseLoading: (on: boolean) => void;
}

export function createPackSource({ store, url, show, onReady, pauseLoading }: Needs) {
  let pack: { name: string; client: PackClient; state: Packed } | null = null;
  /** The number of questions that are open. */
  let questions = 0;
  let pausing = false;

  /** The pack of the current game, opened if necessary; null if it has none. */
  function open() {
    const { can } = store.get().solving;
    const { pack: name } = can;
    const source = name && PACKS[name];
    if (!name || !source) return null;
    if (pack?.name === name) return pack.client;
    pack?.client.close();
    const client = createPackClient(
      url,
      {
        name,
        address: new URL(source.folder, document.baseURI).href,
        version: source.version,
        sizes: source.sizes,
      },
      (state) => hear(name, { ...state, bytes: state.bytes || source.bytes }),
    );
    const { pack: state } = idleSolving(can);
    if (state) pack = { name, client, state };
    return client;
  }

  function hear(name: string, state: Packed) {
    if (pack?.name !== name) return;
    const { state: before } = pack;
    pack.state = state;
    pauseIfNeeded();
    if (state.status === 'ready' && before.status !== 'ready') onReady();
    if (store.get().solving.can.pack === name) show({ pack: state });
    if (before.keeping && !state.keeping) store.update((s) => setLook(s, { keeping: false }));
  }

  /**
   * While the pack is decoding, the engine does not: on a slow device both would take twice as
   * long.
   */
  function pauseIfNeeded() {
    const wanted = questions > 0 && pack?.state.status === 'ready';
    if (wanted !== pausing) pauseLoading(wanted);
    pausing = wanted;
  }

  const source: ValueSource = {
    isOpen: () => pack !== null,
    async values(line, options) {
      const client = open();
      if (!client) return null;
      questions += 1;
      pauseIfNeeded();
      try {
        return await client.values(line, options);
      } finally {
        questions -= 1;
        pauseIfNeeded();
      }
    },
  };
  return {
    ...source,
    open,
    state: () => pack?.state,
    /** Downloads the whole solution. The download continues after a reload. */
    keep() {
      const client = open();
      if (!client || !pack) return;
      pack.state = { ...pack.state, keeping: true };
      client.keep();
    },
    pause: () => pack?.client.pause(),
    /** Called when the network may be back. */
    retry: () => pack?.client.retry(),
    /** @returns what is known of the pack of another game */
    change({ pack: name }: Solvable) {
      if (pack && pack.name === name) return pack.state;
      if (pack?.state.keeping) return null;
      pack?.client.close();
      pack = null;
      return null;
    },
  };
}

/** What a person does with the whole solution on this device. */
export function createSolution(store: Store, pack: ReturnType<typeof createPackSource>) {
  const setKeeping = (keeping: boolean) => store.update((s) => setLook(s, { keeping }));

  /** First asks the browser to keep the data. */
  async function keep() {
    const { bytes = 0, kept = 0 } = store.get().solving.pack ?? {};
    const { storage } = navigator;
    await storage?.persist?.().catch(() => false);
    const { quota = Infinity, usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
    const { pack: packed } = store.get().solving;
    if (!packed) return;
    if (quota - usage >= bytes - kept) setKeeping(true);
    else store.update((s) => setSolving(s, { pack: { ...packed, trouble: 'full' } }));
  }

  return {
    keep: () => void keep(),
    pause() {
      pack.pause();
      setKeeping(false);
    },
    remove() {
      setKeeping(false);
      pack.open()?.remove();
    },
    /** Opens the pack, to find how much of it is stored. */
    open: () => void pack.open(),
  };
}
