// @vitest-environment happy-dom
/** Hints in three steps. What the computer finds is given; what it does is said by Rust. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHints } from '../../www/app/game/hints.ts';
import { statusText } from '../../www/app/game/words.ts';
import { COMPUTER, core, createTable, pass } from './table.js';

afterEach(() => void vi.useRealTimers());

/** White to move closes a7-d7-g7 with the only sensible turn. */
const MILL = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 0 20';

/**
 * @param {string} [line]
 * @param {Parameters<typeof createTable>[0]} [wish]
 * @param {Parameters<typeof createHints>[0]['reason']} [reason]
 */
async function hinting(line, wish, reason = async () => null) {
  const table = await createTable(wish);
  if (line) await table.open(line);
  const hints = await createHints({
    store: table.store,
    core,
    engine: table.engine,
    values: async (at) => table.exact.of(at),
    reason,
  });
  return {
    ...table,
    async ask() {
      void hints.ask();
      await pass();
    },
    text: () => statusText(table.state()),
  };
}

/**
 * The computer finds this turn.
 * @param {import('./table.js').Table} table
 * @param {string} move
 * @param {object} [score]
 */
const finds = (table, move, score = { cp: 120 }) =>
  (table.computer.answers = () => ({ move, info: /** @type {any} */ ({ score, pv: [] }) }));

test('where to look, which turn, why, and away with it', async () => {
  const table = await hinting(MILL);
  finds(table, 'g4-g7xd6');
  await table.ask();
  expect(table.text()).toBe('Look here: g4.');
  await table.ask();
  expect(table.text()).toBe('Move g4 to g7 and take d6.');
  await table.ask();
  expect(table.text()).toContain('This closes the mill a7–d7–g7.');
  expect(table.text()).toContain('The computer estimates that this gives an advantage.');
  await table.ask();
  expect(table.text()).toBe('White’s turn. Move a man.');
  expect(table.computer.asked).toHaveLength(1);
  expect(table.computer.asked[0]).toMatchObject({ millis: 70, limits: {} });
});

test.each([
  [{ cp: 41 }, 'this gives an advantage'],
  [{ cp: 40 }, 'the game stays level'],
  [{ cp: -40 }, 'the game stays level'],
  [{ cp: -41 }, 'prefers the opponent'],
  [{ win: 5 }, 'This wins in 3 moves.'],
  [{ loss: 8 }, 'The position is lost in 4 moves with best play;'],
  [{ draw: true }, 'This holds the draw.'],
])('a score of %j is told as "%s"', async (score, words) => {
  const table = await hinting(MILL);
  finds(table, 'g4-g7xd6', score);
  for (let step = 0; step < 3; step++) await table.ask();
  expect(table.text()).toContain(words);
});

