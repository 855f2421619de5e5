// IndexedDB databases with a single object store.

const promiseOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A database that does not open within this time counts as unavailable, in milliseconds. */
const TIMEOUT = 5000;

/** Rejects after a timeout. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>(
    (_, reject) =>
      (timer = setTimeout(
        reject,
        TIMEOUT,
        new DOMException('the browser does not answer', 'TimeoutError'),
      )),
  );
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

/**
 * The delay before a retry, in milliseconds: the browser may still be closing the previous page.
 */
const RETRY_DELAY = 300;

/**
 * Returns a function that runs a request on the object store. It rejects if storage is unavailable
 * or full.
 * @param name of the database
 * @param storeName of its object store
 * @param durability `strict` waits for the disk; `relaxed`, which is much faster, survives the
 *   browser being killed but not a power cut
 */
export function database(
  name: string,
  storeName: string,
  durability: IDBTransactionDurability = 'strict',
) {
  /**
   * The one connection, or the one that is being opened. It stays open: a page being closed has no
   * time to reopen it.
   */
  let connection: Promise<IDBDatabase> | null = null;

  function close(of: Promise<IDBDatabase> | null) {
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

  async function attempt<T>(
    of: Promise<IDBDatabase>,
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
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

  return async function within<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
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
