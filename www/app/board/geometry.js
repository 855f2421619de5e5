// Where the points of a board lie on a square of a given size in CSS pixels, and which point a place or an arrow key means.

/** @typedef {import('./types').BoardInfo} BoardInfo */

/**
 * @typedef {object} Layout
 * @property {number} size   the square's side, in CSS pixels
 * @property {number} unit   from one file to the next
 * @property {number} radius of a man
 * @property {number} line   width of the outer ring's line
 * @property {{x: number, y: number}[]} points  centre of each point, by index
 * @property {number} ratio   the screen's pixels to a CSS pixel
 * @property {number} margin from the square's edge to the outer ring
 */

/**
 * Lines fall on whole pixels of the screen, and are an even number of them wide: ink with sharp edges.
 * @param {BoardInfo} board @param {number} size @param {boolean} flipped
 * @param {number} ratio the screen's pixels to a CSS pixel
 * @returns {Layout}
 */
export function layOut(board, size, flipped, ratio = 1) {
  const steps = board.side - 1;
  const snap = (/** @type {number} */ n) => Math.round(n * ratio) / ratio;
  // A seven-file board has three quarters of a step around it; smaller boards keep about the same margin, so that boards look alike.
  const wanted = size * (board.side >= 7 ? 0.1 : board.side >= 5 ? 0.115 : 0.16);
  const unit = snap((size - 2 * wanted) / steps);
  const margin = snap((size - unit * steps) / 2);
  const radius = Math.min(0.36 * unit, 0.078 * size);
  const line = Math.max(2, 2 * Math.round((size * 0.0066 * ratio) / 2)) / ratio;
  const at = (/** @type {number} */ n) => margin + unit * n;
  const points = board.points.map(({ x, y }) =>
    flipped ? { x: at(steps - x), y: at(y) } : { x: at(x), y: at(steps - y) },
  );
  return { size, unit, radius, line, points, margin, ratio };
}

/** The width of a line at some depth inside the board, again an even number of the screen's pixels. @param {Layout} layout @param {number} depth */
export function lineWidth(layout, depth) {
  const { line, ratio } = layout;
  return (2 * Math.ceil((line * (1 - 0.2 * Math.min(2, depth)) * ratio) / 2)) / ratio;
}

/** The radius of the dot on a point: finer than a man by far, and wider than the lines. @param {Layout} layout @param {number} [grown] */
export const dotRadius = ({ radius, line }, grown = 1) => Math.max(line * 0.95, radius * 0.17) * grown;

/**
 * The index of the point nearest to a place, or -1 where none is near enough.
 * @param {Layout} layout @param {number} x @param {number} y
 */
export function pointAt(layout, x, y) {
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
 * The point that an arrow key leads to: the next one in the same line, else the nearest one in that direction.
 * @param {BoardInfo} board @param {number} from @param {number} dx 1 is right @param {number} dy 1 is up
 */
export function neighbour(board, from, dx, dy) {
  const here = board.points[from];
  if (!here) return from;
  let best = from;
  let least = Infinity;
  board.points.forEach((p, i) => {
    const along = (p.x - here.x) * dx + (p.y - here.y) * dy;
    const aside = Math.abs((p.x - here.x) * dy) + Math.abs((p.y - here.y) * dx);
    if (along <= 0 || aside > along) return;
    const cost = along + aside * 8;
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

/** How deep inside the board a line between two points runs: 0 for the outer ring. @param {BoardInfo} board @param {number} a @param {number} b */
export function depthOf(board, a, b) {
  const edge = (/** @type {number} */ i) => {
    const p = board.points[i];
    return p ? Math.min(p.x, p.y, board.side - 1 - p.x, board.side - 1 - p.y) : 0;
  };
  return Math.max(edge(a), edge(b));
}
