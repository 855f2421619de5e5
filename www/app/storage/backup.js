// Second copies of what local storage keeps. A browser writes that to its disk seconds later, and loses what is younger when it
// is killed; these are written at once.
import { database, inTime } from './database.js';

/** @typedef {{ key: string, text: string }} Copy a text as it is stored, and under which key */

/** The keys of games begin so. */
export const GAMES = 'merels.game.';

/** The databases that are there already; not every browser tells. @type {Promise<(string | undefined)[] | null> | null} */
let there = null;

/** @param {string} name of the database @param {string} storeName @param {string} prefix what its keys have in common */
function mirror(name, storeName, prefix) {
  // A turn and the one after it may be played within a tenth of a second, and a busy disk takes longer.
  const within = database(name, storeName, 'relaxed');
  /** What is still to be written; null is to be removed. @type {Map<string, string | null>} */
  const due = new Map();
  let busy = false;
  /** What was there when the page began. @type {Promise<Copy[] | null> | null} */
  let found = null;

  async function work() {
    busy = true;
    // What has not been read yet is not written over.
    await all();
    try {
      for (const [key, text] of due) {
        due.delete(key);
        const id = key.slice(prefix.length);
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
    return copies.flatMap((copy) => (typeof copy?.id === 'string' && typeof copy.text === 'string' ? [{ key: prefix + copy.id, text: copy.text }] : []));
  }

  const all = () => (found ??= read().catch(() => null));

  return {
    /** @param {string} key @param {string | null} text */
    keep(key, text) {
      due.set(key, text);
      if (!busy) void work();
    },
    all,
  };
}

const games = mirror('merels-games', 'games', GAMES);
const others = mirror('merels-others', 'texts', '');

/** Copies a text, or forgets its copy. @param {string} key @param {string | null} text */
export const keepCopy = (key, text) => (key.startsWith(GAMES) ? games : others).keep(key, text);

/** All copies that are there before anything is written, of each database; null where it cannot be read. */
export const allCopies = () => Promise.all([games.all(), others.all()]);
