// The pieces of a pack on this device, in IndexedDB, by the pack's version and their place.
import { database } from '../storage/database.js';

/** @typedef {import('../types').PackPlace} PackPlace */
/** @typedef {{ place: PackPlace, bytes: Uint8Array<ArrayBuffer> }} Piece */

/**
 * Every function rejects where the browser has no storage.
 * @param {string} name of the pack @param {string} version
 */
export function createPackCache(name, version) {
  const within = database(`merels-${name}`, 'pieces', 'relaxed');
  const key = (/** @type {PackPlace} */ { part, start }) => [version, part, start];
  const index = [version, 'index'];
  /** Everything of this version: an array is greater than any text or number. */
  const all = () => IDBKeyRange.bound([version], [version, []]);
  const bytesOf = (/** @type {unknown} */ found) => (found instanceof Uint8Array ? /** @type {Uint8Array<ArrayBuffer>} */ (found) : null);

  return {
    index: async () => bytesOf(await within('readonly', (store) => store.get(index))),
    /** @param {Uint8Array} bytes */
    saveIndex: (bytes) => within('readwrite', (store) => store.put(bytes, index)),
    /** Where the pieces on this device are. @returns {Promise<Pick<PackPlace, 'part' | 'start'>[]>} */
    async places() {
      const keys = /** @type {[string, number, number][]} */ (await within('readonly', (store) => store.getAllKeys(all())));
      return keys.filter(({ length }) => length === 3).map(([, part, start]) => ({ part, start }));
    },
    /** In the order of the places; null for what is not there. @param {PackPlace[]} places at least one */
    async read(places) {
      /** @type {IDBRequest<unknown>[]} */
      let requests = [];
      await within('readonly', (store) => {
        requests = places.map((place) => store.get(key(place)));
        return /** @type {IDBRequest<unknown>} */ (requests.at(-1));
      });
      return requests.map(({ result }) => bytesOf(result));
    },
    /** Rejects with a QuotaExceededError where there is no room: then none of them is kept. @param {Piece[]} pieces at least one */
    write: (pieces) =>
      within('readwrite', (store) => /** @type {IDBRequest<IDBValidKey>} */ (pieces.map(({ place, bytes }) => store.put(bytes, key(place))).at(-1))),
    /** @param {PackPlace} place */
    forget: (place) => within('readwrite', (store) => store.delete(key(place))),
    forgetIndex: () => within('readwrite', (store) => store.delete(index)),
    /** Removes what other versions have left. */
    async removeOld() {
      await within('readwrite', (store) => store.delete(IDBKeyRange.upperBound([version], true)));
      await within('readwrite', (store) => store.delete(IDBKeyRange.lowerBound([version, []], true)));
    },
    remove: () => within('readwrite', (store) => store.clear()),
  };
}

/** @typedef {ReturnType<typeof createPackCache>} PackCache */
