// The last file of games, kept on this device as long as there is room.
import { database } from '../database.js';

const within = database('merels-collection', 'files');
const KEY = 'last';
const VERSION = 1;

/** @typedef {{ version: number, name: string, read: import('./reader.js').Read }} Kept */

/** Rejected where the browser stores nothing. @returns {Promise<Kept | null>} */
export async function fetchKept() {
  const found = /** @type {Partial<Kept> | undefined} */ (await within('readonly', (store) => store.get(KEY)));
  const whole = found?.version === VERSION && typeof found.name === 'string' && found.read?.bytes instanceof Blob && Array.isArray(found.read.games);
  return whole ? /** @type {Kept} */ (found) : null;
}

/** Rejected where there is no room, or the browser stores nothing. @param {string} name @param {import('./reader.js').Read} read */
export const keep = (name, read) => within('readwrite', (store) => store.put({ version: VERSION, name, read }, KEY));

export const forget = () => within('readwrite', (store) => store.delete(KEY));
