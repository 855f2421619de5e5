// The exact values of the pack of a large game: see value-source.ts. A pack that is being downloaded
// stays open, whatever is played.
import { setLook, type Store } from '../state.ts';
import { createPackClient, type PackClient } from './pack-client.ts';
import { PACKS } from '../platform/packs.ts';
import { idleSolving } from './solving.ts';
import type { Packed, Solvable } from '../types.ts';
import type { Placings } from './pack-placings.ts';
import type { ReasonSource } from './value-source.ts';

/** The state of a pack by what its client tells, which is null where its worker was given up. */
const stateOf = (told: Packed | null, idle: Packed, bytes: number): Packed =>
  told ? { ...told, bytes: told.bytes || bytes } : { ...idle, status: 'failed', reason: 'broken' };

/**
 * @param url of the worker's script
 * @param show puts the state of the pack of the game on the table into the page's
 * @param onReady called when the pack can be read
 * @param pauseLoading has the engine pause loading, or continue
 * @param placings the file with the values of a game's first placings
 */
export function createPackSource(
  url: string,
  store: Store,
  show: (change: { pack: Packed }) => void,
  onReady: () => void,
  pauseLoading: (on: boolean) => void,
  placings: (spec: string) => Placings | null,
) {
  let pack: { name: string; client: PackClient; state: Packed } | null = null;
  /** The number of questions that are open. */
  let questions = 0;
  let pausing = false;

  /** The pack of the current game, opened if necessary; null if it has none. */
  function open() {
    const { solving, rules } = store.get();
    const { can } = solving;
    const { pack: name } = can;
    const source = name && PACKS[name];
    const { pack: idle } = idleSolving(can);
    if (!name || !source || !idle) return null;
    if (pack?.name === name) return pack.client;
    pack?.client.close();
    const address = new URL(source.folder, document.baseURI).href;
    const from = { ...source, name, address, placings: placings(rules.spec) };
    const client = createPackClient(url, from, (told) =>
      hear(name, stateOf(told, idle, source.bytes)),
    );
    pack = { name, client, state: idle };
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

  async function ask<T>(question: (client: PackClient) => Promise<T>): Promise<T | null> {
    const client = open();
    if (!client) return null;
    questions += 1;
    pauseIfNeeded();
    try {
      return await question(client);
    } finally {
      questions -= 1;
      pauseIfNeeded();
    }
  }

  const source: ReasonSource = {
    isOpen: () => pack !== null,
    values: (line, options) => ask((client) => client.values(line, options)),
    reason: (line, turn, signal) => ask((client) => client.reason(line, turn, signal)),
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
