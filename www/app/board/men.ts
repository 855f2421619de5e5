// How a man looks, wherever it is drawn: on the board, in a tray, under the finger.
import type { Theme } from './palette.ts';
import type { Side } from './types.ts';

/**
 * White is ivory with a turned groove, Black is slate with an inlaid dot: told apart by shape as
 * well as by lightness.
 * In wood White has two grooves and Black an inlaid lozenge, in stone Black has a carved notch, and
 * in the plainest look the lighter man is a disc or a thick ring against the other.
 * @param how lift: 0 on the board, 1 in the air; dim: faded, yet nothing shines through
 */
export function drawMan(
  ctx: CanvasRenderingContext2D,
  theme: Theme,
  side: Side,
  x: number,
  y: number,
  r: number,
  how: { alpha?: number; lift?: number; dim?: boolean } = {},
) {
  const { dim = false, alpha = dim ? 0.55 : 1, lift = 0 } = how;
  const look = theme[side];
  // In the plainest look the edge is a thick ring; where it has the colour of the fill, the man is
  // a disc.
  const ring = theme.men === 'plain' && !theme.solid ? r * 0.26 : Math.max(1, r * 0.07);
  ctx.save();
  if (dim || (theme.men === 'plain' && alpha === 1)) {
    // Lines stop short of a man that has their colour.
    ctx.fillStyle = theme.board;
    disc(ctx, x, y, r * (theme.men === 'plain' ? 1.1 : 1));
  }
  ctx.globalAlpha *= alpha;
  if (!theme.solid && alpha > 0.6) {
    // Contact shadow: a disc a little below, wider when the man is in the air.
    ctx.fillStyle = theme.shadow;
    disc(ctx, x + r * 0.03, y + r * (0.1 + 0.3 * lift), r * (1.02 + 0.03 * lift));
    if (r > 9) disc(ctx, x + r * 0.02, y + r * (0.05 + 0.16 * lift), r * 1.01);
  }
  // Side by side rather than one on the other, so that a faded man has no double edge.
  ctx.fillStyle = look.fill;
  disc(ctx, x, y, r - ring * 0.75);
  ctx.strokeStyle = look.edge;
  ctx.lineWidth = ring;
  circle(ctx, x, y, r - ring / 2);
  ctx.strokeStyle = look.mark;
  ctx.fillStyle = look.mark;
  INLAY[theme.men][side](ctx, x, y, r);
  ctx.restore();
}

type Inlay = (ctx: CanvasRenderingContext2D, x: number, y: number, r: number) => void;

const groove =
  (at: number, width: number): Inlay =>
  (ctx, x, y, r) => {
    ctx.lineWidth = Math.max(1, r * width);
    circle(ctx, x, y, r * at);
  };

const dot: Inlay = (ctx, x, y, r) => disc(ctx, x, y, Math.max(1.5, r * 0.2));

const lozenge: Inlay = (ctx, x, y, r) => {
  const k = Math.max(2, r * 0.32);
  ctx.beginPath();
  ctx.moveTo(x, y - k);
  ctx.lineTo(x + k, y);
  ctx.lineTo(x, y + k);
  ctx.lineTo(x - k, y);
  ctx.closePath();
  ctx.fill();
};

const notch: Inlay = (ctx, x, y, r) => {
  ctx.lineWidth = Math.max(1.5, r * 0.15);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(x - r * 0.42, y);
  ctx.lineTo(x + r * 0.42, y);
  ctx.stroke();
};

const INLAY: Record<Theme['men'], Record<Side, Inlay>> = {
  ink: { white: groove(0.6, 0.075), black: dot },
  turned: {
    white(ctx, x, y, r) {
      groove(0.7, 0.07)(ctx, x, y, r);
      groove(0.36, 0.07)(ctx, x, y, r);
    },
    black: lozenge,
  },
  stone: { white: groove(0.66, 0.09), black: notch },
  plain: { white: () => {}, black: () => {} },
};

export function disc(ctx: CanvasRenderingContext2D, x: number, y: number, r: number) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  ctx.fill();
}

export function circle(ctx: CanvasRenderingContext2D, x: number, y: number, r: number) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  ctx.stroke();
}

/**
 * Fits a canvas to a size in CSS pixels, sharp on this screen. Returns the context, scaled to CSS
 * pixels and cleared.
 */
export function fit(canvas: HTMLCanvasElement, width: number, height: number) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(width * ratio);
  const h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
  ctx.setTransform(w / width, 0, 0, h / height, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}
