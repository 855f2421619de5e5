// Encodes pictures as an animated GIF. After the first frame, only changed pixels are written.
import { GIFEncoder, applyPalette, quantize, type Colour } from 'gifenc';
import { announce } from '../engine/heartbeat.ts';
import type { GifBegin, GifFrame, GifOrder } from './types.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const encoder = GIFEncoder();
let size = 0;
let bits = 8;
let palette: Colour[] = [];
/** The palette indices of the last frame. */
let before: Uint8Array | null = null;

function begin(order: GifBegin) {
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

function frame({ pixels, delay }: GifFrame) {
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
  const order = data as GifOrder;
  if (order.kind === 'begin') begin(order);
  else if (order.kind === 'frame') frame(order);
  else {
    encoder.finish();
    const { buffer } = encoder.bytes();
    return scope.postMessage(buffer, [buffer]);
  }
  scope.postMessage(null);
});
