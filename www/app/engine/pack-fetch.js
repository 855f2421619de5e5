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

/** The most bytes that precede a range in an answer with several of them: a boundary and some headers. */
const HEADERS = 1024;

/** @typedef {{ start: number, end: number }} Range the bytes from `start` up to `end`, exclusive */

/**
 * @param {string} url
 * @param {Range[]} ranges none for the whole file
 * @param {(response: Response) => boolean} isWanted otherwise the rest of the answer is not read
 * @returns {Promise<{ response: Response, bytes: Uint8Array<ArrayBuffer> }>} rejected with a Trouble
 */
async function request(url, ranges, isWanted) {
  const stalled = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Error('the host does not answer')), STALL);
  };
  wait();
  try {
    const texts = ranges.map(({ start, end }) => `${start}-${end - 1}`);
    // Pieces have a cache of their own; the browser's might mix parts of two versions.
    const response = await fetch(url, { cache: 'no-store', signal: stalled.signal, headers: texts.length ? { Range: `bytes=${texts}` } : {} });
    if (!isWanted(response)) {
      stalled.abort();
      return { response, bytes: new Uint8Array() };
    }
    /** @type {Uint8Array[]} */
    const chunks = [];
    const reader = response.body?.getReader();
    for (let read; reader && !(read = await reader.read()).done; wait()) chunks.push(read.value);
    return { response, bytes: joined(chunks) };
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble('offline', error);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Uint8Array[]} chunks */
function joined(chunks) {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** @param {Response} response */
function expectOk({ ok, status, statusText }) {
  if (status === 416) throw new Trouble('damaged', 'it was cut short');
  if (!ok) throw new Trouble(status >= 500 || status === 408 || status === 429 ? 'offline' : 'missing', `${status} ${statusText}`);
  return true;
}

/**
 * Fetches a file, or a range of it. `whole` is true if the host has sent all of it.
 * @param {string} url
 * @param {Range | null} range
 * @returns {Promise<{ bytes: Uint8Array<ArrayBuffer>, whole: boolean }>} rejected with a Trouble
 */
export async function fetchBytes(url, range) {
  const { response, bytes } = await request(url, range ? [range] : [], expectOk);
  const whole = range === null || response.status !== 206;
  if (range && !whole && bytes.length !== range.end - range.start) throw new Trouble('damaged', 'it has another length');
  return { bytes, whole };
}

/**
 * Fetches several ranges of a file in one request: a browser takes longer to make a thousand requests than to decode what they bring.
 * @param {string} url
 * @param {Range[]} ranges in order
 * @returns {Promise<Uint8Array<ArrayBuffer>[] | null>} null if the host does not send them together; rejected with a Trouble
 */
export async function fetchRanges(url, ranges) {
  const isSeveral = (/** @type {Response} */ { status, headers }) =>
    status === 206 && /^multipart\/byteranges/i.test(headers.get('Content-Type') ?? '');
  const { response, bytes } = await request(url, ranges, isSeveral);
  if (response.status >= 500) expectOk(response);
  const parts = isSeveral(response) ? partsOf(bytes) : [];
  // A host may join ranges that are close to each other.
  const found = ranges.map(({ start, end }) => {
    const part = parts.find((other) => other.start <= start && end <= other.start + other.bytes.length);
    return part?.bytes.slice(start - part.start, end - part.start);
  });
  return found.every((piece) => piece !== undefined) ? found : null;
}

/** The parts of a multipart answer, up to the first one that is broken. @param {Uint8Array<ArrayBuffer>} bytes */
function partsOf(bytes) {
  /** @type {{ start: number, bytes: Uint8Array<ArrayBuffer> }[]} */
  const parts = [];
  for (let at = 0; ; ) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(at, at + HEADERS));
    const length = text.indexOf('\r\n\r\n');
    const range = /^content-range: *bytes (\d+)-(\d+)/im.exec(text.slice(0, Math.max(length, 0)));
    if (!range) return parts;
    const [start, last] = [Number(range[1]), Number(range[2])];
    const begin = at + length + 4;
    at = begin + last - start + 1;
    parts.push({ start, bytes: bytes.subarray(begin, at) });
  }
}
