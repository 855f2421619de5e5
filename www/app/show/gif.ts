// A game as an animated GIF: the positions are drawn here and encoded in a worker.
import { drawPicture } from '../board/picture.ts';
import { rest } from '../ui/dom.ts';
import { runInWorker } from '../engine/run-in-worker.ts';
import address from './gif.worker.ts?worker&url';
import { positionOf } from './position.ts';
import type { WorkerHandle } from '../engine/watchdog.ts';
import type { Theme } from '../board/palette.ts';
import type { GifOrder, Shown } from './types.ts';

/** The last position is shown this many times longer. */
const LINGER = 4;
/** Bits per pixel: paper needs few colours, wood and stone more. */
const BITS = { ink: 6, plain: 5, turned: 7, stone: 7 };

/**
 * @param progress from 0 to 1
 * @returns rejects if cancelled, or if the worker fails repeatedly
 */
export const makeGif = (
  shown: Shown,
  how: {
    /** The first position, in plies. */
    from: number;
    /** Of the picture, in pixels. */
    size: number;
    /** Milliseconds per position. */
    delay: number;
    flipped: boolean;
    coordinates: boolean;
    theme: Theme;
  },
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> =>
  runInWorker(address, signal, (worker, listen) =>
    make(worker, listen, shown, how, progress, signal),
  );

async function make(
  worker: WorkerHandle,
  listen: (hear: (message: any) => void) => void,
  ...[
    { show, ply },
    { from, size, delay, flipped, coordinates, theme },
    progress,
    signal,
  ]: Parameters<typeof makeGif>
) {
  const canvas = document.createElement('canvas');
  const plate = document.createElement('canvas');
  // Both are read back after each drawing.
  for (const read of [canvas, plate]) read.getContext('2d', { willReadFrequently: true });
  const to = show.moves.length;

  function pixels(n: number) {
    drawPicture(
      { board: show.board, ...positionOf(ply(n), show.board), flipped, coordinates },
      theme,
      { size, ratio: 1, canvas, plate },
    );
    return (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, size, size).data
      .buffer;
  }

  const ask = (order: GifOrder, ...transfer: ArrayBuffer[]): Promise<ArrayBuffer> =>
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
