/**
 * The opening explorer in WebAssembly: from what an engine has loaded, and from the exact values of
 * the turns.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, Game, placings, replies } from './load.mjs';

const OPENING = readFileSync(new URL('../../data/nine.opening', import.meta.url));
const START = 'nine 3/3/3/6/3/3/3 w 9,9 0 1';

/** @param {string[]} moves */
function after(moves) {
  const game = Game.start('nine');
  for (const move of moves) game.play(move);
  return game.line();
}

function loadedEngine() {
  const engine = new Engine(1);
  engine.load(OPENING);
  while (engine.loadStep());
  return engine;
}

test('an engine lists the turns by the values that it has loaded', () => {
  assert.equal(new Engine(1).explore(START), null, 'nothing loaded yet');
  const engine = loadedEngine();
  const explored = engine.explore(START);
  assert.ok(explored);
  const { placings: first, values } = explored;
  assert.deepEqual(values.value, { draw: true });
  assert.equal(values.moves.length, 24);
  // Corners and midpoints of the outer and inner rings, and of the middle one.
  assert.deepEqual(first.map(({ turns }) => turns.length).sort(), [4, 4, 8, 8]);
  assert.ok(
    first.every(
      ({ value, replies, holding, missed }) =>
        value === 'draw' && replies === 23 && holding === 23 && missed === 0,
    ),
  );
  const closing = engine.explore(after(['d6', 'f4', 'd7']));
  assert.ok(closing);
  const [best, ...others] = closing.placings;
  assert.deepEqual(best, { turns: ['d5'], value: 'win', replies: 20, holding: 20, missed: 0 });
  assert.ok(others.length && others.every(({ value }) => value === 'loss'));
  assert.deepEqual(closing.values.value, { win: null });
  assert.deepEqual(
    closing.values.moves
      .filter(({ value }) => 'win' in value)
      .map(({ text, rank }) => [text, rank]),
    [['d5', 0]],
  );
  assert.ok(
    closing.values.moves.every(
      ({ text, value }) => text === 'd5' || ('loss' in value && value.loss === null),
    ),
  );
  // After eight plies the replies' values are not loaded, after nine no value is.
  const eighth = after(['d6', 'f4', 'd7', 'd5', 'a1', 'g1', 'c3', 'e3']);
  assert.ok(engine.explore(eighth)?.placings.some(({ holding }) => holding === null));
  assert.ok(
    engine.explore(eighth)?.placings.every((p) => (p.holding === null) === (p.missed === null)),
  );
  assert.equal(engine.explore(after(['d6', 'f4', 'd7', 'd5', 'a1', 'g1', 'c3', 'e3', 'a7'])), null);
  assert.equal(engine.explore('six 3/3/4/3/3 w 6,6 0 1'), null);
  assert.throws(() => engine.explore('nine'), /./);
  assert.throws(() => engine.explore(/** @type {any} */ (1)), /must be a string/);
});

test('an engine that is still loading answers for the first placings, as it will', () => {
  const engine = new Engine(1);
  engine.load(OPENING);
  /** What it says of the first placing, and how far it was. @type {unknown[]} */
  const early = [];
  let steps = 0;
  for (let more = true; more; steps++) {
    const explored = early.length ? null : engine.explore(after(['d6']));
    if (explored) early.push(explored, steps);
    more = engine.loadStep();
  }
  const [explored, at] = early;
  assert.ok(Number(at) < steps / 10, `after ${at} of ${steps} steps`);
  const { values, placings } = engine.explore(after(['d6'])) ?? {};
  const told =
    /** @type {{ values: unknown, placings: { turns: string[], value: string, replies: number }[] }} */ (
      explored
    );
  const plain = (/** @type {typeof told.placings | undefined} */ list) =>
    list?.map(({ turns, value, replies }) => [turns, value, replies]).sort();
  assert.deepEqual(told.values, values);
  assert.deepEqual(plain(told.placings), plain(placings));
});

test('exact values of the turns give the same list, but for the replies that hold', () => {
  const line = after(['d6', 'f4', 'd7']);
  const explored = loadedEngine().explore(line);
  assert.ok(explored);
  const {
    placings: told,
    values: { moves: values },
  } = explored;
  assert.deepEqual(
    placings(line, values)
      ?.map(({ turns, value, replies }) => [turns, value, replies])
      .sort(),
    told.map(({ turns, value, replies }) => [turns, value, replies]).sort(),
  );
  assert.ok(
    placings(line, values)?.every(({ value, holding }) => (value === 'win') === (holding !== null)),
  );
  assert.equal(placings(line, values.slice(1)), null, 'one is missing');
  // A place that is taken, among legal ones.
  assert.equal(placings(line, [{ text: 'd6', value: { draw: true } }]), null);
  const over = 'nine W2/3/3/6/3/3/BBB w 0,0 0 30';
  assert.equal(placings(over, []), null);
});

test('exact values of the turns say how many hold, and how likely they are missed', () => {
  const engine = loadedEngine();
  const before = after(['d6', 'f4']);
  const found = engine.explore(before)?.placings.find(({ turns }) => turns.includes('d7'));
  const line = after(['d6', 'f4', 'd7']);
  const moves = engine.explore(line)?.values.moves ?? [];
  assert.deepEqual(replies(line, moves), {
    replies: 20,
    holding: found?.holding,
    missed: found?.missed,
  });
  assert.ok(found?.holding === 1 && (found.missed ?? 0) > 0 && (found.missed ?? 0) < 50);
  assert.equal(replies(line, moves.slice(1)), null, 'one is missing');
  assert.equal(replies('nine W2/3/3/6/3/3/BBB w 0,0 0 30', []), null, 'the game is over');
  assert.throws(() => replies('nine', moves), /./);
});
