// The last file of games, kept on this device as long as there is room.
import { database } from '../storage/database.js';
import { areTexts, isObject } from '../storage/storage.js';

const within = database('merels-collection', 'files');
const KEY = 'last';
const VERSION = 1;

/** @typedef {{ version: number, name: string, read: import('./collection-reader.js').Read }} Kept */

/** What another version has kept is not written over: it is put there. */
const ASIDE = 'aside';

/** @param {unknown} value @returns {value is import('../types').FileSummary} */
const isSummary = (value) => isObject(value) && Number.isInteger(value.plies) && areTexts([value.event, value.date, value.white, value.black, value.result, value.spec, value.opening]);
/** @param {unknown} value @returns {value is import('../types').FileGame} */
const isGame = (value) => isObject(value) && Number.isInteger(value.from) && Number.isInteger(value.to) && (value.game === null || isSummary(value.game));

/** @param {unknown} value @returns {value is Kept} */
function isKept(value) {
  const { version, name, read } = /** @type {Partial<Kept>} */ (value ?? {});
  return version === VERSION && typeof name === 'string' && read?.bytes instanceof Blob && Array.isArray(read.games) && read.games.every(isGame);
}

const stored = () => within('readonly', (store) => /** @type {IDBRequest<unknown>} */ (store.get(KEY)));

/** Rejected where the browser stores nothing. @returns {Promise<Kept | null>} */
export async function fetchKept() {
  const found = await stored();
  return isKept(found) ? found : null;
}

/** Rejected where there is no room, or the browser stores nothing. @param {string} name @param {import('./collection-reader.js').Read} read */
export async function keep(name, read) {
  const found = await stored();
  if (found !== undefined && !isKept(found)) await within('readwrite', (store) => store.put(found, ASIDE));
  await within('readwrite', (store) => store.put({ version: VERSION, name, read }, KEY));
}

export const forget = () => within('readwrite', (store) => store.delete(KEY));
