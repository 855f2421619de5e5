// The page's end of reading a file of games: one worker for one file, and another where that dies.
import { MAX_SILENCE, runInWorker } from '../engine/watchdog.js';
import address from './collection.worker.js?worker&url';

/**
 * @typedef {import('./collection.worker.js').FromReader} FromReader
 * @typedef {{ games: import('../types').FileGame[], bytes: Blob, more: boolean }} Read what was read; more games than the list may have, where `more`
 */

/** A large file is scanned in one go before its first game is read: this many bytes a millisecond on a slow phone. */
const PACE = 10_000;

/**
 * Reads a file. Rejects where it cannot be read, or, with an AbortError, was stopped.
 * @param {File} file
 * @param {(games: import('../types').FileGame[], before: number, progress: number) => void} told the next games, and how many came before
 * @param {AbortSignal} signal
 * @returns {Promise<Read>}
 */
export function readFile(file, told, signal) {
  /** @type {import('../types').FileGame[]} */
  const games = [];
  return runInWorker(address, signal, (worker, listen) => {
    /** How many it has read; one before it may have read them already. */
    let seen = 0;
    worker.post(file);
    worker.expectAnswer(Infinity, MAX_SILENCE + file.size / PACE);
    return new Promise((resolve, reject) =>
      listen((/** @type {FromReader} */ message) => {
        if (message.type === 'failed') reject(new Error(message.message));
        else if (message.type === 'done') {
          if (!(message.bytes instanceof Blob)) throw new Error('that is no file');
          resolve({ games, bytes: message.bytes, more: message.more });
        } else {
          const fresh = message.games.slice(Math.max(0, games.length - seen));
          seen += message.games.length;
          told(fresh, games.length, message.progress);
          games.push(...fresh);
        }
      }),
    );
  });
}
