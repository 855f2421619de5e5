/** The clocks of two devices, and that no lie wins one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';
import { read } from '../../www/app/together/messages.ts';
import { createMatch } from '../../www/app/together/match.ts';
import { GRACE, GRANTED } from '../../www/app/together/match-clocks.ts';
import { ID, core, nextNumber, pair } from './devices.mjs';

test('each device runs its own clock, and none can give itself time', () => {
  const p = pair({ clock: { minutes: 1, increment: 2 } }).meet();
  p.play('d6');
  p.pass(10_000);
  assert.deepEqual(p.view('white').left, { white: 60_000, black: 50_000 });
  p.play('a1');
  assert.deepEqual(p.view('white').left, { white: 60_000, black: 52_000 });
  p.pass(20_000);
  // White claims to have used nothing.
  const before = p.view('black').game.line;
  const n = nextNumber(p, 'black');
  p.inject('black', {
    n,
    kind: 'move',
    ply: 3,
    turn: 'f4',
    before,
    left: { white: 62_000, black: 52_000 },
  });
  assert.equal(p.view('black').left?.white, 42_000 + GRANTED.turn);
  assert.ok(p.log.black.said.includes('clock-bounded'));
  // A claim of less time counts.
  const q = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  q.play('d6', 'a1');
  q.inject('black', {
    n: nextNumber(q, 'black'),
    kind: 'move',
    ply: 3,
    turn: 'f4',
    before: q.view('black').game.line,
    left: { white: 30_000, black: 60_000 },
  });
  assert.equal(q.view('black').left?.white, 30_000);
});

test('without clocks nothing is said of one', () => {
  const p = pair({}).meet();
  p.play('d6');
  const effects = p.inject('black', { n: nextNumber(p, 'black'), kind: 'clock', left: 1e9 });
  assert.ok(!p.log.black.said.includes('clock-told'));
  assert.match(JSON.stringify(effects), /refused/, 'the other device hears of it');
});

test('small claims are granted only so often', () => {
  const p = pair({ clock: { minutes: 10, increment: 0 } }).meet();
  const turns = ['d6', 'd7', 'f4', 'g4', 'd2', 'd1', 'b4', 'a4'];
  let used = 0;
  p.play(...turns);
  for (let i = 0; i < 40; i++) {
    const { line, legal, played } = p.view('black').game;
    const quiet = legal.find((m) => !m.captures.length && !m.closes.length)?.text ?? '';
    if (p.view('black').turn === 'white') {
      p.pass(2000);
      used += 2000;
      const left = { white: 600_000 - (used - 900 * (i / 2 + 1)), black: 600_000 };
      p.inject('black', {
        n: nextNumber(p, 'black') + i,
        kind: 'move',
        ply: played.length + 1,
        turn: quiet,
        before: line,
        left,
      });
    } else p.sides.black.play(quiet, p.now());
  }
  const claims = used / 2000;
  assert.ok(claims > GRANTED.all / (900 - GRANTED.always), 'more was claimed than is granted');
  assert.equal(
    p.view('black').left?.white,
    600_000 - used + GRANTED.all + claims * GRANTED.always,
    'no more than in all',
  );
});

test('whose time is up has lost, and nobody else', () => {
  const p = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  assert.equal(p.sides.white.nextTick(p.now()), Infinity, 'before the first turn no clock runs');
  p.play('d6');
  p.pass(59_000);
  assert.equal(p.sides.black.nextTick(p.now()), 1000);
  p.inject('black', { n: nextNumber(p, 'black'), kind: 'time', loser: 'white' });
  assert.equal(p.view('black').game.outcome?.loser, 'white', 'of itself a device may say so');
  const q = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  q.play('d6');
  q.pass(30_000);
  q.inject('black', { n: nextNumber(q, 'black'), kind: 'time', loser: 'black' });
  assert.equal(q.view('black').game.outcome, null);
  assert.equal(q.log.black.said.at(-1), 'refused-time');
  // There the game is over now, here it is not: it cannot go on as if nothing had been said.
  assert.deepEqual(q.log.black.closed, ['other-game']);
  const r = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  r.play('d6');
  r.pass(60_000);
  // The other device waits a little longer than the clock says: a turn may be on its way.
  r.take('white', r.sides.white.tick(r.now()));
  assert.equal(r.view('white').game.outcome, null);
  r.pass(GRACE);
  r.take('white', r.sides.white.tick(r.now()));
  assert.equal(r.ends(), 'over time black');
});

test('no lie about what is left outlasts a clock', () => {
  // With nothing left, each turn just within the grace, and claims that nothing was used.
  const p = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  p.play('d6', 'a1');
  p.pass(60_000);
  let turns = 0;
  for (; turns < 20 && p.view('black').phase === 'playing'; turns++) {
    p.pass(GRACE - 100);
    const { line, legal, played } = p.view('black').game;
    const quiet = () =>
      p.view('black').game.legal.find((m) => !m.captures.length && !m.closes.length)?.text ?? '';
    assert.ok(legal.length);
    p.inject('black', {
      n: nextNumber(p, 'black') + turns,
      kind: 'move',
      ply: played.length + 1,
      turn: quiet(),
      before: line,
      left: { white: 0, black: 60_000 },
    });
    if (p.view('black').phase === 'playing') p.sides.black.play(quiet(), p.now());
  }
  assert.deepEqual(
    [turns, p.view('black').game.outcome?.reason, p.view('black').game.outcome?.loser],
    [2, 'time', 'white'],
  );
  // The page was asleep when the flag fell: a turn long after it does not count.
  const q = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  q.play('d6', 'a1');
  q.pass(660_000);
  const effects = q.inject('black', {
    n: nextNumber(q, 'black'),
    kind: 'move',
    ply: 3,
    turn: 'f4',
    before: q.view('black').game.line,
    left: { white: 5000, black: 60_000 },
  });
  assert.deepEqual(
    [q.view('black').turns, q.view('black').game.outcome?.loser],
    [['d6', 'a1'], 'white'],
  );
  assert.ok(
    effects.some((e) => e.type === 'send' && JSON.parse(e.text).kind === 'time'),
    'the other device is told',
  );
  // What is told of a clock that is below nothing is a message, too.
  const r = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  r.play('d6', 'a1');
  r.pass(62_000);
  const told = r.inject('black', {
    n: nextNumber(r, 'black'),
    kind: 'move',
    ply: 3,
    turn: 'f4',
    before: r.view('black').game.line,
    left: { white: 5000, black: 60_000 },
  });
  assert.ok(told.some((e) => e.type === 'send' && /** @type {any} */ (read(e.text)).left === 0));
});

