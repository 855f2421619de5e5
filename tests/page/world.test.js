// @vitest-environment happy-dom
/**
 * Games from all over the world, played as a person does: men that start on the board, a jump, two
 * taken by one between them.
 */
import { beforeEach, expect, test } from 'vitest';
import { boardText } from '../../www/app/game/read-aloud.ts';
import { statusText } from '../../www/app/game/words.ts';
import { mayTakeOne, setPending, takenTogether } from '../../www/app/state.ts';
import { createTable, pass } from './table.js';

beforeEach(() => {
  document.body.innerHTML = '';
});

/** @param {string} turns */
const points = (turns) => turns.split(/[\s-]+/);

test.each([
  ['picaria', 'e3 d4 c1 d2 a3 b4 c1-c3', 'white'],
  ['shisima', 'c1-b2 c3-c2 a1-a2 c2-c1 b2-c3 b3-b2', 'black'],
  ['tsoro-yematatu', 'c5 c1 d3 e1 a1 b3 c5-c3 c1-c5 a1-c1 e1-a1', 'black'],
  ['tant-fant', 'b1-b2 c3-c2 a1-a2 b3-c3 c1-b1 c2-c1 a2-a1 a3-a2 b2-a3 a2-b2 a3-a2 b2-c2', 'black'],
])('%s, to its end', async (spec, turns, winner) => {
  const { press, played, state } = await createTable({ spec });
  await press(...points(turns));
  expect(played()).toEqual(turns.split(' '));
  expect(state().game.outcome).toMatchObject({ winner, reason: 'mill' });
});

test('no man is placed in the centre of Picaria, but one may go there', async () => {
  const { press, played, state } = await createTable({ spec: 'picaria' });
  await press('c3');
  expect(played()).toEqual([]);
  expect(statusText(state())).toBe('You can’t place a man in the centre.');
  await press(...points('e3 d4 c1 d2 a3 b4 c1 c3'));
  expect(played().at(-1)).toBe('c1-c3');
});

test('where a man may jump, a press on another point says so', async () => {
  const { press, open, state } = await createTable({ spec: 'tsoro-yematatu' });
  await open('three[fly=jump] WB1/1B1/WWB w 0,0 0 4');
  await press('a3', 'c2');
  expect(statusText(state())).toBe(
    'You can only move to the next point on a line, or jump over one man.',
  );
});

test('men that start on the board are read out, and none is in hand', async () => {
  const { state } = await createTable({ spec: 'shisima' });
  expect(boardText(state())).toBe(
    'Rank 3: Black a3, Black b3, Black c3. Rank 2: empty. Rank 1: White a1, White b1, White c1. White: 0 in hand, 0 lost. Black: 0 in hand, 0 lost. White’s turn. Move a man.',
  );
  expect(boardText((await createTable({ spec: 'tsoro-yematatu' })).state())).toMatch(
    /^Rank 5: empty\. Rank 3: empty\. Rank 1: empty\./,
  );
});

test('a man between two takes both by one press', async () => {
  const { press, open, played, state, board } = await createTable();
  await open('mul-mulan B1B/1W1/3/3W2/W2/3/2B w 4,5 0 6');
  await press('d7');
  expect(statusText(state())).toBe('White came between two men and takes both.');
  expect(board.get().movable).toMatchObject({ captures: ['a7', 'g7'], together: [['a7', 'g7']] });
  // The line that joins them is lit.
  const { men, mills } = board.get();
  expect(mills).toEqual([[0, 1, 2]]);
  expect([men[0], men[1], men[2]]).toEqual(['black', 'white', 'black']);
  const label = (/** @type {string} */ point) =>
    board.element.querySelector(`[data-point="${point}"]`)?.getAttribute('aria-label');
  expect(label('g7')).toBe('g7, black piece, can be taken with a7');
  expect(label('g1')).toBe('g1, black piece, protected');
  await press('g7');
  expect(played()).toEqual(['d7xa7xg7']);
  expect([state().game.men[0], state().game.men[2]]).toEqual(['', '']);
});

test('with a mill, too, a press takes a pair or another man, and one of a pair only where that is asked for', async () => {
  const { press, open, played, state, store, session } = await createTable();
  await open('mul-mulan B1B/1W1/1W1/6/3/3/2B w 4,5 0 6');
  await press('d7');
  expect(statusText(state())).toBe('Take a black piece, or the pair you came between.');
  expect(takenTogether(state())).toEqual([['a7', 'g7']]);
  await press('g1');
  expect(played()).toEqual(['d7xg1']);
  session.undo();
  await pass();
  await press('d7', 'a7');
  expect(played()).toEqual(['d7xa7xg7']);
  session.undo();
  await pass();
  await press('d7');
  const { pending } = state();
  expect(mayTakeOne(state())).toBe(true);
  if (pending) store.update((s) => setPending(s, { ...pending, one: true }));
  await pass();
  expect(mayTakeOne(state())).toBe(false);
  expect(statusText(state())).toBe('Mill! White takes a black piece.');
  await press('a7');
  expect(played()).toEqual(['d7xa7']);
});

test('two mills that take any two, or one enclosed man, make no pairs', async () => {
  const { press, open, played, state } = await createTable();
  await open('twelve[between=enclosed,mills=each] 1WW/B2/W2/W4B/3/1B1/W2 w 6,8 0 6');
  await press('a7');
  expect(takenTogether(state())).toEqual([]);
  await press('g4', 'd2');
  expect(played()).toEqual(['a7xg4xd2']);
});

test('where each of two mills takes a man, both are chosen', async () => {
  const { press, open, played, state } = await createTable();
  await open('nine[mills=each] 1W1/1W1/W1W/BB1B2/3/3/2B w 4,4 0 6');
  await press('d5');
  expect(takenTogether(state())).toEqual([]);
  await press('a4');
  expect(played()).toEqual([]);
  await press('g1');
  expect(played()).toEqual(['d5xa4xg1']);
});
