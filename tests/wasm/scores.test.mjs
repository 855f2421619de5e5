/** What scores are called: exact values plainly, estimates as an expected score. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import analysis from '../../www/app/i18n/en/analysis.json' with { type: 'json' };
import './page.mjs';
import { expectation } from './load.mjs';

const { createScores, withPlies } = await import('../../www/app/analysis/scores.ts');
const { addEnglish } = await import('../../www/app/i18n/i18n.ts');

addEnglish(analysis);
const scores = createScores(
  /** @type {import('../../www/app/types.ts').Core} */ (/** @type {unknown} */ ({ expectation })),
);

test('a sentence for each kind of score', () => {
  assert.equal(scores.sentence({ cp: 0 }, 'white'), 'White’s expected score: 50%');
  assert.equal(scores.sentence({ cp: 100 }, 'white'), 'White’s expected score: 75%');
  assert.equal(scores.sentence({ cp: 100 }, 'black'), 'White’s expected score: 25%');
  assert.equal(scores.sentence({ win: 1 }, 'white'), 'White wins in 1 move.');
  assert.equal(scores.sentence({ win: null }, 'white'), 'White wins.');
  assert.equal(scores.sentence({ loss: 2 }, 'white'), 'White loses in 1 move.');
  assert.equal(scores.sentence({ loss: null }, 'white'), 'Black wins.');
  assert.equal(scores.sentence({ draw: true }, 'white'), 'Draw.');
});

test('signs are to the side that plays, and an estimate is its expected score', () => {
  const all = [
    { win: 12 },
    { loss: 8 },
    { draw: /** @type {const} */ (true) },
    { cp: -35 },
    { cp: 0 },
  ];
  assert.deepEqual(
    all.map((score) => scores.sign(score)),
    ['+6', '−4', '=', '41%', '50%'],
  );
  assert.deepEqual(
    all.map((score) => scores.brief(score)),
    ['wins in 6', 'loses in 4', 'draw', '41%', '50%'],
  );
  assert.deepEqual(
    all.map((score) => scores.kind(score)),
    ['win', 'loss', 'draw', 'estimate', 'estimate'],
  );
  assert.deepEqual([scores.sign({ win: null }), scores.sign({ loss: null })], ['+', '−']);
});

test('in words for screen readers', () => {
  const all = [
    { win: 12 },
    { win: null },
    { loss: 8 },
    { loss: null },
    { draw: /** @type {const} */ (true) },
    { cp: 120 },
  ];
  assert.deepEqual(
    all.map((score) => scores.words(score)),
    ['wins in 6', 'wins', 'loses in 4', 'loses', 'draw', 'expected score 79%'],
  );
});

test('quick wins come first, quick losses last, and unknown distances between them', () => {
  const order = [
    { win: 3 },
    { win: 99 },
    { win: null },
    { cp: 100 },
    { draw: /** @type {const} */ (true) },
    { loss: null },
    { loss: 98 },
    { loss: 2 },
  ].map((score) => scores.order(score));
  assert.deepEqual(
    order,
    [...order].sort((a, b) => b - a),
  );
  assert.equal(new Set(order).size, order.length);
});

test('the search may add a distance to an exact value, and change nothing else', () => {
  assert.deepEqual(withPlies({ win: null }, { win: 7 }), { win: 7 });
  assert.deepEqual(withPlies({ loss: null }, { loss: 6 }), { loss: 6 });
  assert.deepEqual(withPlies({ win: 5 }, { win: 7 }), { win: 5 });
  for (const found of [{ cp: -300 }, { draw: /** @type {const} */ (true) }, { loss: 4 }, undefined])
    assert.deepEqual(withPlies({ win: null }, found), { win: null });
});
