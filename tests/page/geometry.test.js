/** Where points lie, which one is meant by a press, and where an arrow leads. */
import { describe, expect, test } from 'vitest';
import {
  depthOf,
  dotRadius,
  isArc,
  layOut,
  linesPath,
  lineWidth,
  hasRoomForNames,
  namesOf,
  neighbour,
  onBoard,
  onTheWay,
  pointAt,
} from '../../www/app/board/geometry.ts';
import { core } from './core.js';

const board = (/** @type {string} */ spec) => core.rules(spec).board;
/** @param {string} spec @param {string} name */
const index = (spec, name) => board(spec).points.findIndex((p) => p.name === name);

describe('the layout', () => {
  test.each([
    ['nine', 600, 80, 60, 28.8, 4],
    ['nine', 320, 43, 31, 15.48, 2],
    ['six', 600, 116, 68, 41.76, 4],
    ['three', 600, 204, 96, 46.8, 4],
    ['three', 320, 109, 51, 24.96, 2],
  ])('%s on %i pixels', (spec, size, unit, margin, radius, line) => {
    const layout = layOut(board(spec), size, false);
    expect(layout).toMatchObject({ size, unit, margin, line, ratio: 1 });
    expect(layout.radius).toBeCloseTo(radius, 6);
    // Men of neighbours do not touch.
    expect(layout.radius * 2).toBeLessThan(unit);
  });

  test('ranks go up from the bottom, files from the left; turned, the other way round', () => {
    const upright = layOut(board('nine'), 600, false);
    const turned = layOut(board('nine'), 600, true);
    const at = (
      /** @type {import('../../www/app/board/types.ts').Layout} */ { points },
      /** @type {string} */ name,
    ) => points[index('nine', name)];
    expect(at(upright, 'a1')).toEqual({ x: 60, y: 540 });
    expect(at(upright, 'g1')).toEqual({ x: 540, y: 540 });
    expect(at(upright, 'd7')).toEqual({ x: 300, y: 60 });
    expect(at(turned, 'a1')).toEqual({ x: 540, y: 60 });
    expect(at(turned, 'g1')).toEqual({ x: 60, y: 60 });
    expect(at(turned, 'd7')).toEqual({ x: 300, y: 540 });
    for (const { name } of board('nine').points) {
      const [a, b] = [at(upright, name), at(turned, name)];
      expect([(a?.x ?? 0) + (b?.x ?? 0), (a?.y ?? 0) + (b?.y ?? 0)]).toEqual([600, 600]);
    }
  });

  test('on finer screens lines fall on whole pixels, and are an even number of them wide', () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3]) {
      const layout = layOut(board('nine'), 337, false, ratio);
      for (const n of [layout.unit, layout.margin])
        expect(n * ratio, String(ratio)).toBeCloseTo(Math.round(n * ratio), 6);
      for (const depth of [0, 1, 2]) {
        const wide = lineWidth(layout, depth) * ratio;
        expect(wide).toBeGreaterThanOrEqual(2);
        expect(wide % 2, String(ratio)).toBeCloseTo(0, 6);
      }
    }
  });

  test('rings within rings', () => {
    const depth = (/** @type {string} */ a, /** @type {string} */ b) =>
      depthOf(board('nine'), index('nine', a), index('nine', b));
    expect([
      depth('a1', 'd1'),
      depth('b2', 'd2'),
      depth('c3', 'd3'),
      depth('a4', 'b4'),
      depth('b4', 'c4'),
    ]).toEqual([0, 1, 2, 1, 2]);
  });
});

