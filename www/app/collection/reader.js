// The page's end of reading a file of games: one worker for one file.

/**
 * @typedef {import('./collection.worker.js').FromReader} FromReader
 * @typedef {{ games: import('../types').FileGame[], bytes: Blob, more: boolean }} Read what was read; more games than the list may have, where `more`
 */

/**
 * Reads a file. Rejects where it cannot be read, or, with an AbortError, was stopped.
 * @param {File} file
 * @param {(games: import('../types').FileGame[], before: number, progress: number) => void} told the next games, after so many
 * @param {AbortSignal} signal
 * @returns {Promise<Read>}
 */
export function readFile(file, told, signal) {
  const worker = new Worker(new URL('./collection.worker.js', import.meta.url), { type: 'module' });
  /** @type {import('../types').FileGame[]} */
  const games = [];
  /** @type {Promise<Read>} */
  const read = new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.onmessage = ({ data }) => {
      /** @type {FromReader} */
      const message = data;
      if (message.type === 'failed') reject(new Error(message.message));
      else if (message.type === 'done') resolve({ games, bytes: message.bytes, more: message.more });
      else {
        told(message.games, games.length, message.progress);
        games.push(...message.games);
      }
    };
    worker.postMessage(file);
  });
  return read.finally(() => worker.terminate());
}