test('by exact values where they are known, without asking the computer', async () => {
  const table = await hinting('three 3/3/3 w 3,3 0 1');
  table.exact.of = () => ({
    value: { win: 9 },
    counter: null,
    moves: [
      { text: 'b2', value: { win: 9 }, rank: 0, verdict: 'only-win' },
      { text: 'a1', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
    ],
  });
  for (let step = 0; step < 3; step++) await table.ask();
  expect(table.computer.asked).toHaveLength(0);
  expect(table.text()).toContain('This is the only winning move: it wins in 5 moves.');
});

test('why the move that looks best otherwise would be a mistake', async () => {
  /** @type {string[]} */
  const asked = [];
  const table = await hinting(MILL, {}, async (line, turn) => {
    asked.push(`${line} ${turn}`);
    return {
      kind: 'point-left',
      side: 'white',
      had: 'win',
      has: 'draw',
      points: ['a7'],
      mills: [],
      turns: 0,
      margin: 0,
      start: 'mistake',
      line: [turn, 'd6-d7'],
      ends: false,
      exact: true,
      holding: ['g4-g7xd6'],
      answers: ['d6-d7'],
    };
  });
  table.exact.of = () => ({
    value: { win: 5 },
    counter: null,
    moves: [
      { text: 'g4-g7xd6', value: { win: 5 }, rank: 0, verdict: 'only-win' },
      { text: 'b4-c4', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
      // It closes a mill too.
      { text: 'g4-g7xa1', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
      { text: 'b4-b6', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
    ],
  });
  for (let step = 0; step < 3; step++) await table.ask();
  expect(asked).toEqual([`${MILL} g4-g7xa1`]);
  expect(table.text()).toMatch(
    / Not g4-g7xa1: The man had to stay on a7: Black moves in with d6-d7\.$/,
  );
});

test('by the search where exact values are late: they are waited for only a moment', async () => {
  const table = await hinting(MILL);
  table.exact.of = () => new Promise(() => {});
  finds(table, 'g4-g7xd6');
  await table.ask();
  expect(table.text()).toBe('Looking for a good move…');
  await pass(25);
  expect(table.text()).toBe('Look here: g4.');
});

test('exact values that come late correct what was said first', async () => {
  const table = await hinting(MILL);
  /** @type {(values: any) => void} */
  let come = () => {};
  table.exact.of = () => new Promise((resolve) => (come = resolve));
  finds(table, 'a7-a4');
  await table.ask();
  await pass(25);
  expect(table.text()).toBe('Look here: a7.');
  come({
    value: { win: 5 },
    counter: null,
    moves: [
      { text: 'g4-g7xd6', value: { win: 5 }, rank: 0, verdict: 'only-win' },
      { text: 'a7-a4', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
    ],
  });
  await pass();
  expect(table.text()).toBe('Look here: g4.');
  expect(table.state().slot.hints).toBe(1);
});

test('the only turn there is needs no search', async () => {
  const table = await hinting('six[blocked=pass] WBW/3/B2B/3/WB1 w 0,0 0 9');
  await table.ask();
  expect(table.text()).toBe('You have to pass.');
  expect(table.computer.asked).toHaveLength(0);
});

test.each([
  [{ win: null }, 'win', 'This wins.'],
  [{ win: null }, 'only-win', 'This is the only winning move.'],
  [{ loss: null }, 'loss', 'With best play the game is lost.'],
])('%j, %s, is told without the distance as "%s"', async (value, verdict, words) => {
  const table = await hinting(MILL);
  const moves = [
    { text: 'a1-d1', value, rank: 0, verdict },
    { text: 'g4-g7xd6', value, rank: 0, verdict },
  ];
  table.exact.of = () => /** @type {any} */ ({ value, counter: null, moves });
  finds(table, 'g4-g7xd6');
  for (let step = 0; step < 3; step++) await table.ask();
  expect(table.computer.asked[0]?.known).toEqual(moves);
  expect(table.text()).toContain(words);
});

test('of several draws the computer takes the one that it likes best', async () => {
  const table = await hinting('three 3/3/3 w 3,3 0 1');
  /** @param {string} text */
  const draw = (text) => ({
    text,
    value: { draw: /** @type {const} */ (true) },
    rank: 0,
    verdict: /** @type {const} */ ('draw'),
  });
  table.exact.of = () => ({
    value: { draw: true },
    counter: null,
    moves: [draw('a1'), draw('c3')],
  });
  await table.ask();
  expect(table.state().hint?.look, 'the point of the turn itself').toEqual(['a1']);
  await table.ask();
  expect(table.computer.asked[0]?.known?.map(({ text }) => text)).toEqual(['a1', 'c3']);
  expect(table.text()).toBe('Place a man on a1.');
});

test('a hint is counted with the game, and away when a turn is played', async () => {
  const table = await hinting(MILL);
  finds(table, 'g4-g7xd6');
  await table.ask();
  expect(table.state().slot.hints).toBe(1);
  await table.play('g4-f4');
  expect(table.state().hint).toBeNull();
  finds(table, 'a1-d1');
  await table.ask();
  expect(table.state().slot.hints).toBe(2);
  table.board.cancel();
  expect(table.state().hint).toBeNull();
  await table.ask();
  expect(table.state().slot.hints).toBe(3);
});

describe('while it is looked for', () => {
  test('asked again, it is not looked for twice', async () => {
    const table = await hinting(MILL);
    table.computer.hold = true;
    await table.ask();
    expect(table.text()).toBe('Looking for a good move…');
    await table.ask();
    expect(table.computer.asked).toHaveLength(1);
    expect(table.state().slot.hints).toBe(0);
  });

  test('one that comes after a turn was played is not shown', async () => {
    const table = await hinting(MILL);
    table.computer.hold = true;
    finds(table, 'g4-g7xd6');
    await table.ask();
    // Nobody stops it: it comes when it is late.
    const { cancel } = table.computer;
    table.computer.cancel = () => {};
    await table.play('a7-a4');
    table.computer.release();
    table.computer.cancel = cancel;
    await pass();
    expect(table.state().hint).toBeNull();
    expect(table.state().slot.hints).toBe(0);
  });

  test('one that is broken off leaves nothing behind', async () => {
    const table = await hinting(MILL);
    table.computer.hold = true;
    await table.ask();
    table.computer.cancel();
    await pass();
    expect(table.state()).toMatchObject({ hint: null, notice: null });
  });

  test('a computer that fails says so', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const table = await hinting(undefined, COMPUTER);
    table.computer.fails = new Error('dead');
    await table.ask();
    expect(table.state()).toMatchObject({
      hint: null,
      notice: { text: { key: 'notice.engine-gone' } },
    });
  });
});

test('with a hint shown, what is to be taken is said all the same', async () => {
  const table = await hinting(MILL);
  finds(table, 'g4-g7xd6');
  await table.ask();
  await table.press('g4', 'g7');
  expect(table.text()).toBe('Mill! White takes a black piece.');
});

test('several men that are taken are listed as the language does it', async () => {
  const table = await hinting('nine[mills=each] WW1/3/3/B2B1W/3/B2/B1W w 5,5 0 5');
  finds(table, 'g7xa4xe4');
  await table.ask();
  await table.ask();
  expect(table.text()).toBe('Place a man on g7 and take a4 and e4.');
});
