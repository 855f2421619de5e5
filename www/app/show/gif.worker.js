// Encodes pictures as an animated GIF. After the first frame, only changed pixels are written.
import { GIFEncoder, applyPalette, quantize } from 'gifenc';
import { announce } from '../engine/heartbeat.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const encoder = GIFEncoder();
let size = 0;
let bits = 8;
/** @type {import('gifenc').Colour[]} */
let palette = [];
/** The palette indices of the last frame. @type {Uint8Array | null} */
let before = null;

/** @param {import('./types').GifBegin} order */
function begin(order) {
  ({ size, bits } = order);
  const all = new Uint8Array(order.samples.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const sample of order.samples) {
    all.set(new Uint8Array(sample), at);
    at += sample.byteLength;
  }
  // One colour is reserved for unchanged pixels.
  palette = quantize(all, (1 << bits) - 1, { format: 'rgb565' });
}

/** @param {import('./types').GifFrame} order */
function frame({ pixels, delay }) {
  const index = applyPalette(new Uint8Array(pixels), palette, 'rgb565');
  const clear = palette.length;
  if (!before) {
    encoder.writeFrame(index, size, size, {
      palette: [...palette, [0, 0, 0]],
      delay,
      colorDepth: bits,
      repeat: 0,
      dispose: 1,
    });
  } else {
    const was = before;
    encoder.writeFrame(
      index.map((colour, i) => (colour === was[i] ? clear : colour)),
      size,
      size,
      { delay, colorDepth: bits, transparent: true, transparentIndex: clear, dispose: 1 },
    );
  }
  before = index;
}

const there = announce();
scope.addEventListener('message', async ({ data }) => {
  await there;
  const order = /** @type {import('./types').GifOrder} */ (data);
  if (order.kind === 'begin') begin(order);
  else if (order.kind === 'frame') frame(order);
  else {
    encoder.finish();
    const { buffer } = encoder.bytes();
    return scope.postMessage(buffer, [buffer]);
  }
  scope.postMessage(null);
});
