// @vitest-environment happy-dom
/**
 * What is kept of the puzzles and of the lessons: ratings, rows, days, and what two devices make of
 * it together.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCoords, readCourse, saveCoords, saveLesson } from '../../www/app/learn/progress.ts';
import {
  daysInARow,
  eraseTally,
  exportTally,
  importTally,
  isBegun,
  noteDay,
  noteFirst,
  noteGrade,
  noteTry,
  rated,
  readTally,
  restoreTally,
  today,
} from '../../www/app/puzzles/puzzle-record.ts';
import { gradeFor, gradeOn, idOn, week } from '../../www/app/puzzles/daily.ts';
import schedule from '../../www/app/puzzles/daily.json';
import { nameOf } from '../../www/app/puzzles/lists.ts';
import { core } from './core.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 10, 21, 12));
  localStorage.clear();
});
afterEach(() => {
  eraseTally();
  vi.useRealTimers();
});

const KEY = 'merels.puzzles';
/** Puts a record there. @param {object} tally */
const store = (tally) =>
  localStorage.setItem(
    KEY,
    JSON.stringify({
      version: 1,
      rating: 1200,
      row: 0,
      best: 0,
      days: 0,
      last: 0,
      first: {},
      ...tally,
    }),
  );
/**
 * So many puzzles that were tried.
 * @param {number} count
 * @param {0 | 1} [right]
 * @param {string} [prefix]
 */
const tried = (count, right = 1, prefix = 'p') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, right]));

describe('the rating', () => {
  // 40 for the first twenty puzzles, then 20.
  test.each([
    [0, 40],
    [1, 40],
    [18, 40],
    [19, 40],
    [20, 20],
    [21, 20],
    [25, 20],
    [26, 20],
    [500, 20],
  ])('after %i puzzles one moves it by %i at the most', (count, step) => {
    // Against one of the same difficulty half of it.
    expect(rated(1200, 1200, true, count)).toBeCloseTo(1200 + step / 2, 9);
    expect(rated(1200, 1200, false, count)).toBeCloseTo(1200 - step / 2, 9);
    expect(rated(1200, 1600, true, count)).toBeCloseTo(1200 + (step * 10) / 11, 9);
    expect(rated(1200, 800, false, count)).toBeCloseTo(1200 - (step * 10) / 11, 9);
  });

  test('it never leaves its bounds', () => {
    expect(rated(2795, 2800, true, 0)).toBe(2800);
    expect(rated(405, 400, false, 0)).toBe(400);
  });

  test('twenty-one puzzles in a row, from the first rating on', () => {
    let expected = 1200;
    for (let n = 0; n < 21; n++) {
      expect(noteFirst({ id: `q${n}`, rating: 1300 }, n % 2 === 0)).toBeCloseTo(expected, 9);
      expected +=
        (n < 20 ? 40 : 20) * (Number(n % 2 === 0) - 1 / (1 + 10 ** ((1300 - expected) / 400)));
      expect(readTally().rating, String(n)).toBeCloseTo(expected, 9);
    }
    expect(Object.keys(readTally().first)).toHaveLength(21);
  });

  test('it counts what was tried on another page before', () => {
    store({ first: tried(19), rating: 1500 });
    noteFirst({ id: 'a', rating: 1500 }, true);
    expect(readTally().rating).toBe(1520);
    noteFirst({ id: 'b', rating: 1520 }, true);
    expect(readTally().rating).toBe(1530);
  });
});

