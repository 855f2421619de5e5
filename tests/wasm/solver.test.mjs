/**
 * Exact values in WebAssembly: solved, kept as bytes, read again, and refused where the bytes are
 * not what they should be.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, Solver, SolverReader, levels, solutionName, solvable, variants } from './load.mjs';

/** @param {string} spec @param {'all' | 'endgames'} [extent] */
function solve(spec, extent = 'all') {
  const solver = Solver.start(spec, extent);
  while (solver.step()) assert.ok(solver.progress() <= 1);
  assert.equal(solver.progress(), 1);
  return solver;
}

/** @param {Solver} solver */
function bytesOf(solver) {
  const parts = [];
  for (let part = 0; ; part++) {
    const bytes = solver.part(part);
    if (!bytes) return Buffer.concat(parts);
    parts.push(bytes);
  }
}

/** @param {string} spec @param {Uint8Array} bytes */
function read(spec, bytes) {
  const reader = SolverReader.start(spec, 'all');
  for (let at = 0; at < bytes.length; at += 1000) reader.push(bytes.subarray(at, at + 1000));
  return reader.finish();
}

test('while it solves it says that it is alive, and what that throws is thrown on', () => {
  const solver = Solver.start('five', 'all');
  let longest = 0;
  for (let more = true; more;) {
    let calls = 0;
    more = solver.step(() => calls++);
    assert.ok(calls > 0);
    longest = Math.max(longest, calls);
  }
  assert.ok(longest > 100, `${longest} calls in one step`);
  assert.equal(Buffer.compare(bytesOf(solver), bytesOf(solve('five'))), 0);

  const broken = Solver.start('three', 'all');
  let calls = 0;
  const step = () =>
    broken.step(() => {
      calls++;
      throw new RangeError('enough');
    });
  assert.throws(step, /enough/);
  assert.equal(calls, 1);
  assert.throws(() => broken.step(/** @type {any} */ (7)), /a function, or left out/);
  while (broken.step());
  assert.equal(Buffer.compare(bytesOf(broken), bytesOf(solve('three'))), 0);
});

test('what can be solved of each game', () => {
  const all = variants()
    .filter(({ spec }) => solvable(spec).extent === 'all')
    .map(({ id }) => id);
  assert.deepEqual(all, [
    'three',
    'nine-holes',
    'five',
    'six',
    'seven',
    'picaria',
    'shisima',
    'tsoro-yematatu',
    'tant-fant',
    'six-penny-madell',
    'rustic-three',
    'rustic-five',
    'rustic-six',
    'rustic-seven',
  ]);
  assert.deepEqual(solvable('morabaraba'), {
    extent: null,
    reason: 'ban',
    positions: 0,
    men: 8,
    pack: null,
    opening: false,
  });
  assert.equal(solvable('mul-mulan').reason, 'between');
  for (const spec of [
    'nine',
    'nine[first=black,quiet=never]',
    'eleven',
    'eleven[ten=both]',
    'twelve',
    'lasker',
  ])
    assert.equal(solvable(spec).opening, true, spec);
  for (const spec of [
    'nine[fly=never]',
    'eleven[fly=never]',
    'six',
    'lasker[fly=never]',
    'morabaraba',
  ])
    assert.equal(solvable(spec).opening, false, spec);
  for (const spec of ['nine', 'nine[quiet=never,repeat=never]', 'nine[ten=both]'])
    assert.equal(solvable(spec).pack, 'nine', spec);
  for (const spec of ['nine[fly=never]', 'nine[mills=each]', 'lasker', 'three'])
    assert.equal(solvable(spec).pack, null, spec);
  assert.equal(solvable('nine').extent, 'endgames');
  assert.equal(solvable('nine').reason, 'size');
  assert.ok(solvable('nine').positions > 2e10);
  assert.equal(solvable('six[men=4]').extent, 'all');
  assert.equal(levels().filter((l) => l.perfect).length, 1);
  assert.equal(levels().at(-1)?.perfect, true);
  assert.throws(() => Solver.start('nine', 'all'), /nine cannot be solved here/);
  assert.throws(() => Solver.start('morabaraba', 'endgames'), /cannot be solved here/);
});

