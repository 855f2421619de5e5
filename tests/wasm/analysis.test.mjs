/**
 * Looking into a game through the boundary: remarks, lines cut off and put back, scores and
 * judgements.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, expectation } from './load.mjs';

/** @param {string} turns */
function game(turns) {
  const game = Game.start('nine');
  for (const turn of turns.split(' ')) game.play(turn);
  return game;
}

test('remarks stand in the record and in the state', () => {
  const it = game('d6 f4');
  it.setComment(2, 'one } and\ntwo');
  it.setGlyphs(2, [6, 140]);
  it.setComment(0, 'at first');
  const read = Game.fromRecord(it.record());
  for (const state of [it.state(), read.state()]) {
    assert.equal(state.comment, 'at first');
    assert.deepEqual(
      state.moves.map(({ comment, glyphs }) => [comment, glyphs]),
      [
        ['', []],
        ['one } and\ntwo', [6, 140]],
      ],
    );
  }
  for (const bad of [-1, 3, 1.5, '1', null, NaN])
    assert.throws(
      () => it.setComment(/** @type {any} */ (bad), ''),
      /the node must be a whole number/,
    );
  assert.throws(() => it.setComment(1, /** @type {any} */ (7)), /the comment must be a string/);
  for (const bad of [[256], [-1], ['1'], 'x', null])
    assert.throws(() => it.setGlyphs(1, /** @type {any} */ (bad)), Error);
  assert.deepEqual(it.state().moves[0]?.glyphs, []);
  read.free();
  it.free();
});

test('lines are cut off, put back and made the main one; the main one comes first', () => {
  const it = game('d6 f4');
  it.undo();
  it.play('a1');
  assert.deepEqual(
    it.state().moves.map(({ text }) => text),
    ['d6', 'f4', 'a1'],
  );
  it.promote(3);
  assert.deepEqual(
    it.state().moves.map(({ text }) => text),
    ['d6', 'a1', 'f4'],
  );
  assert.equal(it.cut(3), true);
  assert.deepEqual([it.state().node, it.state().moves.map(({ text }) => text)], [1, ['d6', 'f4']]);
  assert.throws(() => it.goTo(3), /that node was cut off/);
  assert.throws(() => it.cut(3), /that node was cut off/);
  assert.equal(it.cut(0), false);
  assert.equal(it.restore(), 3);
  assert.equal(it.restore(), undefined);
  assert.match(it.record(), /1\. d6 a1 \(1\.\.\. f4\)/);
  assert.match(it.lineAt(1), /^nine .* b 8,9 0 1$/);
  it.free();
});

test('a game is finished wherever one stands in it', () => {
  const it = game('d6 f4');
  assert.equal(it.state().finished, false);
  it.resign('white');
  it.goTo(0);
  assert.equal(it.state().finished, true);
  assert.equal(it.state().outcome, null);
  it.free();
});

test('scores say what can be expected, and turns are judged by them', () => {
  assert.deepEqual(expectation({ win: 3 }), [1, true]);
  assert.deepEqual(expectation({ loss: 0 }), [0, true]);
  assert.deepEqual(expectation({ win: null }), [1, true]);
  assert.deepEqual(expectation({ loss: null }), [0, true]);
  assert.deepEqual(expectation({ draw: true }), [0.5, true]);
  assert.deepEqual(expectation({ cp: 0 }), [0.5, false]);
  assert.deepEqual(expectation({ cp: -10_000 }), [0, true]);
  const [share] = expectation({ cp: 100 });
  assert.ok(Math.abs(share - 0.75) < 1e-12);
  for (const bad of [
    null,
    undefined,
    {},
    { cp: 0.5 },
    { cp: '1' },
    { win: -1 },
    { draw: false },
    { win: undefined },
    5,
  ])
    assert.throws(() => expectation(/** @type {any} */ (bad)), Error);

  const it = game('d6 f4 d2');
  const review = it.review(3, [{ draw: true }, { draw: true }, { win: 20 }, { cp: 40 }]);
  assert.deepEqual(
    review.turns.map(({ node, side, judgement, exact }) => [node, side, judgement, exact]),
    [
      [1, 'white', 'kept', true],
      [2, 'black', 'draw-lost', true],
      [3, 'white', 'blunder', false],
    ],
  );
  assert.deepEqual(review.turning, [2, 1]);
  assert.equal(review.values.length, 4);
  assert.deepEqual(review.values[2], { white: 1, exact: true });
  assert.equal(review.accuracy.black, 0);
  const only = it.review(
    3,
    [{ draw: true }, { draw: true }, { win: 20 }, { win: 3 }],
    [{ loss: 4 }, { cp: -300 }, { draw: true }],
  );
  assert.deepEqual(
    only.turns.map((turn) => turn.only),
    ['exact', null, null],
  );
  assert.throws(() => it.review(3, [], /** @type {any} */ ('x')), /the scores must be a list/);
  assert.deepEqual(it.review(3, []).accuracy, { white: null, black: null });
  assert.throws(() => it.review(9, []), Error);
  assert.throws(
    () => it.review(3, /** @type {any} */ ([{}])),
    /a score must be cp, win, loss or draw/,
  );
  assert.throws(() => it.review(3, /** @type {any} */ ('x')), /the scores must be a list/);
  it.free();
});