describe('what is kept of a first try', () => {
  test('the first one counts, later ones change nothing', () => {
    expect(noteFirst({ id: 'a', rating: 1200 }, false)).toBe(1200);
    const { rating } = readTally();
    expect(rating).toBe(1180);
    expect(noteFirst({ id: 'a', rating: 1200 }, true)).toBeNull();
    expect(readTally()).toMatchObject({ rating, first: { a: 0 }, row: 0 });
    // A name that every object has is a name like others.
    expect(noteFirst({ id: 'constructor', rating: 1200 }, true)).toBe(rating);
  });

  test('right ones in a row, and the longest of such rows', () => {
    const rows = [true, true, false, true, true, true, false].map((right, i) => {
      noteFirst({ id: `r${i}`, rating: 1200 }, right);
      const { row, best } = readTally();
      return [row, best];
    });
    expect(rows).toEqual([
      [1, 1],
      [2, 2],
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 3],
      [0, 3],
    ]);
  });

  test('a record that is damaged is not trusted, and kept aside', () => {
    localStorage.setItem(KEY, '{"version":1,"rating":"high","first":{}}');
    expect(readTally()).toEqual({ rating: 1200, row: 0, best: 0, days: 0, last: 0, first: {} });
    noteFirst({ id: 'a', rating: 1200 }, true);
    expect(readTally().first).toEqual({ a: 1 });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('merels.aside.'))).toHaveLength(
      1,
    );
  });

  test('the last fifty ratings are kept, rounded, and those of the device that tried more', () => {
    store({ rating: 1300.4 });
    noteFirst({ id: 'a', rating: 1300 }, true);
    expect(readTally().ratings).toEqual([1300, 1320]);
    for (let n = 0; n < 60; n++) noteFirst({ id: `p${n}`, rating: 1500 }, n % 3 > 0);
    const { rating, ratings = [] } = readTally();
    expect([ratings.length, ratings.at(-1)]).toEqual([50, Math.round(rating)]);
    const file = exportTally();
    eraseTally();
    noteFirst({ id: 'z', rating: 1200 }, true);
    importTally(file);
    expect(readTally().ratings).toEqual(ratings);
  });

  test('a curve that is damaged is left out, not the rest', () => {
    for (const ratings of ['1200', [1200, 'x'], [1200, 90_000], {}]) {
      store({ rating: 1250, ratings });
      expect(readTally()).toEqual({ rating: 1250, row: 0, best: 0, days: 0, last: 0, first: {} });
    }
  });

  test.each([
    { rating: '1200' },
    { rating: 399 },
    { rating: 2801 },
    { first: null },
    { row: 1.5 },
    { row: -1 },
    { best: '3' },
    { days: 1_000_001 },
    { last: null },
  ])('a record with %o is not read', (wrong) => {
    store({ rating: 1250, row: 1, best: 2, days: 3, last: 4, first: { a: 1 }, ...wrong });
    expect(readTally()).toEqual({ rating: 1200, row: 0, best: 0, days: 0, last: 0, first: {} });
  });

  test('a record at its bounds is read whole, and nothing of it is put aside', () => {
    const first = { ['x'.repeat(15)]: 1, y: 0 };
    const ratings = [400, 2800];
    const daily = { day: 0, grade: 2, tries: 3 };
    const whole = { rating: 400, row: 0, best: 1e6, days: 1e6, last: 0, first, ratings, daily };
    store(whole);
    expect(readTally()).toEqual(whole);
    noteDay(today());
    // An early one had neither a curve nor a grade.
    store({});
    noteDay(today());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('merels.aside.'))).toEqual([]);
  });

  test.each([
    { ratings: [399] },
    { ratings: 'high' },
    { daily: null },
    { daily: { day: 1 } },
    { daily: { day: 1.5, grade: 1 } },
    { daily: { day: 1, grade: 1, tries: -1 } },
    { first: { ['x'.repeat(16)]: 1 } },
    { first: { y: true } },
  ])('of a record with %o the rest is read, and the whole kept aside', (odd) => {
    store({ rating: 1250, ...odd });
    expect(readTally()).toEqual({ rating: 1250, row: 0, best: 0, days: 0, last: 0, first: {} });
    noteDay(today());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('merels.aside.'))).toHaveLength(
      1,
    );
  });

  test('single entries that are odd are left out', () => {
    store({ first: { a: 1, b: 2, c: 'x', ['long'.repeat(9)]: 1, d: 0 } });
    expect(readTally().first).toEqual({ a: 1, d: 0 });
  });
});

