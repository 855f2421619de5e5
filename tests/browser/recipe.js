/** What a test plays, and by which keys: the same in every browser. */

/**
 * A turn for a test to play, by a fixed recipe: peaceful while men are placed, greedy afterwards,
 * so that a game is the same each time, has everything in it, and comes to an end.
 * @param {string[]} moves @param {number} ply
 */
export function pick(moves, ply) {
  const placing = moves.some((m) => !m.includes('-'));
  const wanted = moves.filter((m) => m.includes('x') !== placing);
  const from = wanted.length ? wanted : moves;
  return from[(ply * 7919 + 13) % from.length] ?? '';
}

/**
 * The shortest way by arrow keys, each of which leads to the next point in the same file or rank.
 * @param {string[]} names
 * @param {string} from
 * @param {string} to
 * @returns {string[]}
 */
export function route(names, from, to) {
  const at = (/** @type {string} */ n) => ({ x: n.charCodeAt(0), y: Number(n.slice(1)) });
  /** @param {string} n @param {number} dx @param {number} dy */
  const next = (n, dx, dy) => {
    const a = at(n);
    const ahead = names.filter((m) => {
      const b = at(m);
      return dx ? b.y === a.y && (b.x - a.x) * dx > 0 : b.x === a.x && (b.y - a.y) * dy > 0;
    });
    return ahead.sort(
      (p, q) =>
        Math.abs(at(p).x - a.x) +
        Math.abs(at(p).y - a.y) -
        Math.abs(at(q).x - a.x) -
        Math.abs(at(q).y - a.y),
    )[0];
  };
  /** @type {Map<string, string[]>} */
  const ways = new Map([[from, []]]);
  for (const [n, way] of ways) {
    if (n === to) return way;
    for (const [key, dx, dy] of /** @type {[string, number, number][]} */ ([
      ['ArrowUp', 0, 1],
      ['ArrowDown', 0, -1],
      ['ArrowLeft', -1, 0],
      ['ArrowRight', 1, 0],
    ])) {
      const m = next(n, dx, dy);
      if (m && !ways.has(m)) ways.set(m, [...way, key]);
    }
  }
  throw new Error(`no way from ${from} to ${to}`);
}
