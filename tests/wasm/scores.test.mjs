/** What scores are called: exact values plainly, estimates as such, and no more men ahead than a side has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import analysis from '../../www/app/i18n/en/analysis.json' with { type: 'json' };
import './page.mjs';
import { expectation } from './load.mjs';

const { createScores, withPlies } = await import('../../www/app/analysis/scores.js');
const { addEnglish } = await import('../../www/app/i18n/i18n.js');

addEnglish(analysis);
const scores = createScores(/** @type {import('../../www/app/types').Core} */ (/** @type {unknown} */ ({ expectation })));

test('a sentence for each kind of score', () => {
  assert.equal(scores.sentence({ cp: 0 }, 'white'), 'Estimate: about even.');
  assert.equal(scores.sentence({ cp: 4 }, 'white'), 'Estimate: about even.');
  assert.equal(scores.sentence({ cp: 130 }, 'black'), 'Estimate: Black ahead by 1.3 men.');
  assert.equal(scores.sentence({ cp: -899 }, 'black'), 'Estimate: White ahead by 9.0 men.');
  for (const cp of [900, 3620]) {
    assert.equal(scores.sentence({ cp }, 'white'), 'Estimate: White is winning.');
    assert.equal(scores.sentence({ cp: -cp }, 'white'), 'Estimate: Black is winning.');
  }
  assert.equal(scores.sentence({ win: 1 }, 'white'), 'White wins in 1.');
  assert.equal(scores.sentence({ win: null }, 'white'), 'White wins.');
  assert.equal(scores.sentence({ loss: 2 }, 'white'), 'White loses in 2.');
  assert.equal(scores.sentence({ loss: null }, 'white'), 'Black wins.');
  assert.equal(scores.sentence({ draw: true }, 'white'), 'Draw with best play.');
});

test('signs are to the side that plays, and an estimate has a wave', () => {
  assert.deepEqual([{ win: 12 }, { loss: 8 }, { draw: /** @type {const} */ (true) }, { cp: -35 }, { cp: 0 }].map((score) => scores.sign(score)), ['+12', '−8', '=', '~−0.3', '~0.0']);
  assert.deepEqual([scores.sign({ win: null }), scores.sign({ loss: null })], ['+', '−']);
  assert.equal(scores.sign({ cp: 1730 }, true), '~+17');
});

test('in words for screen readers', () => {
  const all = [{ win: 12 }, { win: null }, { loss: 8 }, { loss: null }, { draw: /** @type {const} */ (true) }, { cp: 120 }];
  assert.deepEqual(all.map((score) => scores.words(score)), ['wins in 12', 'wins', 'loses in 8', 'loses', 'draw', 'estimate +1.2 men']);
});

test('quick wins come first, quick losses last, and unknown distances between them', () => {
  const order = [{ win: 3 }, { win: 99 }, { win: null }, { cp: 100 }, { draw: /** @type {const} */ (true) }, { loss: null }, { loss: 98 }, { loss: 2 }].map((score) => scores.order(score));
  assert.deepEqual(order, [...order].sort((a, b) => b - a));
  assert.equal(new Set(order).size, order.length);
});

test('the search may add a distance to an exact value, and change nothing else', () => {
  assert.deepEqual(withPlies({ win: null }, { win: 7 }), { win: 7 });
  assert.deepEqual(withPlies({ loss: null }, { loss: 6 }), { loss: 6 });
  assert.deepEqual(withPlies({ win: 5 }, { win: 7 }), { win: 5 });
  for (const found of [{ cp: -300 }, { draw: /** @type {const} */ (true) }, { loss: 4 }, undefined]) assert.deepEqual(withPlies({ win: null }, found), { win: null });
});
