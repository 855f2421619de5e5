// The position as a picture, by the same hand that draws the board.
import { layOut } from './geometry.js';
import { drawBoard, drawGame } from './render.js';
import { begin } from './state.js';

/** The picture's side: in the board's own measure, and how many pixels each of that is. */
const SIZE = 540;
const RATIO = 2;

/**
 * @param {import('./types').BoardConfig} config as for a board @param {import('./palette.js').Theme} theme
 * @param {object} [how]
 * @param {number} [how.size]
 * @param {number} [how.ratio]
 * @param {HTMLCanvasElement} [how.canvas] is used again
 * @param {HTMLCanvasElement} [how.plate] keeps the bare board, so that it is drawn once for many pictures
 * @returns {HTMLCanvasElement}
 */
export function drawPicture(
  config,
  theme,
  { size = SIZE, ratio = RATIO, canvas = document.createElement('canvas'), plate } = {},
) {
  const state = begin(config);
  const layout = layOut(state.board, size, state.flipped, ratio);
  /** @param {HTMLCanvasElement} on */
  const blank = (on) => {
    on.width = on.height = size * ratio;
    const ctx = /** @type {CanvasRenderingContext2D} */ (on.getContext('2d'));
    ctx.scale(ratio, ratio);
    return ctx;
  };
  /** @param {CanvasRenderingContext2D} ctx */
  const bare = (ctx) => {
    ctx.fillStyle = theme.board;
    ctx.fillRect(0, 0, size, size);
    drawBoard(ctx, state, layout, theme);
  };
  if (plate && plate.width !== size * ratio) bare(blank(plate));
  const ctx = blank(canvas);
  if (plate) ctx.drawImage(plate, 0, 0, size, size);
  else bare(ctx);
  drawGame(ctx, state, layout, theme, [], 0);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function toPng(canvas) {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
