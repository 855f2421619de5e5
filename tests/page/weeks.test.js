// @vitest-environment happy-dom
/** What was practised each week: counted, drawn, merged, and kept by what is damaged or in a file. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { weeksFigure } from '../../www/app/game/weeks.ts';
import {
  eraseTally,
  exportTally,
  importTally,
  noteFirst,
} from '../../www/app/puzzles/puzzle-record.ts';
import {
  eraseExercises,
  exercisesSolved,
  noteExercise,
  standingOf,
} from '../../www/app/storage/exercises.ts';
import {
  addWeeks,
  eraseWeeks,
  mondayOf,
  noteWeek,
  readWeeks,
  weekOf,
} from '../../www/app/storage/weeks.ts';
import { erasePractice, keepMissed, readPractice } from '../../www/app/storage/practice.ts';
import '../../www/app/i18n/weeks.words.ts';

const KEY = 'merels.weeks';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 12) });
});
afterEach(() => {
  eraseWeeks();
  eraseTally();
  eraseExercises();
  vi.useRealTimers();
});

test('weeks begin on Monday', () => {
  // A Sunday and the Monday after it.
  const week = weekOf(new Date(2026, 10, 29, 23, 59));
  expect(weekOf(new Date(2026, 10, 23))).toBe(week);
  expect(weekOf(new Date(2026, 10, 22, 23, 59))).toBe(week - 1);
  expect(weekOf(new Date(2026, 10, 30))).toBe(week + 1);
  expect(new Date(mondayOf(week)).toISOString()).toBe('2026-11-23T00:00:00.000Z');
});

test('first tries are counted by week: those of puzzles once', () => {
  noteFirst({ id: 'a', rating: 1200 }, true);
  noteFirst({ id: 'a', rating: 1200 }, true);
  noteFirst({ id: 'b', rating: 1200 }, false);
  noteExercise('win', 1200, true);
  expect(readWeeks()).toEqual({ [weekOf()]: { tried: 3, right: 2 } });
  vi.setSystemTime(new Date(2026, 10, 30));
  noteWeek(true);
  expect(readWeeks()).toEqual({
    [weekOf() - 1]: { tried: 3, right: 2 },
    [weekOf()]: { tried: 1, right: 1 },
  });
});

test('twelve weeks are drawn, each said in words; before there is anything, nothing is', () => {
  expect(weeksFigure()).toBeNull();
  const now = weekOf();
  addWeeks({ [now]: { tried: 5, right: 4 }, [now - 2]: { tried: 10, right: 5 } });
  const figure = weeksFigure();
  const weeks = [...(figure?.querySelectorAll('li') ?? [])];
  expect(weeks).toHaveLength(12);
  const heights = weeks.map((el) =>
    [...el.querySelectorAll('span:not(.unseen)')].map(
      (bar) => /** @type {HTMLElement} */ (bar).style.blockSize,
    ),
  );
  expect(heights.slice(-3)).toEqual([['100%', '50%'], [], ['50%', '40%']]);
  expect(weeks.at(-1)?.textContent).toBe('Week of November 23: 4 of 5 right');
  expect(figure?.querySelector('figcaption')?.textContent).toContain('This week: 4 of 5 right.');
  // What is long ago is no longer shown.
  vi.setSystemTime(new Date(2027, 5, 1));
  expect(weeksFigure()).toBeNull();
});

test('the file of progress has the exercises, too', () => {
  noteExercise('hold', 1200, true);
  const before = standingOf('hold');
  const file = exportTally();
  eraseExercises();
  expect(exercisesSolved()).toBe(0);
  importTally(file);
  expect(standingOf('hold')).toEqual(before);
  expect(exercisesSolved()).toBe(1);
});

test('the file of progress has what is being practised, and what is damaged of it is left out', () => {
  keepMissed({ puzzle: 'x1', line: 'nine 3/3/3/6/3/3/3 w 9,9 0 1' });
  const before = readPractice();
  const file = exportTally();
  erasePractice();
  expect(readPractice()).toEqual([]);
  const value = JSON.parse(file);
  importTally(JSON.stringify({ ...value, practice: [7, { ...before[0], memory: 1 }, ...before] }));
  expect(readPractice()).toEqual(before);
  importTally(JSON.stringify({ ...value, practice: 'x' }));
  expect(readPractice()).toEqual(before);
});

test('two tabs count together, the file of progress has it, and what is damaged is left out', () => {
  noteWeek(true);
  const mine = localStorage.getItem(KEY);
  const week = weekOf();
  // The other tab has counted on; then this one does.
  const stored = JSON.parse(mine ?? '');
  stored.weeks[week] = { tried: 4, right: 2 };
  localStorage.setItem(KEY, JSON.stringify(stored));
  noteWeek(false);
  expect(readWeeks()).toEqual({ [week]: { tried: 5, right: 2 } });
  // It was overwritten by a tab that had not seen it.
  localStorage.setItem(KEY, mine ?? '');
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: mine }));
  expect(readWeeks()).toEqual({ [week]: { tried: 5, right: 2 } });
  const file = exportTally();
  eraseWeeks();
  expect(readWeeks()).toEqual({});
  importTally(file);
  importTally(file);
  expect(readWeeks(), 'read twice, it counts once').toEqual({ [week]: { tried: 5, right: 2 } });
  for (const wrong of [
    { tried: 1, right: 2 },
    { tried: -1, right: 0 },
    { tried: 1.5, right: 1 },
    7,
  ])
    stored.weeks[week - 1] = wrong;
  stored.weeks.soon = { tried: 1, right: 1 };
  localStorage.setItem(KEY, JSON.stringify(stored));
  expect(readWeeks()).toEqual({ [week]: { tried: 4, right: 2 } });
  addWeeks({ x: 1, [week]: { tried: 9, right: 10 } });
  expect(readWeeks()).toEqual({ [week]: { tried: 4, right: 2 } });
});
