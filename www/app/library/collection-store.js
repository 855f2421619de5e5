// Stores the last collection on this device.
import { database } from '../storage/database.js';
import { areTexts, isObject } from '../storage/storage.js';

const transact = database('merels-collection', 'files');
const KEY = 'last';
const VERSION = 1;

/** @typedef {{ version: number, name: string, read: import('./collection-reader.js').Read }} Kept */

/** The key to which data of another version is moved instead of being overwritten. */
const ASIDE = 'aside';

/** @param {unknown} value @returns {value is import('../types').FileSummary} */
const isSummary = (value) =>
  isObject(value) &&
  Number.isInteger(value.plies) &&
  areTexts([
    value.event,
    value.date,
    value.white,
    value.black,
    value.result,
    value.spec,
    value.opening,
  ]);
/** @param {unknown} value @returns {value is import('../types').FileGame} */
const isGame = (value) =>
  isObject(value) &&
  Number.isInteger(value.from) &&
  Number.isInteger(value.to) &&
  (value.game === null || isSummary(value.game));

/** @param {unknown} value @returns {value is Kept} */
function isKept(value) {
  const { version, name, read } = /** @type {Partial<Kept>} */ (value ?? {});
  return (
    version === VERSION &&
    typeof name === 'string' &&
    read?.bytes instanceof Blob &&
    Array.isArray(read.games) &&
    read.games.every(isGame)
  );
}

const fetchStored = () =>
  transact('readonly', (store) => /** @type {IDBRequest<unknown>} */ (store.get(KEY)));

/** Rejects if storage is unavailable. @returns {Promise<Kept | null>} */
export async function fetchKept() {
  const found = await fetchStored();
  return isKept(found) ? found : null;
}

/** Rejects if storage is full or unavailable. @param {string} name @param {import('./collection-reader.js').Read} read */
export async function save(name, read) {
  const found = await fetchStored();
  if (found !== undefined && !isKept(found))
    await transact('readwrite', (store) => store.put(found, ASIDE));
  await transact('readwrite', (store) => store.put({ version: VERSION, name, read }, KEY));
}

export const forget = () => transact('readwrite', (store) => store.delete(KEY));
