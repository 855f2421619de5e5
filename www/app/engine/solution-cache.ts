// Stores solved games in IndexedDB: they are far too large for local storage.
import { database } from '../platform/database.ts';

const within = database('merels-values', 'values');

interface Kept {
  bytes: Blob;
  packed: boolean;
}

/** Rejects if storage is not available. */
export async function fetchKept(name: string): Promise<Kept | null> {
  const found = (await within('readonly', (store) => store.get(name))) as unknown;
  const whole =
    typeof found === 'object' &&
    found !== null &&
    'bytes' in found &&
    found.bytes instanceof Blob &&
    'packed' in found;
  return whole ? (found as Kept) : null;
}

export const forget = (name: string) => within('readwrite', (store) => store.delete(name));

/** Rejects if there is no room or no storage. */
export async function save(name: string, bytes: ReadableStream<Uint8Array>) {
  const packed = 'CompressionStream' in globalThis;
  const stream = packed
    ? bytes.pipeThrough(new CompressionStream('gzip') as ReadableWritablePair)
    : bytes;
  const blob = await new Response(stream).blob();
  await within('readwrite', (store) => store.put({ bytes: blob, packed }, name));
}

export const unpack = ({ bytes, packed }: Kept): ReadableStream<Uint8Array> =>
  packed
    ? bytes.stream().pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair)
    : bytes.stream();
