/** What is shown of a game elsewhere, against the same game played again turn by turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEnglish } from '../../www/app/i18n/i18n.ts';
import words from '../../www/app/i18n/en/show.json' with { type: 'json' };
import { createShow, lineOf, mainLine } from '../../www/app/show/show.ts';
import { positionOf } from '../../www/app/show/position.ts';
import { pick } from '../browser/recipe.js';
import { Game, rules } from './load.mjs';

addEnglish(words);

/** @param {Game} game */
const shown = (game) => {
  const state = game.state();
  return createShow(game, rules(state.spec), mainLine(state.moves));
};

for (const spec of ['nine', 'six', 'three', 'lasker', 'nine[first=black]', 'morabaraba'])
  test(`${spec}: each position is the one that is reached by playing`, () => {
    const game = Game.start(spec);
    for (let n = 0; n < 70 && game.state().legal.length > 0; n++)
      game.play(
        pick(
          game.state().legal.map((m) => m.text),
          n,
        ),
      );
    const read = Game.read(game.record());
    const { show, ply } = shown(read);
    const again = Game.start(spec);
    const texts = [...show.moves.map((m) => m.text), null];
    texts.forEach((text, n) => {
      const at = ply(n);
      const state = again.state();
      assert.equal(at.line, state.line);
      assert.deepEqual([positionOf(at).men, at.turn], [state.men, state.turn]);
      assert.deepEqual(
        [at.last?.from, at.last?.to, at.last?.closes],
        [state.last?.from, state.last?.to, state.last?.closes],
      );
      assert.equal(at.won, state.outcome?.reason === 'mill');
      if (state.outcome) assert.match(at.said, state.outcome.winner ? /wins/ : /Draw/);
      else
        assert.ok(
          at.said.endsWith(`${state.turn === 'white' ? 'White' : 'Black'} to move.`),
          at.said,
        );
      if (text !== null) again.play(text);
    });
    assert.equal(show.first, spec.includes('black') ? 'black' : 'white');
    // In any order, as somebody walks.
    const middle = ply(Math.floor(show.moves.length / 2));
    ply(0);
    assert.deepEqual(ply(Math.floor(show.moves.length / 2)), middle);
    for (const one of [game, read, again]) one.free();
  });

test('of a tree the main line is shown, or the line that is asked for', () => {
  const game = Game.read('{before} 1. d6 $1 f4 {said} (1... b4 $6 2. b2 (2. a1) e3) 2. d2 *');
  const { moves } = game.state();
  assert.deepEqual(
    mainLine(moves).map((m) => m.text),
    ['d6', 'f4', 'd2'],
  );
  assert.deepEqual(
    lineOf(moves, ['d6', 'b4', 'a1']).map((m) => m.text),
    ['d6', 'b4', 'a1'],
  );
  assert.deepEqual(
    lineOf(moves, ['d6', 'a1']).map((m) => m.text),
    ['d6'],
  );
  const { show, ply } = createShow(game, rules('nine'), lineOf(moves, ['d6', 'b4', 'b2', 'e3']));
  assert.equal(show.comment, 'before');
  assert.deepEqual(
    show.moves.map((m) => m.text),
    ['d6!', 'b4?!', 'b2', 'e3'],
  );
  assert.equal(show.moves[1]?.label, '1. Black b4?!');
  assert.equal(ply(4).men.replaceAll('-', '').length, 4);
  game.free();
});

test('players are named if the record does, else by their colours', () => {
  const named = Game.read('[White "Anna"]\n[Black "?"]\n\n1. d6 *');
  assert.deepEqual(shown(named).show.players, { white: 'Anna', black: 'Black' });
  named.free();
});

test('an end that was declared is said at the end and nowhere else', () => {
  const game = Game.read('[Termination "resignation"]\n\n1. d6 f4 2. d2 0-1');
  const { ply } = shown(game);
  assert.equal(ply(3).said, 'White plays d2. Black wins: White resigned.');
  assert.equal(ply(2).said, 'Black plays f4. White to move.');
  game.free();
});