describe('boards that are not squares', () => {
  /** @typedef {import('../../www/app/board/types.ts').Place} Place */
  const distance = (/** @type {Place} */ a, /** @type {Place} */ b) =>
    Math.hypot(a.x - b.x, a.y - b.y);
  /** @param {string} spec @param {number} [size] @param {boolean} [flipped] */
  function placed(spec, size = 600, flipped = false) {
    const layout = layOut(board(spec), size, flipped);
    return {
      ...layout,
      layout,
      at: (/** @type {string} */ name) => layout.points[index(spec, name)] ?? { x: NaN, y: NaN },
    };
  }

  test('Shisima is a wheel: the hub in the middle, and eight points around it, each as far from the next', () => {
    const { at, unit } = placed('shisima');
    expect(at('b2')).toEqual({ x: 300, y: 300 });
    const rim = ['a3', 'b3', 'c3', 'c2', 'c1', 'b1', 'a1', 'a2'].map(at);
    for (const p of rim) expect(distance(p, at('b2'))).toBeCloseTo(unit, 6);
    rim.forEach((p, i) =>
      expect(distance(p, rim[(i + 1) % 8] ?? p)).toBeCloseTo(2 * unit * Math.sin(Math.PI / 8), 6),
    );
    expect(at('b3').x).toBe(300);
    expect(at('a3').x).toBeLessThan(at('b3').x);
  });

  test('its rim is round, its spokes are straight; a man goes along either', () => {
    const { layout, at, unit } = placed('shisima');
    const info = board('shisima');
    const arcs = info.edges.filter(([a, b]) => isArc(info, a, b));
    expect([arcs.length, info.edges.length]).toEqual([8, 16]);
    for (const [a, b] of arcs)
      for (const part of [0.25, 0.5, 1])
        expect(
          distance(onTheWay(info, layout, a, b, part) ?? { x: 0, y: 0 }, at('b2')),
        ).toBeCloseTo(unit, 6);
    const end = onTheWay(info, layout, index('shisima', 'a2'), index('shisima', 'a1'), 1) ?? {
      x: NaN,
      y: NaN,
    };
    expect(distance(end, at('a1'))).toBeLessThan(1e-6);
    expect(onTheWay(info, layout, index('shisima', 'b1'), index('shisima', 'b2'), 0.5)).toEqual({
      x: at('b1').x,
      y: (at('b1').y + at('b2').y) / 2,
    });
    expect(linesPath(info, 24).match(/A/g)).toHaveLength(8);
    expect(linesPath(board('nine'), 24)).not.toMatch(/A/);
    expect(linesPath(board('nine'), 24)).toMatch(/^M0 0L12 0/);
  });

  test('the three triangles of Six-Penny Madell have one middle, their corners on a line, and points in the middle of their sides', () => {
    const { at } = placed('six-penny-madell');
    for (const [corner, side, other] of [
      ['a1', 'e1', 'i1'],
      ['b2', 'e2', 'h2'],
      ['c3', 'e3', 'g3'],
      ['a1', 'c5', 'e9'],
      ['b2', 'c4', 'e8'],
      ['c3', 'd5', 'e7'],
      ['i1', 'g5', 'e9'],
      ['h2', 'g4', 'e8'],
      ['g3', 'f5', 'e7'],
    ]) {
      const [a, m, b] = [at(corner ?? ''), at(side ?? ''), at(other ?? '')];
      expect(distance(m, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }), side).toBeLessThan(1e-6);
    }
    for (const corners of [
      ['a1', 'b2', 'c3'],
      ['i1', 'h2', 'g3'],
      ['e9', 'e8', 'e7'],
    ]) {
      const [a, b, c] = corners.map(at);
      if (!a || !b || !c) throw new Error('no such point');
      expect(distance(a, b) + distance(b, c)).toBeCloseTo(distance(a, c), 6);
    }
  });

  test.each([
    'picaria',
    'shisima',
    'tsoro-yematatu',
    'tant-fant',
    'six-penny-madell',
    'marelle-triple',
  ])('%s: men and names keep clear of each other, whichever way it is turned', (spec) => {
    for (const size of [320, 390, 854])
      for (const flipped of [false, true]) {
        const { layout, points, radius } = placed(spec, size, flipped);
        points.forEach((p, i) => {
          expect(pointAt(layout, p.x, p.y)).toBe(i);
          expect(Math.min(p.x, p.y, size - p.x, size - p.y)).toBeGreaterThan(radius);
          // With the rings around men that may be taken.
          const ring = radius * 1.09 + Math.max(1.5, size * 0.0032);
          for (const q of points.slice(i + 1)) expect(distance(p, q)).toBeGreaterThan(2 * ring);
        });
        const names = namesOf(board(spec), layout, flipped, 10);
        for (const [i, { text, x, y }] of names.entries()) {
          expect(text).toBe(board(spec).points[i]?.name);
          expect(Math.min(x, y, size - x, size - y), text).toBeGreaterThan(5);
          // Nearer to its own point than to any other.
          const far = points.map((p) => distance(p, { x, y }));
          expect(Math.min(...far), text).toBe(far[i]);
        }
      }
  });

  test.each(['shisima', 'six-penny-madell'])(
    '%s: names stay on the board, however small; where they would not, there are none',
    (spec) => {
      const shown = [104, 164, 224, 280, 300].filter((size) => {
        const { layout } = placed(spec, size);
        if (!hasRoomForNames(board(spec), layout)) return false;
        const letters = Math.min(10, size * 0.042);
        for (const { text, x, y } of namesOf(board(spec), layout, false, letters))
          expect(Math.min(x, y, size - x, size - y), `${text} ${size}`).toBeGreaterThan(
            letters / 2,
          );
        return true;
      });
      expect(shown.slice(-2)).toEqual([280, 300]);
    },
  );

  test('names stand at the points only where files and ranks do not show', () => {
    const named = [
      'nine',
      'twelve',
      'picaria',
      'tsoro-yematatu',
      'shisima',
      'six-penny-madell',
    ].filter((spec) => namesOf(board(spec), placed(spec).layout, false, 10).length);
    expect(named).toEqual(['shisima', 'six-penny-madell']);
  });
});

