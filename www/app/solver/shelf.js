// Where solved games are kept on this device: a database of the browser, for local storage is too small by far.

const NAME = 'merels-values';
const STORE = 'values';

/** @typedef {{ bytes: Blob, packed: boolean }} Kept */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** How long a browser that is just closing the page before is given, in milliseconds. */
const PATIENCE = 300;

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
async function within(mode, use) {
  try {
    return await attempt(mode, use);
  } catch (error) {
    // What was broken off or failed inside the browser may work a moment later; what is forbidden or too much will not.
    if (!(error instanceof DOMException && (error.name === 'AbortError' || error.name === 'UnknownError'))) throw error;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    return attempt(mode, use);
  }
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} use @returns {Promise<T>} */
async function attempt(mode, use) {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const db = await settled(opening);
  try {
    const transaction = db.transaction(STORE, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([settled(use(transaction.objectStore(STORE))), done]);
    return result;
  } finally {
    db.close();
  }
}

/** Rejected where the browser stores nothing. @param {string} name @returns {Promise<Kept | null>} */
export async function fetchKept(name) {
  const found = /** @type {unknown} */ (await within('readonly', (store) => store.get(name)));
  const whole = typeof found === 'object' && found !== null && 'bytes' in found && found.bytes instanceof Blob && 'packed' in found;
  return whole ? /** @type {Kept} */ (found) : null;
}

/** @param {string} name */
export const forget = (name) => within('readwrite', (store) => store.delete(name));

/** Rejected where there is no room, or the browser stores nothing. @param {string} name @param {ReadableStream<Uint8Array>} bytes */
export async function keep(name, bytes) {
  const packed = 'CompressionStream' in globalThis;
  const stream = packed ? bytes.pipeThrough(/** @type {ReadableWritablePair} */ (new CompressionStream('gzip'))) : bytes;
  const blob = await new Response(stream).blob();
  await within('readwrite', (store) => store.put({ bytes: blob, packed }, name));
}

/** @param {Kept} kept @returns {ReadableStream<Uint8Array>} */
export const unpack = ({ bytes, packed }) =>
  packed ? bytes.stream().pipeThrough(/** @type {ReadableWritablePair} */ (new DecompressionStream('gzip'))) : bytes.stream();
