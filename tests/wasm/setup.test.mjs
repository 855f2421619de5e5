/**
 * Setting up a position, the rules in sentences, and links, through the boundary that the page
 * uses.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, checkSetup, ruleSentences, rules, rulesText, variants } from './load.mjs';

/**
 * @param {string} spec
 * @param {Record<string, 'white' | 'black'>} men
 * @param {number} white
 * @param {number} black
 */
const setup = (
  spec,
  men,
  white = 0,
  black = 0,
  turn = /** @type {'white' | 'black'} */ ('white'),
) => ({
  spec,
  men: rules(spec).board.points.map(({ name }) => men[name] ?? /** @type {const} */ ('')),
  turn,
  hands: { white, black },
});

test('a sound setup is a line that can be played', () => {
  const { line, faults, outcome } = checkSetup(
    setup('nine', { a1: 'white', d1: 'white', b4: 'black' }, 5, 6, 'black'),
  );
  assert.equal(line, 'nine 3/3/3/1B4/3/3/WW1 b 5,6 0 1');
  assert.deepEqual([faults, outcome], [[], null]);
  Game.fromPosition(line).free();
});

test('all faults are told at once', () => {
  const crowd = Object.fromEntries(
    rules('nine')
      .board.points.slice(0, 10)
      .map(({ name }) => [name, /** @type {const} */ ('white')]),
  );
  const { faults } = checkSetup(setup('nine', crowd, 2, 12));
  assert.deepEqual(
    faults.map(({ id, side, men, most }) => [id, side, men, most]),
    [
      ['too-many', 'white', 12, 9],
      ['too-many', 'black', 12, 9],
    ],
  );
  assert.match(faults[0]?.text ?? '', /White has 12 men in all/);
  const empty = checkSetup(setup('nine', {}));
  assert.deepEqual(
    empty.faults.map(({ id }) => id),
    ['both-under-three'],
  );
  const both = checkSetup(
    setup('three', {
      a1: 'white',
      b1: 'white',
      c1: 'white',
      a3: 'black',
      b3: 'black',
      c3: 'black',
    }),
  );
  assert.deepEqual(
    both.faults.map(({ id }) => id),
    ['both-have-mills'],
  );
  assert.deepEqual(
    checkSetup(setup('three', { a1: 'white' })).faults.map(({ id }) => id),
    ['missing', 'missing'],
  );
});

test('a setup in which the game is over says so', () => {
  const { faults, outcome } = checkSetup(
    setup('nine', { a1: 'white', d1: 'white', b4: 'black', d2: 'black', f4: 'black' }),
  );
  assert.deepEqual(faults, []);
  assert.equal(outcome?.winner, 'black');
  assert.equal(outcome?.reason, 'fewer-than-three');
});

test('dead men are set up, where a game has them', () => {
  const dead = { ...setup('cham-gonu', { a1: 'white', a4: 'black' }, 10, 10) };
  dead.men = dead.men.with(0, 'dead');
  assert.deepEqual(
    [checkSetup(dead).line, checkSetup(dead).faults],
    ['cham-gonu X2/3/3/B5/3/3/W2 w 10,10 0 1', []],
  );
  assert.notDeepEqual(
    checkSetup({ ...dead, hands: { white: 0, black: 0 } }).faults,
    [],
    'only while men are placed',
  );
  assert.notDeepEqual(checkSetup({ ...dead, spec: 'twelve' }).faults, []);
});

test('what the rules remember is kept while it fits', () => {
  const used = 'one-time WWW/1B1/3/2B3/3/B2/3 b 6,6 0 7 a7-g7,-';
  const men = { a7: 'white', d7: 'white', g7: 'white', d6: 'black', c4: 'black', b2: 'black' };
  const draft = { ...setup('one-time', /** @type {any} */ (men), 6, 6, 'black'), from: used };
  const check = checkSetup(draft);
  assert.equal(check.line, used.replace(' 0 7 ', ' 0 1 '));
  assert.deepEqual(check.used, { white: [[0, 1, 2]], black: [] });
  // A line once used is used, wherever the men are now; of other rules nothing is kept.
  assert.match(checkSetup({ ...draft, men: draft.men.with(0, '') }).line, / a7-g7,-$/);
  assert.doesNotMatch(checkSetup({ ...draft, spec: 'nine' }).line, /a7-g7/);
  const owed = {
    ...setup('shax', {}, 0, 0),
    from: 'shax BWB/WBW/BWB/WBWBWW/BWB/BWW/WBB w 0,0 0 13 1,1 - -',
  };
  owed.men = Game.fromPosition(owed.from).state().men;
  assert.match(checkSetup(owed).line, / 1,1 - -$/);
  assert.doesNotMatch(
    checkSetup({ ...owed, men: owed.men.with(0, ''), hands: { white: 0, black: 1 } }).line,
    / 1,1 /,
    'with men in hand nothing is owed',
  );
  assert.throws(() => checkSetup({ ...draft, from: 'nowhere' }));
  assert.throws(() => checkSetup({ ...draft, from: /** @type {any} */ (7) }), /must be a string/);
});

test('what is no setup is refused in words', () => {
  const good = setup('nine', {}, 9, 9);
  for (const bad of [
    undefined,
    null,
    1,
    'nine',
    {},
    { ...good, spec: 'ten' },
    { ...good, men: [] },
    { ...good, men: good.men.map(() => 'red') },
    { ...good, turn: 'red' },
    { ...good, hands: { white: -1, black: 0 } },
    { ...good, hands: { white: 1e9, black: 0 } },
  ])
    assert.throws(
      () => checkSetup(/** @type {any} */ (bad)),
      (error) => error instanceof Error && error.message.length > 0 && error.message.length < 400,
    );
});

test('the rules of every game are told in sentences that have names', () => {
  const names = new Set(ruleSentences().map(([id]) => id));
  for (const { spec } of variants()) {
    const { sections, sources } = rulesText(spec);
    assert.ok(sections.length >= 5 && sources.length > 0);
    const info = rules(spec);
    const told = new Map();
    for (const { title, clauses } of sections) {
      assert.ok(names.has(title.id));
      for (const { sentence, option, usual, dispute } of clauses) {
        for (const s of [sentence, usual, dispute])
          if (s) assert.ok(names.has(s.id) && s.text && !/[{}]/.test(s.text), s.id);
        if (option) told.set(option, usual !== null);
      }
    }
    for (const o of info.options)
      if (o.changed) assert.equal(told.get(o.key), true, `${spec} says that ${o.key} was changed`);
  }
});

test('a link brings back the game or the position', () => {
  const game = Game.read('[Variant "lasker[first=black]"]\n\n1. d6 f4 2. d6-d7');
  assert.equal(game.link(), 'lasker(first=black)~d6.f4.d6-d7');
  const again = Game.read(game.link());
  assert.equal(again.line(), game.line());
  const place = Game.read(game.positionLink());
  assert.equal(place.line(), game.line());
  assert.throws(() => Game.read('nine~d6.d6'), /character 9/);
  for (const g of [game, again, place]) g.free();
});
