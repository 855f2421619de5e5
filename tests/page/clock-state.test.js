/** What is left on the clocks, which one runs, and what a turn does to them. */
import { expect, test } from 'vitest';
import {
  clockSide,
  punchClock,
  runClock,
  shownTimes,
  timesLeft,
} from '../../www/app/game/clock-state.ts';

/** @typedef {import('../../www/app/types.ts').State} State */

/** @type {import('../../www/app/types.ts').Clock} */
const CLOCK = {
  left: { white: 60_000, black: 30_000 },
  running: 'white',
  since: 1000,
  node: 2,
  at: { 1: { white: 55_000, black: 31_000 } },
};
const game = { node: 2, played: ['d6', 'a1'], outcome: null, turn: 'white' };
/** A game of two by the clock. @param {object} [more] */
const state = (more = {}) =>
  /** @type {State} */ (
    /** @type {unknown} */ ({
      clock: CLOCK,
      game,
      settings: { mode: 'people', clock: { minutes: 1, increment: 5, rests: true } },
      paused: false,
      editor: null,
      analysis: null,
      ...more,
    })
  );

test('only the one that runs loses time, and never more than it has', () => {
  expect(timesLeft(CLOCK, 11_000)).toEqual({ white: 50_000, black: 30_000 });
  expect(timesLeft(CLOCK, 500)).toEqual({ white: 60_000, black: 30_000 });
  expect(timesLeft(CLOCK, 1e9)).toEqual({ white: 0, black: 30_000 });
  expect(timesLeft({ ...CLOCK, running: null }, 1e9)).toEqual(CLOCK.left);
});

test('in the past they show what was left there, else what is left now', () => {
  const at = (/** @type {number} */ node) => state({ game: { ...game, node } });
  expect(shownTimes(at(2), 11_000)).toEqual({ white: 50_000, black: 30_000 });
  expect(shownTimes(at(1), 11_000)).toEqual({ white: 55_000, black: 31_000 });
  expect(shownTimes(at(7), 11_000)).toEqual(CLOCK.left);
  expect(shownTimes(state({ clock: null }), 11_000)).toEqual({ white: 0, black: 0 });
});

test('the clock of the side to move runs', () => {
  expect(clockSide(state())).toBe('white');
  expect(clockSide(state({ game: { ...game, turn: 'black' } }))).toBe('black');
});

test.each([
  ['without one', { clock: null }],
  ['while a position is set up', { editor: {} }],
  ['during an analysis', { analysis: {} }],
  ['after the end', { game: { ...game, outcome: {} } }],
  ['while the computer waits', { paused: true }],
  ['in the past', { game: { ...game, node: 1 } }],
  ['before the first turn', { game: { ...game, played: [] } }],
  ['where two computers play', { settings: { mode: 'watch' } }],
])('none runs %s', (_, more) => {
  expect(clockSide(state(more))).toBeNull();
});

test('one is stopped as the other starts; one that runs already, or none, is left alone', () => {
  const before = state();
  expect(runClock(before, 'white', 2000)).toBe(before);
  const left = { white: 50_000, black: 30_000 };
  for (const running of /** @type {const} */ (['black', null]))
    expect(runClock(before, running, 11_000)).toEqual({
      ...before,
      clock: { ...CLOCK, left, running, since: 11_000 },
    });
  const without = state({ clock: null });
  expect(runClock(without, 'white', 0)).toBe(without);
});

test('a turn gains the increment for its own clock, where that ran', () => {
  const before = state();
  const left = { white: 55_000, black: 30_000 };
  expect(punchClock(before, 'white', 3, 11_000)).toEqual({
    ...before,
    clock: { left, running: null, since: 11_000, node: 3, at: { ...CLOCK.at, 3: left } },
  });
  expect(punchClock(before, 'black', 3, 11_000).clock?.left).toEqual({
    white: 50_000,
    black: 30_000,
  });
  // The rule may have gone from the settings, but not the clock.
  const settings = { mode: 'people', clock: null };
  expect(punchClock(state({ settings }), 'white', 3, 11_000).clock?.left.white).toBe(50_000);
});

test('no flag is raised again, and what is only tried takes no time', () => {
  for (const side of /** @type {const} */ (['white', 'black'])) {
    const clock = { ...CLOCK, running: side };
    const late = CLOCK.since + CLOCK.left[side];
    const over = state({ clock });
    expect(punchClock(over, side, 3, late)).toEqual({ ...over, clock: null });
    expect(punchClock(over, side, 3, late - 1).clock?.left[side]).toBe(5001);
  }
  for (const more of [{ analysis: {} }, { clock: null }]) {
    const tried = state(more);
    expect(punchClock(tried, 'white', 3, 11_000)).toBe(tried);
  }
});
