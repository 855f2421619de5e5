// Reads a collection in a worker, one per file, restarting it if it dies.
import { runInWorker } from '../engine/run-in-worker.ts';
import { MAX_SILENCE } from '../engine/watchdog.ts';
import address from './collection.worker.ts?worker&url';
import type { FileGame } from '../types.ts';
import type { FromReader } from './collection.worker.ts';

/** The contents; `more` if the file has more games than the maximum. */
export interface Read {
  games: FileGame[];
  bytes: Blob;
  more: boolean;
}

/**
 * A large file is scanned in one go before its first game is read: bytes per millisecond on a slow
 * phone.
 */
const PACE = 10_000;

/**
 * Reads a file. Rejects if it is unreadable, or with an AbortError if aborted.
 * @param onProgress called with the next games and the number before them
 */
export function readFile(
  file: File,
  onProgress: (games: FileGame[], before: number, progress: number) => void,
  signal: AbortSignal,
): Promise<Read> {
  const games: FileGame[] = [];
  return runInWorker(address, signal, (worker, listen) => {
    /** The number of games from this worker; a previous one may have delivered them already. */
    let seen = 0;
    worker.post(file);
    worker.expectAnswer(Infinity, MAX_SILENCE + file.size / PACE);
    return new Promise((resolve, reject) =>
      listen((message: FromReader) => {
        if (message.type === 'failed')
          reject(Object.assign(new Error(message.message), { name: message.name }));
        else if (message.type === 'done') {
          if (!(message.bytes instanceof Blob)) throw new Error('that is no file');
          resolve({ games, bytes: message.bytes, more: message.more });
        } else {
          const fresh = message.games.slice(Math.max(0, games.length - seen));
          seen += message.games.length;
          onProgress(fresh, games.length, message.progress);
          games.push(...fresh);
        }
      }),
    );
  });
}
