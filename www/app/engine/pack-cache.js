// Stores the pieces of a pack in IndexedDB, by version and place.
import { database } from '../storage/database.js';

/** @typedef {import('../types').PackPlace} PackPlace */
/** @typedef {{ place: PackPlace, bytes: Uint8Array<ArrayBuffer> }} Piece */
/** @typedef {{ index: Uint8Array<ArrayBuffer>, checksums: Uint8Array<ArrayBuffer> }} Files what says where the pieces are and what they must be */

/**
 * All functions reject if storage is not available.
 * @param {string} name of the pack @param {string} version
 */
export function createPackCache(name, version) {
  const within = database(`merels-${name}`, 'pieces', 'relaxed');
  const key = (/** @type {PackPlace} */ { part, start }) => [version, part, start];
  const names = /** @type {const} */ (['index', 'checksums']);
  /** All keys of this version: arrays sort after texts and numbers. */
  const all = () => IDBKeyRange.bound([version], [version, []]);
  const bytesOf = (/** @type {unknown} */ found) =>
    found instanceof Uint8Array ? /** @type {Uint8Array<ArrayBuffer>} */ (found) : null;
  /** A transaction's requests end in order. @template T @param {IDBRequest<T>[]} requests at least one */
  const lastOf = (requests) => /** @type {IDBRequest<T>} */ (requests.at(-1));
  /** @param {IDBValidKey[]} keys at least one */
  async function getAll(keys) {
    /** @type {IDBRequest<unknown>[]} */
    let requests = [];
    await within('readonly', (store) => lastOf((requests = keys.map((one) => store.get(one)))));
    return requests.map(({ result }) => result);
  }

  return {
    /** @returns {Promise<Files | null>} null if one is missing */
    async files() {
      const [index, checksums] = (await getAll(names.map((name) => [version, name]))).map(bytesOf);
      return index && checksums ? { index, checksums } : null;
    },
    /** @param {Files} files */
    saveFiles: (files) =>
      within('readwrite', (store) =>
        lastOf(names.map((name) => store.put(files[name], [version, name]))),
      ),
    forgetFiles: () =>
      within('readwrite', (store) => lastOf(names.map((name) => store.delete([version, name])))),
    /** How many entries this version has. @returns {Promise<number>} */
    count: () => within('readonly', (store) => store.count(all())),
    /** The places of the stored pieces. @returns {Promise<Pick<PackPlace, 'part' | 'start'>[]>} */
    async places() {
      const keys = /** @type {[string, number, number][]} */ (
        await within('readonly', (store) => store.getAllKeys(all()))
      );
      return keys.filter(({ length }) => length === 3).map(([, part, start]) => ({ part, start }));
    },
    /** The pieces in the order of the places; null for those not stored. @param {PackPlace[]} places at least one */
    read: async (places) => (await getAll(places.map(key))).map(bytesOf),
    /** Stores all of the pieces or none. Rejects with a QuotaExceededError if there is no room. @param {Piece[]} pieces at least one */
    write: (pieces) =>
      within('readwrite', (store) =>
        lastOf(pieces.map(({ place, bytes }) => store.put(bytes, key(place)))),
      ),
    /** @param {PackPlace} place */
    forget: (place) => within('readwrite', (store) => store.delete(key(place))),
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

/** @typedef {ReturnType<typeof createPackCache>} PackCache */
