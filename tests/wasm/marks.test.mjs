/**
 * What the board marks besides the moves: threats, what may be prepared, and how near a draw is.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from './load.mjs';

/** @param {string} line @param {(state: ReturnType<Game['state']>, game: Game) => void} check */
function at(line, check) {
  const game = Game.fromPosition(line);
  try {
    check(game.state(), game);
  } finally {
    game.free();
  }
}

test('a threat is where the side not to move could close a mill', () => {
  // Black could place on d7 and on f4; White's own two on the bottom line are no threat to White.
  at('nine B2/3/3/4B1/3/3/W1W b 7,7 2 3', (state) => assert.deepEqual(state.threats, ['d1']));
  at('nine B1B/3/3/6/3/3/3 w 9,7 0 3', (state) => assert.deepEqual(state.threats, ['d7']));
  at('nine B1B/3/3/6/3/3/3 b 9,7 0 3', (state) => assert.deepEqual(state.threats, []));
  // Moving, only a neighbour threatens: d6 is beside d7, a far man is not.
  at('nine B1B/1B1/3/4W1/3/3/WWW w 0,0 0 20', (state) => assert.deepEqual(state.threats, ['d7']));
  at('nine B1B/3/2B/4W1/3/3/WW1 w 0,0 0 20', (state) =>
    assert.deepEqual(state.threats, ['d7'], 'three men fly'),
  );
  at('nine[fly=never] B1B/3/2B/4W1/3/3/WW1 w 0,0 0 20', (state) =>
    assert.deepEqual(state.threats, []),
  );
});

test('what may be prepared is what the other side may begin with', () => {
  at('nine B2/3/3/6/3/3/W2 w 8,8 0 2', ({ premoves }) => {
    assert.equal(premoves.length, 22, 'every empty point');
    assert.ok(premoves.every(({ from }) => from === null));
  });
  at('nine[fly=never] B1B/1B1/3/4W1/3/3/WWW w 0,0 0 20', ({ premoves }) => {
    assert.deepEqual(premoves.map(({ from, to }) => `${from}-${to}`).sort(), [
      'a7-a4',
      'a7-d7',
      'd6-b6',
      'd6-d5',
      'd6-d7',
      'd6-f6',
      'g7-d7',
      'g7-g4',
    ]);
  });
  // With four men, one of which may be taken first, they may come to fly.
  at('nine B1B/BB1/3/4W1/3/3/WWW w 0,0 0 20', ({ premoves }) =>
    assert.equal(premoves.length, 4 * 20),
  );
});

test('every legal turn could have been prepared', () => {
  for (const spec of [
    'nine',
    'lasker',
    'twelve',
    'morabaraba',
    'seven',
    'three',
    'nine-holes',
    'nine[mills=each]',
  ]) {
    const game = Game.start(spec);
    for (let ply = 0; ply < 120; ply++) {
      const before = game.state();
      if (before.outcome) break;
      const ways = new Set(before.premoves.map(({ from, to }) => `${from}-${to}`));
      const turn = before.legal[(ply * 7919 + 13) % before.legal.length];
      game.play(turn?.text ?? '');
      const own = new Set(before.premoves.map(({ from }) => from));
      for (const { from, to, kind } of game.state().legal) {
        // A point that its own taken man stood on is the one exception.
        if (kind === 'pass' || turn?.captures.includes(to ?? '')) continue;
        assert.ok(ways.has(`${from}-${to}`), `${spec}, ply ${ply}: ${from}-${to} of ${[...own]}`);
      }
    }
    game.free();
  }
});

test('the draws by a count say how near they are', () => {
  const quiet = { reason: 'quiet', count: 0, limit: 100 };
  const seen = { reason: 'repetition', count: 1, limit: 3 };
  at('nine 3/3/3/6/3/3/3 w 9,9 0 1', ({ limits }) => assert.deepEqual(limits, [quiet, seen]));
  at('nine[quiet=never,repeat=never] 3/3/3/6/3/3/3 w 9,9 0 1', ({ limits }) =>
    assert.deepEqual(limits, []),
  );
  at('nine[ten=both] WWW/3/3/6/3/3/BBB w 0,0 5 30', ({ limits }) =>
    assert.deepEqual(limits, [
      { reason: 'ten-moves', count: 5, limit: 20 },
      { ...quiet, count: 5 },
      seen,
    ]),
  );
  at('nine[ten=both] WWW/3/3/W5/3/3/BBB w 0,0 5 30', ({ limits }) =>
    assert.equal(limits[0]?.reason, 'quiet'),
  );
  at('nine W1W/1W1/3/6/3/1B1/B1B w 0,0 0 30', (_, game) => {
    for (const turn of ['d6-b6', 'd2-b2', 'b6-d6', 'b2-d2']) game.play(turn);
    assert.deepEqual(game.state().limits, [
      { ...quiet, count: 4 },
      { ...seen, count: 2 },
    ]);
    game.resign('white');
    assert.deepEqual(game.state().limits, []);
  });
});
