// Where the points of a board lie on a square of a given size in CSS pixels, and which point a
// place or an arrow key means.
import type { BoardInfo, Layout, Place } from './types.ts';

/**
 * What is not drawn as squares on files and ranks, by the board's name.
 * place: where a point of files and ranks is drawn; round: its rim is a circle around the middle;
 * beside: where its name stands, from there, clear of a man, instead of files and ranks at the
 * edges; least: the board's side from which these names have room; margin: around the board, as
 * part of its side; man: its radius, as part of a file, where points are nearer to each other than
 * files; rankwise: an arrow up or down leads to the next rank
 */
const FORMS: Record<
  string,
  {
    place?: (x: number, y: number) => Place;
    round?: boolean;
    beside?: (x: number, y: number, clear: number) => Place;
    least?: number;
    margin?: number;
    man?: number;
    rankwise?: boolean;
  }
> = {
  picaria: { rankwise: true },
  shisima: { place: onWheel, round: true, beside: besideWheel },
  tsoro: {},
  madell: { place: onTriangles, beside: besideTriangles, least: 280, margin: 0.09, man: 0.29 },
};

/** A hub and a rim, drawn from three files and ranks. */
function onWheel(x: number, y: number) {
  const far = Math.hypot(x - 1, y - 1) || 1;
  return { x: 1 + (x - 1) / far, y: 1 + (y - 1) / far };
}

/** Outside the rim; at the hub between two spokes. */
function besideWheel(x: number, y: number, clear: number) {
  const far = Math.hypot(x - 1, y - 1);
  return far
    ? { x: ((x - 1) / far) * clear, y: ((y - 1) / far) * clear }
    : { x: clear * 0.92, y: clear * -0.38 };
}

/** The sizes of the three triangles, the outer one first, and their middle. */
const TRIANGLES = [1, 0.66, 0.32];
const MIDDLE = 8 / 3;

/**
 * On which triangle a point lies, on which side of the middle, and where on the outer triangle: how
 * far from the middle, how high.
 */
function ofTriangles(x: number, y: number) {
  const inner = Math.min(x, 8 - x);
  const [ring = 0, far = 0, up = 0] =
    x === 4
      ? y > 4
        ? [8 - y, 0, 8]
        : [y]
      : inner === y
        ? [y, 4]
        : [inner === 3 ? 2 : 4 - y, 2, 4];
  return { ring, side: Math.sign(x - 4), far, up };
}

/**
 * Three triangles around one middle, with points on their corners and in the middle of their sides.
 */
function onTriangles(x: number, y: number) {
  const { ring, side, far, up } = ofTriangles(x, y);
  const scale = TRIANGLES[ring] ?? 1;
  return { x: 4 + side * far * scale, y: MIDDLE + (up - MIDDLE) * scale };
}

/** Outside the outer triangle, inside the inner one, and between lines on the other. */
function besideTriangles(x: number, y: number, clear: number) {
  const { ring, side, far, up } = ofTriangles(x, y);
  const [dx, dy] = [side * far, up - MIDDLE];
  const length = Math.hypot(dx, dy);
  const away = ring === 0 ? clear : -clear;
  if (ring && far === 2) return { x: -side * clear * 0.1, y: clear };
  if (ring !== 1) return { x: (dx / length) * away, y: (dy / length) * away };
  return up
    ? { x: clear, y: clear * -0.1 }
    : { x: far ? 0 : clear * 0.9, y: -clear * (far ? 1 : 0.6) };
}

/** On a smaller board the names of points would lie across lines, and beyond its edge. */
export const hasRoomForNames = ({ name }: BoardInfo, { size }: Layout) =>
  size >= (FORMS[name]?.least ?? 0);

/** Where the points are drawn, in files from the left and ranks from the bottom. */
export const placesOf = ({ name, points }: BoardInfo): Place[] =>
  points.map(({ x, y }) => FORMS[name]?.place?.(x, y) ?? { x, y });

/**
 * Where the names of points stand, for boards whose files and ranks do not show; empty for others.
 * @param size of the letters
 */
export function namesOf(
  { name, points }: BoardInfo,
  { points: places, radius }: Layout,
  flipped: boolean,
  size: number,
) {
  const beside = FORMS[name]?.beside;
  if (!beside) return [];
  const turn = flipped ? -1 : 1;
  return points.map(({ name: text, x, y }, i) => {
    const off = beside(x, y, radius * 1.1 + size * 0.95);
    return { text, x: (places[i]?.x ?? 0) + off.x * turn, y: (places[i]?.y ?? 0) - off.y * turn };
  });
}

/** Is a line between two points part of the rim of a wheel? */
export function isArc({ name, points, side }: BoardInfo, a: number, b: number) {
  const hub = (side - 1) / 2;
  return (
    Boolean(FORMS[name]?.round) && [a, b].every((i) => points[i]?.x !== hub || points[i]?.y !== hub)
  );
}

/** The lines of a board as a path, as SVG has it, on a square of a given size. */
export function linesPath(board: BoardInfo, size: number) {
  const last = board.side - 1;
  const unit = size / last;
  const places = placesOf(board).map(({ x, y }) => ({
    x: +(x * unit).toFixed(2),
    y: +((last - y) * unit).toFixed(2),
  }));
  const half = size / 2;
  return board.edges
    .map(([a, b]) => {
      const [p, q] = [places[a], places[b]];
      if (!p || !q) return '';
      const sweep = (p.x - half) * (q.y - half) > (p.y - half) * (q.x - half) ? 1 : 0;
      return `M${p.x} ${p.y}${isArc(board, a, b) ? `A${unit} ${unit} 0 0 ${sweep} ` : 'L'}${q.x} ${q.y}`;
    })
    .join('');
}

