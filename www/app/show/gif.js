// A game as an animated GIF: the positions are drawn here and encoded in a worker.
import { drawPicture } from '../board/picture.js';
import { rest } from '../platform/dom.js';
import { runInWorker } from '../engine/watchdog.js';
import address from './gif.worker.js?worker&url';
import { positionOf } from './position.js';

/** The last position is shown this many times longer. */
const LINGER = 4;
/** Bits per pixel: paper needs few colours, wood and stone more. */
const BITS = { ink: 6, plain: 5, turned: 7, stone: 7 };

/**
 * @param {import('./types').Shown} shown
 * @param {object} how
 * @param {number} how.from the first position, in plies
 * @param {number} how.size of the picture, in pixels
 * @param {number} how.delay milliseconds per position
 * @param {boolean} how.flipped
 * @param {boolean} how.coordinates
 * @param {import('../board/palette.js').Theme} how.theme
 * @param {(done: number) => void} progress from 0 to 1
 * @param {AbortSignal} signal
 * @returns {Promise<Blob>} rejects if cancelled, or if the worker fails repeatedly
 */
export const makeGif = (shown, how, progress, signal) =>
  runInWorker(address, signal, (worker, listen) =>
    make(worker, listen, shown, how, progress, signal),
  );

/**
 * @param {import('../engine/watchdog.js').WatchedWorker} worker
 * @param {(hear: (message: any) => void) => void} listen
 * @param {Parameters<typeof makeGif>} how
 */
async function make(
  worker,
  listen,
  ...[{ show, ply }, { from, size, delay, flipped, coordinates, theme }, progress, signal]
) {
  const canvas = document.createElement('canvas');
  const plate = document.createElement('canvas');
  // Both are read back after each drawing.
  for (const read of [canvas, plate]) read.getContext('2d', { willReadFrequently: true });
  const to = show.moves.length;

  /** @param {number} n */
  function pixels(n) {
    drawPicture(
      { board: show.board, ...positionOf(ply(n), show.board), flipped, coordinates },
      theme,
      { size, ratio: 1, canvas, plate },
    );
    return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
      0,
      0,
      size,
      size,
    ).data.buffer;
  }

  /** @param {import('./types').GifOrder} order @param {ArrayBuffer[]} transfer @returns {Promise<ArrayBuffer>} */
  const ask = (order, ...transfer) =>
    new Promise((resolve) => {
      signal.throwIfAborted();
      listen((data) => {
        if (order.kind === 'end' ? !(data instanceof ArrayBuffer) : data !== null)
          throw new Error('that is no picture');
        worker.expectAnswer(null);
        resolve(data);
      });
      worker.post(order, transfer);
      worker.expectAnswer(Infinity);
    });

  // The palette is built from the first, a middle and the last position.
  const samples = [];
  for (const n of new Set([from, Math.floor((from + to) / 2), to])) {
    samples.push(pixels(n));
    await rest();
  }
  await ask({ kind: 'begin', size, bits: BITS[theme.men], samples }, ...samples);
  for (let n = from; n <= to; n++) {
    const transfer = pixels(n);
    // Yield before drawing the next picture.
    await rest();
    await ask(
      { kind: 'frame', pixels: transfer, delay: n === to ? delay * LINGER : delay },
      transfer,
    );
    progress((n - from + 1) / (to - from + 1));
  }
  return new Blob([await ask({ kind: 'end' })], { type: 'image/gif' });
}
