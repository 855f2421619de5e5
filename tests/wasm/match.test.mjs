/**
 * A game between two devices: that both always have the same, and that nothing bad ever changes it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';
import { PATIENCE } from '../../www/app/together/rate-limit.ts';
import { createMatch, receive } from '../../www/app/together/match.ts';
import { choose } from '../../www/app/together/match-meeting.ts';
import { newMatch } from '../../www/app/together/match-state.ts';
import { createReferee } from '../../www/app/together/referee.ts';
import { LARGEST } from '../../www/app/together/messages.ts';
import { ID, core, kept, nextNumber, pair, random } from './devices.mjs';

test('two devices meet, play a mill and take a man', () => {
  const p = pair().meet();
  assert.equal(p.view('white').phase, 'playing');
  assert.ok(p.view('white').mayPlay && !p.view('black').mayPlay);
  p.play('d6', 'a1', 'b6', 'd7', 'f6xa1');
  p.same();
  assert.deepEqual(p.view('black').turns, ['d6', 'a1', 'b6', 'd7', 'f6xa1']);
  assert.equal(p.view('black').game.lost.black, 1);
  assert.deepEqual([p.log.white.said, p.log.black.said], [['ready'], ['ready']]);
});

test('the state of a match is plain data, and what comes next is another one', () => {
  const { rules } = createReferee(core);
  const freeze = (/** @type {unknown} */ value) => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };
  let state = newMatch(rules, { id: ID, round: 0, me: 'white', begin: 'nine~', clock: null });
  const heard = (/** @type {object} */ message) => {
    freeze(state);
    assert.deepEqual(structuredClone(state), state);
    const text = JSON.stringify({ v: 1, game: `${ID}.0`, n: state.gate.last + 1, ...message });
    ({ state } = receive({ rules, state, effects: [] }, text, 0));
  };
  const { start } = state.game;
  heard({ kind: 'hello', start, turns: 'd6 a1', left: null, ended: null });
  assert.deepEqual(state.choice, { common: 0, theirs: 2, longer: true });
  const before = state;
  heard({ kind: 'agree', plies: 0, line: start });
  ({ state } = choose({ rules, state, effects: [] }, 'common', 0));
  heard({ kind: 'resign' });
  assert.equal(state.game.outcome?.winner, 'white');
  assert.deepEqual([before.phase, before.game.outcome], ['choosing', null]);
});

test('a whole game by random turns ends alike on both devices', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const next = random(seed);
    const p = pair({
      begin: seed % 2 ? 'nine~' : 'six~',
      clock: seed % 3 ? null : { minutes: 9, increment: 2 },
    }).meet();
    for (let i = 0; i < 400 && p.view('white').phase === 'playing'; i++) {
      const { legal } = p.view('white').game;
      p.pass(100);
      p.play(legal[next(legal.length)]?.text ?? '');
    }
    p.same();
    assert.equal(p.view('white').phase, 'over');
    assert.deepEqual(p.log.white.said, ['ready']);
  }
});

test('what is illegal, out of turn, repeated, too large or no message is refused, and nothing changes', () => {
  const p = pair().meet();
  p.play('d6', 'a1');
  const line = p.view('white').game.line;
  const before = p.view('black').game.line;
  const n = () => nextNumber(p, 'black');
  const cases = /** @type {[string, any][]} */ ([
    ['illegal', { n: n(), kind: 'move', ply: 3, turn: 'd6', before, left: null }],
    ['illegal', { n: n(), kind: 'move', ply: 3, turn: 'b6xa1', before, left: null }],
    ['illegal', { n: n(), kind: 'move', ply: 3, turn: 'zz', before, left: null }],
    ['order', { n: n(), kind: 'move', ply: 4, turn: 'b6', before, left: null }],
    [
      'position',
      {
        n: n(),
        kind: 'move',
        ply: 3,
        turn: 'b6',
        before: 'nine 3/3/3/6/3/3/3 w 9,9 0 1',
        left: null,
      },
    ],
    ['repeated', p.log.white.wire.find((text) => text.includes('"move"'))],
    ['repeated', { n: n() + 1000, kind: 'draw' }],
    ['game', { game: 'ff.0', n: n(), kind: 'draw' }],
    ['unexpected', { n: n(), kind: 'hello', start: before, turns: '', left: null, ended: null }],
    ['unexpected', { n: n(), kind: 'yes', to: 'draw' }],
    ['unexpected', { n: n(), kind: 'rematch' }],
    ['form', { n: n(), kind: 'move', ply: 3, turn: '<b>', before, left: null }],
    ['form', 'not even JSON'],
    ['size', `"${'x'.repeat(LARGEST)}"`],
    ['time', { n: n(), kind: 'time', loser: 'black' }],
  ]);
  assert.ok(cases.length < PATIENCE);
  for (const [why, text] of cases) {
    p.log.black.said.length = 0;
    const effects = p.inject('black', text);
    assert.deepEqual(p.log.black.said, [`refused-${why}`], JSON.stringify(text));
    assert.ok(
      effects.some((e) => e.type === 'send' && JSON.parse(e.text).kind === 'refused'),
      'the other device is told',
    );
    assert.equal(p.view('black').game.line, before);
  }
  // Out of turn: white has no turn to give while black is to move there.
  p.play('b6');
  p.inject('black', {
    n: n(),
    kind: 'move',
    ply: 4,
    turn: 'f6',
    before: p.view('black').game.line,
    left: null,
  });
  assert.equal(p.log.black.said.at(-1), 'refused-turn');
  assert.equal(line, before);
  // The honest game goes on.
  p.play('d7', 'f6xa1');
  p.same();
});

