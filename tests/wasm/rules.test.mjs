/**
 * The rule suites of tests/data against the built WebAssembly, through the same boundary that the
 * page uses.
 * tests/rules/rule_cases.rs runs the same files natively.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Game, perft, rules, variants } from './load.mjs';

const data = new URL('../data/', import.meta.url);
/** The deepest counts take seconds natively and longer here; the native tests have them in full. */
const MOST_TURNS = 20_000_000;

/**
 * One case; tests/data/README.md has the format.
 * @param {Record<string, any>} rule
 */
function check(rule) {
  /** @param {() => unknown} attempt */
  const refused = (attempt, fragment = rule.refused) =>
    assert.throws(attempt, (error) => {
      assert.ok(error instanceof Error && error.message.length > 0);
      assert.ok(
        error.message.toLowerCase().includes(fragment),
        `“${error.message}” does not say “${fragment}”`,
      );
      return true;
    });
  const whole = rule.refused !== undefined && rule.play === undefined;
  if (rule.read !== undefined) return refused(() => Game.fromPosition(rule.read));
  if (rule.spec !== undefined) return whole ? refused(() => rules(rule.spec)) : checkSpec(rule);
  if (rule.board !== undefined) return checkBoard(rule);
  if (rule.fen !== undefined) {
    return whole
      ? refused(() => Game.read(rule.fen))
      : using(Game.read(rule.fen), (game) => assert.equal(game.line(), rule.then));
  }
  if (rule.record !== undefined && whole) return refused(() => Game.fromRecord(rule.record));
  if (rule.record !== undefined)
    using(Game.fromRecord(rule.record), (game) => checkPlayed(game, rule));
  if (rule.playok !== undefined)
    using(Game.read(`[Position "${rule.line}"]\n\n${rule.playok}`), (game) =>
      checkPlayed(game, rule),
    );

  using(Game.fromPosition(rule.line), (game) => {
    if (rule.then === undefined || rule.moves) assert.equal(game.line(), rule.line);
    for (const turn of rule.moves ?? []) game.play(turn);
    const state = game.state();
    const legal = state.legal.map(({ text }) => text).sort();
    if (rule.legal) assert.deepEqual(legal, [...rule.legal].sort());
    for (const turn of rule.has ?? []) assert.ok(legal.includes(turn), `${turn} is legal`);
    for (const turn of rule.lacks ?? []) assert.ok(!legal.includes(turn), `${turn} is not legal`);
    if (rule.count !== undefined) assert.equal(legal.length, rule.count);
    if (rule.then !== undefined) assert.equal(state.line, rule.then);
    if (rule.outcome !== undefined) {
      const { winner, reason } = state.outcome ?? {};
      assert.deepEqual(state.outcome && { winner, reason }, rule.outcome);
    }
    if (rule.play !== undefined) {
      refused(() => game.play(rule.play), '');
      assert.deepEqual(game.state(), state, 'a refused move leaves the game as it was');
    }
  });
}

/**
 * @param {Game} game
 * @param {(game: Game) => void} use
 */
function using(game, use) {
  try {
    use(game);
  } finally {
    game.free();
  }
}

/** @param {Game} game @param {Record<string, any>} rule */
function checkPlayed(game, rule) {
  const state = game.state();
  assert.equal(state.start, rule.line);
  assert.deepEqual(state.played, rule.moves);
}

/** @param {Record<string, any>} rule */
function checkSpec(rule) {
  const info = rules(rule.spec);
  if (rule.normal !== undefined) assert.equal(info.spec, rule.normal);
  if (rule.name !== undefined) assert.equal(info.name, rule.name);
  if (rule.start !== undefined)
    using(Game.start(rule.spec), (game) => assert.equal(game.line(), rule.start));
}

/** @param {Record<string, any>} rule */
function checkBoard(rule) {
  const spec = variants().find(({ board }) => board === rule.board)?.spec;
  const { points, edges, mills } = rules(spec ?? '').board;
  const counts = { points: points.length, edges: edges.length, mills: mills.length };
  for (const [key, count] of Object.entries(counts))
    if (rule[key] !== undefined) assert.equal(count, rule[key], key);
  /** @param {number[]} indexes */
  const named = (indexes) =>
    indexes
      .map((index) => points[index].name)
      .sort()
      .join('-');
  /** @param {string} line */
  const sorted = (line) => line.split('-').sort().join('-');
  const [joined, lines] = [edges.map(named), mills.map(named)];
  for (const pair of rule.joined ?? [])
    assert.ok(joined.includes(sorted(pair)), `${pair} are joined`);
  for (const pair of rule.apart ?? [])
    assert.ok(!joined.includes(sorted(pair)), `${pair} are apart`);
  for (const line of rule.lines ?? []) assert.ok(lines.includes(sorted(line)), `${line} is a mill`);
  for (const line of rule.no_lines ?? [])
    assert.ok(!lines.includes(sorted(line)), `${line} is no mill`);
}

