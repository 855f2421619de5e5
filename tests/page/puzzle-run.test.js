/** What becomes of a puzzle by each answer, and which one comes next. */
import { describe, expect, test } from 'vitest';
import { nextPuzzle, suggested } from '../../www/app/puzzles/choice.ts';
import {
  answered,
  begun,
  firstTry,
  isOver,
  isPraised,
  mayRetry,
  replied,
  shown,
  takenBack,
} from '../../www/app/puzzles/puzzle-run.ts';

/** @typedef {import('../../www/app/types.ts').PuzzleVerdict} PuzzleVerdict */

const start = begun({ missed: false, turn: 0 });
/** @param {Partial<PuzzleVerdict>} more @returns {PuzzleVerdict} */
const verdict = (more) => ({ right: false, solved: false, value: null, reply: null, ...more });
const right = verdict({ right: true, value: 'win', reply: 'b4' });
const solved = verdict({ right: true, solved: true, value: 'win' });

describe('a puzzle', () => {
  test('says first that the first try counts', () => {
    expect(start.said).toBe('puzzles.once');
  });

  test('is solved at the first try after right turns and their replies', () => {
    const first = answered(start, 'win', right);
    expect([first.said, isPraised(first), isOver(first), firstTry(first)]).toEqual([
      'puzzles.right',
      true,
      false,
      null,
    ]);
    const second = replied(first, 'a4', 'b4');
    expect(second.played).toEqual(['a4', 'b4']);
    const end = answered(second, 'win', solved);
    expect([end.said, isOver(end), isPraised(end), mayRetry(end), firstTry(end)]).toEqual([
      'puzzles.solved',
      true,
      true,
      false,
      true,
    ]);
  });

  test.each(
    /** @type {const} */ ([
      ['loss', 'puzzles.wrong.loss'],
      ['draw', 'puzzles.wrong.draw'],
      [null, 'puzzles.wrong.unknown'],
    ]),
  )('counts as missed after a turn that leads to %s', (value, said) => {
    const wrong = answered(start, 'hold', verdict({ value }));
    expect(wrong).toMatchObject({ stage: 'wrong', said, missed: true });
    expect([mayRetry(wrong), firstTry(wrong)]).toEqual([true, false]);
    const again = begun(wrong);
    expect(again).toMatchObject({ stage: 'asked', said: '', played: [], missed: true });
    const end = answered(again, 'hold', solved);
    expect([end.said, firstTry(end)]).toEqual(['puzzles.solved.late', null]);
  });

  test('takes back a turn that wins in another way, for nothing', () => {
    const also = answered(replied(start, 'a4', 'b4'), 'win', verdict({ value: 'win' }));
    expect(also).toMatchObject({ stage: 'also', said: 'puzzles.also.win', missed: false });
    expect(answered(start, 'mill', verdict({ value: 'win' })).said).toBe('puzzles.also.mill');
    expect([mayRetry(also), firstTry(also)]).toEqual([true, null]);
    expect(takenBack(also)).toMatchObject({ stage: 'asked', said: '', played: ['a4', 'b4'] });
  });

  test('whose solution was shown is over, and missed', () => {
    const end = shown(start);
    expect([isOver(end), firstTry(end), isPraised(end)]).toEqual([true, false, false]);
    expect(end).toMatchObject({ said: '', missed: true, step: 0 });
  });

  test('drops a reply that comes after the next step', () => {
    const turns = [start, answered(start, 'win', right), begun(start), shown(start)];
    expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 2, 2]);
  });
});

describe('the next puzzle', () => {
  /** @typedef {import('../../www/app/puzzles/lists.ts').Puzzle} Puzzle */
  const puzzles = /** @type {Puzzle[]} */ (
    ['win', 'win', 'take', 'win'].map((kind, index) => ({
      id: String(index),
      index,
      kind,
      rating: 1000 + 100 * index,
      line: index === 1 ? 'the same' : `line ${index}`,
    }))
  );
  const tally = { rating: 1130, row: 0, best: 0, days: 0, last: 0, ratings: [] };
  /** @param {Record<string, 0 | 1>} first @param {Puzzle | null} [before] */
  const next = (first, before = null) =>
    nextPuzzle(puzzles, 'win', before, { ...tally, first })?.id;

  test('is the untried one nearest the rating, then a missed one, then the one that follows', () => {
    expect(next({})).toBe('1');
    expect(next({ 1: 1 })).toBe('0');
    expect(next({ 0: 0, 1: 1, 3: 0 })).toBe('0');
    expect(next({ 0: 0, 1: 1, 3: 0 }, puzzles[0])).toBe('3');
    expect(next({ 0: 1, 1: 1, 3: 0 }, puzzles[3])).toBe('0');
    expect(next({ 0: 1, 1: 1, 3: 1 }, puzzles[1])).toBe('3');
  });

  test('is another one for each theme', () => {
    const found = suggested(puzzles, { ...tally, first: {} });
    expect([found.get('win')?.id, found.get('take')?.id]).toEqual(['1', '2']);
    expect(found.get('mixed')?.id).toBe('0');
    expect(found.has('mill')).toBe(false);
  });
});
