/**
 * What follows parts of the state is shown at once, and again when one of them changes, for nothing
 * else.
 */
import { expect, test } from 'vitest';
import { watch } from '../../www/app/ui/watch.ts';

test('only a change of what is watched is shown', () => {
  /** @typedef {{ game: object, study: { lines: number } | null, hover: string }} State */
  let state = /** @type {State} */ ({ game: {}, study: null, hover: '' });
  /** @type {(now: State, before: State) => void} */
  let tell = () => {};
  /** @param {Partial<State>} change */
  const update = (change) => {
    const before = state;
    state = { ...state, ...change };
    tell(state, before);
  };
  let shown = 0;
  watch(
    { subscribe: (/** @type {typeof tell} */ listener) => (tell = listener) },
    ({ game, study }) => [game, study?.lines],
    () => shown++,
  );
  expect(shown).toBe(1);
  update({ hover: 'a1' });
  update({ game: state.game });
  expect(shown).toBe(1);
  update({ game: {} });
  update({ study: { lines: 3 } });
  expect(shown).toBe(3);
  update({ study: { lines: 3 } });
  expect(shown).toBe(3);
  update({ study: null });
  expect(shown).toBe(4);
});
