// What a game has used up: points that are shut by a dead man, and lines that take no more. Loaded
// where a game has such.
import { dotRadius, onTheWay } from './geometry.ts';
import type { Layout } from './types.ts';
import { circle, disc, drawMan } from './men.ts';
import type { Theme } from './palette.ts';
import type { BoardInfo, Config, Side } from './types.ts';

interface Spent {
  marked: readonly number[];
  used?: Record<Side, readonly (readonly number[])[]>;
  board: BoardInfo;
}

/**
 * A bead's radius, and how far it is from the middle where both sides have used a line; in shares
 * of a man.
 */
const BEAD = 0.3;
const APART = 0.36;

/** Draws it beneath the men; null where there is nothing. */
export function spent({ marked, used = { white: [], black: [] }, board }: Spent): Config['under'] {
  if (!marked.length && !used.white.length && !used.black.length) return null;
  return (ctx: CanvasRenderingContext2D, layout, theme: Theme) => {
    ctx.save();
    ctx.setLineDash([]);
    ctx.lineCap = 'butt';
    drawUsed(ctx, layout, theme, used, board);
    ctx.lineCap = 'round';
    for (const i of marked) drawDead(ctx, layout, theme, layout.points[i]);
    ctx.restore();
  };
}

const segments = (lines: readonly (readonly number[])[]) =>
  new Map(
    lines.flatMap((points) =>
      points
        .slice(1)
        .map((to, i) => [`${points[i]} ${to}`, [points[i] ?? 0, to]] as [string, [number, number]]),
    ),
  );

/** A line that is used up is hollow, and has beads that look like the men of who has used it. */
function drawUsed(
  ctx: CanvasRenderingContext2D,
  layout: Layout,
  theme: Theme,
  used: NonNullable<Spent['used']>,
  board: Spent['board'],
) {
  const [white, black] = [segments(used.white), segments(used.black)];
  const r = layout.radius;
  for (const [key, [a, b]] of new Map([...white, ...black])) {
    const [p, q] = [layout.points[a], layout.points[b]];
    if (!p || !q) continue;
    const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    // The points stay whole.
    const [x, y] = [q.x - p.x, q.y - p.y].map((by) => (by / length) * dotRadius(layout));
    ctx.strokeStyle = theme.board;
    ctx.lineWidth = Math.max(1, layout.line * 0.45);
    ctx.beginPath();
    ctx.moveTo(p.x + (x ?? 0), p.y + (y ?? 0));
    ctx.lineTo(q.x - (x ?? 0), q.y - (y ?? 0));
    ctx.stroke();
    const both = white.has(key) && black.has(key);
    for (const [side, at] of [
      ['white', -1],
      ['black', 1],
    ] as const) {
      if (!(side === 'white' ? white : black).has(key)) continue;
      const middle = onTheWay(board, layout, a, b, 0.5 + (both ? (at * APART * r) / length : 0));
      if (!middle) continue;
      ctx.fillStyle = theme.board;
      disc(ctx, middle.x, middle.y, r * BEAD * 1.25);
      drawMan(ctx, theme, side, middle.x, middle.y, r * BEAD);
    }
  }
}

/** A dead man: an outline without colour, crossed out. */
function drawDead(
  ctx: CanvasRenderingContext2D,
  layout: Layout,
  theme: Theme,
  p: { x: number; y: number } | undefined,
) {
  if (!p) return;
  const r = layout.radius * 0.8;
  const k = r * 0.42;
  ctx.fillStyle = theme.board;
  disc(ctx, p.x, p.y, r);
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = Math.max(1.25, layout.radius * 0.075);
  circle(ctx, p.x, p.y, r - ctx.lineWidth / 2);
  ctx.beginPath();
  for (const by of [1, -1]) {
    ctx.moveTo(p.x - k, p.y - k * by);
    ctx.lineTo(p.x + k, p.y + k * by);
  }
  ctx.stroke();
}
