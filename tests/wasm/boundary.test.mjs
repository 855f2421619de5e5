/**
 * What the boundary does with arguments that no honest caller sends: an Error in words, and an
 * object still usable.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine, Game, perft, rules } from './load.mjs';

const STRANGE = [
  undefined,
  null,
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  2 ** 40,
  true,
  {},
  [],
  () => 1,
  Symbol('s'),
  10n,
  '',
  '\ud800',
  'é'.repeat(10_000),
];

/** @param {(argument: any) => unknown} call */
function refusesAll(call, allowed = /** @type {unknown[]} */ ([])) {
  for (const argument of STRANGE.filter((argument) => !allowed.includes(argument))) {
    assert.throws(
      () => call(argument),
      (error) =>
        error instanceof Error &&
        error.message.length > 0 &&
        error.message.length < 400 &&
        'code' in error &&
        typeof error.code === 'string',
      String(argument),
    );
  }
}

test('strange arguments are refused in words and change nothing', () => {
  const game = Game.start('nine');
  game.play('d6');
  const before = game.state();
  refusesAll((spec) => rules(spec));
  refusesAll((spec) => Game.start(spec));
  refusesAll((line) => Game.fromPosition(line));
  refusesAll((turn) => game.play(turn));
  refusesAll((node) => game.goTo(node), [0]);
  refusesAll((side) => game.resign(side));
  refusesAll((side) => game.loseOnTime(side));
  refusesAll((name) => game.setTag(name, 5));
  refusesAll((point) => game.whyNot(point));
  refusesAll((depth) => perft(before.line, depth), [0]);
  assert.deepEqual(game.state(), before);
  game.play('f4');
  assert.equal(game.state().ply, 2);
  game.free();
});

test('a fault of the program that calls has a code of its own', () => {
  const engine = new Engine(1);
  const misuse = { code: 'misuse' };
  assert.throws(() => engine.go({ depth: 4 }), { ...misuse, message: 'no position is set' });
  engine.setPosition(Game.start('six').line(), []);
  assert.throws(() => engine.go({ depth: -1 }), misuse);
  assert.throws(() => engine.go(/** @type {any} */ ({ deep: 1 })), misuse);
  assert.throws(() => Game.start('sixty'), { code: 'no-variant' });
  engine.free();
});

test('a game walks back and forth without losing a line', () => {
  const game = Game.start('nine');
  for (const turn of ['d6', 'f4', 'b4']) game.play(turn);
  assert.ok(game.undo() && game.undo());
  game.play('d2');
  const { moves } = game.state();
  assert.deepEqual(
    moves.map(({ text, parent, onPath }) => [text, parent, onPath]),
    [
      ['d6', 0, true],
      ['f4', 1, false],
      ['d2', 1, true],
      ['b4', 2, false],
    ],
  );
  game.goTo(3);
  assert.deepEqual(game.state().played, ['d6', 'f4', 'b4']);
  game.goTo(0);
  assert.equal(game.undo(), false);
  assert.ok(game.redo() && game.redo() && game.redo());
  assert.equal(game.redo(), false);
  assert.equal(game.state().node, 3);
  game.free();
});

test('what was declared is taken back, and nothing else', () => {
  const game = Game.start('three');
  for (const turn of ['b2', 'a1']) game.play(turn);
  assert.equal(game.retract(), false);
  game.resign('white');
  game.undo();
  game.play('a1');
  assert.equal(game.state().outcome?.reason, 'resignation');
  assert.equal(game.retract(), true);
  assert.equal(game.state().outcome, null);
  assert.ok(!game.record().includes('resign'));
  for (const turn of ['a2', 'c1', 'c2']) game.play(turn);
  assert.equal(game.retract(), false);
  assert.equal(game.state().outcome?.reason, 'mill');
});

test('a resigned game is over where it was resigned, and only there', () => {
  const game = Game.start('nine');
  game.play('d6');
  game.resign('black');
  assert.deepEqual(game.state().outcome, {
    winner: 'white',
    loser: 'black',
    reason: 'resignation',
    text: 'Black resigns',
  });
  assert.deepEqual(game.state().legal, []);
  assert.throws(() => game.play('f4'), /the game is over: Black resigns/);
  assert.throws(() => game.agreeDraw(), /the game is over/);
  game.undo();
  assert.equal(game.state().outcome, null);
  game.free();
});
