// A second copy of each game that is being played. What is in local storage a browser writes to its disk seconds later, and
// loses when it is killed before; this is written before the next turn.
import { database } from './database.js';

const DATABASE = 'merels-games';
const within = database(DATABASE, 'games');
/** How long the page waits for the copies when it begins, in milliseconds. */
const PATIENCE = 1000;

/** @typedef {{ id: string, text: string }} Copy a game as it is stored, see games.js */

/** What is still to be written; null is to be removed. @type {Map<string, string | null>} */
const due = new Map();
let busy = false;

/** Copies a game, or forgets its copy. @param {string} id @param {string | null} text */
export function mirror(id, text) {
  due.set(id, text);
  if (!busy) void work();
}

async function work() {
  busy = true;
  try {
    for (const [id, text] of due) {
      due.delete(id);
      await within('readwrite', (store) => /** @type {IDBRequest<unknown>} */ (text === null ? store.delete(id) : store.put({ id, text }, id)));
    }
  } catch {
    // Local storage has it too; the next turn tries again.
  }
  busy = false;
}

/** All copies; none where the browser stores nothing, or takes too long. @returns {Promise<Copy[]>} */
export const copies = () => Promise.race([read().catch(() => []), new Promise((resolve) => setTimeout(resolve, PATIENCE, []))]);

/** @returns {Promise<Copy[]>} */
async function read() {
  // Whoever comes for the first time need not wait until there is a place for copies. Not every browser tells.
  const there = await indexedDB.databases?.().catch(() => null);
  if (there && !there.some(({ name }) => name === DATABASE)) return [];
  return within('readonly', (store) => store.getAll());
}
