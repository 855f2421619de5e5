// Downloads a whole pack to this device.
import { troubleOf } from './pack-fetch.ts';
import type { PackIndex } from './pack-index.ts';
import { createSignal } from './pack-signal.ts';
import { missing, runsOf } from './pack-pieces.ts';
import type { Packed } from '../types.ts';
import type { PackCache } from './pack-cache.ts';
import type { Fetcher } from './pack-fetcher.ts';
import type { Kept } from './pack-kept.ts';
import type { Status } from './pack-status.ts';

/** The delay before a retry if the host does not answer, in milliseconds. */
const RETRY = 10_000;

interface Needs {
  version: string;
  open: () => Promise<{ index: PackIndex; fetchRuns: Fetcher['fetchRuns'] }>;
  cache: PackCache;
  kept: Kept;
  status: Status;
}

export function createKeeper({ version, open, cache, kept, status }: Needs) {
  /** Set while the pack is being downloaded. */
  let keeping: AbortController | null = null;
  /** Given when the network may be back. */
  const online = createSignal();

  async function keepAll(paused: AbortSignal) {
    for (let begun = false; !paused.aborted;) {
      try {
        const { index, fetchRuns } = await open();
        if (!begun) await kept.find(index);
        begun = true;
        const runs = runsOf(missing(index, kept.has));
        if (!runs.length) {
          // The browser may have cleared the storage in the meantime.
          await kept.find(index);
          if (missing(index, kept.has).length) continue;
          return await cache.saveFiles(index.files);
        }
        const pieces = (await fetchRuns(runs)) ?? [];
        if (paused.reason !== 'removed') await kept.write(index, pieces);
        if (status.get().trouble) status.set({ trouble: null });
      } catch (error) {
        const reason = error instanceof DOMException ? null : troubleOf(error).reason;
        if (reason !== 'offline' && reason !== 'host') throw error;
        status.set({ trouble: reason });
        await untilRetry(paused);
      }
    }
  }

  const untilRetry = (paused: AbortSignal) =>
    Promise.race([
      new Promise((resolve) => setTimeout(resolve, RETRY)),
      online.next(),
      new Promise((resolve) => paused.addEventListener('abort', resolve)),
    ]);

  async function keep() {
    if (keeping) return;
    const mine = (keeping = new AbortController());
    const { signal } = mine;
    status.set({ keeping: true, trouble: null });
    let trouble: Packed['trouble'] = null;
    try {
      // One tab at a time: the others then find everything stored.
      const { locks } = navigator;
      if (locks) await locks.request(`merels-keep-${version}`, { signal }, () => keepAll(signal));
      else await keepAll(signal);
    } catch (error) {
      if (!signal.aborted || error instanceof DOMException) trouble = whyNotKept(error);
      if (!signal.aborted) console.warn('The solution is not kept:', error);
    }
    if (keeping !== mine) return;
    keeping = null;
    status.set({ keeping: false, trouble });
  }

  function stop(reason: 'paused' | 'removed') {
    keeping?.abort(reason);
    keeping = null;
    status.set({ keeping: false, trouble: null });
  }

  return {
    keep,
    pause: () => stop('paused'),
    async remove() {
      stop('removed');
      await kept.remove();
    },
    /** Called when the network may be back. */
    retry: online.give,
  };
}

/** A DOMException comes from storage, not from the network or the host. */
function whyNotKept(error: unknown): Packed['trouble'] {
  if (!(error instanceof DOMException)) return troubleOf(error).reason;
  return error.name === 'QuotaExceededError' ? 'full' : 'no-storage';
}