for (const file of readdirSync(new URL('rules/', data)).sort()) {
  test(`rule cases: ${file}`, () => {
    for (const rule of JSON.parse(readFileSync(new URL(`rules/${file}`, data), 'utf8'))) {
      try {
        check(rule);
      } catch (error) {
        throw new Error(`${rule.about} (${JSON.stringify(rule)})`, { cause: error });
      }
    }
  });
}

test('counts of turns from the start', () => {
  const rows = readFileSync(new URL('perft.csv', data), 'utf8').trim().split('\n').slice(1);
  for (const row of rows) {
    const [preset, depth, turns] = row.split(',');
    if (Number(turns) > MOST_TURNS) continue;
    const game = Game.start(preset);
    assert.equal(perft(game.line(), Number(depth)), Number(turns), row);
    game.free();
  }
});

test('the legal turns alone are those of the state', () => {
  const game = Game.start('three');
  for (const turn of ['b2', 'a1', 'a2', 'c3', 'c2']) {
    const legal = game.legal();
    assert.deepEqual(
      legal,
      game.state().legal.map(({ text }) => text),
    );
    assert.ok(legal.includes(turn), turn);
    game.play(turn);
  }
  assert.deepEqual(game.legal(), [], 'the game is over');
});

test('every game on offer starts, with its board and options', () => {
  const offered = variants();
  const presets = offered.filter(({ kind }) => kind === 'preset');
  assert.equal(presets.length, 27, 'the number is also in README.md');
  for (const { spec, men } of offered) {
    const info = rules(spec);
    assert.equal(info.spec, spec);
    for (const option of info.options) {
      assert.ok(
        option.choices.some(({ value }) => value === option.value),
        `${spec}: ${option.key}=${option.value}`,
      );
      assert.ok(option.words.length > 0);
    }
    const game = Game.start(spec);
    const state = game.state();
    const onBoard = (/** @type {string} */ side) => state.men.filter((man) => man === side).length;
    assert.deepEqual(
      [state.hands.white + onBoard('white'), state.hands.black + onBoard('black')],
      [men, men],
    );
    assert.equal(state.men.length, info.board.points.length);
    assert.ok(state.legal.length > 0);
    game.free();
  }
});

test('a text is read as far as it goes, of an unknown game as the likeliest, with words around it', () => {
  const mail = 'Hi Anna,\n\n[Variant "Twelf Men Morris"]\n1. a1 d6 2. b2 d2 3. c3xd2 f4 *\n\nTom';
  const { game, games, error, told, leftOut } = Game.readBegin(mail);
  assert.equal(game.state().spec, 'twelve');
  assert.deepEqual([games[0], error?.code, told, leftOut], ['twelve', 'no-variant', false, true]);
  assert.ok(games.includes('nine') && games.length > 25);
  game.free();
  const read = Game.readBegin(mail, null, games[1]);
  assert.deepEqual([read.games, read.error, read.told, read.leftOut], [[], null, true, true]);
  assert.equal(read.game.state().spec, games[1]);
  read.game.free();
  assert.throws(() => Game.read(mail), { code: 'unknown-format' });
  assert.throws(() => Game.readBegin('Hi Anna, how are you?'), { code: 'unknown-format' });
});

test('an illegal position is in the error, for the one who puts it right', () => {
  const position = 'morabaraba WW1/3/3/6/3/3/B2 w 0,0 0 1 -,-';
  assert.throws(() => Game.read('0,0 a7,d7 a1 w - - 0'), { code: 'both-under-three', position });
  assert.throws(() => Game.read('1. d6 d6'), { code: 'not-empty', position: null });
});

test('a FEN is of the rules that are given, or of Nine', () => {
  const line = 'dooz 1BW/BWB/WB1/WWBWWB/BWB/WBW/BBW b 0,0 7 15 0,0';
  let fen = '';
  using(Game.fromPosition(line), (game) => (fen = game.fen() ?? ''));
  using(Game.read(fen, 'dooz'), (game) => {
    assert.equal(game.line(), line);
    const mfen = game.mfen() ?? '';
    using(Game.read(mfen, 'dooz'), (again) => assert.equal(again.line(), line));
  });
  assert.throws(() => Game.read(fen), /Nine Men's Morris is played with 9/);
  assert.throws(() => Game.read(fen, 'chess'), /chess/);
  assert.throws(() => Game.read(fen, /** @type {any} */ (7)), /the rules/);
});
