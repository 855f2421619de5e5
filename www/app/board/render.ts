// Draws the board from the state. Reads the state, never writes it.
import { destinations, indexOf, manAt, other, pointed } from './state.ts';
import {
  depthOf,
  dotRadius,
  hasRoomForNames,
  isArc,
  lineWidth,
  namesOf,
  onTheWay,
} from './geometry.ts';
import { circle, disc, drawMan } from './men.ts';
import { dropScale, easeOut, progress, type Tween } from './animate.ts';
import { drawPremove, drawShapes, drawThreats, ringAround, type Place } from './marks.ts';
import { drawSurface } from './surface.ts';
import { drawValues } from './value-labels.ts';
import type { Theme } from './palette.ts';
import type { Layout, Man, State } from './types.ts';

const FILES = 'abcdefghijklmnopqrstuvwxyz';

/** The board itself: lines, points, coordinates. Drawn once for each size and look. */
export function drawBoard(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
) {
  const { board } = state;
  drawSurface(ctx, layout.size, theme);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.line;
  ctx.fillStyle = theme.line;
  for (const [a, b] of board.edges) {
    const p = layout.points[a];
    const q = layout.points[b];
    if (!p || !q) continue;
    ctx.lineWidth = lineWidth(layout, depthOf(board, a, b));
    ctx.beginPath();
    ctx.moveTo(p.x, p.y);
    if (isArc(board, a, b))
      for (let n = 1; n < 16; n++) lineTo(ctx, onTheWay(board, layout, a, b, n / 16));
    lineTo(ctx, q);
    ctx.stroke();
  }
  for (const p of layout.points) disc(ctx, p.x, p.y, dotRadius(layout));
  if (state.coordinates && hasRoomForNames(state.board, layout))
    drawCoordinates(ctx, state, layout, theme);
}

const lineTo = (ctx: CanvasRenderingContext2D, p: Place | null) => p && ctx.lineTo(p.x, p.y);

