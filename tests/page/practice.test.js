// @vitest-environment happy-dom
/** Mistakes from one's own games: kept, due, found again, and known in the end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectMistakes } from '../../www/app/game/collect.ts';
import { practiceView } from '../../www/app/learn/practice-view.ts';
import { daysUntil, graded, settled } from '../../www/app/learn/schedule.ts';
import {
  dueTasks,
  erasePractice,
  fresh,
  keepPractice,
  readPractice,
} from '../../www/app/storage/practice.ts';
import '../../www/app/i18n/analysis.words.ts';
import '../../www/app/i18n/practice.words.ts';
import '../../www/app/i18n/reasons.words.ts';
import { COMPUTER, core, createTable, pass } from './table.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 29, 12);
/** White closes a7-d7-g7; all else is a mistake. */
const LINE = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 0 20';
const OTHER = 'nine W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20';

const task = (line = LINE, memory = fresh(NOW - DAY)) => ({
  line,
  played: 'b4-c4',
  holding: ['g4-g7xd6'],
  memory,
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
});
afterEach(() => {
  erasePractice();
  vi.useRealTimers();
});

test('a mistake comes back after a day, then less and less often, until it is known', () => {
  let memory = fresh(NOW);
  expect(memory.due).toBe(NOW + DAY);
  const days = [];
  for (let tries = 0; tries < 10 && memory.due < 8e15; tries++) {
    memory = settled(graded(memory, true, memory.due));
    days.push(daysUntil(memory));
  }
  expect(days.length).toBeGreaterThan(2);
  expect(days.at(-1)).toBeNull();
  const growing = days.slice(0, -1).map(Number);
  expect(growing).toEqual([...growing].sort((a, b) => a - b));
  expect(growing[0]).toBeGreaterThan(0);
});

test('one that is missed again comes back sooner', () => {
  const once = graded(fresh(NOW - DAY), true, NOW);
  const missed = graded(once, false, once.due);
  const found = graded(once, true, once.due);
  expect(daysUntil(missed)).toBeLessThan(Number(daysUntil(once)) + 1);
  expect(daysUntil(missed)).toBeLessThan(Number(daysUntil(found) ?? Infinity));
});

test('a month of use: nothing is due before its day, and nothing is lost', () => {
  for (let n = 0; n < 20; n++) keepPractice([task(`${LINE} ${n}`, fresh(NOW + n * DAY))]);
  for (let day = 0; day < 31; day++) {
    const now = NOW + day * DAY;
    for (const due of dueTasks(now)) {
      expect(due.memory.due).toBeLessThanOrEqual(now);
      keepPractice([
        { ...due, memory: settled(graded(due.memory, (day + due.line.length) % 3 > 0, now)) },
      ]);
    }
    expect(dueTasks(now)).toEqual([]);
    expect(readPractice()).toHaveLength(20);
  }
});

test('what is damaged is left out, and what another tab has practised since is kept', () => {
  keepPractice([task()]);
  const stored = JSON.parse(localStorage.getItem('merels.practice') ?? '');
  for (const wrong of [7, {}, { ...task(), holding: [] }, { ...task(), memory: { due: -1 } }])
    stored.tasks.push(wrong);
  localStorage.setItem('merels.practice', JSON.stringify(stored));
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(readPractice()).toEqual([task()]);
  const later = task(LINE, graded(fresh(NOW - DAY), true, NOW));
  keepPractice([later]);
  keepPractice([task()]);
  expect(readPractice()).toEqual([later]);
});

