// Fetches bytes of a pack, by range requests if the host supports them.
import { isTrap } from './heartbeat.ts';
import type { Packed } from '../types.ts';

/** The maximum time without data, in milliseconds. */
const STALL = 20_000;

type Reason = NonNullable<Packed['reason']>;

/** Why a pack, or a piece of one, is not available. */
export class Trouble extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.reason = reason;
  }
}

/** What is wrong, if it is not the module itself. */
export function troubleOf(error: unknown): Trouble {
  // After a trap the module's memory cannot be trusted.
  if (isTrap(error)) throw error;
  if (error instanceof Trouble) return error;
  const code =
    error instanceof Error && 'code' in error && error.code !== 'misuse'
      ? (error.code as 'version' | 'other-pack' | 'damaged')
      : 'broken';
  return new Trouble(code, error);
}

/**
 * The most bytes that precede a range in an answer with several of them: a boundary and some
 * headers.
 */
const HEADERS = 1024;
/**
 * How often the body of a range may break off before the host is taken for one that does not send
 * ranges.
 */
const TRIES = 2;

/** The bytes from `start` up to `end`, exclusive. */
interface Range {
  start: number;
  end: number;
}

/** Consecutive bytes of a file. */
export interface Chunk {
  start: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * @param ranges none for the whole file
 * @param answer gets the response once its headers are there, and reads its body of `most` bytes at
 *   most; a longer one is cut off and refused
 * @returns rejected with a Trouble
 */
async function request<T>(
  url: string,
  ranges: Range[],
  answer: (
    response: Response,
    read: (most: number) => Promise<Uint8Array<ArrayBuffer>>,
  ) => Promise<T>,
): Promise<T> {
  const aborted = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => aborted.abort(new Error('the host does not answer')), STALL);
  };
  wait();
  try {
    const texts = ranges.map(({ start, end }) => `${start}-${end - 1}`);
    // Pieces have a cache of their own; the browser's might mix parts of two versions.
    const headers: HeadersInit = texts.length ? { Range: `bytes=${texts}` } : {};
    const response = await fetch(url, { cache: 'no-store', signal: aborted.signal, headers }).catch(
      (error) => {
        throw new Trouble('offline', error);
      },
    );
    return await answer(response, (most) => readBody(response, most, wait));
  } finally {
    clearTimeout(timer);
    // What was not read is not wanted.
    aborted.abort();
  }
}

/** @returns rejected with a Trouble */
async function readBody(
  response: Response,
  most: number,
  onData: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  let length = 0;
  for (;;) {
    const read = await reader?.read().catch((error) => {
      // It has answered, so the network is there.
      throw new Trouble('host', error);
    });
    if (!read || read.done) return joined(chunks);
    length += read.value.length;
    if (length > most) throw new Trouble('damaged', `it is longer than ${most} bytes`);
    chunks.push(read.value);
    onData();
  }
}

function joined(chunks: Uint8Array[]) {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Fetches a whole file of `size` bytes. It may be shorter if it was cut; the caller checks what it
 * says.
 * @returns rejected with a Trouble
 */
export const fetchFile = (url: string, size: number): Promise<Uint8Array<ArrayBuffer>> =>
  request(url, [], async ({ ok, status, statusText }, read) => {
    if (!ok)
      throw new Trouble(
        status >= 500 || status === 408 || status === 429 ? 'host' : 'missing',
        `${status} ${statusText}`,
      );
    return read(size);
  });

/**
 * Fetches ranges of a file in one request: a browser takes longer to make a thousand requests than
 * to decode what they bring.
 * What arrives is placed by its Content-Range, never by the order of the request.
 * @param ranges in order
 * @param size of the file
 * @returns chunks that hold all of the ranges; null if the host answers, but not with these ranges.
 *   Rejected with a Trouble if there is no answer
 */
export async function fetchChunks(
  url: string,
  ranges: Range[],
  size: number,
): Promise<Chunk[] | null> {
  const holds = (chunks: Chunk[]) => ranges.every((range) => chunkWith(chunks, range));
  for (let tries = 1; ; tries++) {
    try {
      const chunks = await request(url, ranges, (response, read) =>
        chunksOf(response, read, ranges.length, size),
      );
      return holds(chunks) ? chunks : null;
    } catch (error) {
      if (!(error instanceof Trouble) || error.reason === 'offline') throw error;
      if (error.reason !== 'host' || tries >= TRIES) return null;
    }
  }
}

/** The chunk that holds a range. */
export const chunkWith = (chunks: Chunk[], { start, end }: Range) =>
  chunks.find((chunk) => chunk.start <= start && end <= chunk.start + chunk.bytes.length);

/** @param count of ranges */
async function chunksOf(
  { status, headers }: Response,
  read: (most: number) => Promise<Uint8Array<ArrayBuffer>>,
  count: number,
  size: number,
): Promise<Chunk[]> {
  // The whole file is not worth waiting for if the host may send one range at a time.
  if (status === 200 && count === 1) return [{ start: 0, bytes: await read(size) }];
  if (status !== 206) return [];
  if (/^multipart\/byteranges/i.test(headers.get('Content-Type') ?? ''))
    return partsOf(await read(size + HEADERS * (count + 1)), size);
  const range = rangeOf(headers.get('Content-Range') ?? '', size);
  if (!range) return [];
  const bytes = await read(range.end - range.start);
  return bytes.length === range.end - range.start ? [{ start: range.start, bytes }] : [];
}

/** What a Content-Range names, if that can be in a file of this size. */
function rangeOf(text: string, size: number): Range | null {
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(text.trim()) ?? [];
  const [start, end] = [Number(first), Number(last) + 1];
  return start < end && end <= size && (whole === '*' || Number(whole) === size)
    ? { start, end }
    : null;
}

/**
 * The parts of a multipart answer, up to the first one that is broken.
 * @param size of the file
 */
function partsOf(bytes: Uint8Array<ArrayBuffer>, size: number) {
  const parts: Chunk[] = [];
  for (let at = 0; ;) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(at, at + HEADERS));
    const length = text.indexOf('\r\n\r\n');
    const header = /^content-range:(.*)$/im.exec(text.slice(0, Math.max(length, 0)));
    const range = rangeOf(header?.[1] ?? '', size);
    const begin = at + length + 4;
    at = begin + (range ? range.end - range.start : 0);
    // Each part makes `at` grow.
    if (!range || at > bytes.length) return parts;
    parts.push({ start: range.start, bytes: bytes.subarray(begin, at) });
  }
}
