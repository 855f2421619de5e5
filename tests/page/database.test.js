/**
 * The databases of this device: one connection each, and copies that are written when they can be.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A database with one object store, as far as the page uses it. */
function fakeDatabases() {
  const texts = new Map();
  const databases = {
    opened: 0,
    /** Which connections are open. @type {any[]} */
    open: [],
    texts,
    /** Why nothing, or this key, can be written. @type {(key: unknown) => DOMException | null} */
    refuses: () => null,
    indexedDB: {
      databases: async () => [],
      open() {
        const opening = /** @type {any} */ ({});
        databases.opened++;
        queueMicrotask(() => {
          opening.result = connection();
          databases.open.push(opening.result);
          opening.onsuccess();
        });
        return opening;
      },
    },
  };
  function connection() {
    const db = {
      close: () => void (databases.open = databases.open.filter((one) => one !== db)),
      transaction() {
        if (!databases.open.includes(db)) throw new DOMException('closed', 'InvalidStateError');
        const transaction = /** @type {any} */ ({});
        /** @param {unknown} key @param {() => unknown} act */
        const request = (key, act) => {
          const asked = /** @type {any} */ ({});
          const error = databases.refuses(key);
          queueMicrotask(() => {
            if (error) {
              Object.assign(asked, { error });
              Object.assign(transaction, { error });
              asked.onerror();
              return transaction.onabort();
            }
            asked.result = act();
            asked.onsuccess();
            transaction.oncomplete();
          });
          return asked;
        };
        transaction.objectStore = () => ({
          get: (/** @type {string} */ key) => request(key, () => texts.get(key)),
          getAll: () => request(null, () => [...texts.values()]),
          put: (/** @type {unknown} */ value, /** @type {string} */ key) =>
            request(key, () => texts.set(key, value)),
          delete: (/** @type {string} */ key) => request(key, () => texts.delete(key)),
        });
        return transaction;
      },
    };
    return db;
  }
  return databases;
}

/** @type {ReturnType<typeof fakeDatabases>} */
let fake;
beforeEach(() => {
  fake = fakeDatabases();
  vi.stubGlobal('indexedDB', fake.indexedDB);
  vi.stubGlobal('window', globalThis);
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('requests at once share a connection, and one that is closed is opened again', async () => {
  const { database } = await import('../../www/app/platform/database.ts');
  const within = database('a', 'b');
  const all = () =>
    Promise.all(['x', 'y', 'z'].map((key) => within('readwrite', (store) => store.put(key, key))));
  await all();
  expect(fake.opened).toBe(1);
  expect([...fake.texts.keys()]).toEqual(['x', 'y', 'z']);
  fake.open[0].onclose();
  await all();
  expect(fake.opened).toBe(2);
  // Whatever happens to the first one now, the second stays.
  const [db] = fake.open;
  await all();
  expect(fake.opened).toBe(2);
  expect(fake.open).toEqual([db]);
});

test('requests at once that all fail inside the browser are tried again on one new connection', async () => {
  const { database } = await import('../../www/app/platform/database.ts');
  const within = database('a', 'b');
  await within('readonly', (store) => store.get('x'));
  fake.open = [];
  const all = Promise.all(
    ['x', 'y'].map((key) => within('readwrite', (store) => store.put(key, key))),
  );
  await vi.advanceTimersByTimeAsync(1000);
  await all;
  expect(fake.opened).toBe(2);
  expect(fake.open).toHaveLength(1);
});

test('a copy that could not be written is written later, the latest of each, and keeps back no other', async () => {
  vi.resetModules();
  const { keepCopy } = await import('../../www/app/storage/backup.ts');
  const kept = () => Object.fromEntries([...fake.texts.values()].map(({ id, text }) => [id, text]));
  fake.refuses = (key) => (key === 'big' ? new DOMException('full', 'QuotaExceededError') : null);
  keepCopy('merels.game.big', 'one');
  keepCopy('merels.game.small', 'two');
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept()).toEqual({ small: 'two' });
  // With the next change.
  fake.refuses = () => null;
  keepCopy('merels.game.small', 'three');
  await vi.advanceTimersByTimeAsync(0);
  expect(kept()).toEqual({ big: 'one', small: 'three' });
  // Without one.
  fake.refuses = () => new DOMException('full', 'QuotaExceededError');
  keepCopy('merels.game.big', 'four');
  await vi.advanceTimersByTimeAsync(0);
  keepCopy('merels.game.big', null);
  await vi.advanceTimersByTimeAsync(0);
  expect(kept()).toEqual({ big: 'one', small: 'three' });
  fake.refuses = () => null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept()).toEqual({ small: 'three' });
  expect(vi.getTimerCount()).toBe(0);
});

test('what changes while it is written is written again', async () => {
  vi.resetModules();
  const { keepCopy } = await import('../../www/app/storage/backup.ts');
  keepCopy('merels.game.b', 'none');
  await vi.advanceTimersByTimeAsync(0);
  keepCopy('merels.game.a', 'one');
  fake.refuses = (key) => {
    fake.refuses = () => null;
    if (key === 'a') keepCopy('merels.game.a', 'two');
    return null;
  };
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.texts.get('a')?.text).toBe('two');
});
