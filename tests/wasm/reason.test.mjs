/**
 * Why a turn was a mistake, in WebAssembly: from a solved game, from a pack whose pieces are fetched
 * as they are asked for, and where no exact value is known.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Pack, Solver, estimatedReason } from './load.mjs';

const LINE = 'nine BW1/WBB/BBB/3BWW/WBW/1W1/1WB w 0,0 0 10';

/** The shipped pack of Nine Men's Morris. */
const file = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(`../../data/nine/${name}`, import.meta.url)));
const pack = new Pack(file('index'), file('checksums'));
/** @type {Map<number, Uint8Array>} */
const parts = new Map();
/** @param {{ part: number, start: number, end: number }} place */
function piece({ part, start, end }) {
  const whole = parts.get(part) ?? file(`${part}`);
  parts.set(part, whole);
  return whole.slice(start, end);
}

/** Asks the pack as the page does. @param {string} line @param {string} turn */
function explained(line, turn) {
  assert.equal(pack.askReason(line, turn), true);
  for (let steps = 0; steps < 1000; steps++) {
    assert.equal(pack.reason(), null, 'not before it is done');
    const { state, asked } = pack.stepReason(4);
    if (state === 'done') return pack.reason();
    assert.ok(state !== 'absent' || asked.length > 0);
    for (const place of asked) pack.insert(place, piece(place));
  }
  assert.fail('no end');
}

test('a pack explains a mistake', () => {
  assert.throws(() => pack.stepReason(4), /nothing was asked/);
  assert.equal(pack.reason(), null);
  assert.deepEqual(explained(LINE, 'b6-b4'), {
    kind: 'mill-unstoppable',
    side: 'white',
    had: 'win',
    has: 'loss',
    points: ['d7'],
    mills: [['d7', 'd6', 'd5']],
    turns: 2,
    margin: 0,
    start: 'mistake',
    line: ['b6-b4', 'c5-c4', 'd7-g7', 'a7-d7xg7'],
    ends: false,
    holding: ['c3-c4'],
    answers: ['c5-c4'],
    exact: true,
  });
});

test('a turn that gives nothing away has no reason', () => {
  assert.equal(explained(LINE, 'c3-c4'), null);
});

test('it says what it cannot explain, and takes nothing for granted', () => {
  assert.equal(pack.askReason('three 3/3/3 w 3,3 0 1', 'a1'), false);
  assert.throws(() => pack.stepReason(4), /nothing was asked/, 'the question before is gone');
  assert.throws(() => pack.askReason(LINE, 'b6-b5'), { code: 'no-point' });
  assert.throws(() => pack.askReason(LINE, 'a7-a4'), { code: 'no-man' });
  assert.throws(() => pack.askReason('nine', 'd6'), Error);
  assert.throws(() => pack.stepReason(0), Error);
});

test('a solved game explains its mistakes', () => {
  const solver = Solver.start('three', 'all');
  while (solver.step());
  const start = 'three 3/3/3 w 3,3 0 1';
  const { moves = [] } = solver.values(start) ?? {};
  for (const { text, rank } of moves) {
    const found = solver.reason(start, text);
    assert.equal(found === null, rank === 0, text);
    if (found) assert.deepEqual([found.exact, found.holding], [true, ['b2']]);
  }
  assert.equal(solver.reason('nine 3/3/3/6/3/3/3 w 9,9 0 1', 'd6'), null, 'not solved');
  assert.throws(() => solver.reason(start, 'd4'), Error);
});

test('without values, what is forced is told all the same', () => {
  const line = 'nine WW1/3/3/6/3/BB1/3 w 7,7 0 3';
  const found = estimatedReason(line, 'd6', ['f2', 'g7xb2', 'g7xd2']);
  assert.deepEqual(found, {
    kind: 'block-missed',
    side: 'white',
    had: 'draw',
    has: 'draw',
    points: ['f2'],
    mills: [['b2', 'd2', 'f2']],
    turns: 1,
    margin: 0,
    start: 'mistake',
    line: ['d6', 'f2xa7'],
    ends: false,
    holding: ['f2', 'g7xb2', 'g7xd2'],
    answers: [],
    exact: false,
  });
  assert.equal(estimatedReason(line, 'd6', []), null);
  assert.equal(estimatedReason(line, 'd6', ['d6']), null);
  assert.equal(estimatedReason(line, 'd6', ['e4']), null, 'no worse');
  assert.throws(() => estimatedReason(line, 'd6', ['a7']), { code: 'not-empty' });
  assert.throws(() => estimatedReason(line, 'd6', /** @type {any} */ ('f2')), /must be a list/);
});
