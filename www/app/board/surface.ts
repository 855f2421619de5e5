// What the lines are drawn on: nothing on paper, planks of wood, a slab of slate. Drawn once for
// each size and look.
import type { Theme } from './palette.ts';

const PLANKS = 4;
const FLECKS = 420;

/** The same numbers each time, 0 to 1, so that a board keeps its face. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function drawSurface(ctx: CanvasRenderingContext2D, size: number, theme: Theme) {
  if (theme.men !== 'turned' && theme.men !== 'stone') return;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(0, 0, size, size, size * 0.014);
  ctx.clip();
  ctx.fillStyle = theme.board;
  ctx.fillRect(0, 0, size, size);
  if (theme.men === 'turned') drawWood(ctx, size, theme);
  else drawSlate(ctx, size, theme);
  // An edge, as of something that lies on the page.
  ctx.globalAlpha = 0.35;
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = Math.max(2, size * 0.006);
  ctx.beginPath();
  ctx.roundRect(0, 0, size, size, size * 0.014);
  ctx.stroke();
  ctx.restore();
}

/** Long fibres that run along each plank and swing around a knot. */
function drawWood(ctx: CanvasRenderingContext2D, size: number, theme: Theme) {
  const next = numbers(11);
  const high = size / PLANKS;
  ctx.strokeStyle = theme.grain;
  for (let plank = 0; plank < PLANKS; plank++) {
    const top = plank * high;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, top, size, high);
    ctx.clip();
    ctx.globalAlpha = 0.12 + 0.22 * next();
    ctx.fillStyle = theme.grain;
    ctx.fillRect(0, top, size, high);
    const bend = (next() - 0.5) * high * 0.5;
    const knot = size * (0.15 + 0.7 * next());
    const wide = size * (0.12 + 0.16 * next());
    for (let y = -high * 0.3; y < high * 1.3; y += size * (0.004 + 0.011 * next())) {
      ctx.globalAlpha = 0.25 + 0.6 * next();
      ctx.lineWidth = size * (0.0008 + 0.0024 * next());
      const swing = bend * Math.exp(-(((y - high / 2) / (high * 0.5)) ** 2));
      ctx.beginPath();
      for (let x = 0; x <= size; x += size / 32) {
        const near = Math.exp(-(((x - knot) / wide) ** 2));
        const at =
          top + y + swing * near + Math.sin((x / size) * 5 + y * 0.02 + plank) * size * 0.0025;
        if (x) ctx.lineTo(x, at);
        else ctx.moveTo(x, at);
      }
      ctx.stroke();
    }
    ctx.restore();
  }
  // The joints.
  ctx.globalAlpha = 0.28;
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = Math.max(0.75, size * 0.0013);
  for (let plank = 1; plank < PLANKS; plank++) {
    ctx.beginPath();
    ctx.moveTo(0, plank * high);
    ctx.lineTo(size, plank * high);
    ctx.stroke();
  }
}

/** Cleft stone: broad soft layers across, and flecks. */
function drawSlate(ctx: CanvasRenderingContext2D, size: number, theme: Theme) {
  const next = numbers(7);
  ctx.fillStyle = theme.grain;
  for (let layer = 0; layer < 9; layer++) {
    ctx.globalAlpha = 0.18 + 0.3 * next();
    const from = size * (next() * 1.3 - 0.3);
    const lean = size * (0.18 + 0.12 * next());
    const thick = size * (0.03 + 0.13 * next());
    // It begins and ends beyond the slab.
    const rough = (x: number) => from + lean * (1 - x / size) + (next() - 0.5) * size * 0.012;
    const [left, right, stride] = [-size / 10, size * 1.1, size / 14];
    ctx.beginPath();
    ctx.moveTo(left, rough(left));
    for (let x = left + stride; x <= right; x += stride) ctx.lineTo(x, rough(x));
    for (let x = right; x >= left; x -= stride) ctx.lineTo(x, thick + rough(x));
    ctx.closePath();
    ctx.fill();
  }
  for (let fleck = 0; fleck < FLECKS; fleck++) {
    ctx.globalAlpha = 0.2 + 0.6 * next();
    const r = size * (0.0005 + 0.0016 * next());
    ctx.fillRect(next() * size, next() * size, r * (1 + 3 * next()), r);
  }
}
