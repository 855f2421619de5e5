// Stores the pieces of a pack in IndexedDB, by version and place.
import { database } from '../storage/database.js';

/** @typedef {import('../types').PackPlace} PackPlace */
/** @typedef {{ place: PackPlace, bytes: Uint8Array<ArrayBuffer> }} Piece */

/**
 * All functions reject if storage is not available.
 * @param {string} name of the pack @param {string} version
 */
export function createPackCache(name, version) {
  const within = database(`merels-${name}`, 'pieces', 'relaxed');
  const key = (/** @type {PackPlace} */ { part, start }) => [version, part, start];
  const index = [version, 'index'];
  /** All keys of this version: arrays sort after texts and numbers. */
  const all = () => IDBKeyRange.bound([version], [version, []]);
  const bytesOf = (/** @type {unknown} */ found) => (found instanceof Uint8Array ? /** @type {Uint8Array<ArrayBuffer>} */ (found) : null);

  return {
    index: async () => bytesOf(await within('readonly', (store) => store.get(index))),
    /** @param {Uint8Array} bytes */
    saveIndex: (bytes) => within('readwrite', (store) => store.put(bytes, index)),
    /** The places of the stored pieces. @returns {Promise<Pick<PackPlace, 'part' | 'start'>[]>} */
    async places() {
      const keys = /** @type {[string, number, number][]} */ (await within('readonly', (store) => store.getAllKeys(all())));
      return keys.filter(({ length }) => length === 3).map(([, part, start]) => ({ part, start }));
    },
    /** The pieces in the order of the places; null for those not stored. @param {PackPlace[]} places at least one */
    async read(places) {
      /** @type {IDBRequest<unknown>[]} */
      let requests = [];
      await within('readonly', (store) => {
        requests = places.map((place) => store.get(key(place)));
        return /** @type {IDBRequest<unknown>} */ (requests.at(-1));
      });
      return requests.map(({ result }) => bytesOf(result));
    },
    /** Stores all of the pieces or none. Rejects with a QuotaExceededError if there is no room. @param {Piece[]} pieces at least one */
    write: (pieces) =>
      within('readwrite', (store) => /** @type {IDBRequest<IDBValidKey>} */ (pieces.map(({ place, bytes }) => store.put(bytes, key(place))).at(-1))),
    /** @param {PackPlace} place */
    forget: (place) => within('readwrite', (store) => store.delete(key(place))),
    forgetIndex: () => within('readwrite', (store) => store.delete(index)),
    /** Removes the pieces of other versions. */
    async removeOld() {
      await within('readwrite', (store) => store.delete(IDBKeyRange.upperBound([version], true)));
      await within('readwrite', (store) => store.delete(IDBKeyRange.lowerBound([version, []], true)));
    },
    remove: () => within('readwrite', (store) => store.clear()),
  };
}

/** @typedef {ReturnType<typeof createPackCache>} PackCache */
