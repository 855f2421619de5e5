// @vitest-environment happy-dom
/** A position that is being set up: where the men come from. */
import { afterEach, expect, test, vi } from 'vitest';
import { begin, change, choose, clear, put, restart } from '../../www/app/setup/setup-state.js';
import { core, createTable } from './table.js';

afterEach(() => void vi.useRealTimers());

test('a man comes from the hand only where the game would have too many', async () => {
  const table = await createTable({ spec: 'six' });
  const before = 3;
  let state = change(clear(begin(table.state(), core), core), { hands: { white: before, black: before } }, core);
  const hands = () => state.editor?.draft.hands;
  for (let point = 0; point < 6; point++) {
    state = put(state, point, 'white', core);
    const all = point + 1 + (hands()?.white ?? NaN);
    expect(all, `${point + 1} on the board`).toBe(Math.min(6, point + 1 + before));
  }
  expect(hands()?.black).toBe(before);
});

test('where a game begins with all men on the board, so does the set-up, and none is in hand', async () => {
  const { store } = await createTable({ spec: 'three' });
  store.update((s) => choose(begin(s, core), 'tant-fant', core));
  // The board is the same one: what stood there stays.
  expect(store.get().editor?.draft).toMatchObject({ hands: { white: 0, black: 0 }, men: Array(9).fill('') });
  store.update((s) => restart(s, core));
  expect(store.get().editor?.check).toMatchObject({ line: 'tant-fant BBB/3/WWW w 0,0 0 1', faults: [] });
  store.update((s) => choose(s, 'shisima', core));
  expect(store.get().editor?.check.line).toBe('shisima BBB/3/WWW w 0,0 0 1');
  store.update((s) => choose(s, 'six', core));
  expect(store.get().editor?.draft).toMatchObject({ hands: { white: 6, black: 6 }, men: Array(16).fill('') });
});
