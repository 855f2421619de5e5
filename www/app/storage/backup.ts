// Copies of local storage in IndexedDB. Browsers flush local storage to disk seconds later and lose
// recent writes when they are killed; these copies are written at once.
import { database, inTime } from '../platform/database.ts';

/** A stored text and its key. */
export interface Copy {
  key: string;
  text: string;
}

/** The prefix of the keys of games. */
export const GAMES = 'merels.game.';

/**
 * The delay before copies that could not be written are tried again, if nothing else is written
 * before, in milliseconds.
 */
const RETRY_INTERVAL = 60_000;

/** The names of existing databases; null if the browser cannot list them. */
let databaseNames: Promise<(string | undefined)[] | null> | null = null;

/**
 * @param name of the database
 * @param prefix common to its keys
 */
function copiesIn(name: string, storeName: string, prefix: string) {
  // Turns may follow each other within a tenth of a second, and a strict write to a busy disk takes
  // longer.
  const transact = database(name, storeName, 'relaxed');
  /** Pending writes by key; null removes. */
  const pending: Map<string, string | null> = new Map();
  let busy = false;
  let timer = 0;
  /** The copies that existed at startup. */
  let initial: Promise<Copy[] | null> | null = null;

  async function flush() {
    busy = true;
    clearTimeout(timer);
    // Do not overwrite copies before they have been read.
    await all();
    for (const [key, text] of pending) {
      const id = key.slice(prefix.length);
      try {
        await transact(
          'readwrite',
          (store) =>
            (text === null ? store.delete(id) : store.put({ id, text }, id)) as IDBRequest<unknown>,
        );
        if (pending.get(key) === text) pending.delete(key);
      } catch {
        // Local storage has it too. One that is too large keeps back no other.
      }
    }
    if (pending.size) timer = window.setTimeout(flush, RETRY_INTERVAL);
    busy = false;
  }

  async function read(): Promise<Copy[]> {
    // Avoid creating the database on a first visit: startup waits for this.
    databaseNames ??= (async () =>
      (await inTime(indexedDB.databases())).map((one) => one.name))().catch(() => null);
    const names = await databaseNames;
    if (names && !names.includes(name)) return [];
    const copies = await transact('readonly', (store) => store.getAll());
    // Do not trust the contents.
    return copies.flatMap((copy) =>
      typeof copy?.id === 'string' && typeof copy.text === 'string'
        ? [{ key: prefix + copy.id, text: copy.text }]
        : [],
    );
  }

  const all = () => (initial ??= read().catch(() => null));

  return {
    keep(key: string, text: string | null) {
      // Last, so that a running flush gets to it.
      pending.delete(key);
      pending.set(key, text);
      if (!busy) void flush();
    },
    all,
  };
}

const games = copiesIn('merels-games', 'games', GAMES);
const others = copiesIn('merels-others', 'texts', '');

/** Writes a copy, or deletes it if the text is null. */
export const keepCopy = (key: string, text: string | null) =>
  (key.startsWith(GAMES) ? games : others).keep(key, text);

/** The copies that existed at startup, for each database; null for one that cannot be read. */
export const allCopies = () => Promise.all([games.all(), others.all()]);