describe('days', () => {
  /** @param {number} date of November 2026 @param {number} [hour] */
  const on = (date, hour = 12) => vi.setSystemTime(new Date(2026, 10, date, hour));

  test('one after another they are in a row; a day without one ends it', () => {
    for (const [date, days] of /** @type {[number, number][]} */ ([
      [21, 1],
      [22, 2],
      [23, 3],
      [25, 1],
      [26, 2],
    ])) {
      on(date);
      noteDay(today());
      expect(daysInARow(readTally()), String(date)).toBe(days);
      // Solved twice, it is one day.
      noteDay(today());
      expect(daysInARow(readTally())).toBe(days);
    }
    on(27);
    expect(daysInARow(readTally())).toBe(2);
    on(28);
    expect(daysInARow(readTally())).toBe(0);
  });

  test('a day is the device’s, from midnight to midnight', () => {
    on(21, 0);
    const first = today();
    on(21, 23);
    expect(today()).toBe(first);
    on(22, 0);
    expect(today()).toBe(first + 1);
  });

  test('a day that is still to come was noted by a clock that was wrong', () => {
    store({ days: 9, last: today() + 40 });
    expect(daysInARow(readTally())).toBe(0);
    noteDay(today());
    expect(readTally()).toMatchObject({ days: 1, last: today() });
    // Elsewhere it may be tomorrow already.
    store({ days: 4, last: today() + 1 });
    noteDay(today());
    expect(readTally()).toMatchObject({ days: 4, last: today() + 1 });
  });

  test('the last seven days show whether their puzzles were solved, where that is known', () => {
    on(26);
    const day = today();
    const id = (/** @type {number} */ before) => idOn(day - before, before % 3);
    const states = () => week(readTally(), day).map(({ state }) => state);
    expect(states()).toEqual(Array(7).fill('open'));
    store({ days: 2, last: day - 1, first: { [id(1)]: 0, [id(4)]: 1, [id(5)]: 0, [id(0)]: 1 } });
    // Yesterday's was solved after a miss; today's was met as another puzzle.
    expect(states()).toEqual(['open', 'missed', 'solved', 'open', 'solved', 'solved', 'open']);
    store({ days: 0, last: 0, first: { [id(0)]: 0 } });
    expect(states().at(-1)).toBe('missed');
    expect(week(readTally(), day).map((one) => one.day)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((before) => day - before),
    );
  });

  test('the puzzle of a day is one of three, by the rating with which it was opened', () => {
    expect([400, 1200, 1299, 1300, 1679, 1680, 2800].map(gradeFor)).toEqual([0, 0, 0, 1, 1, 2, 2]);
    on(26);
    store({ rating: 1290 });
    expect(gradeOn(today())).toBe(0);
    noteGrade(today(), 0);
    // Solving it has raised the rating.
    store({ ...readTally(), rating: 1310 });
    expect([gradeOn(today()), gradeOn(today() + 1)]).toEqual([0, 1]);
    importTally(
      JSON.stringify({ ...JSON.parse(exportTally()), daily: { day: today() - 1, grade: 2 } }),
    );
    expect(readTally().daily, 'of the later day').toEqual({ day: today(), grade: 0 });
  });

  test('wrong tries at the puzzle of a day are counted until it is solved, in all tabs', () => {
    on(26);
    const day = today();
    noteTry(day);
    expect(readTally().daily, 'not opened').toBeUndefined();
    noteGrade(day, 1);
    noteTry(day);
    noteTry(day);
    // Opened again.
    noteGrade(day, 0);
    expect(readTally().daily).toEqual({ day, grade: 1, tries: 2 });
    importTally(
      JSON.stringify({ ...JSON.parse(exportTally()), daily: { day, grade: 1, tries: 3 } }),
    );
    expect(readTally().daily?.tries).toBe(3);
    noteDay(day);
    noteTry(day);
    expect(readTally().daily?.tries).toBe(3);
    noteGrade(day + 1, 1);
    expect(readTally().daily).toEqual({ day: day + 1, grade: 1 });
  });

  test('which puzzles the days have is written down, each of its grade and once in 200 days', () => {
    const ratings = new Map(
      core
        .puzzles(readFileSync(join(import.meta.dirname, '../../data/puzzles/nine.txt'), 'utf8'))
        .list()
        .map((puzzle) => [nameOf(puzzle), puzzle.rating]),
    );
    const most = [0, 1, 2].map((grade) => {
      const ids = Array.from({ length: 200 }, (_, i) => idOn(20_000 + i, grade));
      expect(new Set(ids).size).toBe(200);
      const all = ids.map((id) => ratings.get(id) ?? NaN);
      return [Math.min(...all), Math.max(...all)];
    });
    expect(most[0]?.[1]).toBeLessThanOrEqual(most[1]?.[0] ?? 0);
    expect(most[1]?.[1]).toBeLessThanOrEqual(most[2]?.[0] ?? 0);
    // Past days stay as they were, whatever is added to the puzzles.
    const before = [0, 1, 2].map((grade) => idOn(20_785, grade));
    expect(before).toEqual(['v7rxr7', 'xj5v9m', 'jq2zz0']);
    // And when an update brings other lists, from a day on.
    const lists = [...schedule, { from: 20_800, grades: ['a b', 'c', 'd e f'] }].map(
      ({ from, grades }) => ({ from, grades: grades.map((ids) => ids.split(' ')) }),
    );
    for (const day of [20_785, 20_799, 20_800, 20_801])
      for (const grade of [0, 1, 2])
        expect(idOn(day, grade, lists), `${day} ${grade}`).toBe(
          day < 20_800
            ? idOn(day, grade)
            : ([['a', 'b'], ['c'], ['e', 'f', 'd']][grade] ?? [])[
                (day - 20_800) % [2, 1, 3][grade]
              ],
        );
    expect(schedule.map(({ from }) => from)).toEqual(
      schedule.map(({ from }) => from).sort((a, b) => a - b),
    );
  });
});