test('nobody’s time is up while the other side’s clock runs', () => {
  const p = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  p.play('d6');
  p.pass(58_000);
  p.play('a1');
  p.pass(GRACE + 1);
  p.inject('black', { n: nextNumber(p, 'black'), kind: 'time', loser: 'black' });
  assert.deepEqual([p.view('black').game.outcome, p.log.black.said.at(-1)], [null, 'refused-time']);
  // But the turn may have come too late there.
  const q = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  q.play('d6');
  q.pass(58_000);
  q.play('a1');
  q.pass(GRACE);
  q.inject('black', { n: nextNumber(q, 'black'), kind: 'time', loser: 'black' });
  assert.equal(q.view('black').game.outcome?.loser, 'black');
});

test('where a game is taken up, the other side’s own clock counts, as far as a loss is noticed late', () => {
  const clock = { minutes: 1, increment: 0 };
  const resumed = (/** @type {number} */ own, /** @type {number} */ measured) =>
    pair({
      clock,
      white: { turns: ['d6'], left: { white: 60_000, black: measured }, ended: null },
      black: { turns: ['d6'], left: { white: 60_000, black: own }, ended: null },
    }).meet();
  assert.equal(resumed(30_000, 24_000).view('white').left?.black, 30_000);
  assert.equal(resumed(30_000, 36_000).view('white').left?.black, 30_000);
  assert.equal(resumed(60_000, 10_000).view('white').left?.black, 10_000 + GRANTED.all);
  // A game that only begins gives nothing.
  const p = pair({ clock });
  const { start } = JSON.parse(
    p.sides.white.greet().flatMap((e) => (e.type === 'send' ? [e.text] : []))[0] ?? '',
  );
  p.inject('black', {
    n: 1,
    kind: 'hello',
    start,
    turns: '',
    left: { white: 600_000, black: 0 },
    ended: null,
  });
  assert.deepEqual(p.view('black').left, { white: 60_000, black: 60_000 });
  // Whoever takes all turns of the other device takes its time for them, too.
  const q = pair({
    clock,
    white: { turns: ['d6', 'a1', 'b6'], left: { white: 50_000, black: 20_000 }, ended: null },
  }).meet();
  q.take('black', q.sides.black.choose('theirs', 0));
  assert.deepEqual(q.view('black').left, { white: 50_000, black: 20_000 });
});

test('while the connection is interrupted no clock runs', () => {
  const p = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  p.play('d6');
  p.pass(1000);
  for (const side of /** @type {const} */ (['white', 'black'])) p.sides[side].rest(true, p.now());
  p.pass(100_000);
  assert.deepEqual(p.sides.black.tick(p.now()), []);
  for (const side of /** @type {const} */ (['white', 'black'])) p.sides[side].rest(false, p.now());
  p.play('a1');
  assert.equal(p.view('white').left?.black, 59_000);
  p.same();
});

