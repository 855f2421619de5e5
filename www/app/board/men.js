// How a man looks, wherever it is drawn: on the board, in a tray, under the finger.

/** @typedef {import('./theme.js').Theme} Theme */

/**
 * White is ivory with a turned groove, Black is slate with an inlaid dot: told apart by shape as well as by lightness.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Theme} theme
 * @param {import('../types').Side} side
 * @param {number} x @param {number} y @param {number} r
 * @param {{ alpha?: number, lift?: number, dim?: boolean }} [how]
 *   lift: 0 on the board, 1 in the air; dim: faded, yet nothing shines through
 */
export function drawMan(ctx, theme, side, x, y, r, how = {}) {
  const { dim = false, alpha = dim ? 0.55 : 1, lift = 0 } = how;
  const look = theme[side];
  const ring = Math.max(1, r * 0.07);
  ctx.save();
  if (dim) {
    ctx.fillStyle = theme.paper;
    disc(ctx, x, y, r);
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
  if (side === 'white') {
    ctx.lineWidth = Math.max(1, r * 0.075);
    circle(ctx, x, y, r * 0.6);
  } else {
    disc(ctx, x, y, Math.max(1.5, r * 0.2));
  }
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r */
export function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r */
export function circle(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  ctx.stroke();
}

/**
 * Fits a canvas to a size in CSS pixels, sharp on this screen. Returns the context, scaled to CSS pixels and cleared.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height
 */
export function fit(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(width * ratio);
  const h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  ctx.setTransform(w / width, 0, 0, h / height, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}