function drawCoordinates(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
) {
  const { points, side } = state.board;
  // On a small board smaller than can be read well, rather than under the men.
  const size = Math.max(Math.min(10, layout.size * 0.042), Math.min(15, layout.size * 0.024));
  // Midway between the paper's edge and the edge of a man on the outer ring.
  const off = Math.max(size * 0.5, (layout.margin - layout.radius) / 2);
  ctx.fillStyle = theme.text;
  ctx.font = `${size}px ${theme.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const names = namesOf(state.board, layout, state.flipped, size);
  for (const { text, x, y } of names) ctx.fillText(text, x, y);
  if (names.length) return;
  for (let n = 0; n < side; n++) {
    const at = layout.margin + layout.unit * n;
    const k = state.flipped ? side - 1 - n : n;
    // Some boards have nothing on a file or a rank.
    if (points.some(({ x }) => x === k)) ctx.fillText(FILES[k] ?? '', at, layout.size - off);
    if (points.some(({ y }) => y === side - 1 - k))
      ctx.fillText(String(side - k), off, at + size * 0.06);
  }
}

/** Everything that changes: marks and men. */
export function drawGame(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
  tweens: Tween[],
  now: number,
) {
  const { movable } = state;
  const hidden = new Set(tweens.flatMap((t) => ('to' in t ? [t.to] : [])));
  const held = state.drag ? state.drag.from : state.selected;

  state.under?.(ctx, layout, theme);
  let lit = state.mills;
  for (const t of tweens) {
    if (t.kind !== 'mill') continue;
    const swell = Math.sin(Math.PI * progress(t, now));
    // Its last man lands first.
    if (swell) drawMill(ctx, layout, theme, t.points, swell, swell);
    else lit = [];
  }
  for (const points of lit) drawMill(ctx, layout, theme, points, 0.5, 1);
  drawLastLeft(ctx, state, layout, theme);
  drawLastTaken(ctx, state, layout, theme);
  drawThreats(ctx, state, layout, theme);
  drawDestinations(ctx, state, layout, theme);

  state.men.forEach((side, i) => {
    const p = layout.points[i];
    const name = state.board.points[i]?.name ?? '';
    if (!side || !p || hidden.has(i)) return;
    const isHeld = name === held;
    if (isHeld && state.drag)
      return drawMan(ctx, theme, side, p.x, p.y, layout.radius, { alpha: 0.3 });
    const guarded =
      movable?.captures && side === other(movable.side) && !movable.captures.includes(name);
    const r = layout.radius * (isHeld ? 1.03 : 1);
    if (isHeld) drawHalo(ctx, layout, theme, p);
    drawMan(ctx, theme, side, p.x, p.y, r, { dim: Boolean(guarded), lift: isHeld ? 0.5 : 0 });
  });

  drawLastMan(ctx, state, layout, theme, hidden);
  for (const point of movable?.captures ?? []) {
    const p = layout.points[indexOf(state, point)];
    if (!p) continue;
    drawTarget(ctx, layout, theme, p);
    const at = pointed(state);
    if (
      at === point ||
      (at && movable?.together?.some((pair) => pair.includes(at) && pair.includes(point)))
    )
      drawCross(ctx, layout, theme, p);
  }
  for (const t of tweens)
    if (t.kind === 'pulse' && now >= t.start)
      drawPulse(ctx, layout, theme, t.points, progress(t, now));
  drawGhost(ctx, state, layout, theme);
  if (!tweens.length) drawValues(ctx, state, layout, theme);
  drawPremove(ctx, state, layout, theme);
  drawShapes(ctx, state, layout, theme);
  for (const t of tweens) drawTween(ctx, state, layout, theme, t, now);
}

/** A thin ring around the point that the last move left. */
function drawLastLeft(ctx: CanvasRenderingContext2D, state: State, layout: Layout, theme: Theme) {
  const from = state.lastMove?.from;
  // While a man is to be taken, only what may be taken is marked.
  if (!from || state.movable?.captures) return;
  const p = layout.points[indexOf(state, from)];
  if (!p) return;
  ctx.strokeStyle = theme.mark;
  ctx.lineWidth = Math.max(1.5, layout.size * 0.003);
  circle(ctx, p.x, p.y, layout.radius * 0.5);
}

/** A thin cross where a man was taken. */
function drawLastTaken(ctx: CanvasRenderingContext2D, state: State, layout: Layout, theme: Theme) {
  if (state.movable?.captures) return;
  const k = layout.radius * 0.4;
  ctx.strokeStyle = theme.mark;
  ctx.lineWidth = Math.max(1.5, layout.size * 0.0045);
  for (const point of state.lastTaken) {
    const p = layout.points[indexOf(state, point)];
    if (!p || manAt(state, point) || state.marked.includes(indexOf(state, point))) continue;
    ctx.beginPath();
    for (const way of [1, -1]) {
      ctx.moveTo(p.x - k, p.y - way * k);
      ctx.lineTo(p.x + k, p.y + way * k);
    }
    ctx.stroke();
  }
}

/** And one around the man that moved. */
function drawLastMan(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
  hidden: Set<number>,
) {
  const to = state.lastMove?.to;
  if (!to || state.movable?.captures) return;
  const i = indexOf(state, to);
  const p = layout.points[i];
  if (!p || hidden.has(i) || !manAt(state, to) || state.selected === to) return;
  ringAround(ctx, layout, theme, p, layout.radius, 2);
}

/** The man that is chosen stands on a disc of light. */
function drawHalo(ctx: CanvasRenderingContext2D, layout: Layout, theme: Theme, p: Place) {
  ctx.save();
  ctx.globalAlpha = theme.solid ? 1 : 0.4;
  ctx.fillStyle = theme.mark;
  disc(ctx, p.x, p.y, layout.radius * 1.24);
  ctx.restore();
}

/** A man that may be taken: a ring with four ticks, across the board's lines. */
function drawTarget(ctx: CanvasRenderingContext2D, layout: Layout, theme: Theme, p: Place) {
  ringAround(ctx, layout, theme, p, layout.radius, 2);
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(2, layout.size * 0.0045);
  ctx.beginPath();
  for (const [x, y] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const) {
    const at = layout.radius * Math.SQRT1_2;
    ctx.moveTo(p.x + x * at * 1.02, p.y + y * at * 1.02);
    ctx.lineTo(p.x + x * at * 1.36, p.y + y * at * 1.36);
  }
  ctx.stroke();
}

/**
 * Rings that spread once from the men that may be taken.
 * @param k 0 to 1
 */
function drawPulse(
  ctx: CanvasRenderingContext2D,
  layout: Layout,
  theme: Theme,
  points: number[],
  k: number,
) {
  ctx.save();
  ctx.globalAlpha = 1 - k;
  for (const i of points) {
    const p = layout.points[i];
    if (p) ringAround(ctx, layout, theme, p, layout.radius * (1 + 0.35 * easeOut(k)), 2.5);
  }
  ctx.restore();
}

function drawDestinations(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
) {
  const from = state.drag ? state.drag.from : state.selected;
  if (from === null && !state.drag) {
    // What is prepared blindly is not pointed at before somebody begins to.
    if (state.movable?.premove) return;
    // Nearly every point is open to a man in hand: they only grow a little, for the accent would
    // shout.
    ctx.fillStyle = theme.line;
    for (const point of destinations(state, null)) {
      const p = layout.points[indexOf(state, point)];
      if (p) disc(ctx, p.x, p.y, dotRadius(layout, 1.25));
    }
    return;
  }
  for (const point of destinations(state, from)) {
    const p = layout.points[indexOf(state, point)];
    if (!p) continue;
    const under = pointed(state) === point;
    // A rim of paper, so that the dot stands off the ink of the lines.
    ctx.fillStyle = theme.board;
    disc(ctx, p.x, p.y, layout.radius * (under ? 0.5 : 0.36) + layout.line * 0.4);
    ctx.save();
    ctx.globalAlpha = theme.solid ? 1 : 0.7;
    ctx.fillStyle = theme.mark;
    disc(ctx, p.x, p.y, layout.radius * (under ? 0.5 : 0.36));
    ctx.restore();
  }
}

/** The ghost of the man that would land under the pointer. */
function drawGhost(ctx: CanvasRenderingContext2D, state: State, layout: Layout, theme: Theme) {
  const at = pointed(state);
  if (at && state.edit) return drawEdit(ctx, state, layout, theme, at, state.edit.tool);
  if (!at || !state.movable || manAt(state, at)) return;
  const from = state.drag ? state.drag.from : state.selected;
  if (!destinations(state, from).has(at)) return;
  const p = layout.points[indexOf(state, at)];
  if (p) drawMan(ctx, theme, state.movable.side, p.x, p.y, layout.radius, { alpha: 0.45 });
}

/** What a press would do while a position is set up: put a man, or take one away. */
function drawEdit(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
  at: string,
  tool: Man,
) {
  const p = layout.points[indexOf(state, at)];
  const man = manAt(state, at);
  const side = state.drag ? state.drag.side : tool;
  if (!p || state.drag?.from === at) return;
  if (man && !state.drag && (man === side || !side)) drawCross(ctx, layout, theme, p);
  else if (side) drawMan(ctx, theme, side, p.x, p.y, layout.radius, { alpha: man ? 0.7 : 0.45 });
}

function drawCross(ctx: CanvasRenderingContext2D, layout: Layout, theme: Theme, p: Place) {
  const k = layout.radius * 0.48;
  for (const [colour, width] of [
    [theme.board, 0.34],
    [theme.mark, 0.2],
  ] as [string, number][]) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = layout.radius * width;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(p.x - k, p.y - k);
    ctx.lineTo(p.x + k, p.y + k);
    ctx.moveTo(p.x + k, p.y - k);
    ctx.lineTo(p.x - k, p.y + k);
    ctx.stroke();
  }
}

/**
 * A mill's line, thicker while it is being closed.
 * @param swell 0 to 1
 */
function drawMill(
  ctx: CanvasRenderingContext2D,
  layout: Layout,
  theme: Theme,
  points: readonly number[],
  swell: number,
  alpha: number,
) {
  const places = points.map((i) => layout.points[i]).filter((p) => p !== undefined);
  const first = places[0];
  if (!first) return;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.strokeStyle = theme.mark;
  ctx.lineCap = 'round';
  ctx.lineWidth = layout.line * (1 + 2 * swell);
  ctx.beginPath();
  ctx.moveTo(first.x, first.y);
  for (const p of places.slice(1)) ctx.lineTo(p.x, p.y);
  ctx.stroke();
  ctx.restore();
}

/** Does the way lead over a man in its middle? */
function isOver(state: State, layout: Layout, { from, to }: { from: number; to: number }) {
  const middle = onTheWay(state.board, layout, from, to, 0.5);
  return layout.points.some(
    (p, i) => state.men[i] && middle && Math.hypot(p.x - middle.x, p.y - middle.y) < 1,
  );
}

function drawTween(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
  t: Tween,
  now: number,
) {
  const k = progress(t, now);
  const r = layout.radius;
  if (t.kind === 'slide' || t.kind === 'fly') {
    const at = onTheWay(state.board, layout, t.from, t.to, easeOut(k));
    if (!at) return;
    const lift = t.kind === 'fly' ? Math.sin(Math.PI * k) : 0;
    const high = isOver(state, layout, t) ? 1.1 : 0.35;
    drawMan(ctx, theme, t.side, at.x, at.y - r * high * lift, r * (1 + 0.1 * lift), {
      lift: 2 * lift,
    });
  } else if (t.kind === 'drop') {
    const p = layout.points[t.to];
    if (p) drawMan(ctx, theme, t.side, p.x, p.y, r * dropScale(k), { lift: 0.6 * (1 - k) });
  } else if (t.kind === 'leave') {
    const p = layout.points[t.from];
    if (!p) return;
    // Toward its owner's tray, or else its own side's edge of the board: it sinks, and falls faster
    // and faster.
    const e = k * k;
    if (t.by)
      return drawMan(ctx, theme, t.side, p.x + t.by.x * e, p.y + t.by.y * e, r * (1 - 0.5 * e), {
        alpha: 1 - e * e,
      });
    const down = t.side === (state.flipped ? 'black' : 'white') ? 1 : -1;
    drawMan(
      ctx,
      theme,
      t.side,
      p.x,
      p.y + down * e * layout.unit * 0.6,
      r * (1 - 0.14 * easeOut(k)),
      { alpha: 1 - e },
    );
  }
}
