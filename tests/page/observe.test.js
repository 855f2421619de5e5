/**
 * What follows parts of the state is shown at once, and again when one of them changes, for nothing
 * else.
 */
import { expect, test } from 'vitest';
import { observe } from '../../www/app/ui/observe.ts';

test('only a change of what is observed is shown', () => {
  /** @typedef {{ game: object, analysis: { lines: number } | null, hover: string }} State */
  let state = /** @type {State} */ ({ game: {}, analysis: null, hover: '' });
  /** @type {(now: State, before: State) => void} */
  let tell = () => {};
  /** @param {Partial<State>} change */
  const update = (change) => {
    const before = state;
    state = { ...state, ...change };
    tell(state, before);
  };
  let shown = 0;
  observe(
    { subscribe: (/** @type {typeof tell} */ listener) => (tell = listener) },
    ({ game, analysis }) => [game, analysis?.lines],
    () => shown++,
  );
  expect(shown).toBe(1);
  update({ hover: 'a1' });
  update({ game: state.game });
  expect(shown).toBe(1);
  update({ game: {} });
  update({ analysis: { lines: 3 } });
  expect(shown).toBe(3);
  update({ analysis: { lines: 3 } });
  expect(shown).toBe(3);
  update({ analysis: null });
  expect(shown).toBe(4);
});
