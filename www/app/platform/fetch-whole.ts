// Fetches files of the page within bounds: a host may send without end, or nothing more.

/** No file that is fetched so is larger, in bytes; the build checks it. */
export const LARGEST = 1_000_000;
/**
 * The maximum time without data, in milliseconds. The service worker answers only when it has the
 * whole file.
 */
const STALL = 60_000;

/**
 * Like `fetch`, but resolves when all of the file is there; without a body if the host refuses.
 * Rejects if there is more than any file has, or nothing comes for a while.
 */
export async function fetchWhole(url: string | URL, { signal, ...options }: RequestInit = {}) {
  const control = new AbortController();
  const stop = (reason: unknown) => control.abort(reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => stop(signal.reason));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, STALL, new Error('the host does not answer'));
  };
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    wait();
    const response = await fetch(url, { ...options, signal: control.signal });
    const reader = response.ok && response.body?.getReader();
    for (let piece; reader && (piece = await reader.read()).value; wait()) {
      pieces.push(piece.value);
      length += piece.value.length;
      if (length > LARGEST) throw new Error('the host sends too much');
    }
    // With all headers: a worker's script brings its policies in them.
    return new Response(reader ? new Blob(pieces) : null, response);
  } finally {
    clearTimeout(timer);
    stop(undefined);
  }
}
