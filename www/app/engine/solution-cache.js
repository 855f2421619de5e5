// Stores solved games in IndexedDB: they are far too large for local storage.
import { database } from '../storage/database.js';

const within = database('merels-values', 'values');

/** @typedef {{ bytes: Blob, packed: boolean }} Kept */

/** Rejects if storage is not available. @param {string} name @returns {Promise<Kept | null>} */
export async function fetchKept(name) {
  const found = /** @type {unknown} */ (await within('readonly', (store) => store.get(name)));
  const whole =
    typeof found === 'object' &&
    found !== null &&
    'bytes' in found &&
    found.bytes instanceof Blob &&
    'packed' in found;
  return whole ? /** @type {Kept} */ (found) : null;
}

/** @param {string} name */
export const forget = (name) => within('readwrite', (store) => store.delete(name));

/** Rejects if there is no room or no storage. @param {string} name @param {ReadableStream<Uint8Array>} bytes */
export async function save(name, bytes) {
  const packed = 'CompressionStream' in globalThis;
  const stream = packed
    ? bytes.pipeThrough(/** @type {ReadableWritablePair} */ (new CompressionStream('gzip')))
    : bytes;
  const blob = await new Response(stream).blob();
  await within('readwrite', (store) => store.put({ bytes: blob, packed }, name));
}

/** @param {Kept} kept @returns {ReadableStream<Uint8Array>} */
export const unpack = ({ bytes, packed }) =>
  packed
    ? bytes
        .stream()
        .pipeThrough(/** @type {ReadableWritablePair} */ (new DecompressionStream('gzip')))
    : bytes.stream();
