// Reads a collection in a worker, one per file, restarting it if it dies.
import { MAX_SILENCE, runInWorker } from '../engine/watchdog.js';
import address from './collection.worker.js?worker&url';

/**
 * @typedef {import('./collection.worker.js').FromReader} FromReader
 * @typedef {{ games: import('../types').FileGame[], bytes: Blob, more: boolean }} Read the contents; `more` if the file has more games than the maximum
 */

/** A large file is scanned in one go before its first game is read: bytes per millisecond on a slow phone. */
const PACE = 10_000;

/**
 * Reads a file. Rejects if it is unreadable, or with an AbortError if aborted.
 * @param {File} file
 * @param {(games: import('../types').FileGame[], before: number, progress: number) => void} onProgress called with the next games and the number before them
 * @param {AbortSignal} signal
 * @returns {Promise<Read>}
 */
export function readFile(file, onProgress, signal) {
  /** @type {import('../types').FileGame[]} */
  const games = [];
  return runInWorker(address, signal, (worker, listen) => {
    /** The number of games from this worker; a previous one may have delivered them already. */
    let seen = 0;
    worker.post(file);
    worker.expectAnswer(Infinity, MAX_SILENCE + file.size / PACE);
    return new Promise((resolve, reject) =>
      listen((/** @type {FromReader} */ message) => {
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
