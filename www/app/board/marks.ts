// Marks over the board: threats, the prepared turn, circles and arrows.
import { indexOf } from './state.ts';
import { circle, drawMan } from './men.ts';
import type { Layout } from './types.ts';
import type { Theme } from './palette.ts';
import type { Shape, State } from './types.ts';

export interface Place {
  x: number;
  y: number;
}

type Context = CanvasRenderingContext2D;

const placeOf = (state: State, layout: Layout, point: string): Place | undefined =>
  layout.points[indexOf(state, point)];

export function ringAround(
  ctx: Context,
  layout: Layout,
  theme: Theme,
  p: Place,
  r: number,
  width: number,
) {
  const wide = Math.max(width * 0.75, layout.size * 0.0016 * width);
  // Clear of the man's edge, and with a rim of board on both sides, so that it is seen around a
  // dark one and across lines.
  const rim = layout.radius * 0.09;
  const at = r + layout.radius * 0.09 + wide / 2;
  ctx.strokeStyle = theme.board;
  ctx.lineWidth = wide + 2 * rim;
  circle(ctx, p.x, p.y, at);
  ctx.strokeStyle = theme.mark;
  ctx.lineWidth = wide;
  circle(ctx, p.x, p.y, at);
}

/** A hint: four arcs around a point. */
function drawHint(ctx: Context, layout: Layout, theme: Theme, p: Place) {
  ctx.save();
  ctx.strokeStyle = theme.mark;
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(3, layout.size * 0.0065);
  for (let quarter = 0; quarter < 4; quarter++) {
    const middle = Math.PI * (quarter / 2 + 0.25);
    ctx.beginPath();
    ctx.arc(p.x, p.y, layout.radius * 1.26, middle - 0.5, middle + 0.5);
    ctx.stroke();
  }
  ctx.restore();
}

/** A small open lozenge where the other side could close a mill. */
export function drawThreats(ctx: Context, state: State, layout: Layout, theme: Theme) {
  const k = layout.radius * 0.58;
  for (const point of state.threats) {
    const p = placeOf(state, layout, point);
    // A value stands in its place.
    if (!p || state.labels.has(point)) continue;
    ctx.beginPath();
    ctx.moveTo(p.x, p.y - k);
    ctx.lineTo(p.x + k, p.y);
    ctx.lineTo(p.x, p.y + k);
    ctx.lineTo(p.x - k, p.y);
    ctx.closePath();
    ctx.lineJoin = 'miter';
    for (const [colour, width] of [
      [theme.board, 0.011],
      [theme.mark, 0.005],
    ] as [string, number][]) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = Math.max(width * 300, layout.size * width);
      ctx.stroke();
    }
  }
}

/** The turn that is prepared: the man as it will stand, in a broken ring. */
export function drawPremove(ctx: Context, state: State, layout: Layout, theme: Theme) {
  const { premove, movable } = state;
  if (!premove?.to || !movable) return;
  const to = placeOf(state, layout, premove.to);
  const from = premove.from === null ? undefined : placeOf(state, layout, premove.from);
  if (!to) return;
  ctx.save();
  if (from) drawArrow(ctx, layout, theme, from, to, 0.55);
  drawMan(ctx, theme, movable.side, to.x, to.y, layout.radius, { alpha: 0.55 });
  ctx.setLineDash([layout.radius * 0.42, layout.radius * 0.3]);
  for (const p of from ? [from, to] : [to]) ringAround(ctx, layout, theme, p, layout.radius, 2.5);
  ctx.restore();
}

/** Circles and arrows. */
export function drawShapes(ctx: Context, state: State, layout: Layout, theme: Theme) {
  const { pencil, shapes, autoShapes } = state;
  const drawn: Shape[] = pencil?.over ? [{ from: pencil.from, to: pencil.over }] : [];
  for (const { from, to, faint, hint } of [...autoShapes, ...shapes, ...drawn]) {
    const a = placeOf(state, layout, from);
    const b = placeOf(state, layout, to);
    if (!a || !b) continue;
    if (from === to && hint) drawHint(ctx, layout, theme, a);
    else if (from === to)
      ringAround(ctx, layout, theme, a, layout.radius * (faint ? 1.06 : 1.14), faint ? 1.5 : 4);
    else drawArrow(ctx, layout, theme, a, b, faint ? 0.6 : 0.85, faint ? 0.5 : 1);
  }
}

/** From the rim of one man to the middle of a point. */
function drawArrow(
  ctx: Context,
  layout: Layout,
  theme: Theme,
  a: Place,
  b: Place,
  alpha: number,
  breadth = 1,
) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (!length) return;
  const r = layout.radius;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [wide, head] = [r * 0.17 * breadth, r * 0.82 * Math.sqrt(breadth)];
  const start = Math.min(r * 0.6, length * 0.3);
  const neck = length - head;
  const at = (along: number, aside: number) =>
    [a.x + ux * along - uy * aside, a.y + uy * along + ux * aside] as [number, number];
  ctx.save();
  ctx.strokeStyle = theme.board;
  ctx.lineWidth = Math.max(1, r * 0.07);
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(...at(start, wide));
  for (const place of [
    at(neck, wide),
    at(neck, head * 0.58),
    at(length, 0),
    at(neck, -head * 0.58),
    at(neck, -wide),
    at(start, -wide),
  ])
    ctx.lineTo(...place);
  ctx.closePath();
  ctx.stroke();
  // On board, so that no line of it shines through.
  ctx.fillStyle = theme.board;
  ctx.fill();
  ctx.globalAlpha = theme.solid ? 1 : alpha;
  ctx.fillStyle = theme.mark;
  ctx.fill();
  ctx.restore();
}