describe('a press', () => {
  // How far from a point it may be: half the way to the next file or 1.6 men, whichever is less,
  // but 22 pixels for a finger.
  test.each([
    ['nine', 600, 40],
    ['nine', 390, 26],
    ['nine', 320, 22],
    ['six', 600, 58],
    ['six', 320, 31],
    ['three', 600, 74.88],
    ['three', 320, 39.936],
  ])('%s on %i pixels: within %d', (spec, size, reach) => {
    for (const flipped of [false, true]) {
      const layout = layOut(board(spec), size, flipped);
      layout.points.forEach(({ x, y }, i) => {
        expect(pointAt(layout, x, y)).toBe(i);
        for (const [dx, dy] of /** @type {[number, number][]} */ ([
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ])) {
          // Well off the middle it is still this point.
          expect(pointAt(layout, x + dx * reach * 0.6, y + dy * reach * 0.6), `${i} at 60 %`).toBe(
            i,
          );
          // Where two reaches overlap, up to the middle between them.
          const edge = Math.min(reach * 0.99, layout.unit / 2 - 0.1);
          expect(pointAt(layout, x + dx * edge, y + dy * edge), `${i} at 99 %`).toBe(i);
          expect(
            pointAt(layout, x + dx * reach * 1.02, y + dy * reach * 1.02),
            `${i} at 102 %`,
          ).not.toBe(i);
        }
      });
    }
  });

  test('60 % of half the way to the next point is this point, wherever on the three boards', () => {
    for (const spec of ['nine', 'six', 'three'])
      for (const size of [320, 390, 600]) {
        const layout = layOut(board(spec), size, false);
        for (const [a, b] of board(spec).edges) {
          const [from, to] = [layout.points[a], layout.points[b]];
          if (!from || !to) throw new Error('no such point');
          const far = Math.hypot(to.x - from.x, to.y - from.y);
          const off = Math.min(0.3 * far, layout.radius * 0.96);
          expect(
            pointAt(
              layout,
              from.x + ((to.x - from.x) * off) / far,
              from.y + ((to.y - from.y) * off) / far,
            ),
          ).toBe(a);
        }
      }
  });

  test('on the smallest boards there is still room for a finger where no other point is nearer', () => {
    const layout = layOut(board('nine'), 200, false);
    const corner = layout.points[index('nine', 'a1')];
    if (!corner) throw new Error('no such point');
    expect(pointAt(layout, corner.x - 21.9, corner.y)).toBe(index('nine', 'a1'));
    expect(pointAt(layout, corner.x - 22.1, corner.y)).toBe(-1);
  });

  test('between two points it is the nearer one, and the middle of an empty place is none', () => {
    const layout = layOut(board('nine'), 320, false);
    const [a, b] = [layout.points[index('nine', 'c4')], layout.points[index('nine', 'b4')]];
    if (!a || !b) throw new Error('no such point');
    // Here two reaches overlap.
    expect(a.x - b.x).toBe(43);
    expect(pointAt(layout, b.x + 21.4, b.y)).toBe(index('nine', 'b4'));
    expect(pointAt(layout, b.x + 21.6, b.y)).toBe(index('nine', 'c4'));
    expect(pointAt(layout, 160, 160)).toBe(-1);
    expect(pointAt(layout, -10, -10)).toBe(-1);
  });
});

