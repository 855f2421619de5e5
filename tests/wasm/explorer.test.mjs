/** The opening explorer in WebAssembly: from its file, from what an engine has loaded, refused where it is not what it should be. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, Explorer, Game, placings } from './load.mjs';

const FILE = readFileSync(new URL('../../data/nine.explorer', import.meta.url));
const OPENING = readFileSync(new URL('../../data/nine.opening', import.meta.url));
const START = 'nine 3/3/3/6/3/3/3 w 9,9 0 1';

/** @param {string[]} moves */
function after(moves) {
  const game = Game.start('nine');
  for (const move of moves) game.play(move);
  return game.line();
}

test('it tells of the first ten plies', () => {
  const explorer = new Explorer(FILE);
  assert.equal(explorer.plies(), 10);
  const first = explorer.explore(START);
  assert.ok(first);
  // Corners and midpoints of the outer and inner rings, and of the middle one.
  assert.deepEqual(first.map(({ turns }) => turns.length).sort(), [4, 4, 8, 8]);
  assert.ok(first.every(({ value, replies, holding }) => value === 'draw' && replies === 23 && holding === 23));
  /** Where placings of the tenth ply are told of. @param {string[]} moves @returns {string[] | null} */
  const tenth = (moves) => {
    const placings = explorer.explore(after(moves));
    if (!placings) return null;
    if (moves.length === 9) return [...moves, placings[0].turns[0]];
    // The likeliest few at each ply lead there.
    for (const { turns } of placings.slice(0, 6)) {
      const found = tenth([...moves, turns[0]]);
      if (found) return found;
    }
    return null;
  };
  const moves = tenth([]);
  assert.ok(moves);
  assert.equal(explorer.explore(after(moves)), null);
  assert.equal(explorer.explore('six 3/3/4/3/3 w 6,6 0 1'), null);
  assert.throws(() => explorer.explore('nine'), /./);
  assert.throws(() => explorer.explore(/** @type {any} */ (1)), /must be a text/);
});

test('what was loaded tells the same', () => {
  const [explorer, engine] = [new Explorer(FILE), new Engine(1)];
  const line = after(['d6', 'f4', 'd7']);
  assert.equal(engine.explore(line), null, 'nothing loaded yet');
  engine.load(OPENING);
  while (engine.loadStep());
  assert.deepEqual(engine.explore(line), explorer.explore(line));
  assert.deepEqual(engine.explore(START), explorer.explore(START));
});

test('bad bytes are refused', () => {
  const changed = Uint8Array.from(FILE);
  changed[FILE.length >> 1] ^= 1;
  assert.throws(() => new Explorer(changed), /checksum is wrong/);
  assert.throws(() => new Explorer(FILE.subarray(0, 1000)), /cut short/);
  assert.throws(() => new Explorer(OPENING), /no values/);
  assert.throws(() => new Explorer(/** @type {any} */ ('nine')), /must be a Uint8Array/);
});

test('exact values of the turns tell the same, but for the replies that hold', () => {
  const explorer = new Explorer(FILE);
  const line = after(['d6', 'f4', 'd7']);
  const told = explorer.explore(line) ?? [];
  const values = told.flatMap(({ turns, value }) => turns.map((text) => ({ text, value: value === 'draw' ? { draw: true } : { [value]: null } })));
  assert.deepEqual(placings(line, /** @type {any} */ (values))?.map(({ turns, value, replies }) => [turns, value, replies]).sort(), told.map(({ turns, value, replies }) => [turns, value, replies]).sort());
  assert.ok(placings(line, /** @type {any} */ (values))?.every(({ value, holding }) => (value === 'win') === (holding !== null)));
  assert.equal(placings(line, /** @type {any} */ (values.slice(1))), null, 'one is missing');
  // A place that is taken, among legal ones.
  assert.equal(placings(line, [{ text: 'd6', value: { draw: true } }]), null);
  const over = 'nine W2/3/3/6/3/3/BBB w 0,0 0 30';
  assert.equal(placings(over, []), null);
});
