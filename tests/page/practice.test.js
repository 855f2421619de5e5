// @vitest-environment happy-dom
/** What was missed, in games, puzzles and lessons: kept, due, found again, and known in the end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectMistakes } from '../../www/app/game/collect.ts';
import { LESSONS } from '../../www/app/learn/course.ts';
import { lessonView } from '../../www/app/learn/lesson-view.ts';
import { practiceView } from '../../www/app/learn/practice-view.ts';
import { questionsOf, stillDue } from '../../www/app/learn/questions.ts';
import { daysUntil, graded, settled } from '../../www/app/learn/schedule.ts';
import { nameOf } from '../../www/app/puzzles/lists.ts';
import { puzzleQuestion } from '../../www/app/puzzles/question.ts';
import {
  NEVER,
  dueTasks,
  erasePractice,
  fresh,
  keepMissed,
  keepPractice,
  readPractice,
} from '../../www/app/storage/practice.ts';
import '../../www/app/i18n/analysis.words.ts';
import '../../www/app/i18n/learn.words.ts';
import '../../www/app/i18n/practice.words.ts';
import '../../www/app/i18n/reasons.words.ts';
import { COMPUTER, core, createTable, pass } from './table.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 29, 12);
/** White closes a7-d7-g7; all else is a mistake. */
const LINE = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 0 20';
const OTHER = 'nine W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20';

