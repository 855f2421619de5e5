// Second copies of what local storage keeps. A browser writes that to its disk seconds later, and loses what is younger when it
// is killed; these are written at once.
import { database, inTime } from './database.js';

/** @typedef {{ id: string, text: string }} Copy a text as it is stored, and whose it is */

/** The databases that are there already; not every browser tells. @type {Promise<(string | undefined)[] | null> | null} */
let there = null;

/** @param {string} name of the database @param {string} storeName */
function mirror(name, storeName) {
  // A turn and the one after it may be played within a tenth of a second, and a busy disk takes longer.
  const within = database(name, storeName, 'relaxed');
  /** What is still to be written; null is to be removed. @type {Map<string, string | null>} */
  const due = new Map();
  let busy = false;
  /** What was there when the page began. @type {Promise<Copy[]> | null} */
  let found = null;

  async function work() {
    busy = true;
    // What has not been read yet is not written over.
    await all();
    try {
      for (const [id, text] of due) {
        due.delete(id);
        await within('readwrite', (store) => /** @type {IDBRequest<unknown>} */ (text === null ? store.delete(id) : store.put({ id, text }, id)));
      }
    } catch {
      // Local storage has it too; the next time is another try.
    }
    busy = false;
  }

  /** @returns {Promise<Copy[]>} */
  async function read() {
    // On a first visit nothing waits for the database of copies to be created.
    there ??= (async () => (await inTime(indexedDB.databases())).map((one) => one.name))().catch(() => null);
    const names = await there;
    if (names && !names.includes(name)) return [];
    const copies = await within('readonly', (store) => store.getAll());
    // Anyone may have written there.
    return copies.filter((copy) => typeof copy?.id === 'string' && typeof copy.text === 'string');
  }

  const all = () => (found ??= read().catch(() => []));

  return {
    /** Copies a text, or forgets its copy. @param {string} id @param {string | null} text */
    keep(id, text) {
      due.set(id, text);
      if (!busy) void work();
    },
    /** All copies, before anything is written; none where the browser stores nothing. */
    all,
  };
}

/** Each game that is being played, by its id. */
export const gameCopies = mirror('merels-games', 'games');
/** Everything else, by its key. */
export const otherCopies = mirror('merels-others', 'texts');
