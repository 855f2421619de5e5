// A database of the browser with one storeName: for what is too large for local storage.

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** How long a browser may take before it counts as one that stores nothing, in milliseconds. */
const LIMIT = 5000;

/** Rejected where there is no answer in time. @template T @param {Promise<T>} answer @returns {Promise<T>} */
export function inTime(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(reject, LIMIT, new DOMException('the browser does not answer', 'TimeoutError'))));
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** How long a browser that is just closing the page before is given, in milliseconds. */
const PATIENCE = 300;

/**
 * What it returns uses that object store; it is rejected where the browser stores nothing, or there is no room.
 * @param {string} name of the database @param {string} storeName of its object store
 * @param {IDBTransactionDurability} [durability] done is what the disk has, or with `relaxed` what the system will write to it, in a
 *   fraction of the time: that survives the browser, though not a power cut
 */
export function database(name, storeName, durability = 'strict') {
  /** What is open stays so: a page that is closed or killed has no time to open it first. @type {IDBDatabase | null} */
  let open = null;

  async function connect() {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    const coming = settled(opening);
    const close = () => {
      coming.then((db) => db.close(), () => {});
      open = null;
    };
    // None that comes after all stays open. Only this is waited for so long: large values take their time.
    const db = await inTime(coming).catch((error) => (close(), Promise.reject(error)));
    // Another version's, or a clearing of all data, need not wait for this page.
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
    const asked = settled(use(transaction.objectStore(storeName)));
    // Sooner than when it was found to be idle.
    transaction.commit?.();
    const [result] = await Promise.all([asked, done]);
    return result;
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
  return async function within(mode, use) {
    try {
      return await attempt(mode, use);
    } catch (error) {
      // What was broken off or failed inside the browser may work a moment later; what is forbidden or too much will not.
      if (!(error instanceof DOMException && ['AbortError', 'UnknownError', 'InvalidStateError'].includes(error.name))) throw error;
      open?.close();
      open = null;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      return attempt(mode, use);
    }
  };
}
