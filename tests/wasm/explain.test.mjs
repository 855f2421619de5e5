/** What a turn does, through the boundary: the same cases as natively, and what is refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeMove, firstThatHolds } from './load.mjs';

/** @type {[line: string, turn: string, facts: string[]][]} */
const cases = [];
let position = '';
for (const line of readFileSync(
  new URL('../data/explain/cases.txt', import.meta.url),
  'utf8',
).split('\n')) {
  const [, turn = '', facts = ''] = /^(\S+): (.*)$/.exec(line) ?? [];
  if (line.startsWith('#') || !line) continue;
  if (turn) cases.push([position, turn, facts === 'nothing' ? [] : facts.split('; ')]);
  else position = line;
}

test('every case', () => {
  assert.ok(cases.length > 20);
  for (const [line, turn, facts] of cases) {
    const told = describeMove(line, turn);
    assert.deepEqual(
      told.facts.map(({ id, points }) => [id, ...points].join(' ')),
      facts,
      `${line} ${turn}`,
    );
    assert.ok(told.look.length > 0 || facts[0] === 'draws', `${line} ${turn}: where to look`);
  }
});

test('where to look does not give away who is taken', () => {
  const { look } = describeMove('nine WW1/2B/3/6/3/2B/3 w 7,7 0 3', 'g7xf6');
  assert.deepEqual(look, ['a7', 'd7', 'g7']);
});

test('the first condition that holds', () => {
  const line = 'nine WW1/2B/3/6/3/2B/3 w 7,7 0 3';
  assert.equal(firstThatHolds(line, 'g7xf6', ['blocks', 'closes takes:f2', 'closes', 'any']), 2);
  assert.equal(firstThatHolds(line, 'f4', ['!blocks', 'turn:f4,b4']), 1);
  assert.equal(firstThatHolds(line, 'b4', ['closes', 'blocks:f4']), undefined);
});

test('what is wrong is refused', () => {
  const line = 'nine WW1/2B/3/6/3/2B/3 w 7,7 0 3';
  /** @type {[string, string, any][]} */
  const bad = [
    ['nine', 'd6', ['any']],
    [line, 'z9', ['any']],
    [line, 'a7', ['any']],
    [line, 'g7', ['any']],
    [line, 'b4', ['shut']],
    [line, 'b4', 'any'],
    [line, 'b4', [3]],
  ];
  for (const [where, turn, conditions] of bad)
    assert.throws(
      () => firstThatHolds(where, turn, conditions),
      Error,
      `${where} ${turn} ${conditions}`,
    );
  assert.throws(() => describeMove(line, 'a7'), { code: 'not-empty' });
});
