// @vitest-environment happy-dom
/** A streak of puzzles, and three minutes of them: harder and harder, until a mistake or the clock ends it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nameOf } from '../../www/app/puzzles/lists.ts';
import {
  bestOf,
  eraseTally,
  exportTally,
  importTally,
  isBegun,
  noteBest,
  readTally,
} from '../../www/app/puzzles/puzzle-record.ts';
import { clockText, rising } from '../../www/app/puzzles/rush.ts';
import { erasePractice, readPractice } from '../../www/app/storage/practice.ts';
import { core } from './core.js';
import { openPage, pass, until } from './page.js';

const page = await openPage();

/** The puzzles of a game by their positions. */
const PUZZLES = new Map(
  readFileSync(join(import.meta.dirname, '../../data/puzzles/six.txt'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((text) => {
      const [line = '', asked = '', solution = '', rating = '', wrong = ''] = text.split(';');
      const kind = asked.split(' ')[0] ?? '';
      const group = (/** @type {RegExp} */ of) =>
        wrong
          .split(',')
          .find((each) => of.test(each))
          ?.split(' ')[1] ?? '';
      return [
        `${line} ${kind}`,
        {
          line,
          kind,
          id: nameOf({ line, kind }),
          rating: Number(rating),
          solution: solution.split(' '),
          wrong: group(/^[-=]/),
          also: group(/^\+/),
        },
      ];
    }),
);

/** The clock that stands on the screen, in seconds. */
function clock() {
  const [minutes = 0, seconds = 0] = page.text('#screen .rush-clock').split(':').map(Number);
  return minutes * 60 + seconds;
}
const score = () => page.text('#screen .rush-score');
const said = () => page.text('#screen .lesson-said');
const task = () => page.text('#screen .lesson-task');
const mistakes = () => page.find('#screen .rush-mistakes')?.getAttribute('aria-label');

/** Opens a run. @param {'streak' | 'timed'} mode */
async function open(mode) {
  await page.door('puzzles');
  await until(() => page.text('#screen .puzzle-progress'));
  const select = /** @type {HTMLSelectElement} */ (document.querySelector('#screen select'));
  select.value = 'six';
  select.dispatchEvent(new Event('change'));
  await page.click(`#screen [data-rush=${mode}]`);
  await until(() => page.find('#screen .rush-row'));
}

/** What stands on the board. */
const men = () =>
  [...document.querySelectorAll('.lesson-board [data-point]')]
    .map((el) => `${el.getAttribute('data-point')}${el.getAttribute('data-man')}`)
    .sort()
    .join();

/** The same of a position. @param {string} line */
function menOf(line) {
  const game = core.read(line);
  const { men: all, spec } = game.state();
  game.free();
  return core
    .rules(spec)
    .board.points.map(({ name }, i) => name + all[i])
    .sort()
    .join();
}

/** The puzzle on the board. */
function asked() {
  const kinds = {
    win: /win in/,
    hold: /hold the draw/,
    only: /keep the win/,
    take: /before you take/,
    mill: /double mill/,
  };
  const kind = Object.entries(kinds).find(([, words]) => words.test(task()))?.[0];
  const here = men();
  for (const puzzle of PUZZLES.values())
    if (puzzle.kind === kind && menOf(puzzle.line) === here) return puzzle;
  throw new Error(`unknown: ${task()} ${here}`);
}

/** @param {string} turn */
async function play(turn) {
  for (const point of turn.split(/[-x]/)) await page.click(`.lesson-board [data-point="${point}"]`);
}

/** Waits for the next puzzle. */
const next = () => until(() => said() === '');

/** Solves the puzzle on the board. */
async function solve() {
  const puzzle = asked();
  for (const [i, turn] of puzzle.solution.entries()) await (i % 2 ? pass(1500) : play(turn));
  expect(said()).toBe('Solved.');
  return puzzle;
}
/** Gives a wrong answer; what has none is solved. */
async function fail() {
  while (!asked().wrong) {
    await solve();
    await next();
  }
  const puzzle = asked();
  await play(puzzle.wrong);
  return puzzle;
}

beforeEach(() => {
  vi.setSystemTime(new Date(2026, 10, 29, 12));
});
afterEach(async () => {
  await page.door('play');
  await pass(2000);
  eraseTally();
  erasePractice();
});
afterAll(() => void vi.useRealTimers());

test('the puzzles rise step by step, in another order each time', () => {
  const puzzles = /** @type {any[]} */ (
    Array.from({ length: 120 }, (_, index) => ({ id: String(index), rating: 900 + 10 * index }))
  );
  const first = rising(puzzles);
  expect([...first].sort((a, b) => a.rating - b.rating)).toEqual(puzzles);
  const step = (/** @type {any} */ puzzle) => Math.floor(Number(puzzle.id) / 6);
  // Two of each step.
  expect(first.slice(0, 40).map(step)).toEqual(Array.from({ length: 40 }, (_, i) => i >> 1));
  const rest = first.slice(40).map(step);
  expect(rest).toEqual([...rest].sort((a, b) => b - a));
  expect(rising(puzzles)).not.toEqual(first);
  expect(rising(puzzles.slice(0, 7))).toHaveLength(7);
});

test('the clock shows the seconds that have begun', () => {
  expect([180_000, 179_999, 60_001, 60_000, 9000, 1, 0].map(clockText)).toEqual([
    '3:00',
    '3:00',
    '1:01',
    '1:00',
    '0:09',
    '0:01',
    '0:00',
  ]);
});

test('a streak: harder and harder, the first mistake ends it, the best is kept', async () => {
  await open('streak');
  expect(page.find('#screen .rush-clock')).toBeNull();
  expect(page.text('#screen .lesson-about')).toBe('Harder and harder. The first mistake ends it.');
  await page.button('Start', '#screen');
  const seen = [];
  for (let n = 1; n <= 3; n++) {
    const { rating } = asked();
    expect(page.text('#screen .rush-hard')).toBe(`Difficulty ${rating}`);
    seen.push((await solve()).rating);
    expect(score()).toBe(`Solved: ${n}`);
    // Each is kept at once: the page may be closed.
    expect(bestOf('streak', 'six')).toBe(n);
    await next();
  }
  expect(Number(seen[2])).toBeGreaterThanOrEqual(Math.max(...seen.slice(0, 2)));
  const missed = await fail();
  expect(task()).toBe('A mistake ends the streak.');
  const best = bestOf('streak', 'six');
  expect(said()).toBe(`A new best: ${best}!`);
  expect(document.activeElement?.textContent).toBe('Start again');
  expect(page.find('#screen .rush-missed a')?.getAttribute('href')).toContain(`six/${missed.id}`);
  expect(readPractice()).toMatchObject([{ puzzle: missed.id }]);
  // It is no first try: the rating stays.
  expect(readTally()).toMatchObject({ rating: 1200, first: {} });
  await page.button('Start again', '#screen');
  expect(score()).toBe('Solved: 0');
  await solve();
  await next();
  await page.button('End the run', '#screen');
  expect(task()).toBe('You ended the run.');
  expect(said()).toBe(`Best: ${best}`);
  await page.click('#screen .screen-back');
  await until(() => page.text('#screen [data-rush=streak] .rush-best'));
  expect(page.text('#screen [data-rush=streak] .rush-best')).toBe(`Best: ${best}`);
  expect(page.text('#screen [data-rush=timed] .rush-best')).toBe('');
});

test('three minutes: the clock runs while one thinks, and stands still while the page answers', async () => {
  await open('timed');
  await pass(30_000);
  await page.button('Start', '#screen');
  expect(clock()).toBe(180);
  await pass(10_000);
  expect(clock()).toBe(170);
  const before = clock();
  await solve();
  // As long as a solved puzzle stays on the board.
  await pass(700);
  expect(clock()).toBe(before);
  await pass(5000);
  expect([before - 4, before - 5]).toContain(clock());
  const call = () => page.text('#screen .rush-row [role=status]');
  expect(call()).toBe('');
  await pass(110_000);
  expect(call()).toBe('Time left: 1:00');
  await pass(48_000);
  expect(call()).toBe('Time left: 0:10');
  await pass(42_000);
  expect(task()).toBe('Time’s up.');
  expect(page.text('#screen .rush-clock')).toBe('0:00');
  expect(said()).toBe('A new best: 1!');
  expect(bestOf('timed', 'six')).toBe(1);
  expect(bestOf('streak', 'six')).toBe(0);
});

test('three minutes end with the third mistake; a win in another way costs nothing', async () => {
  await open('timed');
  await page.button('Start', '#screen');
  const { also } = asked();
  if (also) {
    await play(also);
    expect(said()).toMatch(/^Also wins/);
    await next();
    expect(mistakes()).toBe('Mistakes: 0 of 3');
  }
  for (let n = 1; n <= 3; n++) {
    await fail();
    expect(mistakes()).toBe(`Mistakes: ${n} of 3`);
    if (n < 3) await next();
  }
  expect(task()).toBe('That was the third mistake.');
  expect(document.querySelectorAll('#screen .rush-missed a')).toHaveLength(3);
  expect(readPractice()).toHaveLength(3);
  // The clock of a run that is over stands still.
  const left = clock();
  await pass(60_000);
  expect(clock()).toBe(left);
});

test('who leaves has ended the run, and is told so', async () => {
  await open('timed');
  await page.button('Start', '#screen');
  await solve();
  await next();
  await page.door('play');
  await pass(60_000);
  await open('timed');
  expect(said()).toBe('The last run ended when you left. Solved: 1.');
  expect(page.text('#screen .rush-best')).toBe('Best: 1');
  expect(page.find('#screen .rush-row')?.hidden).toBe(true);
  await page.door('play');
  await open('timed');
  expect(said()).toBe('');
});

test('the best of two tabs and of a file stays, and what is damaged is left out', () => {
  expect(isBegun(readTally())).toBe(false);
  noteBest('streak', 'six', 7);
  expect(isBegun(readTally())).toBe(true);
  noteBest('streak', 'six', 5);
  const file = exportTally();
  const stored = JSON.parse(localStorage.getItem('merels.puzzles') ?? '');
  // Another tab.
  localStorage.setItem(
    'merels.puzzles',
    JSON.stringify({ ...stored, runs: { 'streak.six': 9, 'timed.six': 2 } }),
  );
  noteBest('timed', 'nine', 4);
  expect(readTally().runs).toEqual({ 'streak.six': 9, 'timed.six': 2, 'timed.nine': 4 });
  eraseTally();
  noteBest('streak', 'six', 3);
  importTally(file);
  expect(bestOf('streak', 'six')).toBe(7);
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const runs of [7, null, [], { 'streak.six': -1 }, { 'streak.six': 1.5 }, { a: '7' }]) {
    localStorage.setItem('merels.puzzles', JSON.stringify({ ...stored, runs }));
    expect(readTally().runs, JSON.stringify(runs)).toBeUndefined();
  }
});
