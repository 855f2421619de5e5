// @vitest-environment happy-dom
/** A position that is being set up: where the men come from. */
import { afterEach, expect, test, vi } from 'vitest';
import { begin, change, clear, put } from '../../www/app/setup/setup-state.js';
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
