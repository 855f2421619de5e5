// Second copies of what local storage keeps. A browser writes that to its disk seconds later, and loses what is younger when it
// is killed; these are written at once.
import { database } from './database.js';

/** How long the page waits for the copies when it begins, in milliseconds. */
const PATIENCE = 1000;

/** @typedef {{ id: string, text: string }} Copy a text as it is stored, and whose it is */

/** The databases that are there already; not every browser tells. @type {Promise<(string | undefined)[] | null> | null} */
let there = null;

/** @param {string} name of the database @param {string} drawer */
function mirror(name, drawer) {
  const within = database(name, drawer);
  /** What is still to be written; null is to be removed. @type {Map<string, string | null>} */
  const due = new Map();
  let busy = false;

  async function work() {
    busy = true;
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
    // Whoever comes for the first time need not wait until there is a place for copies.
    there ??= (async () => (await indexedDB.databases()).map((one) => one.name))().catch(() => null);
    const names = await there;
    if (names && !names.includes(name)) return [];
    return within('readonly', (store) => store.getAll());
  }

  return {
    /** Copies a text, or forgets its copy. @param {string} id @param {string | null} text */
    keep(id, text) {
      due.set(id, text);
      if (!busy) void work();
    },
    /** All copies; none where the browser stores nothing, or takes too long. @returns {Promise<Copy[]>} */
    all: () => Promise.race([read().catch(() => []), new Promise((resolve) => setTimeout(resolve, PATIENCE, []))]),
  };
}

/** Each game that is being played, by its id. */
export const gameCopies = mirror('merels-games', 'games');
/** Everything else, by its key. */
export const otherCopies = mirror('merels-others', 'texts');
