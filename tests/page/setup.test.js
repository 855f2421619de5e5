// @vitest-environment happy-dom
/** A position that is being set up: where the men come from. */
import { afterEach, expect, test, vi } from 'vitest';
import {
  begin,
  carry,
  change,
  choose,
  clear,
  current,
  put,
  restart,
  setTool,
  undo,
  use,
} from '../../www/app/setup/setup-state.ts';
import { core, createTable } from './table.js';

afterEach(() => void vi.useRealTimers());

test('a man comes from the hand only where the game would have too many', async () => {
  const table = await createTable({ spec: 'six' });
  const before = 3;
  let state = change(
    clear(begin(table.state(), core), core),
    { hands: { white: before, black: before } },
    core,
  );
  const hands = () => state.editor?.draft.hands;
  for (let point = 0; point < 6; point++) {
    state = put(state, point, 'white', core);
    const all = point + 1 + (hands()?.white ?? NaN);
    expect(all, `${point + 1} on the board`).toBe(Math.min(6, point + 1 + before));
  }
  expect(hands()?.black).toBe(before);
});

test('dead men are set up like others, and stay dead only where a game has them', async () => {
  const table = await createTable({ spec: 'cham-gonu' });
  let state = setTool(begin(table.state(), core), 'dead');
  state = use(state, 0, core);
  expect(state.game).toMatchObject({ marked: [0], hands: { white: 12, black: 12 } });
  expect(state.game.men[0]).toBe('');
  expect(use(state, 0, core).game.marked).toEqual([]);
  expect(undo(state, core).game.marked).toEqual([]);
  expect(put(state, 0, 'white', core).game).toMatchObject({ marked: [] });
  expect(carry(put(state, 1, 'white', core), 1, 0, core).game).toMatchObject({ marked: [] });
  expect(state.editor?.check.line).toBe('cham-gonu X2/3/3/6/3/3/3 w 12,12 0 1');
  const twelve = choose(state, 'twelve', core);
  expect(twelve.editor).toMatchObject({ tool: 'white', draft: { men: Array(24).fill('') } });
});

test('what a position remembers is set up with it', async () => {
  const { store, session } = await createTable({ spec: 'one-time' });
  for (const move of ['a7', 'a1', 'd7', 'd1', 'g7xa1']) session.play(move);
  let state = begin(store.get(), core);
  const { line } = state.game;
  expect(line).toMatch(/ a7-g7,-$/);
  expect(state.game.used.white).toEqual([[0, 1, 2]]);
  state = put(state, 23, 'white', core);
  expect(state.editor?.check.line).toMatch(/ a7-g7,-$/);
  expect(clear(state, core).editor?.check.line).toMatch(/ -,-$/);
  expect(current(clear(state, core), core).game.line).toBe(line);
});

test('where a game begins with all men on the board, so does the set-up, and none is in hand', async () => {
  const { store } = await createTable({ spec: 'three' });
  store.update((s) => choose(begin(s, core), 'tant-fant', core));
  // The board is the same one: what stood there stays.
  expect(store.get().editor?.draft).toMatchObject({
    hands: { white: 0, black: 0 },
    men: Array(9).fill(''),
  });
  store.update((s) => restart(s, core));
  expect(store.get().editor?.check).toMatchObject({
    line: 'tant-fant BBB/3/WWW w 0,0 0 1',
    faults: [],
  });
  store.update((s) => choose(s, 'shisima', core));
  expect(store.get().editor?.check.line).toBe('shisima BBB/3/WWW w 0,0 0 1');
  store.update((s) => choose(s, 'six', core));
  expect(store.get().editor?.draft).toMatchObject({
    hands: { white: 6, black: 6 },
    men: Array(16).fill(''),
  });
});
