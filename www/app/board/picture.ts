// The position as a picture, by the same hand that draws the board.
import { layOut } from './geometry.ts';
import { drawBoard, drawGame } from './render.ts';
import { begin } from './state.ts';
import type { Theme } from './palette.ts';
import type { BoardConfig } from './types.ts';

/** The picture's side: in the board's own measure, and how many pixels each of that is. */
const SIZE = 540;
const RATIO = 2;

/** @param config as for a board */
export function drawPicture(
  config: BoardConfig,
  theme: Theme,
  {
    size = SIZE,
    ratio = RATIO,
    canvas = document.createElement('canvas'),
    plate,
  }: {
    size?: number;
    ratio?: number;
    /** Is used again. */
    canvas?: HTMLCanvasElement;
    /** Keeps the bare board, so that it is drawn once for many pictures. */
    plate?: HTMLCanvasElement;
  } = {},
): HTMLCanvasElement {
  const state = begin(config);
  const layout = layOut(state.board, size, state.flipped, ratio);
  const blank = (on: HTMLCanvasElement) => {
    on.width = on.height = size * ratio;
    const ctx = on.getContext('2d') as CanvasRenderingContext2D;
    ctx.scale(ratio, ratio);
    return ctx;
  };
  const bare = (ctx: CanvasRenderingContext2D) => {
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

export function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
