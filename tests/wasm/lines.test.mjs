/**
 * Several lines at once through the boundary: as many as were asked for, in order, each a line of
 * legal turns.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine, Game } from './load.mjs';

const START = 'nine 3/3/3/6/3/3/3 w 9,9 0 1';

/** @param {Engine} engine @param {import('../../www/pkg-npm/merels.js').SearchLimits} limits */
function think(engine, limits) {
  engine.go(limits);
  while (!engine.step(500));
  return engine.lines();
}

/**
 * Larger is better for the side to move.
 * @param {import('../../www/pkg-npm/merels.js').SearchInfo['score']} score
 */
function worth(score) {
  if ('win' in score) return 30_000 - score.win;
  if ('loss' in score) return score.loss - 30_000;
  return 'cp' in score ? score.cp : 0;
}

test('as many lines come as were asked for, the best first', () => {
  const engine = new Engine(4);
  const moves = ['d6', 'f4', 'd2', 'b4'];
  engine.setPosition(START, moves);
  const lines = think(engine, { depth: 5, lines: 4 });
  assert.deepEqual(
    lines.map((info) => info.line),
    [1, 2, 3, 4],
  );
  assert.deepEqual(
    lines.map((info) => info.depth),
    [5, 5, 5, 5],
  );
  assert.equal(new Set(lines.map((info) => info.pv[0])).size, 4);
  const worths = lines.map((info) => worth(info.score));
  assert.deepEqual(
    worths,
    worths.toSorted((a, b) => b - a),
  );
  assert.deepEqual(engine.info(), lines[0]);
  assert.equal(engine.bestMove(), lines[0]?.pv[0]);
  for (const { pv } of lines) {
    assert.ok(pv.length >= 5, pv.join(' '));
    const game = Game.start('nine');
    for (const turn of [...moves, ...pv]) game.play(turn);
    game.free();
  }
});

test('every turn has a line where so many are asked for, and one where nothing is', () => {
  const engine = new Engine(1);
  engine.setPosition('three W1W/3/B1B b 1,1 0 3', []);
  const all = think(engine, { depth: 3, lines: 99 });
  assert.equal(all.length, 5);
  assert.deepEqual(all[0]?.score, { win: 1 });
  // One other turn stops the enemy's mill.
  assert.equal(all[1]?.pv[0], 'b3');
  assert.deepEqual(
    all.slice(2).map(({ score }) => score),
    [{ loss: 2 }, { loss: 2 }, { loss: 2 }],
  );
  assert.equal(think(engine, { depth: 3 }).length, 1);
  assert.equal(think(engine, { depth: 3, lines: 1 }).length, 1);
  engine.setPosition('three WWW/BB1/3 b 0,1 0 3', []);
  assert.deepEqual(think(engine, { depth: 3, lines: 4 }), []);
  assert.equal(engine.info(), null);
});

test('what is no number of lines is refused', () => {
  const engine = new Engine(1);
  engine.setPosition(START, []);
  for (const lines of [0, -1, 1.5, NaN, Infinity, 2 ** 32, '3', {}, true]) {
    assert.throws(
      () => engine.go(/** @type {any} */ ({ lines })),
      /lines must be a whole number from 1/,
      String(lines),
    );
  }
  assert.equal(think(engine, { depth: 2, lines: 3 }).length, 3);
});

test('the turns before count: a position that comes for the third time is a draw', () => {
  const begin = 'nine[fly=never] W2/1W1/W2/6/3/B1B/B1B w 0,0 0 20';
  const round = ['a7-d7', 'a1-a4', 'd7-a7', 'a4-a1'];
  /**
   * What the last turn of the round is worth to Black, who has played these before it.
   * @param {string[]} moves
   */
  const value = (moves) => {
    const engine = new Engine(4);
    engine.setPosition(begin, moves);
    engine.go({ depth: 2 });
    engine.keepOnly(['a4-a1']);
    while (!engine.step(500));
    assert.equal(engine.bestMove(), 'a4-a1');
    return worth(engine.lines()[0]?.score ?? { cp: NaN });
  };
  const last = round.slice(0, 3);
  assert.notEqual(value(last), 0);
  assert.equal(value([...round, ...last]), 0);
});

test('exact values that are told decide, and are what the lines are worth', () => {
  const engine = new Engine(4);
  engine.setPosition(START, ['d6', 'f4']);
  const turns = ['a1', 'd2', 'g7', 'b4'];
  const told = [
    { text: 'a1', value: { win: null } },
    { text: 'd2', value: { loss: null } },
    { text: 'g7', value: /** @type {const} */ ({ draw: true }) },
    { text: 'b4', value: { win: null } },
  ];
  engine.go({ depth: 3, lines: 4 });
  engine.keepOnly(turns);
  engine.know(told);
  while (!engine.step(500));
  assert.deepEqual(
    engine.lines().map(({ score }) => score),
    [{ win: null }, { win: null }, { draw: true }, { loss: null }],
  );
  assert.deepEqual(
    engine
      .lines()
      .map(({ pv }) => pv[0])
      .slice(2),
    ['g7', 'd2'],
  );
  // Distances decide at once.
  engine.go({});
  engine.know([
    { text: 'a1', value: { win: 9 } },
    { text: 'b4', value: { win: 7 } },
  ]);
  assert.equal(engine.bestMove(), 'b4');
  for (const bad of [
    null,
    [{ text: 'a1' }],
    [{ text: 'a1', value: {} }],
    [{ text: 'z9', value: { win: null } }],
    [{ text: 'a1', value: { win: -1 } }],
  ])
    assert.throws(() => engine.know(/** @type {any} */ (bad)), Error);
});

test('a search ends when its time is up', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const engine = new Engine(1);
  engine.setPosition('nine 3/3/3/6/3/3/3 w 9,9 0 1', []);
  engine.go({ movetime: 50 });
  assert.equal(engine.step(200), false);
  now += 49;
  assert.equal(engine.step(200), false);
  now += 1;
  assert.equal(engine.step(200), true);
  assert.ok(engine.bestMove());
  engine.go({});
  now += 1000;
  assert.equal(engine.step(200), false, 'without a time it goes on');
  assert.throws(() => engine.go({ movetime: 0 }), /movetime/);
});
