// @vitest-environment happy-dom
/** The coach: asks before a turn is final that gives the result away. */
import { afterEach, expect, test, vi } from 'vitest';
import { mostOften, topicOf } from '../../www/app/game/coach.ts';
import { createStatus } from '../../www/app/game/status.ts';
import { COMPUTER, createTable, pass } from './table.js';

/** @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo */

afterEach(() => void vi.useRealTimers());

/** @param {string} turn @param {Partial<ReasonInfo>} [of] @returns {ReasonInfo} */
const reason = (turn, of) => ({
  kind: 'block-missed',
  side: 'white',
  had: 'draw',
  has: 'loss',
  points: ['d1'],
  mills: [['a1', 'd1', 'g1']],
  turns: 0,
  margin: 0,
  start: 'mistake',
  line: [turn, 'd1'],
  ends: false,
  exact: true,
  holding: ['d1'],
  answers: ['d1'],
  ...of,
});

/** @param {Partial<import('../../www/app/types.ts').Settings>} [wish] */
async function coached(wish) {
  const table = await createTable({ ...COMPUTER, coach: true, ...wish });
  const box = document.createElement('div');
  box.append(document.createElement('p'));
  createStatus(table.store, box, table.session);
  /** @type {string[]} */
  const asked = [];
  table.exact.why = (line, turn) => (asked.push(`${line} ${turn}`), reason(turn));
  return {
    ...table,
    asked,
    says: () => box.firstElementChild?.textContent ?? '',
    async choose(/** @type {string} */ words) {
      [...box.querySelectorAll('button')].find((el) => el.textContent === words)?.click();
      await pass(1000);
    },
    async place(/** @type {string} */ point) {
      await table.press(point);
      await pass(1000);
    },
  };
}

const WARNING = 'Black was threatening to close a1–d1–g1, and d6 doesn’t stop it. Take it back?';

test('the computer waits, and the turn is taken back with one press', async () => {
  const it = await coached();
  await it.place('d6');
  expect(it.asked).toEqual(['nine 3/3/3/6/3/3/3 w 9,9 0 1 d6']);
  expect(it.says()).toBe(WARNING);
  expect(it.played()).toEqual(['d6']);
  await it.choose('Take it back');
  expect(it.played()).toEqual([]);
  expect(it.says()).toBe('Your turn. Place a man.');
});

test('or it stands, and is not asked about again', async () => {
  const it = await coached();
  await it.place('d6');
  await it.choose('Play on');
  expect(it.played()).toHaveLength(2);
  expect(it.asked).toHaveLength(1);
});

test('it says the same only once in a row, and nothing that is too subtle', async () => {
  const it = await coached();
  await it.place('d6');
  await it.choose('Take it back');
  await it.place('f4');
  expect(it.played(), 'the same kind').toHaveLength(2);
  it.exact.why = (_, turn) => reason(turn, { kind: 'far' });
  await it.place('b4');
  expect(it.played(), 'no short reason').toHaveLength(4);
  it.exact.why = (_, turn) => reason(turn, { kind: 'mill-allowed' });
  await it.place('d2');
  expect(it.says()).toMatch(/^After d2, Black can close a1–d1–g1\. Take it back\?$/);
});

test.each([
  ['without the switch', { coach: false }],
  ['against the strongest levels', { levels: { white: 7, black: 7 } }],
])('it is silent %s', async (_, wish) => {
  const it = await coached(wish);
  await it.place('d6');
  expect(it.asked).toEqual([]);
  expect(it.played()).toHaveLength(2);
});

test('values that never come do not hold up the game', async () => {
  const it = await coached();
  it.exact.why = () => /** @type {any} */ (new Promise(() => {}));
  await it.place('d6');
  expect(it.played()).toHaveLength(1);
  await pass(11_000);
  expect(it.played()).toHaveLength(2);
});

test('what a game was lost by most is what most of its mistakes were about', () => {
  expect(topicOf('two-mills')).toBe('forks');
  expect(topicOf('far')).toBeUndefined();
  expect(mostOften(['far', 'wrong-man', 'post-left', 'block-missed'])).toBe('threats');
  expect(mostOften(['far', 'zugzwang'])).toBeUndefined();
});