describe('an arrow', () => {
  /** @param {string} spec @param {string} from @param {number} dx @param {number} dy */
  const leads = (spec, from, dx, dy) =>
    board(spec).points[neighbour(board(spec), index(spec, from), dx, dy)]?.name;

  test.each([
    ['nine', 'a7', 'a7 d7 a7 a4'],
    ['nine', 'd6', 'b6 f6 d7 d5'],
    ['nine', 'c4', 'b4 e4 c5 c3'],
    ['nine', 'd5', 'c5 e5 d6 d3'],
    ['six', 'c4', 'b4 d4 c5 c2'],
    ['seven', 'c3', 'b3 d3 c4 c2'],
    ['three', 'b2', 'a2 c2 b3 b1'],
    ['three', 'c1', 'b1 c1 c2 c1'],
    ['shisima', 'b2', 'a2 c2 b3 b1'],
    ['shisima', 'a1', 'a1 b1 a2 a1'],
    ['shisima', 'b3', 'a3 c3 b3 b2'],
    ['tsoro-yematatu', 'c5', 'c5 c5 c5 c3'],
    ['tsoro-yematatu', 'c3', 'b3 d3 c5 c1'],
    ['tsoro-yematatu', 'b3', 'b3 c3 c5 a1'],
    ['tsoro-yematatu', 'e1', 'c1 e1 d3 e1'],
    ['picaria', 'c3', 'a3 e3 b4 b2'],
    ['picaria', 'b2', 'a3 d2 c3 c1'],
    ['picaria', 'a1', 'a1 c1 b2 a1'],
    ['picaria', 'c1', 'a1 e1 b2 c1'],
    ['six-penny-madell', 'e8', 'e8 e8 e9 e7'],
    ['six-penny-madell', 'c3', 'b2 e3 c4 b2'],
  ])('in %s from %s: left, right, up, down to %s', (spec, from, to) => {
    expect(
      [
        leads(spec, from, -1, 0),
        leads(spec, from, 1, 0),
        leads(spec, from, 0, 1),
        leads(spec, from, 0, -1),
      ].join(' '),
    ).toBe(to);
  });

  test.each(
    core
      .variants()
      .filter(({ kind }) => kind === 'preset')
      .map(({ spec }) => [spec]),
  )('reaches every point in %s', (spec) => {
    const { points } = board(spec);
    const reached = new Set([0]);
    for (const from of reached)
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ])
        reached.add(neighbour(board(spec), from, dx ?? 0, dy ?? 0));
    expect(reached.size).toBe(points.length);
  });

  test('never leaves the board, and stays where there is none', () => {
    expect(neighbour(board('nine'), 99, 1, 0)).toBe(99);
  });
});

test.each([
  [390, 1],
  [390, 2],
  [390, 3],
  [854, 1],
  [854, 2],
])(
  'on a board of %i pixels at a ratio of %i the dots are wider than the lines, and no more than a quarter of a man',
  (size, ratio) => {
    const layout = layOut(board('nine'), size, false, ratio);
    expect(2 * dotRadius(layout)).toBeGreaterThan(1.2 * layout.line);
    expect(dotRadius(layout, 1.25)).toBeLessThan(layout.radius / 4);
  },
);

test.each([
  ['right of it', 1500, -90],
  ['above it', 40, -300],
  ['on it', 10, -10],
])('a man on his way to a tray %s is never cut off at the edge of the board', (_, x, y) => {
  const layout = layOut(board('nine'), 854, false);
  for (const from of layout.points) {
    const way = onBoard(layout, from, { x: x - from.x, y: y - from.y });
    // Toward it.
    expect(way.x * (y - from.y)).toBeCloseTo(way.y * (x - from.x));
    for (const e of [0, 0.25, 0.5, 0.75, 1]) {
      const r = layout.radius * (1 - 0.5 * e);
      for (const at of [from.x + way.x * e, from.y + way.y * e]) {
        expect(at - r).toBeGreaterThanOrEqual(-1e-6);
        expect(at + r).toBeLessThanOrEqual(layout.size + 1e-6);
      }
    }
  }
  const [centre = { x: 0, y: 0 }] = layout.points;
  const way = onBoard(layout, centre, { x: 1500 - centre.x, y: 0 });
  expect(centre.x + way.x).toBeCloseTo(layout.size - layout.radius / 2);
});