test('after too many refusals the connection is closed', () => {
  const p = pair().meet();
  for (let i = 1; i < PATIENCE; i++) {
    p.pass(1000);
    p.inject('black', 'junk');
    assert.deepEqual(p.log.black.closed, []);
  }
  p.inject('black', 'junk');
  assert.deepEqual(p.log.black.closed, ['abuse']);
  assert.deepEqual(p.inject('black', 'junk'), []);
});

test('a flood is refused and not answered', () => {
  const p = pair().meet();
  let answers = 0;
  for (let i = 0; i < 200; i++)
    answers += p
      .inject('white', { n: nextNumber(p, 'white') + i, kind: 'no', to: 'draw' })
      .filter((e) => e.type === 'send').length;
  assert.ok(p.log.white.said.includes('refused-flood'));
  assert.deepEqual(p.log.white.closed, ['abuse']);
  assert.ok(answers < PATIENCE, `${answers} answers`);
});

test('no junk and no changed message ever throws or plays', () => {
  const next = random(11);
  for (let round = 0; round < 60; round++) {
    const p = pair({ clock: { minutes: 5, increment: 2 } }).meet();
    p.play('d6', 'a1', 'b6', 'd7');
    const before = p.view('black').game.line;
    const honest = [
      ...p.log.white.wire,
      JSON.stringify({
        v: 1,
        game: p.view('black').name,
        n: nextNumber(p, 'black'),
        kind: 'move',
        ply: 5,
        turn: 'f6xa1',
        before,
        left: { white: 9000, black: 9000 },
      }),
    ];
    for (let i = 0; i < 18; i++) {
      p.pass(1000);
      const text = honest[next(honest.length)] ?? '';
      const at = next(text.length);
      const kind = next(4);
      const bad =
        kind === 0
          ? text.slice(0, at)
          : kind === 1
            ? text.slice(0, at) + String.fromCharCode(next(300)) + text.slice(at + 1)
            : kind === 2
              ? text.slice(0, at) + text.slice(at + 1 + next(9))
              : Array.from({ length: next(60) }, () => String.fromCharCode(next(65536))).join('');
      // The turn itself may come through unchanged in what counts; then it is legal.
      p.inject('black', bad);
      const { line, played } = p.view('black').game;
      assert.ok(
        line === before ||
          (played.length === 5 && p.view('white').game.legal.some((m) => m.text === played[4])),
        bad,
      );
      if (line !== before) break;
    }
  }
});

test('a turn is taken back where the other side agrees', () => {
  const p = pair().meet();
  p.play('d6', 'a1');
  // White to move: two turns go back.
  p.take('white', p.sides.white.askBack());
  assert.equal(p.view('black').back, 'theirs');
  assert.equal(p.view('white').mayPlay, false, 'until it is answered');
  p.take('black', p.sides.black.answer('back', false, 0));
  assert.equal(p.log.white.said.at(-1), 'back-declined');
  p.take('white', p.sides.white.askBack());
  p.take('black', p.sides.black.answer('back', true, 0));
  p.same();
  assert.deepEqual(p.view('white').turns, []);
  p.play('f4');
  // Black is to move: White's last turn alone.
  p.take('white', p.sides.white.askBack());
  p.take('black', p.sides.black.answer('back', true, 0));
  p.same();
  assert.deepEqual(p.view('white').turns, []);
  p.play('f4');
  p.take('white', p.sides.white.askBack());
  p.play('d2');
  assert.equal(p.log.white.said.at(-1), 'back-declined', 'who plays on declines');
  p.same();
  assert.equal(p.sides.white.link(), 'nine~f4.d2');
  for (const to of [0, 2, -1]) {
    // Only to before its own last turn.
    const q = pair().meet();
    q.play('d6', 'a1', 'f4', 'd2');
    q.inject('black', { n: nextNumber(q, 'black'), kind: 'back', from: 4, to });
    assert.equal(q.view('black').back, to === 2 ? 'theirs' : null, `back to ${to}`);
    assert.equal(
      q.log.black.said.at(-1)?.startsWith('refused') ?? false,
      to !== 2,
      `back to ${to}`,
    );
  }
  assert.deepEqual(p.sides.black.askBack().filter((e) => e.type === 'send').length, 1);
});