/**
 * Lines fall on whole pixels of the screen, and are an even number of them wide: ink with sharp
 * edges.
 * @param ratio the screen's pixels to a CSS pixel
 */
export function layOut(board: BoardInfo, size: number, flipped: boolean, ratio = 1): Layout {
  const steps = board.side - 1;
  const snap = (n: number) => Math.round(n * ratio) / ratio;
  // A seven-file board has three quarters of a step around it; smaller boards keep about the same
  // margin, so that boards look alike.
  const wanted =
    size * (FORMS[board.name]?.margin ?? (board.side >= 7 ? 0.1 : board.side >= 5 ? 0.115 : 0.16));
  const unit = snap((size - 2 * wanted) / steps);
  const margin = snap((size - unit * steps) / 2);
  const radius = Math.min((FORMS[board.name]?.man ?? 0.36) * unit, 0.078 * size);
  const line = Math.max(2, 2 * Math.round((size * 0.0066 * ratio) / 2)) / ratio;
  const at = (n: number) => margin + unit * n;
  const points = placesOf(board).map(({ x, y }) =>
    flipped ? { x: at(steps - x), y: at(y) } : { x: at(x), y: at(steps - y) },
  );
  return { size, unit, radius, line, points, margin, ratio };
}

/**
 * How far a man is that moves along a line, or through the air, at some part of the way: 0 to 1.
 * @returns null where a point is none of the board's
 */
export function onTheWay(
  board: BoardInfo,
  { points, size }: Layout,
  from: number,
  to: number,
  part: number,
): Place | null {
  const [a, b] = [points[from], points[to]];
  if (!a || !b) return null;
  if (!isArc(board, from, to)) return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
  const half = size / 2;
  const [begin, end] = [a, b].map(({ x, y }) => Math.atan2(y - half, x - half));
  // The shorter way round.
  const turn = Math.atan2(Math.sin((end ?? 0) - (begin ?? 0)), Math.cos((end ?? 0) - (begin ?? 0)));
  const angle = (begin ?? 0) + turn * part;
  const far = Math.hypot(a.x - half, a.y - half);
  return { x: half + far * Math.cos(angle), y: half + far * Math.sin(angle) };
}

/**
 * As much of a way from a point as a man can go whole who shrinks to half his size by its end: what
 * is beyond the board is cut off.
 */
export function onBoard(
  { size, radius }: Layout,
  from: { x: number; y: number },
  way: { x: number; y: number },
) {
  const share = (at: number, by: number) =>
    by ? ((by > 0 ? size : radius) - radius / 2 - at) / by : 1;
  const part = Math.max(0, Math.min(1, share(from.x, way.x), share(from.y, way.y)));
  return { x: way.x * part, y: way.y * part };
}

/**
 * The width of a line at some depth inside the board, again an even number of the screen's pixels.
 */
export function lineWidth(layout: Layout, depth: number) {
  const { line, ratio } = layout;
  return (2 * Math.ceil((line * (1 - 0.2 * Math.min(2, depth)) * ratio) / 2)) / ratio;
}

/** The radius of the dot on a point: finer than a man by far, and wider than the lines. */
export const dotRadius = ({ radius, line }: Layout, grown = 1) =>
  Math.max(line * 0.95, radius * 0.17) * grown;

/** The index of the point nearest to a place, or -1 where none is near enough. */
export function pointAt(layout: Layout, x: number, y: number) {
  const reach = Math.max(22, Math.min(layout.unit * 0.5, layout.radius * 1.6));
  let best = -1;
  let least = reach * reach;
  layout.points.forEach((p, i) => {
    const d = (p.x - x) ** 2 + (p.y - y) ** 2;
    if (d <= least) {
      least = d;
      best = i;
    }
  });
  return best;
}

/**
 * The point that an arrow key leads to: the next one in the same line, else the nearest one in that
 * direction.
 * @param dx 1 is right
 * @param dy 1 is up
 */
export function neighbour(board: BoardInfo, from: number, dx: number, dy: number) {
  const here = board.points[from];
  if (!here) return from;
  const rankwise = FORMS[board.name]?.rankwise && dx === 0;
  const middle = (board.side - 1) / 2;
  let best = from;
  let least = Infinity;
  board.points.forEach((p, i) => {
    const along = (p.x - here.x) * dx + (p.y - here.y) * dy;
    const aside = Math.abs((p.x - here.x) * dy) + Math.abs((p.y - here.y) * dx);
    if (along <= 0 || aside > along) return;
    // On the way to the next rank, rather toward the middle.
    const cost = rankwise ? along * 4 + aside + Math.abs(p.x - middle) * 0.1 : along + aside * 8;
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

/**
 * How deep inside the board a line between two points runs: 0 for the outer ring, and where there
 * are no rings.
 */
export function depthOf(board: BoardInfo, a: number, b: number) {
  if (FORMS[board.name]) return 0;
  const edge = (i: number) => {
    const p = board.points[i];
    return p ? Math.min(p.x, p.y, board.side - 1 - p.x, board.side - 1 - p.y) : 0;
  };
  return Math.max(edge(a), edge(b));
}
