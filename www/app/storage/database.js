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
  const timeout = new Promise((_, reject) => (timer = setTimeout(reject, TIMEOUT, new DOMException('the browser does not answer', 'TimeoutError'))));
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
  /** The connection stays open: a page being closed has no time to reopen it. @type {IDBDatabase | null} */
  let open = null;

  async function connect() {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    const opened = promiseOf(opening);
    const close = () => {
      opened.then((db) => db.close(), () => {});
      open = null;
    };
    // Close a connection that opens after the timeout. Requests have no timeout: large values take time.
    const db = await inTime(opened).catch((error) => (close(), Promise.reject(error)));
    // Do not block upgrades or the clearing of site data.
    db.onversionchange = db.onclose = close;
    return (open = db);
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
  async function attempt(mode, use) {
    const transaction = (open ?? (await connect())).transaction(storeName, mode, { durability });
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
    try {
      return await attempt(mode, use);
    } catch (error) {
      // Retry what was aborted or failed inside the browser, but not a denial or a full quota.
      if (!(error instanceof DOMException && ['AbortError', 'UnknownError', 'InvalidStateError'].includes(error.name))) throw error;
      open?.close();
      open = null;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
      return attempt(mode, use);
    }
  };
}
