// Looks up values in a pack. Fetches the pieces it needs and stores them on this device.
import { troubleOf } from './pack-fetch.ts';
import { createFetcher } from './pack-fetcher.ts';
import { openIndex, unkept, type PackSource } from './pack-index.ts';
import { createKeeper } from './pack-keeper.ts';
import { createKept } from './pack-kept.ts';
import { createPlacings } from './pack-placings.ts';
import { createQuestions, type Answers } from './pack-questions.ts';
import { createStatus } from './pack-status.ts';
import type { Packed } from '../types.ts';
import type { PackCache } from './pack-cache.ts';

interface Needs {
  source: PackSource;
  cache: PackCache;
  tell: Answers & { state: (state: Packed) => void };
}

export function createPackReader({ source, cache, tell }: Needs) {
  const { address, version, placings = null } = source;
  const status = createStatus(tell.state);
  const kept = createKept(cache, status);
  let opened: ReturnType<typeof load> | null = null;

  /** Opens the pack; retries if that failed before. */
  const open = () =>
    (opened ??= load().catch((error) => {
      opened = null;
      const trouble = troubleOf(error);
      status.set({ status: 'failed', reason: trouble.reason });
      throw trouble;
    }));

  async function load() {
    status.set({ status: 'reading' });
    const index = await openIndex(source, cache);
    await kept.find(index);
    status.set({ status: 'ready', reason: null, bytes: index.pack.bytes() });
    cache.removeOld().catch(unkept);
    return {
      index,
      pack: index.pack,
      placings: createPlacings(placings, index.pack),
      ...createFetcher(address, index, kept),
    };
  }

  return {
    open: () =>
      open().then(
        () => {},
        (error) => void troubleOf(error),
      ),
    ...createQuestions(open, status, tell),
    ...createKeeper({ version, open, cache, kept, status }),
  };
}
