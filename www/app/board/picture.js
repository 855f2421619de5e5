// The position as a picture, by the same hand that draws the board.
import { layOut } from './geometry.js';
import { drawBoard, drawGame } from './render.js';

/** The picture's side: in the board's own measure, and how many pixels each of that is. */
const SIZE = 540;
const RATIO = 2;

/**
 * The position as it stands, without what the pointer and the keyboard are about.
 * @param {import('../types').State} state @param {import('./theme.js').Theme} theme
 * @param {{ size?: number, ratio?: number, canvas?: HTMLCanvasElement }} [how] another size, and a canvas to be used again
 * @returns {HTMLCanvasElement}
 */
export function drawPicture(state, theme, { size = SIZE, ratio = RATIO, canvas = document.createElement('canvas') } = {}) {
  canvas.width = canvas.height = size * ratio;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const calm = { ...state, half: null, selected: null, drag: null, hover: null, keyboard: false };
  const layout = layOut(state.rules.board, size, state.flipped, ratio);
  ctx.scale(ratio, ratio);
  ctx.fillStyle = theme.board;
  ctx.fillRect(0, 0, size, size);
  drawBoard(ctx, calm, layout, theme);
  drawGame(ctx, calm, layout, theme, [], 0);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function toPng(canvas) {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}
