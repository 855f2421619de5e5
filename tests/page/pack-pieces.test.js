/** How the pieces of a pack that are wanted are grouped, and which are fetched next. */
import { expect, test } from 'vitest';
import { batchesOf, keyOf, missing, placesOf, runsOf } from '../../www/app/engine/pack-pieces.ts';

/** Of 100 bytes, by their parts and numbers. @param {...[part: number, n: number]} of */
const pieces = (...of) => of.map(([part, n]) => ({ part, start: n * 100, end: n * 100 + 100 }));

/** @param {import('../../www/app/types.ts').PackPlace[]} places */
const indexOf = (places) => ({
  places,
  numbers: new Map(places.map((place, i) => [keyOf(place), i])),
});

test('neighbours of a part are fetched as one run', () => {
  const runs = runsOf(pieces([0, 0], [0, 1], [0, 3], [1, 4]));
  expect(runs.map(({ part, start, end }) => [part, start, end])).toEqual([
    [0, 0, 200],
    [0, 300, 400],
    [1, 400, 500],
  ]);
  expect(runs.flatMap(({ places }) => places)).toEqual(pieces([0, 0], [0, 1], [0, 3], [1, 4]));
});

test('runs of a part share a request, a hundred at most, if the host can do that', () => {
  const runs = runsOf(
    pieces(
      ...Array.from({ length: 150 }, (_, i) => /** @type {[number, number]} */ ([0, 2 * i])),
      [1, 0],
    ),
  );
  expect(batchesOf(runs, true).map(({ length }) => length)).toEqual([100, 50, 1]);
  expect(batchesOf(runs, false).every(({ length }) => length === 1)).toBe(true);
});

test('pieces are found by their keys, in order, and unknown ones left out', () => {
  const places = pieces([0, 0], [0, 1], [1, 0]);
  const [a, b, c] = /** @type {[any, any, any]} */ (places);
  expect(placesOf(indexOf(places), [keyOf(c), 7, keyOf(a)])).toEqual([a, c]);
  expect(placesOf(indexOf(places), [keyOf(b)])).toEqual([b]);
  // A part has at most 4 GB.
  expect([keyOf({ part: 0, start: 2 ** 32 - 1 }), keyOf({ part: 1, start: 0 })]).toEqual([
    2 ** 32 - 1,
    2 ** 32,
  ]);
});

test('what is missing is fetched up to the next piece that is here, part, or megabyte', () => {
  const places = pieces([0, 0], [0, 1], [0, 2], [0, 3], [1, 0]);
  const kept = new Set([places[0], places[3]]);
  const next = () => missing(indexOf(places), (place) => kept.has(place));
  expect(next()).toEqual(places.slice(1, 3));
  for (const place of places.slice(0, 4)) kept.add(place);
  expect(next()).toEqual(places.slice(4));
  kept.add(places[4]);
  expect(next()).toEqual([]);
  expect(missing(indexOf(places.slice(0, 3)), () => false)).toEqual(places.slice(0, 3));
  const parts = pieces([0, 0], [1, 1]);
  expect(missing(indexOf(parts), () => false)).toEqual(parts.slice(0, 1));
  const large = [0, 1, 2].map((n) => ({ part: 0, start: n << 19, end: (n + 1) << 19 }));
  expect(missing(indexOf(large), () => false)).toEqual(large.slice(0, 2));
  // Counted from the first one, wherever that is.
  const late = large.map(({ part, start, end }) => ({ part, start: start + 100, end: end + 100 }));
  expect(missing(indexOf(late), () => false)).toEqual(late.slice(0, 2));
  const huge = [
    { part: 0, start: 0, end: 1 << 22 },
    { part: 0, start: 1 << 22, end: 1 << 23 },
  ];
  expect(missing(indexOf(huge), () => false)).toEqual(huge.slice(0, 1));
});
