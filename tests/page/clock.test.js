// @vitest-environment happy-dom
/**
 * The clocks: which runs, what they show and say, when they are short of time, and a flag that
 * falls.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClocks } from '../../www/app/game/clocks.ts';
import { findTimes, listTimes } from '../../www/app/game/times.ts';
import { createPlayer } from '../../www/app/game/players.ts';
import { createClockFace } from '../../www/app/game/clock-view.ts';
import { bottomSide, other } from '../../www/app/state.ts';
import { clockText } from '../../www/app/game/words.ts';
import { COMPUTER, createTable, pass } from './table.js';

/** @typedef {import('../../www/app/types.ts').ClockRule} ClockRule */

let hidden = false;

beforeEach(() => {
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => void vi.useRealTimers());

/** Tells the page that it is hidden, or shown again. @param {boolean} value */
async function hide(value) {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass();
}

/**
 * A table with running clocks and their two faces.
 * @param {Partial<ClockRule>} rule
 * @param {Parameters<typeof createTable>[0]} [wish]
 */
async function timed(rule, wish) {
  const table = await createTable({
    ...wish,
    clock: { minutes: 1, increment: 0, rests: true, ...rule },
  });
  let isAway = false;
  const { check } = createClocks(table.store, table.session, () => isAway);
  /** Shows another screen of the page, or the game again. @param {boolean} value */
  async function away(value) {
    isAway = value;
    check();
    await pass();
  }
  /** @param {boolean} bottom */
  function face(bottom) {
    const section = document.createElement('section');
    createClockFace(table.store, section, (s) => (bottom ? bottomSide(s) : other(bottomSide(s))));
    const find = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (section.querySelector(name));
    return {
      text: () => find('.clock-time').textContent,
      has: (/** @type {string} */ name) => find('.clock').classList.contains(name),
      hidden: () => find('.clock').hidden,
      label: () => find('.clock').getAttribute('aria-label'),
      told: () => find('[role=status]').textContent,
    };
  }
  await pass();
  return { ...table, away, bottom: face(true), top: face(false) };
}

describe('a time as a clock shows it', () => {
  test.each([
    [600_000, false, '10:00'],
    [599_999, false, '10:00'],
    [599_000, false, '9:59'],
    [9_001, false, '0:10'],
    [9_001, true, '0:09.1'],
    [9_000, true, '0:09.0'],
    [950, true, '0:01.0'],
    [1, true, '0:00.1'],
    [0, true, '0:00.0'],
    [3_600_000, false, '1:00:00'],
    [3_661_000, false, '1:01:01'],
    [5_400_000, false, '1:30:00'],
  ])('%i, with tenths: %s, is %s', (left, tenths, text) =>
    expect(clockText(left, tenths)).toBe(text),
  );
});

describe('the clocks run', () => {
  test('after the first turn, for whoever is to move; each turn adds', async () => {
    const { bottom, top, play } = await timed({ increment: 5 });
    expect([bottom.text(), top.text()]).toEqual(['1:00', '1:00']);
    await pass(20_000);
    expect(bottom.text()).toBe('1:00');
    await play('d6');
    expect([bottom.has('runs'), top.has('runs')]).toEqual([false, true]);
    await pass(10_000);
    expect(top.text()).toBe('0:50');
    await play('a1');
    expect([bottom.has('runs'), top.has('runs')]).toEqual([true, false]);
    expect(top.text()).toBe('0:55');
    await pass(12_000);
    expect([bottom.text(), top.text()]).toEqual(['0:48', '0:55']);
    expect(bottom.label()).toBe('White’s clock');
  });

  test('they stand while somebody walks through the moves, and go on at its end', async () => {
    const { bottom, play, session } = await timed({ minutes: 10 });
    await play('d6', 'a1');
    await pass(60_000);
    expect(bottom.text()).toBe('9:00');
    session.undo();
    await pass();
    expect([bottom.has('runs'), bottom.text()]).toEqual([false, '10:00']);
    await pass(60_000);
    session.redo();
    await pass();
    expect([bottom.has('runs'), bottom.text()]).toEqual([true, '9:00']);
    await pass(30_000);
    expect(bottom.text()).toBe('8:30');
  });

  test('a turn taken back gives back the time of that moment, and the other line keeps its own', async () => {
    const { bottom, top, play, session, state, store, board } = await timed({
      minutes: 10,
      increment: 5,
    });
    const section = document.createElement('section');
    createPlayer(store, section, true, board, String, () => false);
    const note = () => section.querySelector('.player-note')?.textContent;
    await play('d6');
    for (const [turn, time] of /** @type {[string, number][]} */ ([
      ['a1', 100_000],
      ['b6', 200_000],
      ['d7', 150_000],
      ['f4', 60_000],
    ])) {
      await pass(time);
      await play(turn);
    }
    const node = (/** @type {string} */ text) =>
      state().game.moves.find((m) => m.text === text)?.id ?? 0;
    expect(note()).toBe('6 in hand');
    session.goTo(node('a1'));
    await pass();
    expect([bottom.has('runs'), note()]).toEqual([false, 'clock paused']);
    session.goTo(node('b6'));
    await pass();
    expect([bottom.text(), top.text()]).toEqual(['6:45', '8:25']);
    await play('a7');
    // Black had all of its time again; from here White's goes on.
    expect([bottom.text(), top.text()]).toEqual(['6:45', '8:25']);
    expect(bottom.has('runs')).toBe(true);
    await pass(30_000);
    expect(bottom.text()).toBe('6:15');
    session.goTo(node('d7'));
    await pass();
    expect(top.text()).toBe('6:00');
  });

  test.each(
    /** @type {[boolean, 'page' | 'table', string][]} */ ([
      [true, 'page', '0:55'],
      [false, 'page', '0:15'],
      [true, 'table', '0:55'],
      [false, 'table', '0:15'],
    ]),
  )('they rest: %s, while the %s is out of sight', async (rests, what, text) => {
    const { top, play, away } = await timed({ rests });
    const leave = what === 'page' ? hide : away;
    await play('d6');
    await pass(5_000);
    await leave(true);
    await pass(40_000);
    await leave(false);
    expect(top.text()).toBe(text);
    expect(top.has('runs')).toBe(true);
  });

  test('a game without clocks shows none', async () => {
    const table = await timed({});
    expect(table.bottom.hidden()).toBe(false);
    table.session.newGame({ ...table.state().settings, clock: null });
    await pass();
    expect(table.bottom.hidden()).toBe(true);
  });
});

describe('a flag falls', () => {
  test('at the very end, once, and the game is lost', async () => {
    const { top, play, state } = await timed({});
    await play('d6');
    await pass(59_999);
    expect(state().game.outcome).toBeNull();
    await pass(1);
    expect(state().game.outcome).toMatchObject({ winner: 'white', loser: 'black', reason: 'time' });
    expect(top.text()).toBe('0:00.0');
    expect(top.has('runs')).toBe(false);
  });

  test('on the person against the computer, which has a clock too', async () => {
    const { top, press, state } = await timed({ increment: 30 }, { ...COMPUTER, spec: 'three' });
    await press('b2');
    await pass(100);
    // A tenth of a second of its minute, and half a minute more.
    expect(top.text()).toBe('1:30');
    await pass(60_000);
    expect(state().game.outcome).toMatchObject({ winner: 'black', loser: 'white', reason: 'time' });
  });

  test('not while the page is hidden, where the clocks rest', async () => {
    const { play, state } = await timed({});
    await play('d6');
    await hide(true);
    await pass(200_000);
    expect(state().game.outcome).toBeNull();
    await hide(false);
    await pass(60_000);
    expect(state().game.outcome).toMatchObject({ reason: 'time' });
  });

  test('a turn taken back after it is played with clocks again', async () => {
    const { bottom, top, play, session, state } = await timed({}, { spec: 'six' });
    await play('a1');
    await pass(20_000);
    await play('a5');
    await pass(60_000);
    expect(state().game.outcome).toMatchObject({ loser: 'white', reason: 'time' });
    session.undo();
    await pass();
    expect(state().game.outcome).toBeNull();
    await play('e1');
    expect([bottom.text(), top.text()]).toEqual(['1:00', '1:00']);
    expect(bottom.has('runs')).toBe(true);
  });
});

describe('short of time', () => {
  // Within an eighth of it, but within ten seconds at least and a minute at most; a face looks at
  // whole seconds.
  test.each([
    [1, 10_000],
    [2, 15_000],
    [3, 22_000],
    [5, 37_000],
    [10, 60_000],
    [30, 60_000],
  ])('of %i minutes: from %i ms on', async (minutes, low) => {
    const { bottom, top, play } = await timed({ minutes });
    await play('d6');
    await pass(minutes * 60_000 - low - 1000);
    expect([top.has('low'), top.told()]).toEqual([false, '']);
    await pass(1000);
    expect([top.has('low'), bottom.has('low')]).toEqual([true, false]);
    expect(top.told()).toBe(`Black has ${clockText(low, false)} left.`);
    // Said once.
    await pass(3000);
    expect(top.told()).toBe(`Black has ${clockText(low, false)} left.`);
    expect(top.has('low')).toBe(true);
  });

  test('tenths are shown within ten seconds', async () => {
    const { top, play } = await timed({});
    await play('d6');
    await pass(50_000);
    expect(top.text()).toBe('0:10');
    await pass(100);
    expect(top.text()).toBe('0:09.9');
    await pass(4_400);
    expect(top.text()).toBe('0:05.5');
  });

  test('what a turn adds may end it', async () => {
    const { top, play } = await timed({ increment: 30 });
    await play('d6');
    await pass(52_000);
    expect(top.has('low')).toBe(true);
    await play('a1');
    expect([top.has('low'), top.told()]).toEqual([false, '']);
  });
});

describe('times are kept with the game', () => {
  test('by the turns, since nodes are numbered anew when a record is read', async () => {
    const { play, session, state } = await timed({ minutes: 10 });
    await play('d6');
    await pass(10_000);
    await play('a1');
    await pass(20_000);
    await play('b6');
    session.undo();
    await pass();
    await play('f6');
    const { clock, game } = state();
    if (!clock) throw new Error('no clock');
    const list = listTimes(clock, game.moves);
    expect(list[0]).toEqual([0, '', 600_000, 600_000]);
    // The same turns under other numbers.
    const others = game.moves.map((m) => ({
      ...m,
      id: m.id + 10,
      parent: m.parent ? m.parent + 10 : 0,
    }));
    const found = findTimes(list, others);
    for (const { id } of game.moves) expect(found[id + 10], String(id)).toEqual(clock.at[id]);
    expect(findTimes([...list, [0, 'z9', 1, 1]], others)).toEqual(found);
  });
});