/** @param {ReturnType<typeof task>[]} tasks */
function practising(tasks) {
  keepPractice(tasks);
  let game = core.read(LINE);
  /** @type {(turn: string) => void} */
  let played = () => {};
  const table = /** @type {any} */ ({
    element: document.createElement('div'),
    game: () => game.state(),
    set(/** @type {string} */ line) {
      game.free();
      game = core.read(line);
    },
    play: (/** @type {string} */ turn) => game.play(turn),
    undo: () => game.undo(),
    hold() {},
    draw: vi.fn(),
    settled: async () => {},
    onPlay: (/** @type {typeof played} */ listener) => (played = listener),
    onChange() {},
    onWords() {},
  });
  const done = vi.fn();
  const reason = vi.fn(async (/** @type {string} */ _, /** @type {string} */ turn) => ({
    kind: /** @type {const} */ ('point-left'),
    side: /** @type {const} */ ('white'),
    had: /** @type {const} */ ('win'),
    has: /** @type {const} */ ('draw'),
    points: ['a7'],
    mills: [],
    turns: 0,
    margin: 0,
    start: /** @type {const} */ ('mistake'),
    line: [turn, 'd6-d5'],
    ends: false,
    exact: true,
    holding: ['g4-g7xd6'],
    answers: ['d6-d5'],
  }));
  document.body.replaceChildren(practiceView({ table, tasks, reason, sound() {}, done }));
  const text = (/** @type {string} */ css) => document.querySelector(css)?.textContent ?? '';
  return {
    done,
    table,
    text,
    all: () => document.body.textContent ?? '',
    line: () => game.state().line,
    press: (/** @type {string} */ words) =>
      [...document.querySelectorAll('button')].find((el) => el.textContent === words)?.click(),
    async play(/** @type {string} */ turn) {
      played(turn);
      await pass();
    },
  };
}

test('a better turn is found at once: it comes back later, and the next one follows', async () => {
  const it = practising([task(), task(OTHER)]);
  expect(it.text('.lesson-task')).toBe('You played b4-c4. Find a better move on the board.');
  expect(it.text('.lesson-count')).toBe('1 / 2');
  await it.play('g4-g7xd6');
  expect(it.text('.lesson-said')).toBe('g4-g7xd6 is better: it gives nothing away.');
  expect(it.all()).toMatch(/It comes back in \d+ days\./);
  expect(dueTasks(NOW).map(({ line }) => line)).toEqual([OTHER]);
  it.press('Next mistake');
  expect(it.text('.lesson-count')).toBe('2 / 2');
  expect(it.line()).toBe(OTHER);
});

test('a wrong turn is told why, taken back, and counts as missed', async () => {
  const it = practising([task()]);
  await it.play('b4-b6');
  expect(it.text('.lesson-said')).toBe('b4-b6 gives the result away.');
  expect(it.all()).toContain('The man had to stay on a7: Black moves in with d6-d5.');
  await pass(1500);
  expect(it.line()).toBe(LINE);
  await it.play('g4-g7xd6');
  const [kept] = readPractice();
  expect(kept?.memory).toMatchObject({ reps: 1, last: NOW });
  expect(daysUntil(/** @type {any} */ (kept?.memory))).toBe(1);
  it.press('Next mistake');
  expect(it.done).toHaveBeenCalledOnce();
});

test('the answer can be shown: drawn on the board, with the reason', async () => {
  const it = practising([task()]);
  it.press('Show me');
  await pass();
  expect(it.table.draw).toHaveBeenCalledWith([{ from: 'g4', to: 'g7' }], true);
  expect(it.text('.lesson-said')).toBe('Better: g4-g7xd6.');
  expect(it.all()).toContain('The man had to stay on a7: Black moves in with d6-d5.');
  expect(dueTasks(NOW)).toEqual([]);
});

test('one\u2019s own mistakes of a game are kept once, the other side\u2019s and estimates are not', async () => {
  const table = await createTable(COMPUTER);
  await table.open(LINE);
  table.session.play('b4-c4');
  await pass(2000);
  vi.setSystemTime(NOW);
  const [first, second] = table.state().game.moves;
  const info = /** @type {any} */ ({
    turns: [
      { side: 'white', node: first?.id, exact: true },
      { side: 'black', node: second?.id, exact: true },
    ],
    turning: [0, 1],
  });
  /** @type {any} */
  const values = {
    value: { win: null },
    counter: null,
    moves: [
      { text: 'g4-g7xd6', value: { win: null }, rank: 0, verdict: 'only-win' },
      { text: 'b4-c4', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
    ],
  };
  const collect = () =>
    collectMistakes(
      { store: table.store, session: table.session, values: async () => values },
      info,
    );
  await collect();
  expect(readPractice()).toEqual([task(LINE, fresh(NOW))]);
  keepPractice([task(LINE, graded(fresh(NOW), true, NOW + DAY))]);
  await collect();
  expect(readPractice()[0]?.memory.reps, 'it is not begun anew').toBe(1);
  info.turns[0].exact = false;
  erasePractice();
  await collect();
  expect(readPractice()).toEqual([]);
});