test('three is won by the centre, drawn by corners, lost by edges', () => {
  const solver = solve('three');
  const game = Game.start('three');
  const values = solver.values(game.line());
  assert.ok(values && 'win' in values.value);
  assert.equal(values.counter, null);
  for (const { text, value, rank } of values.moves) {
    const kind = text === 'b2' ? 'win' : /[ac][13]/.test(text) ? 'draw' : 'loss';
    assert.ok(kind in value, text);
    assert.equal(rank === 0, kind === 'win');
  }
  assert.throws(() => solver.values('nonsense'), { code: 'no-variant', column: 1 });
  assert.throws(() => Solver.start('nine[', 'all'), { code: 'options-open', column: 6 });
  assert.equal(solver.values(Game.start('six').line()), null, 'not of this game');
});

test('a draw by a count that comes before the end is shown beside the value', () => {
  // Won in five plies by placing and sliding; nothing ends it first unless slides may not follow
  // each other.
  const start = Game.start('three[quiet=1]');
  start.play('b2');
  const lost = solve('three[quiet=1]').values(start.line());
  assert.ok(lost && 'loss' in lost.value);
  assert.ok(lost.counter, 'the last slide comes too late');
  assert.equal(lost.counter.reason, 'quiet');
  assert.ok(lost.counter.plies < lost.value.loss);
  const plain = Game.start('three');
  plain.play('b2');
  assert.equal(solve('three').values(plain.line())?.counter, null);
});

test('six is a draw, in a few seconds', () => {
  const begun = performance.now();
  const solver = solve('six');
  const took = performance.now() - begun;
  console.log(`six: ${Math.round(took)} ms`);
  assert.ok(took < 20_000);
  assert.deepEqual(solver.values(Game.start('six').line())?.value, { draw: true });
});

test('endgames of nine are known, the rest is not', () => {
  const solver = solve('nine', 'endgames');
  assert.equal(solver.values(Game.start('nine').line()), null);
  const values = solver.values('nine W2/3/3/W4W/3/3/BBB w 0,0 0 30');
  assert.ok(values && values.moves.length > 3);
});

test('values are read back as they were, and bad bytes are refused by name and reason', () => {
  const bytes = bytesOf(solve('three'));
  const line = Game.start('three').line();
  assert.deepEqual(read('three', bytes).values(line), solve('three').values(line));
  for (let at = 0; at < bytes.length; at += 1) {
    const bad = Buffer.from(bytes);
    bad[at] = (bad[at] ?? 0) ^ 4;
    assert.throws(
      () => read('three', bad),
      (error) => error instanceof Error && /values|header/.test(error.message),
      `byte ${at}`,
    );
  }
  for (const cut of [0, 4, 30, bytes.length - 1])
    assert.throws(() => read('three', bytes.subarray(0, cut)), /cut short/);
  assert.throws(() => read('three', Buffer.concat([bytes, Buffer.of(1)])), /follows/);
  assert.throws(() => read('nine-holes', bytes), /of three\[.*not of nine-holes/);
  const newer = Buffer.from(bytes);
  newer[8] = 9;
  assert.throws(() => read('three', newer), /format 9, not 1/);
});

test('names tell values apart, and strange arguments are refused', () => {
  assert.equal(solutionName('three', 'all'), solutionName('three', 'all'));
  assert.notEqual(solutionName('three', 'all'), solutionName('three[fly=3]', 'all'));
  assert.notEqual(solutionName('six', 'all'), solutionName('six', 'endgames'));
  for (const strange of [undefined, null, 5, '', 'ten thousand', {}, 'nine[fly=sideways]']) {
    assert.throws(() => solvable(/** @type {any} */ (strange)), Error);
    assert.throws(() => Solver.start(/** @type {any} */ (strange), 'all'), Error);
    assert.throws(() => Solver.start('three', /** @type {any} */ (strange)), Error);
    assert.throws(
      () => SolverReader.start('three', 'all').push(/** @type {any} */ (strange)),
      /Uint8Array/,
    );
  }
});
