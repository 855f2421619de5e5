// Fetches bytes of a pack, by range requests if the host supports them.

/** The maximum time without data, in milliseconds. */
const STALL = 20_000;

/** @typedef {NonNullable<import('../types').Packed['reason']>} Reason */

/** Why a pack, or a piece of one, is not available. */
export class Trouble extends Error {
  /** @param {Reason} reason @param {unknown} cause */
  constructor(reason, cause) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.reason = reason;
  }
}

/**
 * Fetches a file, or its bytes from `start` up to `end`, exclusive. `whole` is true if the host has sent all of it.
 * @param {string} url @param {{ start: number, end: number } | null} range
 * @returns {Promise<{ bytes: Uint8Array<ArrayBuffer>, whole: boolean }>} rejected with a Trouble
 */
export async function fetchBytes(url, range) {
  const stalled = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Error('the host does not answer')), STALL);
  };
  wait();
  try {
    // Pieces have a cache of their own; the browser's might mix parts of two versions.
    const response = await fetch(url, { cache: 'no-store', signal: stalled.signal, headers: range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {} });
    const { status } = response;
    if (status === 416) throw new Trouble('damaged', 'it was cut short');
    if (!response.ok) throw new Trouble(status >= 500 || status === 408 || status === 429 ? 'offline' : 'missing', `${status} ${response.statusText}`);
    /** @type {Uint8Array[]} */
    const chunks = [];
    const reader = response.body?.getReader();
    for (let read; reader && !(read = await reader.read()).done; wait()) chunks.push(read.value);
    const bytes = new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (chunks)).arrayBuffer());
    const whole = range === null || status !== 206;
    if (range && !whole && bytes.length !== range.end - range.start) throw new Trouble('damaged', 'it has another length');
    return { bytes, whole };
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble('offline', error);
  } finally {
    clearTimeout(timer);
  }
}
