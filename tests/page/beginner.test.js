// @vitest-environment happy-dom
/**
 * What a beginner meets: the first opponent, what is said as the game changes, and what is marked.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { positionConfig } from '../../www/app/game/board-view.ts';
import { statusText } from '../../www/app/game/words.ts';
import { introduction } from '../../www/app/game/introduction.ts';
import { lessonOn } from '../../www/app/learn/next-lesson.ts';
import { restore } from '../../www/app/game/restore.ts';
import { COMPUTER, core, createTable } from './table.js';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});

describe('the first opponent', () => {
  const draft = {
    spec: 'nine',
    mode: 'computer',
    colour: 'white',
    levels: { white: 2, black: 7 },
    clock: null,
    turning: false,
    pace: 300,
  };
  const level = () => restore(core, { chosen: null, current: 'en' }).state.settings.levels.black;

  test.each(
    /** @type {[string, Record<string, unknown>, number][]} */ ([
      ['level 1 for a first visitor', {}, 1],
      ['the one that was chosen', { 'merels.draft': { version: 1, ...draft } }, 7],
      [
        'the other colour’s for who plays Black',
        { 'merels.draft': { version: 1, ...draft, colour: 'black' } },
        2,
      ],
      [
        'as before for who has played against a friend only',
        {
          'merels.draft': { version: 1, ...draft, mode: 'people' },
          'merels.statistics': { version: 1, kind: 'merels-statistics', games: [] },
        },
        3,
      ],
      [
        'as before for who has finished games',
        { 'merels.statistics': { version: 1, kind: 'merels-statistics', games: [] } },
        3,
      ],
    ]),
  )('%s', (_, stored, wanted) => {
    for (const [key, value] of Object.entries(stored))
      localStorage.setItem(key, JSON.stringify(value));
    expect(level()).toBe(wanted);
  });
});

/**
 * What stands on the board, and what is said to White against the computer.
 * @param {Awaited<ReturnType<typeof createTable>>} table
 * @param {boolean} [coached]
 */
const told = ({ state }, coached = true) =>
  statusText({
    ...state(),
    coached,
    settings: { ...state().settings, mode: 'computer', human: 'white' },
  });

test('a beginner is told once that the men slide when all are placed', async () => {
  const table = await createTable();
  await table.open('six W1B/1B1/W2B/1W1/B1W w 1,1 0 5');
  expect(told(table)).toBe('Your turn. Place a man.');
  /** Plays any turn that takes nothing. */
  const quiet = () =>
    table.play(table.state().game.legal.find(({ closes }) => !closes.length)?.text ?? '');
  await quiet();
  await quiet();
  expect(told(table)).toBe('All placed: now slide along the lines.');
  expect(told(table, false)).toBe('Your turn. Move a man.');
  await quiet();
  await quiet();
  expect(told(table)).toBe('Your turn. Move a man.');
});

test('a position without placings says nothing of them', async () => {
  const table = await createTable();
  await table.open('nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20');
  expect(told(table)).toBe('Your turn. Move a man.');
});

test('where a man was taken is marked until the next turn, and the mill that ended the game stays lit', async () => {
  const table = await createTable(COMPUTER);
  await table.open('nine WW1/3/3/W2B1W/3/BB1/3 w 0,0 0 30');
  const board = () => positionConfig(table.state());
  expect([board().lastTaken, board().mills]).toEqual([[], []]);
  await table.press('g4', 'g7');
  expect(board().lastTaken, 'not taken yet').toEqual([]);
  await table.press('b2');
  expect(table.state().game.outcome?.reason).toBe('fewer-than-three');
  expect(board().lastTaken).toEqual(['b2']);
  expect(board().mills).toEqual([[0, 1, 2]]);
  table.session.undo();
  expect([board().lastTaken, board().mills]).toEqual([[], []]);
  table.session.resign();
  expect(board().mills, 'nothing was closed').toEqual([]);
});

test.each(
  /** @type {[string, boolean, 'capture' | 'line' | null, string | null][]} */ ([
    ['nine', true, 'capture', 'first'],
    ['nine[quiet=never]', true, 'capture', null],
    ['nine[fly=never]', false, 'capture', null],
    ['lasker', false, 'capture', '24'],
    ['six', false, 'capture', '22'],
    ['morabaraba', false, 'capture', null],
    ['three', false, 'line', '21'],
    ['shisima', false, 'line', 'shisima'],
    ['tsoro-yematatu', false, 'line', 'tsoro-yematatu'],
    ['shax', false, null, 'shax'],
    ['dooz', false, null, 'dooz'],
  ]),
)('%s is introduced by what is true of it', (spec, asNine, row, lesson) => {
  expect(introduction(core, core.rules(spec))).toEqual({ asNine, row });
  expect(lessonOn(spec)).toBe(lesson);
});

test('every game is introduced by a lesson or by its rules, and no game without captures promises any', () => {
  for (const { spec } of core.variants().filter(({ kind }) => kind === 'preset')) {
    const takes = core
      .rules(spec)
      .options.some(({ key, value }) => key === 'goal' && value === 'capture');
    expect(introduction(core, core.rules(spec)).row === 'line', spec).toBe(!takes);
  }
});
