/** Files of many games in WebAssembly, and how the page finds and orders them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDERS, find, rowsOf, sorted, together } from '../../www/app/library/search.ts';
import { Game, GameFile, holdsMany, rules } from './load.mjs';

/** @param {Record<string, string>} tags @param {string} moves */
const record = (tags, moves) =>
  `${Object.entries(tags)
    .map(([name, value]) => `[${name} "${value}"]\n`)
    .join('')}\n${moves}\n`;

const GOOD = [
  record(
    { Event: 'Café', Date: '2025.03.01', White: 'Zoë', Black: 'Ann', Result: '1-0' },
    '1. d6 f4 2. d2 b4 1-0',
  ),
  record(
    { Event: 'Club', Date: '2026.01.31', White: 'Bob', Black: 'Žofie', Variant: 'six' },
    '1. a1 c1 *',
  ),
  '1. 5 14 2. 12 1/2-1/2\n',
];
const BAD = record({ White: 'Nobody' }, '1. d6 f4\n2. d6 1-0');

/** @param {GameFile} file @param {number} count */
function readAll(file, count) {
  const games = [];
  for (;;) {
    const next = file.read(count);
    games.push(...next);
    if (next.length < count) return games;
  }
}

test('one bad game among 500 good ones loses nothing', () => {
  const all = Array.from({ length: 500 }, (_, i) => GOOD[i % 3] ?? '');
  all.splice(250, 0, BAD);
  const text = all.join('\n');
  const bytes = Buffer.from(text);
  const file = new GameFile(text);
  assert.equal(file.progress(), 0);
  const games = readAll(file, 64);
  assert.equal(file.progress(), 1);
  assert.equal(games.length, 501);
  const [fault] = games.flatMap(({ fault }) => fault ?? []);
  const line = text.slice(0, text.indexOf('2. d6')).split('\n').length;
  assert.deepEqual([fault?.code, fault?.line, fault?.column], ['not-empty', line, 4]);
  games.forEach(({ from, to, game }, i) => {
    const slice = bytes.subarray(from, to).toString();
    assert.equal(`${slice}\n`, all[i]);
    assert.equal(game === null, i === 250);
    if (game) assert.equal(Game.read(slice).state().moves.length, game.plies);
  });
  file.free();
});

test('the list is searched and sorted, and saved again as it was', async () => {
  const text = GOOD.join('\n');
  const games = readAll(new GameFile(text), 10);
  const rows = rowsOf(games, (spec) => rules(spec).name);
  /** @param {string} search */
  const numbers = (search) => find(rows, search).map(({ number }) => number);
  assert.deepEqual(numbers(''), [1, 2, 3]);
  assert.deepEqual(numbers('zoe 1-0'), [1]);
  assert.deepEqual(numbers('SIX zofie'), [2]);
  assert.deepEqual(numbers('d6 f4'), [1, 3]);
  assert.deepEqual(numbers('zoe bob'), []);
  /** @type {Record<string, number[]>} */
  const orders = {
    file: [1, 2, 3],
    white: [2, 1, 3],
    black: [1, 2, 3],
    event: [1, 2, 3],
    newest: [2, 1, 3],
    oldest: [1, 2, 3],
    longest: [1, 3, 2],
    shortest: [2, 3, 1],
    variant: [1, 3, 2],
  };
  for (const order of ORDERS)
    if (order in orders)
      assert.deepEqual(
        sorted(rows, order, 'en').map(({ number }) => number),
        orders[order],
        order,
      );
  const saved = await together(new Blob([text]), find(rows, 'd6 f4')).text();
  const again = rowsOf(readAll(new GameFile(saved), 10), (spec) => spec);
  assert.deepEqual(
    again.map(({ game }) => game),
    [rows[0]?.game, rows[2]?.game],
  );
});

test('what is one game, or none, is told from many', () => {
  for (const text of [
    '',
    'nonsense',
    GOOD[0],
    BAD,
    'nine 3/3/3/6/3/3/3 w 9,9 0 1',
    `${BAD}\n${BAD}`,
  ])
    assert.equal(holdsMany(text ?? ''), false, text);
  for (const text of [GOOD.join('\n'), `${BAD}\n${GOOD[0]}`, '1. d6 1-0 1. d6 0-1'])
    assert.equal(holdsMany(text), true, text);
  assert.throws(() => holdsMany(/** @type {any} */ (3)), /must be a string/);
});

test('what cannot be asked is refused', () => {
  assert.throws(() => new GameFile(/** @type {any} */ (null)), /must be a string/);
  const file = new GameFile(GOOD.join('\n'));
  for (const count of [0, -1, 1.5, 1e9, /** @type {any} */ ('1')])
    assert.throws(() => file.read(count), /whole number/);
  assert.equal(file.read(10).length, 3, 'still usable');
  assert.deepEqual(file.read(10), []);
});
