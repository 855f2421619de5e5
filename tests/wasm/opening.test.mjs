/** The exact values of first placings in WebAssembly: read in steps, gone by in a search, refused where they are not what they should be. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, hasOpening } from './load.mjs';

const FILE = readFileSync(new URL('../../data/nine.opening', import.meta.url));

/** @param {Engine} engine @param {string[]} moves */
function think(engine, moves) {
  engine.setPosition('nine 3/3/3/6/3/3/3 w 9,9 0 1', moves);
  engine.go({ nodes: 300 });
  while (!engine.step(100));
  const info = engine.info();
  assert.ok(info);
  return info.score;
}

test('of these games there are values', () => {
  assert.ok(hasOpening('nine'));
  assert.ok(hasOpening('nine[first=black,quiet=50]'));
  assert.ok(!hasOpening('nine[fly=never]'));
  assert.ok(!hasOpening('six'));
  assert.throws(() => hasOpening('ten thousand'), /./);
});

test('what was learnt is gone by', () => {
  const engine = new Engine(1);
  assert.equal(engine.learnOn(), false, 'nothing to learn');
  assert.ok('cp' in think(engine, []), 'too few nodes to know');
  engine.learn(FILE);
  let steps = 1;
  while (engine.learnOn()) {
    // In between it thinks as before.
    if (steps++ === 100) assert.ok('cp' in think(engine, []));
  }
  assert.ok(steps > 1000, `${steps} steps`);
  assert.ok('draw' in think(engine, []));
  assert.ok('draw' in think(engine, ['d6', 'f4']));
  // A man that blocks its own side: nobody can see that far that this loses.
  const won = think(engine, ['d6', 'f4', 'd7']);
  assert.ok('win' in won || ('cp' in won && won.cp >= 10000), JSON.stringify(won));
});

test('bad bytes are refused, and what was known stays', () => {
  const engine = new Engine(1);
  engine.learn(FILE);
  while (engine.learnOn());
  const changed = Uint8Array.from(FILE);
  changed[FILE.length >> 1] ^= 1;
  assert.throws(() => engine.learn(changed), /checksum is wrong/);
  assert.throws(() => engine.learn(FILE.subarray(0, FILE.length - 1)), /cut short/);
  assert.throws(() => engine.learn(new Uint8Array(0)), /not 20/);
  assert.throws(() => engine.learn(/** @type {any} */ ('nine')), /must be a Uint8Array/);
  assert.throws(() => engine.learn(/** @type {any} */ (undefined)), /must be a Uint8Array/);
  assert.equal(engine.learnOn(), false);
  assert.ok('draw' in think(engine, []));
});
