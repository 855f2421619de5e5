/** Two devices that meet again, with what each has kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';
import { GRACE } from '../../www/app/together/match-clocks.ts';
import { kept, pair } from './devices.mjs';

test('a resumed game goes on from the longer record', () => {
  const same = pair({ white: kept('d6 a1 b6'), black: kept('d6 a1 b6') }).meet();
  same.same();
  assert.equal(same.view('white').phase, 'playing');
  // White's last turn did not arrive.
  const behind = pair({ white: kept('d6 a1 b6'), black: kept('d6 a1') }).meet();
  behind.same();
  assert.deepEqual([behind.view('black').phase, behind.view('black').turns.length], ['playing', 3]);
  behind.play('d7', 'f6xa1');
  behind.same();
});

test('a turn of one’s own is not taken from the other device unasked', () => {
  const p = pair({ white: kept('d6 a1 b6'), black: kept('d6') }).meet();
  assert.equal(p.view('black').phase, 'choosing');
  assert.deepEqual(p.view('black').choice, { common: 1, theirs: 3, longer: true });
  p.take('black', p.sides.black.choose('theirs', 0));
  p.same();
  assert.deepEqual([p.view('white').phase, p.view('white').turns.length], ['playing', 3]);
  const q = pair({ white: kept('d6 a1 b6'), black: kept('d6') }).meet();
  q.take('black', q.sides.black.choose('common', 0));
  assert.deepEqual(q.view('white').choice, { common: 1, theirs: 1, longer: false });
  q.take('white', q.sides.white.choose('common', 0));
  q.same();
  assert.deepEqual([q.view('white').phase, q.view('white').turns], ['playing', ['d6']]);
});

test('where records differ, both are asked to go on from what is common', () => {
  const p = pair({ white: kept('d6 a1 b6 d7'), black: kept('d6 a1 f4') }).meet();
  for (const side of /** @type {const} */ (['white', 'black']))
    assert.equal(p.view(side).choice?.common, 2);
  p.take('black', p.sides.black.choose('common', 0));
  p.take('white', p.sides.white.choose('common', 0));
  p.same();
  assert.deepEqual([p.view('black').phase, p.view('black').turns], ['playing', ['d6', 'a1']]);
  p.play('f4');
  p.same();
});

test('an illegal turn in the other record is not taken', () => {
  const p = pair({ black: kept('d6') });
  const { start } = JSON.parse(
    p.sides.white.greet().flatMap((e) => (e.type === 'send' ? [e.text] : []))[0] ?? '',
  );
  p.inject('black', { n: 1, kind: 'hello', start, turns: 'd6 d6', left: null, ended: null });
  assert.deepEqual(p.view('black').turns, ['d6']);
  p.inject('black', { n: 2, kind: 'agree', plies: 1, line: 'nine 3/3/3/6/3/3/3 w 9,9 0 1' });
  assert.deepEqual(p.view('black').turns, ['d6']);
});

test('another game is not resumed, and another version says so', () => {
  const p = pair();
  p.inject('black', {
    n: 1,
    kind: 'hello',
    start: 'six 3/3/4/3/3 w 6,6 0 1',
    turns: '',
    left: null,
    ended: null,
  });
  assert.deepEqual(p.log.black.closed, ['other-game']);
  const q = pair();
  q.inject('black', JSON.stringify({ v: 2, kind: 'hello' }));
  assert.deepEqual(q.log.black.closed, ['version']);
});

test('a resignation that did not arrive is heard when the two meet again', () => {
  const p = pair({
    white: { turns: ['d6'], left: null, ended: { how: 'resignation', loser: 'white' } },
    black: kept('d6'),
  }).meet();
  p.same();
  assert.equal(p.view('black').game.outcome?.winner, 'black');
  // But nobody can say that the other one has resigned.
  const q = pair({
    white: { turns: ['d6'], left: null, ended: { how: 'resignation', loser: 'black' } },
    black: kept('d6'),
  }).meet();
  assert.equal(q.view('black').game.outcome, null);
  assert.deepEqual(
    q.log.black.closed,
    ['other-game'],
    'nor does the game go on, which is over there',
  );
  // Nor that time was up, where it was not.
  const ended = { how: 'time', loser: 'black' };
  for (const [left, over] of /** @type {const} */ ([
    [GRACE, 'black'],
    [GRACE + 1, undefined],
  ])) {
    const times = { white: 9000, black: left };
    const r = pair({
      clock: { minutes: 1, increment: 0 },
      white: { turns: ['d6'], left: times, ended },
      black: { turns: ['d6'], left: times, ended: null },
    }).meet();
    assert.deepEqual(
      [r.view('black').game.outcome?.loser, r.log.black.closed],
      [over, over ? [] : ['other-game']],
    );
  }
});

test('where a turn and the end were lost with the connection, the game is over on both devices', () => {
  for (const [white, black] of [
    ['d6', 'd6 a1'],
    ['d6 a1 b6', 'd6 a1'],
  ]) {
    const p = pair({
      white: {
        turns: white?.split(' '),
        left: null,
        ended: { how: 'resignation', loser: 'white' },
      },
      black: kept(black ?? ''),
    }).meet();
    assert.equal(p.ends(), 'over resignation white', `${white}, ${black}`);
  }
  // What both have chosen to take back takes the end along.
  const p = pair({
    white: { turns: ['d6'], left: null, ended: { how: 'resignation', loser: 'white' } },
    black: kept('d6 a1 b6'),
  }).meet();
  p.take('white', p.sides.white.choose('common', 0));
  p.take('black', p.sides.black.choose('common', 0));
  assert.equal(p.ends(), 'over resignation white');
  const q = pair({
    white: { turns: ['d6', 'a1'], left: null, ended: { how: 'resignation', loser: 'white' } },
    black: kept('d6 d7'),
  }).meet();
  for (const side of /** @type {const} */ (['white', 'black']))
    q.take(side, q.sides[side].choose('common', 0));
  assert.equal(q.ends(), 'playing');
  // The same turn as before, which is no end any more.
  q.play('a1', 'b6');
  assert.equal(q.ends(), 'playing');
});

test('a draw that one device has kept is one where the other player says so, too', () => {
  const agreed = { turns: ['d6', 'a1'], left: null, ended: { how: 'agreement', loser: null } };
  const p = pair({ white: kept('d6 a1'), black: agreed }).meet();
  assert.deepEqual(
    [p.view('white').phase, p.view('white').draw, p.view('white').mayPlay],
    ['choosing', 'theirs', false],
  );
  p.take('white', p.sides.white.answer('draw', true, 0));
  assert.equal(p.ends(), 'over agreement');
  const q = pair({ white: kept('d6 a1'), black: agreed }).meet();
  q.take('white', q.sides.white.answer('draw', false, 0));
  assert.deepEqual(
    [q.view('white').game.outcome, q.log.white.closed, q.log.black.closed],
    [null, ['other-game'], ['bye']],
  );
});
