/** Where points lie, which one is meant by a press, and where an arrow leads. */
import { describe, expect, test } from 'vitest';
import { depthOf, dotRadius, layOut, lineWidth, neighbour, pointAt } from '../../www/app/board/geometry.js';
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
    const at = (/** @type {import('../../www/app/board/geometry.js').Layout} */ { points }, /** @type {string} */ name) => points[index('nine', name)];
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
      for (const n of [layout.unit, layout.margin]) expect(n * ratio, String(ratio)).toBeCloseTo(Math.round(n * ratio), 6);
      for (const depth of [0, 1, 2]) {
        const wide = lineWidth(layout, depth) * ratio;
        expect(wide).toBeGreaterThanOrEqual(2);
        expect(wide % 2, String(ratio)).toBeCloseTo(0, 6);
      }
    }
  });

  test('rings within rings', () => {
    const depth = (/** @type {string} */ a, /** @type {string} */ b) => depthOf(board('nine'), index('nine', a), index('nine', b));
    expect([depth('a1', 'd1'), depth('b2', 'd2'), depth('c3', 'd3'), depth('a4', 'b4'), depth('b4', 'c4')]).toEqual([0, 1, 2, 1, 2]);
  });
});

describe('a press', () => {
  // How far from a point it may be: half the way to the next file or 1.6 men, whichever is less, but 22 pixels for a finger.
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
        for (const [dx, dy] of /** @type {[number, number][]} */ ([[1, 0], [-1, 0], [0, 1], [0, -1]])) {
          // Well off the middle it is still this point.
          expect(pointAt(layout, x + dx * reach * 0.6, y + dy * reach * 0.6), `${i} at 60 %`).toBe(i);
          // Where two reaches overlap, up to the middle between them.
          const edge = Math.min(reach * 0.99, layout.unit / 2 - 0.1);
          expect(pointAt(layout, x + dx * edge, y + dy * edge), `${i} at 99 %`).toBe(i);
          expect(pointAt(layout, x + dx * reach * 1.02, y + dy * reach * 1.02), `${i} at 102 %`).not.toBe(i);
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
          expect(pointAt(layout, from.x + ((to.x - from.x) * off) / far, from.y + ((to.y - from.y) * off) / far)).toBe(a);
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
  const leads = (spec, from, dx, dy) => board(spec).points[neighbour(board(spec), index(spec, from), dx, dy)]?.name;

  test.each([
    ['nine', 'a7', 'a7 d7 a7 a4'],
    ['nine', 'd6', 'b6 f6 d7 d5'],
    ['nine', 'c4', 'b4 e4 c5 c3'],
    ['nine', 'd5', 'c5 e5 d6 d3'],
    ['six', 'c4', 'b4 d4 c5 c2'],
    ['seven', 'c3', 'b3 d3 c4 c2'],
    ['three', 'b2', 'a2 c2 b3 b1'],
    ['three', 'c1', 'b1 c1 c2 c1'],
  ])('in %s from %s: left, right, up, down to %s', (spec, from, to) => {
    expect([leads(spec, from, -1, 0), leads(spec, from, 1, 0), leads(spec, from, 0, 1), leads(spec, from, 0, -1)].join(' ')).toBe(to);
  });

  test('never leaves the board, and stays where there is none', () => {
    expect(neighbour(board('nine'), 99, 1, 0)).toBe(99);
  });
});

test.each([[390, 1], [390, 2], [390, 3], [854, 1], [854, 2]])('on a board of %i pixels at a ratio of %i the dots are wider than the lines, and no more than a quarter of a man', (size, ratio) => {
  const layout = layOut(board('nine'), size, false, ratio);
  expect(2 * dotRadius(layout)).toBeGreaterThan(1.2 * layout.line);
  expect(dotRadius(layout, 1.25)).toBeLessThan(layout.radius / 4);
});