test('the time that was thought counts when the connection ends, and when the game does', () => {
  const clock = { minutes: 5, increment: 0 };
  const thought = () => {
    const p = pair({ clock }).meet();
    p.play('d6', 'a1');
    p.pass(240_000);
    return p;
  };
  const p = thought();
  p.take('white', p.sides.white.leave(p.now()));
  for (const side of /** @type {const} */ (['white', 'black']))
    assert.deepEqual(p.sides[side].record(p.now()).left, { white: 60_000, black: 300_000 });
  p.pass(60_000);
  assert.deepEqual(
    p.again().view('black').left,
    { white: 60_000, black: 300_000 },
    'and what passes between two connections does not',
  );
  const q = thought();
  q.take('black', q.sides.black.resign(q.now()));
  assert.deepEqual(
    [q.view('white').left, q.view('black').left],
    [
      { white: 60_000, black: 300_000 },
      { white: 60_000, black: 300_000 },
    ],
  );
  const r = thought();
  r.pass(60_000);
  r.take('white', r.sides.white.tick(r.now()));
  assert.deepEqual(
    [r.ends(), r.view('white').left, r.view('black').left],
    ['over time white', { white: 0, black: 300_000 }, { white: 0, black: 300_000 }],
  );
});

test('two players far from each other come to the end of their time together', () => {
  const sides = /** @type {const} */ (['white', 'black']);
  for (const latency of [0, 50, 100, 120]) {
    const [white, black] = sides.map((me) =>
      createMatch({
        core,
        id: ID,
        round: 0,
        begin: 'nine[quiet=never,repeat=never]~',
        clock: { minutes: 5, increment: 0 },
        me,
      }),
    );
    assert.ok(white && black);
    const at = { white, black };
    let now = 0;
    /**
     * What is on its way, with when it arrives.
     * @type {{ to: 'white' | 'black', text: string, when: number }[]}
     */
    const under = [];
    const take = (
      /** @type {'white' | 'black'} */ from,
      /** @type {readonly import('../../www/app/together/types.ts').Effect[]} */ effects,
    ) => {
      for (const effect of effects) {
        if (effect.type === 'send')
          under.push({
            to: from === 'white' ? 'black' : 'white',
            text: effect.text,
            when: now + latency,
          });
        else if (
          effect.type === 'close' ||
          (effect.type === 'say' && effect.what.startsWith('refused'))
        )
          assert.fail(`${latency} ms: ${from} ${JSON.stringify(effect)}`);
      }
    };
    for (const side of sides) take(side, at[side].greet());
    const ready = { white: 0, black: 0 };
    for (; now < 700_000 && sides.some((side) => at[side].view(now).phase !== 'over'); now += 10) {
      while (under[0] && under[0].when <= now) {
        const { to, text } = /** @type {typeof under[0]} */ (under.shift());
        take(to, at[to].receive(text, now));
      }
      for (const side of sides) {
        take(side, at[side].tick(now));
        const { mayPlay, game } = at[side].view(now);
        if (!mayPlay) ready[side] = now + 3300;
        // Men to and fro, without mills.
        else if (now >= ready[side])
          take(
            side,
            at[side].play(
              game.legal.find((m) => !m.captures.length && !m.closes.length)?.text ??
                game.legal[0]?.text ??
                '',
              now,
            ),
          );
      }
    }
    const ends = sides
      .map((side) => at[side].view(now))
      .map(({ turns, game }) => [turns.length, game.outcome?.reason, game.outcome?.loser]);
    assert.deepEqual(ends[0], ends[1], `${latency} ms`);
    assert.equal(ends[0]?.[1], 'time', `${latency} ms`);
  }
});

test('a last turn that came too late is in neither record', () => {
  // One after which the game goes on, and one that wins it.
  for (const [begin, first, last] of /** @type {const} */ ([
    ['nine~', 'd6', 'a1'],
    ['three~a1.a3.c1.b3', 'a2', 'c3'],
  ])) {
    const p = pair({ begin, clock: { minutes: 1, increment: 0 } }).meet();
    p.play(first);
    p.pass(59_600);
    /** @type {string[]} */
    const late = [];
    for (const effect of p.sides.black.play(last, p.now()))
      if (effect.type === 'send') late.push(effect.text);
    p.pass(GRACE - 600);
    // There 2.5 s have passed since the clock ran down: a turn of 0.6 s more on its way.
    p.take('white', p.sides.white.tick(p.now() + 1000));
    for (const text of late) p.take('white', p.sides.white.receive(text, p.now() + 1000));
    assert.equal(p.ends(), 'over time black', begin);
    assert.equal(p.view('black').turns.at(-1), first);
    assert.equal(p.again().ends(), 'over time black');
  }
});
