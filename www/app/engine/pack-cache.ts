// Stores the pieces of a pack in IndexedDB, by version and place.
import { database } from '../platform/database.ts';
import type { PackPlace } from '../types.ts';

export interface Piece {
  place: PackPlace;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What says where the pieces are and what they must be. */
export interface Files {
  index: Uint8Array<ArrayBuffer>;
  checksums: Uint8Array<ArrayBuffer>;
}

/**
 * All functions reject if storage is not available.
 * @param name of the pack
 */
export function createPackCache(name: string, version: string) {
  const within = database(`merels-${name}`, 'pieces', 'relaxed');
  const key = ({ part, start }: PackPlace) => [version, part, start];
  const names = ['index', 'checksums'] as const;
  /** All keys of this version: arrays sort after texts and numbers. */
  const all = () => IDBKeyRange.bound([version], [version, []]);
  const bytesOf = (found: unknown) =>
    found instanceof Uint8Array ? (found as Uint8Array<ArrayBuffer>) : null;
  /**
   * A transaction's requests end in order.
   * @param requests at least one
   */
  const lastOf = <T>(requests: IDBRequest<T>[]) => requests.at(-1) as IDBRequest<T>;
  /** @param keys at least one */
  async function getAll(keys: IDBValidKey[]) {
    let requests: IDBRequest<unknown>[] = [];
    await within('readonly', (store) => lastOf((requests = keys.map((one) => store.get(one)))));
    return requests.map(({ result }) => result);
  }

  return {
    /** @returns null if one is missing */
    async files(): Promise<Files | null> {
      const [index, checksums] = (await getAll(names.map((name) => [version, name]))).map(bytesOf);
      return index && checksums ? { index, checksums } : null;
    },
    saveFiles: (files: Files) =>
      within('readwrite', (store) =>
        lastOf(names.map((name) => store.put(files[name], [version, name]))),
      ),
    forgetFiles: () =>
      within('readwrite', (store) => lastOf(names.map((name) => store.delete([version, name])))),
    /** How many entries this version has. */
    count: (): Promise<number> => within('readonly', (store) => store.count(all())),
    /** The places of the stored pieces. */
    async places(): Promise<Pick<PackPlace, 'part' | 'start'>[]> {
      const keys = (await within('readonly', (store) => store.getAllKeys(all()))) as [
        string,
        number,
        number,
      ][];
      return keys.filter(({ length }) => length === 3).map(([, part, start]) => ({ part, start }));
    },
    /**
     * The pieces in the order of the places; null for those not stored.
     * @param places at least one
     */
    read: async (places: PackPlace[]) => (await getAll(places.map(key))).map(bytesOf),
    /**
     * Stores all of the pieces or none. Rejects with a QuotaExceededError if there is no room.
     * @param pieces at least one
     */
    write: (pieces: Piece[]) =>
      within('readwrite', (store) =>
        lastOf(pieces.map(({ place, bytes }) => store.put(bytes, key(place)))),
      ),
    forget: (place: PackPlace) => within('readwrite', (store) => store.delete(key(place))),
    /** Removes the pieces of other versions. */
    async removeOld() {
      await within('readwrite', (store) => store.delete(IDBKeyRange.upperBound([version], true)));
      await within('readwrite', (store) =>
        store.delete(IDBKeyRange.lowerBound([version, []], true)),
      );
    },
    remove: () => within('readwrite', (store) => store.clear()),
  };
}

export type PackCache = ReturnType<typeof createPackCache>;
