/**
 * The exact values of first placings in WebAssembly: read in steps, gone by in a search, refused
 * where they are not what they should be.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, dataFiles } from './load.mjs';

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

test('which files there are for a game', () => {
  assert.deepEqual(dataFiles('nine'), ['nine.opening']);
  assert.deepEqual(dataFiles('nine[first=black,quiet=50]'), ['nine.opening']);
  assert.deepEqual(dataFiles('eleven'), ['eleven.opening', 'twelve.net']);
  assert.deepEqual(dataFiles('twelve'), ['twelve.opening', 'twelve.net']);
  assert.deepEqual(dataFiles('nine[fly=never]'), []);
  assert.deepEqual(dataFiles('six'), []);
  assert.deepEqual(dataFiles('lasker'), ['lasker.opening', 'lasker.net']);
  assert.deepEqual(dataFiles('morabaraba'), ['twelve.net']);
  for (const spec of ['zhi-qi', 'da-san-qi[quiet=50]'])
    assert.deepEqual(dataFiles(spec), ['cham-gonu.net'], spec);
  for (const spec of ['el-filja', 'nao-guti', 'dooz'])
    assert.deepEqual(dataFiles(spec), [`${spec}.net`]);
  assert.deepEqual(dataFiles('picaria'), []);
  assert.throws(() => dataFiles('ten thousand'), /./);
});

test('what was loaded is used', () => {
  const engine = new Engine(1);
  assert.equal(engine.loadStep(), false, 'nothing to load');
  assert.ok('cp' in think(engine, []), 'too few nodes to know');
  engine.load(FILE);
  let steps = 1;
  while (engine.loadStep()) {
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

test('values that were decoded once need not be decoded again', () => {
  const engine = new Engine(1);
  assert.equal(engine.openingValues(), undefined);
  engine.load(FILE);
  while (engine.loadStep());
  const values = engine.openingValues();
  assert.ok(values);
  const again = new Engine(1);
  again.load(FILE, values);
  assert.equal(again.loadStep(), false);
  assert.ok('draw' in think(again, ['d6', 'f4']));
  assert.deepEqual(again.openingValues(), values);
  values[values.length >> 1] ^= 1;
  again.load(FILE, values);
  assert.equal(again.loadStep(), true, 'others are left aside');
  assert.throws(() => again.load(FILE, /** @type {any} */ ('values')), /must be a Uint8Array/);
});

test('weights of other games are loaded', () => {
  const lasker = readFileSync(new URL('../../data/lasker.net', import.meta.url));
  const start = 'lasker 3/3/3/6/3/3/3 w 10,10 0 1';
  const judged = () => {
    const engine = new Engine(1);
    engine.setPosition(start, ['d6', 'f4', 'd2']);
    engine.go({ depth: 3 });
    while (!engine.step(1000));
    return JSON.stringify(engine.info());
  };
  const before = judged();
  const engine = new Engine(1);
  const changed = Uint8Array.from(lasker);
  changed[1000] ^= 1;
  engine.load(changed);
  assert.throws(() => engine.loadStep(), /damaged/);
  assert.equal(judged(), before, 'nothing was loaded from it');
  engine.load(lasker);
  assert.equal(engine.loadStep(), false);
  assert.notEqual(judged(), before);
  assert.deepEqual(dataFiles('lasker'), ['lasker.opening'], 'the weights are here');
});

test('bad bytes are refused, and what was loaded stays', () => {
  const engine = new Engine(1);
  engine.load(FILE);
  while (engine.loadStep());
  const changed = Uint8Array.from(FILE);
  changed[FILE.length >> 1] ^= 1;
  assert.throws(() => engine.load(changed), /checksum is wrong/);
  assert.throws(() => engine.load(FILE.subarray(0, FILE.length - 1)), /cut short/);
  assert.throws(() => engine.load(new Uint8Array(0)), /not 20/);
  assert.throws(() => engine.load(/** @type {any} */ ('nine')), /must be a Uint8Array/);
  assert.throws(() => engine.load(/** @type {any} */ (undefined)), /must be a Uint8Array/);
  assert.equal(engine.loadStep(), false);
  assert.ok('draw' in think(engine, []));
});
