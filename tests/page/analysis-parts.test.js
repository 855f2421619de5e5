/** What the analysis decides by itself: variations, glyphs, what the search tells, the next mistake. */
import { expect, test } from 'vitest';
import { toggled } from '../../www/app/analysis/acts.ts';
import { isMain } from '../../www/app/analysis/comment-panel.ts';
import { nextOf } from '../../www/app/analysis/review.ts';
import { heard, wish } from '../../www/app/analysis/thinker.ts';

/** @typedef {import('../../www/app/types.ts').MoveNode} MoveNode */

test('a move has one glyph of the first six, beside those of a record', () => {
  expect(toggled([], 2)).toEqual([2]);
  expect(toggled([2], 4)).toEqual([4]);
  expect(toggled([4, 14], 4)).toEqual([14]);
  expect(toggled([4, 14], 1)).toEqual([1, 14]);
});

test('the main line is the first move of each position', () => {
  const moves = /** @type {MoveNode[]} */ (
    [
      [1, 0],
      [2, 1],
      [3, 0],
      [4, 3],
      [5, 1],
    ].map(([id, parent]) => ({ id, parent }))
  );
  expect([1, 2, 3, 4, 5].filter((node) => isMain(moves, node))).toEqual([1, 2]);
  expect(isMain(moves, 0), 'before the first move').toBe(true);
});

test('from a move one goes to the mistake that follows it, and from the last to the first', () => {
  const items = [{ move: { id: 4 } }, { move: { id: 9 } }];
  const nodes = [0, 2, 4, 7, 9, 11];
  expect([0, 4, 7, 9, 5].map((node) => nextOf(items, nodes, node)?.move.id)).toEqual([
    4, 9, 9, 4, 4,
  ]);
  expect(nextOf([], nodes, 0)).toBeUndefined();
});

test('a deeper search is not replaced by a shallower one, unless that is done', () => {
  const line = 'nine …';
  const score = (/** @type {number} */ cp) => /** @type {const} */ ({ cp });
  const lines = (/** @type {number} */ depth) =>
    ['a1', 'd6'].map((move, n) => ({ depth, pv: [move], score: score(depth), line: n, nodes: 0 }));
  const none = { found: null, glance: null, exact: null };
  const news = (/** @type {number} */ depth, done = false) => ({
    lines: lines(depth),
    nodes: 100 * depth,
    nps: 0,
    done,
  });
  const quick = heard(none, line, news(3, true), true);
  expect(quick.found).toMatchObject({ nodes: 300, done: false });
  expect(quick.glance?.turns.get('d6')).toEqual({ cp: 3 });
  const deep = heard(quick, line, news(9), false);
  expect(deep.found?.nodes).toBe(900);
  expect(deep.glance).toBe(quick.glance);
  expect(heard(deep, line, news(2), false).found?.nodes).toBe(900);
  expect(heard(deep, line, news(2, true), false).found).toMatchObject({ nodes: 200, done: true });
  expect(heard(deep, line, { lines: [], nodes: 0, nps: 0, done: true }, false).found?.nodes).toBe(
    900,
  );
});

test('a position is searched after a short wait, or once its exact values had time to come', () => {
  const state = {
    analysis: { thinks: true, lines: 3, review: null },
    game: { start: 'nine', played: ['d6'], line: 'here', outcome: null, hands: {} },
    solving: { can: { opening: false }, status: 'idle', pack: null },
    editor: null,
    exact: null,
  };
  /** @param {object} [more] @param {boolean} [isKnown] */
  const ask = (more = {}, isKnown = false) =>
    wish(/** @type {any} */ ({ ...state, ...more }), isKnown);
  const soon = ask();
  expect(soon.subject).toBe('nine d6 3 ');
  const known = ask({}, true);
  expect(known.subject).toBe('nine d6 3 exact');
  const coming = ask({ solving: { ...state.solving, can: { extent: 'all' }, status: 'loading' } });
  expect(coming.subject).toBe('nine d6 3 coming');
  expect(soon.delay).toBeLessThan(known.delay);
  expect(known.delay).toBeLessThan(coming.delay);
  for (const more of [
    { editor: {} },
    { analysis: { ...state.analysis, thinks: false } },
    { analysis: { ...state.analysis, review: { running: true } } },
    { game: { ...state.game, outcome: {} } },
  ])
    expect(ask(more).subject).toBe('');
});
