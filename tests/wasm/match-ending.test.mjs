/** How a game between two devices ends, on both alike, and the rematch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';
import { LATE } from '../../www/app/together/ends.ts';
import { ID, kept, nextNumber, pair, random } from './devices.mjs';

test('of two ends that cross, both devices take the same', () => {
  /**
   * @param {(p: ReturnType<typeof pair>) => void} before
   * @param {(p: ReturnType<typeof pair>) => void} meanwhile
   * @param {object} [how]
   */
  const crossed = (before, meanwhile, how) => {
    const p = pair(how).meet();
    p.play('d6');
    before(p);
    p.cross(() => meanwhile(p));
    const over = p.ends();
    assert.equal(p.again().ends(), over, 'and so it stays');
    return `${over}, ${p.view('white').turns.join(' ')}`;
  };
  const nothing = () => {};
  const offer =
    (/** @type {'white' | 'black'} */ side) => (/** @type {ReturnType<typeof pair>} */ p) =>
      p.take(side, p.sides[side].offer('draw', p.now()));
  const agree =
    (/** @type {'white' | 'black'} */ side) => (/** @type {ReturnType<typeof pair>} */ p) =>
      p.take(side, p.sides[side].answer('draw', true, p.now()));
  const resign =
    (/** @type {'white' | 'black'} */ side) => (/** @type {ReturnType<typeof pair>} */ p) =>
      p.take(side, p.sides[side].resign(p.now()));
  const turn =
    (/** @type {'white' | 'black'} */ side, /** @type {string} */ turn) =>
    (/** @type {ReturnType<typeof pair>} */ p) =>
      p.take(side, p.sides[side].play(turn, p.now()));
  const both =
    (/** @type {((p: ReturnType<typeof pair>) => void)[]} */ ...all) =>
    (/** @type {ReturnType<typeof pair>} */ p) =>
      all.forEach((one) => one(p));
  assert.equal(
    crossed(offer('white'), both(resign('white'), agree('black'))),
    'over agreement, d6',
  );
  assert.equal(
    crossed(nothing, both(offer('white'), resign('white'), offer('black'))),
    'over agreement, d6',
  );
  assert.equal(
    crossed(nothing, both(resign('white'), resign('black'))),
    'over resignation white, d6',
  );
  // A turn that is on its way counts.
  assert.equal(
    crossed(nothing, both(resign('white'), turn('black', 'a1'))),
    'over resignation white, d6 a1',
  );
  assert.equal(
    crossed(offer('black'), both(agree('white'), turn('black', 'a1'))),
    'over agreement, d6 a1',
  );
  assert.equal(
    crossed(nothing, both(turn('black', 'a1'), resign('black'), resign('white'))),
    'over resignation white, d6 a1',
  );
  // So does an answer.
  const askBack = (/** @type {ReturnType<typeof pair>} */ p) =>
    p.take('white', p.sides.white.askBack());
  const back = (/** @type {ReturnType<typeof pair>} */ p) =>
    p.take('black', p.sides.black.answer('back', true, p.now()));
  assert.equal(crossed(askBack, both(resign('white'), back)), 'over resignation white, ');
  // Time comes last.
  const late = (/** @type {ReturnType<typeof pair>} */ p) => (
    p.pass(61_000),
    p.take('black', p.sides.black.tick(p.now()))
  );
  const clock = { minutes: 1, increment: 0 };
  assert.equal(
    crossed(nothing, both(late, resign('white')), { clock }),
    'over resignation white, d6',
  );
  assert.equal(
    crossed(offer('black'), both(late, agree('white')), { clock }),
    'over agreement, d6',
  );
});

test('a turn that ends the game by the rules counts before whatever was said meanwhile', () => {
  for (let seed = 1; seed <= 3; seed++) {
    const next = random(seed);
    const whole = pair({ begin: 'six~' }).meet();
    while (whole.view('white').phase === 'playing') {
      const { legal } = whole.view('white').game;
      whole.pass(200);
      whole.play(legal[next(legal.length)]?.text ?? '');
    }
    const over = whole.ends();
    assert.doesNotMatch(over, /resignation|agreement|time/);
    const turns = whole.view('white').turns;
    for (const word of /** @type {const} */ (['resign', 'agree'])) {
      const p = pair({ begin: 'six~' }).meet();
      for (const turn of turns.slice(0, -1)) {
        p.pass(200);
        p.play(turn);
      }
      const mover = p.view('white').turn;
      const waiting = mover === 'white' ? 'black' : 'white';
      if (word === 'agree') p.take(mover, p.sides[mover].offer('draw', p.now()));
      p.cross(() => {
        p.take(mover, p.sides[mover].play(turns.at(-1) ?? '', p.now()));
        p.take(
          waiting,
          word === 'agree'
            ? p.sides[waiting].answer('draw', true, p.now())
            : p.sides[waiting].resign(p.now()),
        );
      });
      assert.equal(p.ends(), over, word);
      assert.equal(p.again().ends(), over);
    }
  }
});