describe('two devices', () => {
  test('a record that is read in adds to what is here: the rating of whichever tried more counts', () => {
    store({
      rating: 1400,
      row: 3,
      best: 7,
      days: 2,
      last: today() - 1,
      first: { ...tried(3), x: 0 },
    });
    const file = exportTally();
    expect(JSON.parse(file)).toMatchObject({ kind: 'merels-puzzles', version: 1, rating: 1400 });
    eraseTally();
    store({ rating: 1250, row: 1, best: 1, days: 1, last: today(), first: { x: 1, y: 1 } });
    importTally(file);
    expect(readTally()).toEqual({
      rating: 1400,
      row: 3,
      best: 7,
      days: 1,
      last: today(),
      first: { ...tried(3), x: 1, y: 1 },
    });
  });

  test.each([
    '',
    '[]',
    '{"kind":"merels-puzzles","version":9}',
    '{"kind":"other","version":1}',
    '{"kind":"merels-puzzles","version":1,"rating":1200}',
  ])('%s is no record, and changes nothing', (text) => {
    noteFirst({ id: 'a', rating: 1200 }, true);
    const before = readTally();
    expect(() => importTally(text)).toThrow();
    expect(readTally()).toEqual(before);
  });

  test.each([{ kind: 'other' }, { version: 2 }])('a whole record is none with %o', (wrong) => {
    store({ rating: 1400, first: { a: 1 } });
    const file = JSON.stringify({ ...JSON.parse(exportTally()), ...wrong });
    eraseTally();
    expect(() => importTally(file)).toThrow();
    expect(isBegun(readTally())).toBe(false);
  });

  test('the days of whichever solved the later one count, and the later grade', () => {
    store({ days: 5, last: today(), daily: { day: today(), grade: 2 } });
    expect(isBegun(readTally())).toBe(true);
    const file = exportTally();
    eraseTally();
    store({ days: 1, last: today() - 3, daily: { day: today() - 3, grade: 0 } });
    importTally(file);
    expect(readTally()).toMatchObject({ days: 5, daily: { day: today(), grade: 2 } });
  });

  test('what another tab has tried meanwhile is not lost', () => {
    noteFirst({ id: 'a', rating: 1200 }, true);
    const mine = localStorage.getItem(KEY);
    // The other tab has written over it without knowing it.
    store({ rating: 1170, first: { b: 0 } });
    dispatchEvent(
      new StorageEvent('storage', {
        key: KEY,
        oldValue: mine,
        newValue: localStorage.getItem(KEY),
      }),
    );
    expect(readTally().first).toEqual({ a: 1, b: 0 });
  });

  test('erased, all is gone until it is given back', () => {
    expect(isBegun(readTally())).toBe(false);
    noteFirst({ id: 'a', rating: 1200 }, true);
    expect(isBegun(readTally())).toBe(true);
    const there = eraseTally();
    expect(readTally()).toMatchObject({ rating: 1200, first: {} });
    expect(localStorage.getItem(KEY)).toBeNull();
    restoreTally(there);
    expect(readTally()).toMatchObject({ rating: 1220, first: { a: 1 } });
  });
});

test('lessons that are done add up, and the best round stays', () => {
  saveLesson('one');
  saveLesson('two');
  saveLesson('one');
  expect([...readCourse()].sort()).toEqual(['one', 'two']);
  saveCoords('find', 12);
  saveCoords('find', 7);
  saveCoords('name', 3);
  expect(readCoords()).toEqual({ find: 12, name: 3 });
});
