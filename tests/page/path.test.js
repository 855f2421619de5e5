// @vitest-environment happy-dom
/** The path: its steps are derived from what is kept already, and the next one can be gone on with. */
import { beforeEach, expect, test, vi } from 'vitest';
import { LESSONS } from '../../www/app/learn/course.ts';
import { lessonOf, nextOf, pathOf } from '../../www/app/learn/path.ts';
import { pathView } from '../../www/app/learn/path-view.ts';
import { fresh } from '../../www/app/storage/practice.ts';
import '../../www/app/i18n/learn.words.ts';
import '../../www/app/i18n/path.words.ts';
import '../../www/app/i18n/practice.words.ts';

/** @typedef {import('../../www/app/learn/path.ts').Facts} Facts */

const NOW = Date.UTC(2026, 10, 29, 12);
const DAY = 86_400_000;

/** @type {Facts} */
const NOTHING = {
  lessons: [],
  results: [],
  practice: [],
  exercises: 0,
  puzzles: { first: {}, rating: 1200 },
  now: NOW,
};
/** A game against the computer. @param {number} level @param {'white' | 'black' | null} winner @returns {any} */
const game = (level, winner) => ({ mode: 'computer', human: 'white', level, winner });
const ids = LESSONS.map(({ id }) => id);
/** @type {Record<string, 0 | 1>} */
const solved = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, 1]));
/** @param {number} due @param {number} reps @returns {any} */
const missed = (due, reps) => ({ line: 'a', puzzle: 'a', memory: { ...fresh(due - DAY), reps } });

/** The id of the next step, with its level. @param {Partial<Facts>} facts */
function next(facts) {
  const steps = pathOf({ ...NOTHING, ...facts });
  const { id, level } = steps[nextOf(steps)] ?? { id: '', level: 0 };
  return id + (level || '');
}

beforeEach(() => localStorage.clear());

test('it leads from the rules through games, lessons and puzzles to the strong levels', () => {
  /** @type {Partial<Facts>} */
  let facts = {};
  const steps = [];
  for (const more of [
    {},
    { lessons: ['first'] },
    { results: [game(1, 'black')] },
    { lessons: ['first', ...ids.slice(0, 9)] },
    { puzzles: { first: solved, rating: 1250 } },
    { results: [game(1, 'black'), game(2, 'white')], practice: [missed(NOW, 0)] },
    { practice: [missed(NOW + DAY, 5)] },
    { lessons: ['first', ...ids.slice(0, 18)] },
    { puzzles: { first: solved, rating: 1300 } },
    { exercises: 10 },
    { results: [game(1, 'black'), game(5, 'white')] },
    { lessons: ['first', ...ids] },
    { puzzles: { first: solved, rating: 1500 } },
    { results: [game(6, 'white')] },
  ]) {
    facts = { ...facts, ...more };
    steps.push(next(facts));
  }
  expect(steps).toEqual([
    'first',
    'game',
    'basics',
    'puzzles',
    'beat2',
    'mistakes',
    'tactics',
    'rating1300',
    'exercises',
    'beat4',
    'lessons',
    'rating1500',
    'beat6',
    '',
  ]);
});

test('who wins knows the rules; a lost or drawn game beats no level, nor do games of two people', () => {
  expect(next({ results: [game(1, 'white')] })).toBe('basics');
  const lessons = ['first', ...ids.slice(0, 9)];
  const before = { lessons, puzzles: { first: solved, rating: 1200 } };
  for (const other of [game(3, 'black'), game(3, null), { ...game(3, 'white'), mode: 'people' }])
    expect(next({ ...before, results: [game(1, null), other] })).toBe('beat2');
});

test('practice that is not due yet holds nobody up, and a missed puzzle solves none', () => {
  /** @type {Partial<Facts>} */
  const facts = {
    lessons: ['first', ...ids.slice(0, 9)],
    results: [game(2, 'white')],
    puzzles: { first: solved, rating: 1200 },
  };
  expect(next(facts)).toBe('tactics');
  expect(next({ ...facts, practice: [missed(NOW + DAY, 1)] })).toBe('tactics');
  expect(next({ ...facts, practice: [missed(NOW, 1)] })).toBe('mistakes');
  expect(next({ ...facts, puzzles: { first: { ...solved, p0: 0 }, rating: 1600 } })).toBe(
    'puzzles',
  );
});

test('lessons are gone on with where they were left', () => {
  const steps = pathOf(NOTHING);
  const [basics, tactics] = ['basics', 'tactics'].map((id) => steps.find((step) => step.id === id));
  if (!basics || !tactics) throw new Error('no such step');
  expect(lessonOf(basics, [])).toBe(1);
  expect(lessonOf(basics, ids.slice(0, 4))).toBe(5);
  expect(lessonOf(basics, [ids[0] ?? '', ids[2] ?? ''])).toBe(2);
  expect(lessonOf(tactics, [])).toBe(10);
});

/** @param {Partial<Facts>} facts */
function shown(facts) {
  const begin = vi.fn();
  const view = pathView({
    facts: { ...NOTHING, ...facts },
    levelName: (level) => `name ${level}`,
    link: (...to) => ({ href: to.join('/') }),
    begin,
  });
  document.body.replaceChildren(view);
  return { view, begin, button: () => /** @type {HTMLElement} */ (view.querySelector('.primary')) };
}
/** @param {Element} view */
const visible = (view) =>
  [...view.querySelectorAll('li:not([hidden]) .path-title')].map((el) => el.textContent);

test('the next step alone has a button; far ones are shown when asked for', () => {
  const { view, button } = shown({ lessons: ['first', 'placing'], results: [game(1, null)] });
  expect(visible(view)).toEqual([
    'Play your first game',
    'The first lessons',
    'Solve ten puzzles',
    'Beat level 2',
    'Practise what you missed',
  ]);
  expect(view.querySelectorAll('.primary')).toHaveLength(1);
  expect(button().getAttribute('href')).toBe('learn/2');
  expect(view.querySelector('[aria-current=step] .quiet')?.textContent).toBe(
    'Mills, captures, blocks, forks · 1 of 9',
  );
  expect(view.querySelector('.learn-head .quiet')?.textContent).toBe('2 of 13 done');
  view.querySelector('button.path-all')?.dispatchEvent(new Event('click'));
  expect(visible(view)).toHaveLength(13);
});

test('games are begun against the level of the step', () => {
  const first = shown({ lessons: ['first'] });
  first.button().click();
  expect(first.begin).toHaveBeenCalledWith(1);
  const second = shown({
    lessons: ['first', ...ids],
    results: [game(1, null)],
    puzzles: { first: solved, rating: 1550 },
  });
  second.button().click();
  expect(second.begin).toHaveBeenCalledWith(2);
});

test('at the end it says so', () => {
  const { view } = shown({
    lessons: ['first', ...ids],
    results: [game(6, 'white')],
    practice: [missed(NOW + DAY, 5)],
    exercises: 12,
    puzzles: { first: solved, rating: 1600 },
  });
  expect(view.querySelector('.primary')).toBeNull();
  expect(view.textContent).toContain('the end of the path');
  expect(visible(view)).toHaveLength(5);
});