test('a draw is offered, declined by word or by turn, and agreed', () => {
  const p = pair().meet();
  p.take('white', p.sides.white.offer('draw', 0));
  assert.equal(p.view('black').draw, 'theirs');
  p.take('black', p.sides.black.answer('draw', false, 0));
  assert.equal(p.log.white.said.at(-1), 'draw-declined');
  p.take('white', p.sides.white.offer('draw', 0));
  // The offer stands while its own turn is played.
  p.play('d6');
  assert.equal(p.view('black').draw, 'theirs');
  p.play('a1');
  assert.equal(p.view('white').draw, null);
  p.take('black', p.sides.black.offer('draw', 0));
  p.take('white', p.sides.white.answer('draw', true, 0));
  p.same();
  assert.equal(p.view('white').game.outcome?.reason, 'agreement');
});

test('an offer of a draw that crosses a turn, or a turn that is taken back, stands', () => {
  const p = pair().meet();
  p.play('d6');
  p.cross(() => {
    p.take('black', p.sides.black.play('a1', 0));
    p.take('white', p.sides.white.offer('draw', 0));
  });
  assert.deepEqual([p.view('white').draw, p.view('black').draw], ['mine', 'theirs']);
  p.take('black', p.sides.black.answer('draw', true, 0));
  assert.equal(p.ends(), 'over agreement');
  const q = pair().meet();
  q.play('d6', 'a1');
  q.take('white', q.sides.white.askBack());
  q.cross(() => {
    q.take('black', q.sides.black.answer('back', true, 0));
    q.take('white', q.sides.white.offer('draw', 0));
  });
  assert.deepEqual(
    [q.view('white').draw, q.view('black').draw, q.view('white').turns],
    ['mine', 'theirs', []],
  );
  q.take('black', q.sides.black.answer('draw', true, 0));
  assert.equal(q.ends(), 'over agreement');
});

test('an offer of a draw lapses with the turn that must have seen it, said or not', () => {
  const p = pair().meet();
  p.take('white', p.sides.white.offer('draw', 0));
  p.play('d6');
  // No honest page plays on without a no.
  p.inject('white', {
    n: nextNumber(p, 'white'),
    kind: 'move',
    ply: 2,
    turn: 'a1',
    before: p.view('white').game.line,
    left: null,
  });
  assert.deepEqual([p.view('white').draw, p.log.white.said.at(-1)], [null, 'draw-declined']);
  p.inject('white', { n: nextNumber(p, 'white') + 1, kind: 'yes', to: 'draw' });
  assert.equal(p.view('white').game.outcome, null);
});

test('a refusal answers the question that was refused, and no other', () => {
  const p = pair().meet();
  p.play('d6', 'a1');
  p.take('white', p.sides.white.offer('draw', 0));
  p.inject('white', { n: nextNumber(p, 'white'), kind: 'refused', of: 1, why: 'form' });
  assert.equal(p.view('white').draw, 'mine');
  p.inject('white', {
    n: nextNumber(p, 'white') + 1,
    kind: 'refused',
    of: p.log.white.wire.length,
    why: 'form',
  });
  assert.equal(p.view('white').draw, null);
});