test('what is said long after the end was not on its way', () => {
  const clock = { minutes: 1, increment: 0 };
  /** White has offered a draw, and Black's time has run out. */
  const flagged = () => {
    const p = pair({ clock }).meet();
    p.play('d6');
    p.take('white', p.sides.white.offer('draw', p.now()));
    p.pass(63_000);
    p.cross(() => p.take('white', p.sides.white.tick(p.now())));
    assert.equal(p.view('white').game.outcome?.reason, 'time');
    return p;
  };
  for (const words of [{ kind: 'yes', to: 'draw' }, { kind: 'draw' }]) {
    const p = flagged();
    p.inject('white', { n: nextNumber(p, 'white'), ...words });
    assert.equal(p.view('white').game.outcome?.reason, 'agreement', 'it may have been on its way');
    const q = flagged();
    q.pass(LATE + 1);
    q.inject('white', { n: nextNumber(q, 'white'), ...words });
    assert.deepEqual(
      [q.view('white').game.outcome?.reason, q.log.white.closed],
      ['time', ['other-game']],
    );
    // What an interruption has held back may come later.
    const r = flagged();
    r.take('white', r.sides.white.rest(true, r.now()));
    r.pass(5 * LATE);
    r.take('white', r.sides.white.rest(false, r.now()));
    r.inject('white', { n: nextNumber(r, 'white'), ...words });
    assert.equal(r.view('white').game.outcome?.reason, 'agreement');
  }
});

test('a player who has accepted a draw can no longer win', () => {
  const drawn = (/** @type {'white' | 'black'} */ by) => {
    const p = pair({ begin: 'three~' }).meet();
    p.play('a1', 'a3', 'c1', 'b3', 'a2');
    p.take(by, p.sides[by].offer('draw', p.now()));
    const other = by === 'white' ? 'black' : 'white';
    p.take(other, p.sides[other].answer('draw', true, p.now()));
    assert.equal(p.ends(), 'over agreement');
    return p;
  };
  const win = (/** @type {ReturnType<typeof pair>} */ p, /** @type {string} */ before) =>
    p.inject('white', {
      n: nextNumber(p, 'white'),
      kind: 'move',
      ply: 6,
      turn: 'c3',
      before,
      left: null,
    });
  const p = drawn('white');
  const { line } = p.view('white').game;
  win(p, line);
  assert.deepEqual(
    [p.view('white').game.outcome?.reason, p.log.white.said.at(-1)],
    ['agreement', 'refused-unexpected'],
  );
  // Before it heard that its own offer was taken up it may have played on; not for long.
  const q = drawn('black');
  win(q, line);
  assert.equal(q.view('white').game.outcome?.winner, 'black');
  const r = drawn('black');
  r.pass(LATE + 1);
  win(r, line);
  assert.deepEqual(
    [r.view('white').game.outcome?.reason, r.log.white.closed],
    ['agreement', ['other-game']],
  );
});

test('after the end, the same again with the colours exchanged', () => {
  const p = pair().meet();
  p.play('d6');
  p.take('black', p.sides.black.resign(p.now()));
  p.same();
  assert.deepEqual(
    [p.view('white').game.outcome?.reason, p.view('white').game.outcome?.winner],
    ['resignation', 'white'],
  );
  p.take('white', p.sides.white.offer('rematch', 0));
  p.take('black', p.sides.black.answer('rematch', false, 0));
  assert.equal(p.log.white.said.at(-1), 'rematch-declined');
  p.take('black', p.sides.black.offer('rematch', 0));
  p.take('white', p.sides.white.answer('rematch', true, 0));
  p.same();
  assert.deepEqual(
    [p.view('white').me, p.view('black').me, p.view('white').phase, p.view('white').name],
    ['black', 'white', 'playing', `${ID}.1`],
  );
  p.take('black', p.sides.black.play('d6', 0));
  p.take('white', p.sides.white.play('a1', 0));
  p.same();
  assert.deepEqual(p.view('white').turns, ['d6', 'a1']);
});

test('a rematch of a game that began with turns goes on with its own turns', () => {
  const p = pair({ begin: 'nine~d6.a1.f4' }).meet();
  p.take('white', p.sides.white.resign(p.now()));
  p.take('white', p.sides.white.offer('rematch', 0));
  p.take('black', p.sides.black.answer('rematch', true, 0));
  const [white, black] = [p.sides.black, p.sides.white];
  p.take('black', white.play('g7', 0));
  p.take('white', black.play('d7', 0));
  p.take('black', white.play('a7', 0));
  assert.deepEqual(p.view('white').turns, ['g7', 'd7', 'a7']);
  // As each device has kept it.
  const q = pair({
    begin: 'nine~d6.a1.f4',
    round: 1,
    white: white.record(0),
    black: black.record(0),
  }).meet();
  q.same();
  assert.deepEqual([q.view('white').phase, q.view('white').turns], ['playing', ['g7', 'd7', 'a7']]);
  q.play('b4');
  q.same();
  // And to the first turn of it, it can be taken back.
  const early = pair({
    begin: 'nine~d6.a1.f4',
    round: 1,
    white: kept('g7'),
    black: kept('g7'),
  }).meet();
  early.take('white', early.sides.white.askBack());
  early.take('black', early.sides.black.answer('back', true, 0));
  early.same();
  assert.deepEqual(early.view('white').turns, []);
});
