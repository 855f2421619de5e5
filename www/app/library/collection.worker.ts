// Reads a collection in a worker, so that the page stays responsive; terminating the worker cancels
// it.
import init, { GameFile } from '../../pkg/merels.js';
import { announce, beatDuring, isTrap } from '../engine/heartbeat.ts';
import type { FileGame } from '../types.ts';

export type FromReader =
  | { type: 'games'; games: FileGame[]; progress: number }
  | { type: 'done'; bytes: Blob; more: boolean }
  | { type: 'failed'; name: string; message: string };

/** Games per read and per message, and the maximum per file. */
const AT_ONCE = 20;
const SLICE = 200;
const MOST = 50_000;
/** The maximum time between messages, in milliseconds. */
const BEAT = 100;

const post = (message: FromReader) => self.postMessage(message);
void announce();
const ready = beatDuring(init());

/** Decodes a file: UTF-16 with a byte order mark, UTF-8, or else Windows-1252. */
function decode(bytes: Uint8Array) {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    return new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    await ready;
    const text = decode(new Uint8Array(await beatDuring(file.arrayBuffer())));
    const reader = new GameFile(text);
    let count = 0;
    for (let more = true; more;) {
      const games: FileGame[] = [];
      const begun = performance.now();
      while (more && games.length < SLICE && performance.now() < begun + BEAT) {
        const next = reader.read(AT_ONCE);
        games.push(...next);
        count += next.length;
        more = next.length === AT_ONCE && count < MOST;
      }
      post({ type: 'games', games, progress: reader.progress() });
    }
    // The games' offsets refer to this encoding.
    post({
      type: 'done',
      bytes: new Blob([text]),
      more: count >= MOST && reader.read(1).length > 0,
    });
  } catch (error) {
    if (isTrap(error))
      setTimeout(() => {
        throw error;
      });
    else {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      post({ type: 'failed', name, message });
    }
  }
};