/** The texts of the lessons. */
const WORDS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../www/app/lessons/en.json'), 'utf8'),
);
/** The puzzles of a game, as in its file. @param {string} game */
const file = (game) =>
  readFileSync(join(import.meta.dirname, `../../data/puzzles/${game}.txt`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((text) => {
      const [line = '', asked = '', solution = '', , wrong = ''] = text.split(';');
      const kind = asked.split(' ')[0] ?? '';
      const group = wrong.split(',').find((each) => /^[-=]/.test(each)) ?? '';
      return {
        line,
        kind,
        puzzle: nameOf({ line, kind }),
        solution: solution.split(' '),
        wrong: group.split(' ')[1] ?? '',
        also: wrong
          .split(',')
          .find((each) => each.startsWith('+'))
          ?.split(' ')[1],
      };
    });

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

/** Some of each. @param {number} n */
const mixed = (n) => {
  const memory = fresh(NOW + n * DAY);
  return n % 3 === 0
    ? task(`${LINE} ${n}`, memory)
    : n % 3 === 1
      ? { line: LINE, puzzle: `p${n}`, memory }
      : { line: LINE, lesson: 'mill', step: n, memory };
};

/** Nothing more can be written. @param {Storage} storage */
const fullStorage = (storage) =>
  new Proxy(storage, {
    get(_, name) {
      if (name === 'setItem')
        return () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      const value = Reflect.get(storage, name);
      return typeof value === 'function' ? value.bind(storage) : value;
    },
  });

test('a month of use: nothing is due before its day, and nothing is lost by closing, updating or a full store', async () => {
  /** The practice as a page that has just been opened has it. */
  let opened = await import('../../www/app/storage/practice.ts');
  for (let day = 0; day < 31; day++) {
    const now = NOW + day * DAY;
    vi.setSystemTime(now);
    if (day === 11) {
      // An earlier version wrote what it knew of.
      const { tasks, ...rest } = JSON.parse(localStorage.getItem('merels.practice') ?? '');
      const old = tasks.filter((/** @type {object} */ each) => 'played' in each);
      localStorage.setItem('merels.aside.merels.practice.a', JSON.stringify({ ...rest, tasks }));
      localStorage.setItem('merels.practice', JSON.stringify({ ...rest, tasks: old }));
    }
    if (day % 2) {
      vi.resetModules();
      opened = await import('../../www/app/storage/practice.ts');
    }
    const full = day % 7 === 3;
    if (full) vi.stubGlobal('localStorage', fullStorage(localStorage));
    if (day < 21) opened.keepPractice([mixed(day)]);
    for (const due of opened.dueTasks(now)) {
      expect(due.memory.due).toBeLessThanOrEqual(now);
      const right = (day + JSON.stringify(due).length) % 3 > 0;
      const memory = settled(graded(due.memory, right, now));
      expect(opened.keepPractice([{ ...due, memory }])).toBe(full ? 'full' : 'stored');
    }
    expect(opened.dueTasks(now), `day ${day}`).toEqual([]);
    expect(opened.readPractice(), `day ${day}`).toHaveLength(Math.min(day + 1, 21));
    if (full) {
      vi.unstubAllGlobals();
      // It is tried again.
      await pass(6000);
    }
  }
});

test('what is damaged is left out, and what another tab has practised since is kept', () => {
  keepPractice([task()]);
  const stored = JSON.parse(localStorage.getItem('merels.practice') ?? '');
  const { memory } = task();
  for (const wrong of [
    7,
    {},
    { ...task(), holding: [] },
    { ...task(), memory: { due: -1 } },
    { line: LINE, puzzle: 7, memory },
    { line: LINE, lesson: 'mill', step: 1.5, memory },
    { line: LINE, lesson: 'mill', memory },
  ])
    stored.tasks.push(wrong);
  localStorage.setItem('merels.practice', JSON.stringify(stored));
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(readPractice()).toEqual([task()]);
  const later = task(LINE, graded(fresh(NOW - DAY), true, NOW));
  keepPractice([later]);
  keepPractice([task()]);
  expect(readPractice()).toEqual([later]);
});

/** A board without its picture. */
function createBoard() {
  let game = core.read(LINE);
  /** @type {(turn: string) => void} */
  let played = () => {};
  const table = /** @type {any} */ ({
    element: document.createElement('div'),
    line: () => game.line(),
    game: () => game.state(),
    legal: () => game.state().legal.map(({ text }) => text),
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
  return {
    table,
    line: () => game.state().line,
    played: (/** @type {string} */ turn) => played(turn),
  };
}

const text = (/** @type {string} */ css) => document.querySelector(css)?.textContent ?? '';

/**
 * Practises what is due.
 * @param {Parameters<typeof keepPractice>[0]} tasks
 */
async function practising(tasks) {
  keepPractice(tasks);
  const { table, line, played } = createBoard();
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
  const { asked, missing } = await questionsOf(dueTasks(), {
    core,
    puzzle: (missed) => puzzleQuestion(core, missed),
    texts: () => ({ words: WORDS, lang: 'en' }),
  });
  if (asked.length)
    document.body.replaceChildren(practiceView({ table, tasks: asked, reason, sound() {}, done }));
  return {
    asked,
    missing,
    done,
    reason,
    table,
    text,
    all: () => document.body.textContent ?? '',
    line,
    press: (/** @type {string} */ words) =>
      [...document.querySelectorAll('button')].find((el) => el.textContent === words)?.click(),
    async play(/** @type {string} */ turn) {
      played(turn);
      await pass();
    },
  };
}

test('a better turn is found at once: it comes back later, and the next one follows', async () => {
  const it = await practising([task(), task(OTHER)]);
  expect(it.text('h2')).toBe('Nine Men\u2019s Morris');
  expect(it.text('.lesson-task')).toBe('You played b4-c4. Find a better move on the board.');
  expect(it.text('.lesson-count')).toBe('1 of 2');
  await it.play('g4-g7xd6');
  expect(it.text('.lesson-said')).toBe('g4-g7xd6 is better: it gives nothing away.');
  expect(it.reason, 'why what was played is not').toHaveBeenCalledWith(LINE, 'b4-c4');
  expect(it.all()).toContain('The man had to stay on a7: Black moves in with d6-d5.');
  expect(it.all()).toMatch(/It comes back in \d+ days\./);
  expect(dueTasks(NOW).map(({ line }) => line)).toEqual([OTHER]);
  // Shown again, it goes on from there.
  expect(stillDue(it.asked).map(({ task: { line } }) => line)).toEqual([OTHER]);
  it.press('Next');
  expect(it.text('.lesson-count')).toBe('2 of 2');
  expect(it.line()).toBe(OTHER);
});

test('a wrong turn is told why, taken back, and counts as missed', async () => {
  const it = await practising([task()]);
  await it.play('b4-b6');
  expect(it.text('.lesson-said')).toBe('b4-b6 gives the result away.');
  expect(it.all()).toContain('The man had to stay on a7: Black moves in with d6-d5.');
  await pass(1500);
  expect(it.line()).toBe(LINE);
  await it.play('g4-g7xd6');
  const [kept] = readPractice();
  expect(kept?.memory).toMatchObject({ reps: 1, last: NOW });
  expect(daysUntil(/** @type {any} */ (kept?.memory))).toBe(1);
  it.press('Next');
  expect(it.done).toHaveBeenCalledOnce();
});

test('the answer can be shown: drawn on the board, with the reason', async () => {
  const it = await practising([task()]);
  it.press('Show me');
  await pass();
  expect(it.table.draw).toHaveBeenCalledWith([{ from: 'g4', to: 'g7' }], true);
  expect(it.text('.lesson-said')).toBe('Better: g4-g7xd6.');
  expect(it.all()).toContain('The man had to stay on a7: Black moves in with d6-d5.');
  expect(dueTasks(NOW)).toEqual([]);
});

/** Serves the files of the puzzles. @param {boolean} [online] */
function serve(online = true) {
  vi.stubGlobal('fetch', async (/** @type {string} */ address) => {
    if (!online) throw new TypeError('offline');
    const { pathname } = new URL(address, 'http://here');
    return new Response(readFileSync(join(import.meta.dirname, '../..', pathname)));
  });
}

/** A missed puzzle of a file, which is due. @param {ReturnType<typeof file>[number]} puzzle */
const missed = ({ line, puzzle }) => ({ line, puzzle, memory: fresh(NOW - DAY) });

test('a missed puzzle is judged by its own check: replies, other wins, mistakes', async () => {
  serve(false);
  const puzzle = file('six').find((each) => each.solution.length > 2 && each.also && each.wrong);
  if (!puzzle) throw new Error('no such puzzle');
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(await practising([missed(puzzle)])).toMatchObject({ asked: [], missing: 1 });
  expect(dueTasks(), 'it waits for the network').toHaveLength(1);
  serve();
  const it = await practising([]);
  expect(it.text('.lesson-task')).toMatch(/^(White|Black) to play: /);
  const { solution } = puzzle;
  await it.play(puzzle.also ?? '');
  expect(it.text('.lesson-said')).toMatch(/^Also wins/);
  await pass(1500);
  expect(it.line()).toBe(puzzle.line);
  for (const [i, turn] of solution.entries()) {
    expect(dueTasks(), 'not yet judged').toHaveLength(1);
    if (i % 2) {
      await pass(800);
      // Also for who does not see the board.
      expect(it.all()).toMatch(/(White|Black) (moves|places|flies)/);
    } else await it.play(turn);
  }
  expect(it.text('.lesson-said')).toBe('Solved.');
  expect(readPractice()[0]?.memory).toMatchObject({ reps: 1, lapses: 0 });
  expect(daysUntil(/** @type {any} */ (readPractice()[0]?.memory))).toBeGreaterThan(1);
  erasePractice();
  const again = await practising([missed(puzzle)]);
  await again.play(puzzle.wrong);
  expect(again.text('.lesson-said')).toMatch(/^That (loses|only draws)\.$/);
  expect(again.reason).toHaveBeenCalledWith(puzzle.line, puzzle.wrong);
  await pass(1500);
  for (const [i, turn] of solution.entries()) await (i % 2 ? pass(800) : again.play(turn));
  expect(daysUntil(/** @type {any} */ (readPractice()[0]?.memory))).toBe(1);
});

test('the solution of a missed puzzle can be shown', async () => {
  serve();
  const [puzzle] = file('six').slice(20);
  if (!puzzle) throw new Error('no such puzzle');
  const it = await practising([missed(puzzle)]);
  it.press('Show me');
  await pass();
  expect(it.text('.lesson-said')).toBe(`Solution: ${puzzle.solution.join(', ')}.`);
  expect(dueTasks()).toEqual([]);
});

test('a lesson\u2019s task that was not done at once comes back, with the words of the lesson', async () => {
  const at = LESSONS.findIndex(({ id }) => id === 'open-close');
  const lesson = /** @type {import('../../www/app/learn/course.ts').Lesson} */ (LESSONS[at]);
  const { table, played, line } = createBoard();
  document.body.replaceChildren(
    lessonView({
      core,
      table,
      words: WORDS,
      lang: 'en',
      lesson,
      playOn: null,
      again() {},
      goOn: null,
      sound() {},
    }),
  );
  const wrong = () =>
    table
      .legal()
      .find(
        (/** @type {string} */ turn) =>
          core.firstThatHolds(table.line(), turn, ['any', 'closes']) === 0 &&
          core.firstThatHolds(table.line(), turn, ['closes']) !== 0,
      ) ?? '';
  const { answer: first = '' } = lesson.steps[0] ?? {};
  played(first);
  await pass(2000);
  expect(readPractice(), 'done at once').toEqual([]);
  document.querySelector('button.primary')?.dispatchEvent(new Event('click'));
  const before = table.line();
  played(wrong());
  await pass(1500);
  played(wrong());
  await pass(1500);
  expect(readPractice()).toEqual([
    { line: before, lesson: 'open-close', step: 1, memory: fresh(NOW + 2000) },
  ]);
  expect(line()).toBe(before);
  vi.setSystemTime(NOW + 2 * DAY);
  const it = await practising([]);
  const words = WORDS['open-close'];
  expect(it.text('h2')).toBe(words.title);
  expect(it.text('.lesson-task')).toBe(words.steps[1].task);
  await it.play(
    core.firstThatHolds(before, lesson.steps[1]?.answer ?? '', ['any']) === 0
      ? (lesson.steps[1]?.answer ?? '')
      : '',
  );
  expect(it.text('.lesson-said')).toBe(words.steps[1].right);
  expect(dueTasks()).toEqual([]);
});

test('what an update has taken out, or is damaged, does not come back', async () => {
  serve();
  const memory = fresh(NOW - DAY);
  const gone = [
    { line: LINE, puzzle: 'gone', memory },
    { line: 'nothing', puzzle: 'gone too', memory },
    { line: LINE, lesson: 'mill', step: 99, memory },
    { line: LINE, lesson: 'gone', step: 0, memory },
  ];
  const it = await practising([...gone, task()]);
  expect(it.asked.map(({ task: { line } }) => line)).toEqual([LINE]);
  expect(dueTasks()).toEqual([task()]);
});

test('what is missed again while it is practised keeps its day; what was known begins anew', () => {
  const puzzle = { line: LINE, puzzle: 'a' };
  keepMissed(puzzle);
  vi.setSystemTime(NOW + DAY / 2);
  keepMissed(puzzle);
  expect(readPractice()).toEqual([{ ...puzzle, memory: fresh(NOW) }]);
  keepPractice([{ ...puzzle, memory: { ...fresh(NOW), due: NEVER, reps: 5, last: NOW } }]);
  keepMissed(puzzle);
  expect(dueTasks(NOW + 2 * DAY)).toEqual([
    { ...puzzle, memory: { ...fresh(NOW + DAY / 2), last: NOW } },
  ]);
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