test('whatever two honest devices say, and whenever it arrives or is lost, both come to the same', () => {
  const sides = /** @type {const} */ (['white', 'black']);
  let [ended, lost] = [0, 0];
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed);
    const begin = seed % 2 ? 'six~' : 'nine~d6.f4';
    const meet = (/** @type {any} */ records = {}) =>
      sides.map((me) =>
        createMatch({
          core,
          id: ID,
          round: 0,
          begin,
          clock: null,
          me,
          record: records[me] ?? null,
        }),
      );
    let matches = meet();
    /** On its way from each. @type {string[][]} */
    let ways = [[], []];
    let now = 0;
    /** @type {string[]} */
    const story = [];
    const take = (
      /** @type {number} */ i,
      /** @type {readonly import('../../www/app/together/types.ts').Effect[]} */ effects,
    ) => {
      for (const effect of effects) {
        if (effect.type === 'send') ways[i]?.push(effect.text);
        if (effect.type === 'close' || (effect.type === 'say' && effect.what.startsWith('refused')))
          assert.fail(
            `seed ${seed}: ${sides[i]} ${JSON.stringify(effect)} after ${story.join(', ')}`,
          );
      }
    };
    const at = (/** @type {number} */ i) =>
      /** @type {import('../../www/app/together/match.ts').Match} */ (matches[i]);
    const arrive = (/** @type {number} */ i) => {
      const text = ways[i]?.shift();
      if (text) story.push(`${sides[i]}'s ${JSON.parse(text).kind} arrives`);
      if (text) take(1 - i, at(1 - i).receive(text, (now += 1000)));
    };
    const act = (/** @type {number} */ i) => {
      const match = at(i);
      const { legal } = match.view(now).game;
      const { mayPlay, draw, back } = match.view(now);
      const what = next(40);
      story.push(`${sides[i]} ${what}`);
      if (what === 0) take(i, match.resign(now));
      else if (what < 4) take(i, match.offer('draw', now));
      else if (what < 8) take(i, match.askBack());
      else if (what < 14 && back === 'theirs') take(i, match.answer('back', what < 12, now));
      else if (what < 18 && draw === 'theirs') take(i, match.answer('draw', what < 16, now));
      else if (mayPlay) take(i, match.play(legal[next(legal.length)]?.text ?? '', now));
    };
    const settle = () => {
      while (ways.some((way) => way.length)) arrive(next(2));
    };
    const compareNotes = () => {
      settle();
      const views = [0, 1].map((i) => {
        const { turns, phase, game, draw, back } = at(i).view(now);
        const asks =
          phase === 'playing'
            ? {
                draw: draw && (draw === 'mine') === (i === 0),
                back: back && (back === 'mine') === (i === 0),
              }
            : null;
        return {
          turns,
          phase,
          line: game.line,
          over: game.outcome?.reason,
          loser: game.outcome?.loser,
          asks,
        };
      });
      assert.deepEqual(views[0], views[1], `seed ${seed}: ${story.join(', ')}`);
      return views[0]?.phase;
    };
    const greet = () => {
      for (const i of [0, 1]) take(i, at(i).greet());
      settle();
      for (let tries = 0; tries < 4; tries++)
        for (const i of [0, 1]) {
          const { phase, choice, draw } = at(i).view(now);
          if (phase === 'choosing' && choice)
            take(i, at(i).choose(next(2) ? 'common' : 'theirs', now));
          else if (phase === 'choosing' && draw) take(i, at(i).answer('draw', true, now));
          settle();
        }
      assert.notEqual(compareNotes(), 'choosing', `seed ${seed}: ${story.join(', ')}`);
    };
    greet();
    for (let step = 0; step < 120; step++) {
      const what = next(100);
      if (what < 50) act(next(2));
      else if (what < 96) arrive(next(2));
      else if (what < 98) compareNotes();
      else {
        story.push('lost');
        lost++;
        ways = [[], []];
        matches = meet({ white: at(0).record(now), black: at(1).record(now) });
        greet();
      }
    }
    if (compareNotes() === 'over') ended++;
  }
  assert.ok(ended > 50 && lost > 50, `${ended} ended, ${lost} lost`);
});

test('the longest game is taken up again', () => {
  // All men placed without a mill, then to and fro, as often as a game may have turns.
  const turns = 'a4 d3 e4 f4 e3 b4 b6 f6 g1 a1 c5 d1 d5 c4 c3 d7 b2 g4'.split(' ');
  while (turns.length < 9996) turns.push('b6-d6', 'd7-a7', 'd6-b6', 'a7-d7');
  const record = { turns, left: null, ended: null };
  const p = pair({ begin: 'nine[quiet=never,repeat=never]~', white: record, black: record }).meet();
  p.same();
  assert.deepEqual(
    [p.view('white').phase, p.view('white').turns.length],
    ['playing', turns.length],
  );
});

test('a side that has another turn plays on, takes back its last one, and both are taken over where they were not heard of', () => {
  const p = pair({ begin: 'nerenchi~' }).meet();
  const turns = ['a7', 'a1', 'd7', 'g1', 'g7', 'b6'];
  p.play(...turns);
  p.same();
  assert.deepEqual([p.view('black').turns, p.view('black').turn], [turns, 'black']);
  for (const left of [5, 4]) {
    p.take('white', p.sides.white.askBack());
    p.take('black', p.sides.black.answer('back', true, p.now()));
    p.same();
    assert.deepEqual([p.view('black').turns.length, p.view('black').turn], [left, 'white']);
  }
  const unheard = pair({
    begin: 'nerenchi~',
    white: kept(turns.join(' ')),
    black: kept(turns.slice(0, 4).join(' ')),
  }).meet();
  unheard.same();
  assert.deepEqual([unheard.view('black').phase, unheard.view('black').turns], ['playing', turns]);
  // But not a turn of one's own that one has not played.
  const invented = pair({
    begin: 'nerenchi~',
    white: kept([...turns, 'f6'].join(' ')),
    black: kept(turns.slice(0, 4).join(' ')),
  }).meet();
  assert.equal(invented.view('black').phase, 'choosing');
});
