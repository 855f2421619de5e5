// The pieces of a pack that are on this device.
import { unkept, type PackIndex } from './pack-index.ts';
import { keyOf } from './pack-pieces.ts';
import type { PackPlace } from '../types.ts';
import type { PackCache, Piece } from './pack-cache.ts';
import type { Status } from './pack-status.ts';

export function createKept(cache: PackCache, status: Status) {
  const kept: Set<number> = new Set();

  /** Notes that a piece of the pack is stored. */
  function add({ places, numbers }: PackIndex, place: Pick<PackPlace, 'part' | 'start'>) {
    const key = keyOf(place);
    const { start, end } = places[numbers.get(key) ?? -1] ?? { start: 0, end: 0 };
    if (!end || kept.has(key)) return;
    kept.add(key);
    status.count(status.get().kept + end - start);
  }

  return {
    has: (place: PackPlace) => kept.has(keyOf(place)),
    /** Looks for what is stored. */
    async find(index: PackIndex) {
      const found = (await cache.places().catch(unkept)) ?? [];
      kept.clear();
      status.count(0);
      for (const place of found) add(index, place);
    },
    /** The bytes of pieces, as far as they can be read. */
    read: async (places: PackPlace[]) =>
      places.length ? ((await cache.read(places).catch(unkept)) ?? []) : [],
    async write(index: PackIndex, pieces: Piece[]) {
      await cache.write(pieces);
      for (const { place } of pieces) add(index, place);
    },
    /** Removes a piece that is not what it must be. */
    async drop(place: PackPlace) {
      await cache.forget(place).catch(unkept);
      if (kept.delete(keyOf(place))) status.count(status.get().kept + place.start - place.end);
    },
    async remove() {
      kept.clear();
      await cache.remove().catch(unkept);
      status.set({ kept: 0 });
    },
  };
}

export type Kept = ReturnType<typeof createKept>;
