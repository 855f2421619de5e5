// The position as a picture, by the same hand that draws the board.
import { layOut } from './geometry.js';
import { drawBoard, drawGame } from './render.js';

/** The picture's side: in the board's own measure, and how many pixels each of that is. */
const SIZE = 540;
const RATIO = 2;

/**
 * The position as it stands, without what the pointer and the keyboard are about.
 * @param {import('../types').State} state @param {import('./palette.js').Theme} theme
 * @param {object} [how]
 * @param {number} [how.size]
 * @param {number} [how.ratio]
 * @param {HTMLCanvasElement} [how.canvas] is used again
 * @param {HTMLCanvasElement} [how.plate] keeps the bare board, so that it is drawn once for many pictures
 * @returns {HTMLCanvasElement}
 */
export function drawPicture(state, theme, { size = SIZE, ratio = RATIO, canvas = document.createElement('canvas'), plate } = {}) {
  const calm = { ...state, half: null, selected: null, drag: null, hover: null, keyboard: false };
  const layout = layOut(state.rules.board, size, state.flipped, ratio);
  /** @param {HTMLCanvasElement} on */
  const begin = (on) => {
    on.width = on.height = size * ratio;
    const ctx = /** @type {CanvasRenderingContext2D} */ (on.getContext('2d'));
    ctx.scale(ratio, ratio);
    return ctx;
  };
  /** @param {CanvasRenderingContext2D} ctx */
  const bare = (ctx) => {
    ctx.fillStyle = theme.board;
    ctx.fillRect(0, 0, size, size);
    drawBoard(ctx, calm, layout, theme);
  };
  if (plate && plate.width !== size * ratio) bare(begin(plate));
  const ctx = begin(canvas);
  if (plate) ctx.drawImage(plate, 0, 0, size, size);
  else bare(ctx);
  drawGame(ctx, calm, layout, theme, [], 0);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function toPng(canvas) {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}
