// IndexedDB databases with a single object store.

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const promiseOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A database that does not open within this time counts as unavailable, in milliseconds. */
const TIMEOUT = 5000;

/** Rejects after a timeout. @template T @param {Promise<T>} answer @returns {Promise<T>} */
export function inTime(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const timeout = new Promise(
    (_, reject) =>
      (timer = setTimeout(
        reject,
        TIMEOUT,
        new DOMException('the browser does not answer', 'TimeoutError'),
      )),
  );
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

/** The delay before a retry, in milliseconds: the browser may still be closing the previous page. */
const RETRY_DELAY = 300;

/**
 * Returns a function that runs a request on the object store. It rejects if storage is unavailable or full.
 * @param {string} name of the database @param {string} storeName of its object store
 * @param {IDBTransactionDurability} [durability] `strict` waits for the disk; `relaxed`, which is much faster, survives the
 *   browser being killed but not a power cut
 */
export function database(name, storeName, durability = 'strict') {
  /** The one connection, or the one that is being opened. It stays open: a page being closed has no time to reopen it. @type {Promise<IDBDatabase> | null} */
  let connection = null;

  /** @param {Promise<IDBDatabase> | null} of */
  function close(of) {
    of?.then(
      (db) => db.close(),
      () => {},
    );
    if (connection === of) connection = null;
  }

  function connect() {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    const opened = promiseOf(opening);
    // Requests have no timeout: large values take time.
    const mine = inTime(opened).then((db) => {
      // Do not block upgrades or the clearing of site data.
      db.onversionchange = db.onclose = () => close(mine);
      return db;
    });
    mine.catch(() => {
      // It may open after the timeout.
      opened.then(
        (db) => db.close(),
        () => {},
      );
      close(mine);
    });
    return mine;
  }

  /** @template T @param {Promise<IDBDatabase>} of @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
  async function attempt(of, mode, use) {
    const db = await of;
    const transaction = db.transaction(storeName, mode, { durability });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const answered = promiseOf(use(transaction.objectStore(storeName)));
    // Commit at once rather than when the transaction is found to be idle.
    transaction.commit?.();
    const [result] = await Promise.all([answered, done]);
    return result;
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
  return async function within(mode, use) {
    const mine = (connection ??= connect());
    try {
      return await attempt(mine, mode, use);
    } catch (error) {
      // Retry what was aborted or failed inside the browser, but not a denial or a full quota.
      if (!(
        error instanceof DOMException &&
        ['AbortError', 'UnknownError', 'InvalidStateError'].includes(error.name)
      ))
        throw error;
      close(mine);
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
      return attempt((connection ??= connect()), mode, use);
    }
  };
}
