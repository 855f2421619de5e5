// @vitest-environment happy-dom
/** The statistics: which games count, and as what. */
import { afterEach, expect, test, vi } from 'vitest';
import { countResult, eraseResults, readResults } from '../../www/app/storage/results.ts';
import { COMPUTER, WATCH, createTable, pass } from './table.js';

afterEach(() => {
  eraseResults();
  vi.useRealTimers();
});

test('a game counts once: taken back after its end and won, it stays lost', async () => {
  const table = await createTable(COMPUTER);
  eraseResults();
  table.session.resign();
  await pass();
  countResult(table.state());
  expect(readResults()).toMatchObject([
    { spec: 'nine', mode: 'computer', human: 'white', level: 3, winner: 'black' },
  ]);
  const { game } = table.state();
  countResult({
    ...table.state(),
    game: { ...game, outcome: game.outcome && { ...game.outcome, winner: 'white' } },
  });
  expect(readResults().map(({ winner }) => winner)).toEqual(['black']);
});

test('two computers, and a game that is not over, do not count', async () => {
  const table = await createTable(COMPUTER);
  eraseResults();
  countResult(table.state());
  table.session.resign();
  await pass();
  countResult({ ...table.state(), settings: WATCH });
  countResult({ ...table.state(), engineDown: true });
  expect(readResults()).toEqual([]);
});
