/** Play between two devices: what an invitation holds, what a message may be, and that nothing bad ever changes a game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';
import { BadInvitation, bareText, castLots, contactOf, descriptionOf, newGameId, read as readInvitation, tag, write as writeInvitation } from '../../www/app/together/invitation.js';
import { findKept, keep, keptInSlot, readKept } from '../../www/app/together/kept.js';
import { PATIENCE, createMatch } from '../../www/app/together/match.js';
import { BadMessage, LARGEST, read, write } from '../../www/app/together/messages.js';
import { compare, upTo } from '../../www/app/together/records.js';
import { GRACE, GRANTED } from '../../www/app/together/watch.js';
import { Game } from './load.mjs';

const core = { read: (/** @type {string} */ text) => Game.read(text) };
const ID = '00112233445566ff';

/** The same numbers in every run. @param {number} seed */
function random(seed) {
  let x = seed >>> 0 || 1;
  return (/** @type {number} */ n) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % n;
  };
}

const SDP = [
  'v=0', 'o=- 2020205547795867355 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0',
  'a=candidate:4268791142 1 udp 2113937151 6c135b91-e71b-44cd-8a3e-a0cdb86c03a3.local 50002 typ host generation 0 network-cost 999',
  'a=candidate:4231933910 1 udp 2113937151 192.0.2.2 37805 typ host generation 0 network-cost 999',
  'a=candidate:4216079206 1 udp 2113942271 fd00::2 55659 typ host generation 0 network-cost 999',
  'a=candidate:1 1 tcp 2113942271 fd00::2 9 typ host tcptype active',
  'a=candidate:1 1 udp 16777215 198.51.100.7 3478 typ relay raddr 0.0.0.0 rport 0',
  'a=ice-ufrag:CE4x', 'a=ice-pwd:LNJJCcBbq7qdbVT1GsZuoXFP', 'a=ice-options:trickle',
  'a=fingerprint:sha-256 25:94:1E:53:E0:67:14:07:8F:F9:21:F6:5F:79:2F:BB:02:F8:00:1F:3C:55:E3:8A:BC:3D:63:5D:43:42:79:D8',
  'a=setup:actpass', 'a=mid:0', 'a=sctp-port:5000', 'a=max-message-size:262144', '',
].join('\r\n');

/** @returns {import('../../www/app/together/invitation.js').Invitation} */
const invitation = () => ({
  kind: 'invitation',
  contact: contactOf(SDP),
  lot: 77,
  terms: { id: ID, round: 3, colour: 'lot', clock: { minutes: 5, increment: 3 }, game: 'nine~d6.f4', resumes: true },
});
/** @returns {import('../../www/app/together/invitation.js').Answer} */
const answer = () => ({ kind: 'answer', contact: { ...contactOf(SDP), setup: 'active' }, id: ID, to: tag(contactOf(SDP)), lot: 1 });

test('a description survives the way through an invitation, and its own words do not', () => {
  const contact = contactOf(SDP);
  assert.deepEqual(contact.addresses.map((a) => `${a.address} ${a.port}`), ['6c135b91-e71b-44cd-8a3e-a0cdb86c03a3.local 50002', '192.0.2.2 37805', 'fd00::2 55659']);
  const text = writeInvitation(invitation());
  assert.match(text, /^[\w-]+$/);
  assert.ok(text.length < 260, `${text.length} letters`);
  const back = readInvitation(text);
  assert.deepEqual(back.kind === 'invitation' && back.terms, invitation().terms);
  assert.equal(back.lot, 77);
  const sdp = descriptionOf(back.contact);
  assert.deepEqual(contactOf(sdp), back.contact);
  for (const line of ['a=ice-ufrag:CE4x', 'a=ice-pwd:LNJJCcBbq7qdbVT1GsZuoXFP', SDP.match(/a=fingerprint.*/)?.[0].trim(), 'a=setup:actpass']) assert.ok(sdp.includes(`${line}\r\n`), line);
  assert.match(sdp, /a=candidate:1 1 udp 2130706431 6c135b91-e71b-44cd-8a3e-a0cdb86c03a3\.local 50002 typ host\r\n/);
  assert.match(sdp, /fd00:0:0:0:0:0:0:2 55659/);
  const reply = readInvitation(writeInvitation(answer()));
  assert.deepEqual(reply.kind === 'answer' && [reply.id, reply.to, reply.contact.setup], [ID, '25941e53', 'active']);
});

test('an invitation is found in a link, in a text with line breaks, and nowhere else', () => {
  const text = writeInvitation(invitation());
  for (const given of [text, `https://example.org/merels/#join=${text}`, `Come and play: https://example.org/#join=${text} soon`, `  ${text.slice(0, 80)}\n${text.slice(80)} `]) assert.equal(bareText(given), text);
  for (const given of ['', 'nine~d6', 'https://example.org/#m=nine~d6', 'd6 f4 b4']) assert.equal(bareText(given), '', given);
  assert.throws(() => readInvitation('hello'), (/** @type {any} */ e) => e instanceof BadInvitation && e.code === 'none');
});

test('no changed, cut or made-up invitation is read as another one, or breaks the reader', () => {
  const text = writeInvitation(invitation());
  const next = random(5);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let refused = 0;
  /** @param {string} given */
  const attempt = (given) => {
    try {
      const found = readInvitation(given);
      // What is read can be written again to the same letters.
      assert.equal(writeInvitation(found), bareText(given));
    } catch (error) {
      assert.ok(error instanceof BadInvitation, String(error));
      refused++;
    }
  };
  for (let i = 0; i < text.length; i++) attempt(text.slice(0, i));
  for (let i = 0; i < 3000; i++) {
    const at = next(text.length);
    attempt(text.slice(0, at) + letters[next(64)] + text.slice(at + 1));
  }
  for (let i = 0; i < 3000; i++) attempt(Array.from({ length: next(300) }, () => letters[next(64)]).join(''));
  for (let i = 0; i < 500; i++) attempt(Array.from({ length: next(300) }, () => String.fromCharCode(next(70000))).join(''));
  assert.ok(refused > 6000, `${refused} refused`);
  assert.throws(() => readInvitation('A'.repeat(5000)), BadInvitation);
});

test('lots fall by both devices’ numbers', () => {
  assert.deepEqual([castLots(0, 0), castLots(0, 1), castLots(1, 0), castLots(255, 1)], ['white', 'black', 'black', 'white']);
  assert.match(newGameId(), /^[0-9a-f]{16}$/);
});

test('only messages are read as messages', () => {
  const good = { game: `${ID}.0`, n: 1, kind: /** @type {const} */ ('move'), ply: 1, turn: 'd6', before: 'nine 3/3/3/6/3/3/3 w 9,9 0 1', left: { white: 1, black: 2 } };
  assert.deepEqual({ ...read(write(good)), v: undefined }, { ...good, v: undefined });
  /** @param {unknown} given */
  const why = (given) => {
    try {
      read(given);
      return 'read';
    } catch (error) {
      return error instanceof BadMessage ? error.why : String(error);
    }
  };
  /** @param {object} change */
  const changed = (change) => JSON.stringify({ v: 1, ...good, ...change });
  assert.equal(why(changed({})), 'read');
  for (const bad of [{ turn: 5 }, { turn: '<img src=x>' }, { turn: 'd6'.repeat(20) }, { ply: -1 }, { ply: 1.5 }, { ply: null }, { left: { white: -1, black: 2 } }, { left: { white: 1 } }, { n: 0 }, { n: '1' }, { kind: 'shout' }, { kind: 'constructor' }, { more: 1 }, { game: 'x' }, { before: 'ä' }])
    assert.equal(why(changed(bad)), 'form', JSON.stringify(bad));
  assert.equal(why(changed({ v: 2 })), 'version');
  assert.equal(why(' '.repeat(LARGEST + 1)), 'size');
  for (const bad of [null, 5, {}, new ArrayBuffer(4), '', '[]', 'null', '1', '{"v":1}', '{"__proto__":{"v":1}}', '{"v":1,"kind":"hello"}']) assert.equal(why(bad), 'form');
});

/**
 * Two devices and the wire between them.
 * @param {{ begin?: string, round?: number, clock?: { minutes: number, increment: number } | null, white?: any, black?: any }} [how]
 */
function pair({ begin = 'nine~', round = 0, clock = null, white = null, black = null } = {}) {
  const shared = { core, id: ID, round, begin, clock };
  const sides = { white: createMatch({ ...shared, me: 'white', record: white }), black: createMatch({ ...shared, me: 'black', record: black }) };
  /** @type {Record<'white' | 'black', { said: string[], closed: string[], wire: string[] }>} */
  const log = { white: { said: [], closed: [], wire: [] }, black: { said: [], closed: [], wire: [] } };
  let now = 0;
  /** What is on its way, in order. @type {['white' | 'black', string][]} */
  const under = [];
  let carrying = false;
  /** @param {'white' | 'black'} side @param {import('../../www/app/together/match.js').Effect[]} effects */
  function take(side, effects) {
    const peer = side === 'white' ? 'black' : 'white';
    for (const effect of effects) {
      if (effect.type === 'say') log[side].said.push(effect.what);
      if (effect.type === 'close') log[side].closed.push(effect.why);
      if (effect.type === 'send') log[side].wire.push(effect.text);
    }
    for (const effect of effects) if (effect.type === 'send') under.push([peer, effect.text]);
    if (!carrying) carry();
  }
  function carry() {
    carrying = true;
    for (let next = under.shift(); next; next = under.shift()) take(next[0], sides[next[0]].receive(next[1], now));
    carrying = false;
  }
  const view = (/** @type {'white' | 'black'} */ side) => sides[side].view(now);
  return {
    sides,
    log,
    view,
    take,
    now: () => now,
    pass: (/** @type {number} */ ms) => (now += ms),
    /** What the two say meanwhile crosses on its way. @param {() => void} say */
    cross(say) {
      carrying = true;
      say();
      carry();
    },
    meet() {
      this.cross(() => {
        take('black', sides.black.greet());
        take('white', sides.white.greet());
      });
      return this;
    },
    /** The connection is lost, with all that is on its way, and the two meet again. */
    again() {
      const { round } = view('white');
      return pair({ begin, round, clock, white: sides.white.record(now), black: sides.black.record(now) }).meet();
    },
    /** How the game has ended on both, refusing nothing. */
    ends() {
      this.same();
      const said = [...log.white.said, ...log.black.said].filter((what) => what.startsWith('refused'));
      const { reason, loser } = view('white').game.outcome ?? {};
      assert.deepEqual([said, view('black').game.outcome?.reason, view('black').game.outcome?.loser], [[], reason, loser]);
      return [view('white').phase, reason, loser].filter(Boolean).join(' ');
    },
    /** @param {...string} turns */
    play(...turns) {
      for (const turn of turns) take(view('white').turn, sides[view('white').turn].play(turn, now));
    },
    /** A text that no honest page sends. @param {'white' | 'black'} to @param {object | string} text */
    inject(to, text) {
      const whole = typeof text === 'string' ? text : JSON.stringify({ v: 1, game: view(to).name, n: 1_000_000, ...text });
      const effects = sides[to].receive(whole, now);
      for (const effect of effects) {
        if (effect.type === 'say') log[to].said.push(effect.what);
        if (effect.type === 'close') log[to].closed.push(effect.why);
      }
      return effects;
    },
    same() {
      assert.equal(view('white').game.line, view('black').game.line);
      assert.deepEqual(view('white').turns, view('black').turns);
      assert.deepEqual(view('white').phase, view('black').phase);
    },
  };
}

/** The next number that a side may hear. @param {ReturnType<typeof pair>} p @param {'white' | 'black'} to */
const nextNumber = (p, to) => p.log[to === 'white' ? 'black' : 'white'].wire.length + 1;

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

test('a whole game by random turns ends alike on both devices', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const next = random(seed);
    const p = pair({ begin: seed % 2 ? 'nine~' : 'six~', clock: seed % 3 ? null : { minutes: 9, increment: 2 } }).meet();
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
    ['position', { n: n(), kind: 'move', ply: 3, turn: 'b6', before: 'nine 3/3/3/6/3/3/3 w 9,9 0 1', left: null }],
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
    assert.ok(effects.some((e) => e.type === 'send' && JSON.parse(e.text).kind === 'refused'), 'the other device is told');
    assert.equal(p.view('black').game.line, before);
  }
  // Out of turn: white has no turn to give while black is to move there.
  p.play('b6');
  p.inject('black', { n: n(), kind: 'move', ply: 4, turn: 'f6', before: p.view('black').game.line, left: null });
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
  for (let i = 0; i < 200; i++) answers += p.inject('white', { n: nextNumber(p, 'white') + i, kind: 'no', to: 'draw' }).filter((e) => e.type === 'send').length;
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
    const honest = [...p.log.white.wire, JSON.stringify({ v: 1, game: p.view('black').name, n: nextNumber(p, 'black'), kind: 'move', ply: 5, turn: 'f6xa1', before, left: { white: 9000, black: 9000 } })];
    for (let i = 0; i < 18; i++) {
      p.pass(1000);
      const text = honest[next(honest.length)] ?? '';
      const at = next(text.length);
      const kind = next(4);
      const bad = kind === 0 ? text.slice(0, at) : kind === 1 ? text.slice(0, at) + String.fromCharCode(next(300)) + text.slice(at + 1) : kind === 2 ? text.slice(0, at) + text.slice(at + 1 + next(9)) : Array.from({ length: next(60) }, () => String.fromCharCode(next(65536))).join('');
      // The turn itself may come through unchanged in what counts; then it is legal.
      p.inject('black', bad);
      const { line, played } = p.view('black').game;
      assert.ok(line === before || (played.length === 5 && p.view('white').game.legal.some((m) => m.text === played[4])), bad);
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
  assert.deepEqual([q.view('white').draw, q.view('black').draw, q.view('white').turns], ['mine', 'theirs', []]);
  q.take('black', q.sides.black.answer('draw', true, 0));
  assert.equal(q.ends(), 'over agreement');
});

test('an offer of a draw lapses with the turn that must have seen it, said or not', () => {
  const p = pair().meet();
  p.take('white', p.sides.white.offer('draw', 0));
  p.play('d6');
  // No honest page plays on without a no.
  p.inject('white', { n: nextNumber(p, 'white'), kind: 'move', ply: 2, turn: 'a1', before: p.view('white').game.line, left: null });
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
  p.inject('white', { n: nextNumber(p, 'white') + 1, kind: 'refused', of: p.log.white.wire.length, why: 'form' });
  assert.equal(p.view('white').draw, null);
});

test('of two ends that cross, both devices take the same', () => {
  /** @param {(p: ReturnType<typeof pair>) => void} before @param {(p: ReturnType<typeof pair>) => void} meanwhile @param {object} [how] */
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
  const offer = (/** @type {'white' | 'black'} */ side) => (/** @type {ReturnType<typeof pair>} */ p) => p.take(side, p.sides[side].offer('draw', p.now()));
  const agree = (/** @type {'white' | 'black'} */ side) => (/** @type {ReturnType<typeof pair>} */ p) => p.take(side, p.sides[side].answer('draw', true, p.now()));
  const resign = (/** @type {'white' | 'black'} */ side) => (/** @type {ReturnType<typeof pair>} */ p) => p.take(side, p.sides[side].resign());
  const turn = (/** @type {'white' | 'black'} */ side, /** @type {string} */ turn) => (/** @type {ReturnType<typeof pair>} */ p) => p.take(side, p.sides[side].play(turn, p.now()));
  const both = (/** @type {((p: ReturnType<typeof pair>) => void)[]} */ ...all) => (/** @type {ReturnType<typeof pair>} */ p) => all.forEach((one) => one(p));
  assert.equal(crossed(offer('white'), both(resign('white'), agree('black'))), 'over agreement, d6');
  assert.equal(crossed(nothing, both(offer('white'), resign('white'), offer('black'))), 'over agreement, d6');
  assert.equal(crossed(nothing, both(resign('white'), resign('black'))), 'over resignation white, d6');
  // A turn that is on its way counts.
  assert.equal(crossed(nothing, both(resign('white'), turn('black', 'a1'))), 'over resignation white, d6 a1');
  assert.equal(crossed(offer('black'), both(agree('white'), turn('black', 'a1'))), 'over agreement, d6 a1');
  assert.equal(crossed(nothing, both(turn('black', 'a1'), resign('black'), resign('white'))), 'over resignation white, d6 a1');
  // So does an answer.
  const askBack = (/** @type {ReturnType<typeof pair>} */ p) => p.take('white', p.sides.white.askBack());
  const back = (/** @type {ReturnType<typeof pair>} */ p) => p.take('black', p.sides.black.answer('back', true, p.now()));
  assert.equal(crossed(askBack, both(resign('white'), back)), 'over resignation white, ');
  // Time comes last.
  const late = (/** @type {ReturnType<typeof pair>} */ p) => (p.pass(61_000), p.take('black', p.sides.black.tick(p.now())));
  const clock = { minutes: 1, increment: 0 };
  assert.equal(crossed(nothing, both(late, resign('white')), { clock }), 'over resignation white, d6');
  assert.equal(crossed(offer('black'), both(late, agree('white')), { clock }), 'over agreement, d6');
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
        p.take(waiting, word === 'agree' ? p.sides[waiting].answer('draw', true, p.now()) : p.sides[waiting].resign());
      });
      assert.equal(p.ends(), over, word);
      assert.equal(p.again().ends(), over);
    }
  }
});

test('whatever two honest devices say, and whenever it arrives or is lost, both come to the same', () => {
  const sides = /** @type {const} */ (['white', 'black']);
  let [ended, lost] = [0, 0];
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed);
    const begin = seed % 2 ? 'six~' : 'nine~d6.f4';
    const meet = (/** @type {any} */ records = {}) => sides.map((me) => createMatch({ core, id: ID, round: 0, begin, clock: null, me, record: records[me] ?? null }));
    let matches = meet();
    /** On its way from each. @type {string[][]} */
    let ways = [[], []];
    let now = 0;
    /** @type {string[]} */
    const story = [];
    const take = (/** @type {number} */ i, /** @type {import('../../www/app/together/match.js').Effect[]} */ effects) => {
      for (const effect of effects) {
        if (effect.type === 'send') ways[i]?.push(effect.text);
        if (effect.type === 'close' || (effect.type === 'say' && effect.what.startsWith('refused'))) assert.fail(`seed ${seed}: ${sides[i]} ${JSON.stringify(effect)} after ${story.join(', ')}`);
      }
    };
    const at = (/** @type {number} */ i) => /** @type {import('../../www/app/together/match.js').Match} */ (matches[i]);
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
      if (what === 0) take(i, match.resign());
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
        const asks = phase === 'playing' ? { draw: draw && (draw === 'mine') === (i === 0), back: back && (back === 'mine') === (i === 0) } : null;
        return { turns, phase, line: game.line, over: game.outcome?.reason, loser: game.outcome?.loser, asks };
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
          if (phase === 'choosing' && choice) take(i, at(i).choose(next(2) ? 'common' : 'theirs', now));
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

test('after the end, the same again with the colours exchanged', () => {
  const p = pair().meet();
  p.play('d6');
  p.take('black', p.sides.black.resign());
  p.same();
  assert.deepEqual([p.view('white').game.outcome?.reason, p.view('white').game.outcome?.winner], ['resignation', 'white']);
  p.take('white', p.sides.white.offer('rematch', 0));
  p.take('black', p.sides.black.answer('rematch', false, 0));
  assert.equal(p.log.white.said.at(-1), 'rematch-declined');
  p.take('black', p.sides.black.offer('rematch', 0));
  p.take('white', p.sides.white.answer('rematch', true, 0));
  p.same();
  assert.deepEqual([p.view('white').me, p.view('black').me, p.view('white').phase, p.view('white').name], ['black', 'white', 'playing', `${ID}.1`]);
  p.take('black', p.sides.black.play('d6', 0));
  p.take('white', p.sides.white.play('a1', 0));
  p.same();
  assert.deepEqual(p.view('white').turns, ['d6', 'a1']);
});

test('a rematch of a game that began with turns goes on with its own turns', () => {
  const p = pair({ begin: 'nine~d6.a1.f4' }).meet();
  p.take('white', p.sides.white.resign());
  p.take('white', p.sides.white.offer('rematch', 0));
  p.take('black', p.sides.black.answer('rematch', true, 0));
  const [white, black] = [p.sides.black, p.sides.white];
  p.take('black', white.play('g7', 0));
  p.take('white', black.play('d7', 0));
  p.take('black', white.play('a7', 0));
  assert.deepEqual(p.view('white').turns, ['g7', 'd7', 'a7']);
  // As each device has kept it.
  const q = pair({ begin: 'nine~d6.a1.f4', round: 1, white: white.record(0), black: black.record(0) }).meet();
  q.same();
  assert.deepEqual([q.view('white').phase, q.view('white').turns], ['playing', ['g7', 'd7', 'a7']]);
  q.play('b4');
  q.same();
  // And to the first turn of it, it can be taken back.
  const early = pair({ begin: 'nine~d6.a1.f4', round: 1, white: kept('g7'), black: kept('g7') }).meet();
  early.take('white', early.sides.white.askBack());
  early.take('black', early.sides.black.answer('back', true, 0));
  early.same();
  assert.deepEqual(early.view('white').turns, []);
});

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
  p.inject('black', { n, kind: 'move', ply: 3, turn: 'f4', before, left: { white: 62_000, black: 52_000 } });
  assert.equal(p.view('black').left?.white, 42_000 + GRANTED.turn);
  assert.ok(p.log.black.said.includes('clock-bounded'));
  // A claim of less time counts.
  const q = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  q.play('d6', 'a1');
  q.inject('black', { n: nextNumber(q, 'black'), kind: 'move', ply: 3, turn: 'f4', before: q.view('black').game.line, left: { white: 30_000, black: 60_000 } });
  assert.equal(q.view('black').left?.white, 30_000);
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
      p.inject('black', { n: nextNumber(p, 'black') + i, kind: 'move', ply: played.length + 1, turn: quiet, before: line, left });
    } else p.sides.black.play(quiet, p.now());
  }
  assert.ok((p.view('black').left?.white ?? 0) <= 600_000 - used + GRANTED.all, 'not more than in all');
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
    const quiet = () => p.view('black').game.legal.find((m) => !m.captures.length && !m.closes.length)?.text ?? '';
    assert.ok(legal.length);
    p.inject('black', { n: nextNumber(p, 'black') + turns, kind: 'move', ply: played.length + 1, turn: quiet(), before: line, left: { white: 0, black: 60_000 } });
    if (p.view('black').phase === 'playing') p.sides.black.play(quiet(), p.now());
  }
  assert.deepEqual([turns, p.view('black').game.outcome?.reason, p.view('black').game.outcome?.loser], [2, 'time', 'white']);
  // The page was asleep when the flag fell: a turn long after it does not count.
  const q = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  q.play('d6', 'a1');
  q.pass(660_000);
  const effects = q.inject('black', { n: nextNumber(q, 'black'), kind: 'move', ply: 3, turn: 'f4', before: q.view('black').game.line, left: { white: 5000, black: 60_000 } });
  assert.deepEqual([q.view('black').turns, q.view('black').game.outcome?.loser], [['d6', 'a1'], 'white']);
  assert.ok(effects.some((e) => e.type === 'send' && JSON.parse(e.text).kind === 'time'), 'the other device is told');
  // What is told of a clock that is below nothing is a message, too.
  const r = pair({ clock: { minutes: 1, increment: 0 } }).meet();
  r.play('d6', 'a1');
  r.pass(62_000);
  const told = r.inject('black', { n: nextNumber(r, 'black'), kind: 'move', ply: 3, turn: 'f4', before: r.view('black').game.line, left: { white: 5000, black: 60_000 } });
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
    pair({ clock, white: { turns: ['d6'], left: { white: 60_000, black: measured }, ended: null }, black: { turns: ['d6'], left: { white: 60_000, black: own }, ended: null } }).meet();
  assert.equal(resumed(30_000, 24_000).view('white').left?.black, 30_000);
  assert.equal(resumed(30_000, 36_000).view('white').left?.black, 30_000);
  assert.equal(resumed(60_000, 10_000).view('white').left?.black, 10_000 + GRANTED.all);
  // A game that only begins gives nothing.
  const p = pair({ clock });
  const { start } = JSON.parse(p.sides.white.greet().flatMap((e) => (e.type === 'send' ? [e.text] : []))[0] ?? '');
  p.inject('black', { n: 1, kind: 'hello', start, turns: '', left: { white: 600_000, black: 0 }, ended: null });
  assert.deepEqual(p.view('black').left, { white: 60_000, black: 60_000 });
  // Whoever takes all turns of the other device takes its time for them, too.
  const q = pair({ clock, white: { turns: ['d6', 'a1', 'b6'], left: { white: 50_000, black: 20_000 }, ended: null } }).meet();
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

const kept = (/** @type {string} */ turns, ended = null) => ({ turns: turns.split(' ').filter(Boolean), left: null, ended });

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
  for (const side of /** @type {const} */ (['white', 'black'])) assert.equal(p.view(side).choice?.common, 2);
  p.take('black', p.sides.black.choose('common', 0));
  p.take('white', p.sides.white.choose('common', 0));
  p.same();
  assert.deepEqual([p.view('black').phase, p.view('black').turns], ['playing', ['d6', 'a1']]);
  p.play('f4');
  p.same();
});

test('an illegal turn in the other record is not taken', () => {
  const p = pair({ black: kept('d6') });
  const { start } = JSON.parse(p.sides.white.greet().flatMap((e) => (e.type === 'send' ? [e.text] : []))[0] ?? '');
  p.inject('black', { n: 1, kind: 'hello', start, turns: 'd6 d6', left: null, ended: null });
  assert.deepEqual(p.view('black').turns, ['d6']);
  p.inject('black', { n: 2, kind: 'agree', plies: 1, line: 'nine 3/3/3/6/3/3/3 w 9,9 0 1' });
  assert.deepEqual(p.view('black').turns, ['d6']);
});

test('another game is not resumed, and another version says so', () => {
  const p = pair();
  p.inject('black', { n: 1, kind: 'hello', start: 'six 3/3/4/3/3 w 6,6 0 1', turns: '', left: null, ended: null });
  assert.deepEqual(p.log.black.closed, ['other-game']);
  const q = pair();
  q.inject('black', JSON.stringify({ v: 2, kind: 'hello' }));
  assert.deepEqual(q.log.black.closed, ['version']);
});

test('a resignation that did not arrive is heard when the two meet again', () => {
  const p = pair({ white: { turns: ['d6'], left: null, ended: { how: 'resignation', loser: 'white' } }, black: kept('d6') }).meet();
  p.same();
  assert.equal(p.view('black').game.outcome?.winner, 'black');
  // But nobody can say that the other one has resigned.
  const q = pair({ white: { turns: ['d6'], left: null, ended: { how: 'resignation', loser: 'black' } }, black: kept('d6') }).meet();
  assert.equal(q.view('black').game.outcome, null);
  assert.deepEqual(q.log.black.closed, ['other-game'], 'nor does the game go on, which is over there');
  // Nor that time was up, where it was not.
  const ended = { how: 'time', loser: 'black' };
  for (const [left, over] of /** @type {const} */ ([[GRACE, 'black'], [GRACE + 1, undefined]])) {
    const times = { white: 9000, black: left };
    const r = pair({ clock: { minutes: 1, increment: 0 }, white: { turns: ['d6'], left: times, ended }, black: { turns: ['d6'], left: times, ended: null } }).meet();
    assert.deepEqual([r.view('black').game.outcome?.loser, r.log.black.closed], [over, over ? [] : ['other-game']]);
  }
});

test('where a turn and the end were lost with the connection, the game is over on both devices', () => {
  for (const [white, black] of [['d6', 'd6 a1'], ['d6 a1 b6', 'd6 a1']]) {
    const p = pair({ white: { turns: white?.split(' '), left: null, ended: { how: 'resignation', loser: 'white' } }, black: kept(black ?? '') }).meet();
    assert.equal(p.ends(), 'over resignation white', `${white}, ${black}`);
  }
  // What both have chosen to take back takes the end along.
  const p = pair({ white: { turns: ['d6'], left: null, ended: { how: 'resignation', loser: 'white' } }, black: kept('d6 a1 b6') }).meet();
  p.take('white', p.sides.white.choose('common', 0));
  p.take('black', p.sides.black.choose('common', 0));
  assert.equal(p.ends(), 'over resignation white');
  const q = pair({ white: { turns: ['d6', 'a1'], left: null, ended: { how: 'resignation', loser: 'white' } }, black: kept('d6 d7') }).meet();
  for (const side of /** @type {const} */ (['white', 'black'])) q.take(side, q.sides[side].choose('common', 0));
  assert.equal(q.ends(), 'playing');
  // The same turn as before, which is no end any more.
  q.play('a1', 'b6');
  assert.equal(q.ends(), 'playing');
});

test('a draw that one device has kept is one where the other player says so, too', () => {
  const agreed = { turns: ['d6', 'a1'], left: null, ended: { how: 'agreement', loser: null } };
  const p = pair({ white: kept('d6 a1'), black: agreed }).meet();
  assert.deepEqual([p.view('white').phase, p.view('white').draw, p.view('white').mayPlay], ['choosing', 'theirs', false]);
  p.take('white', p.sides.white.answer('draw', true, 0));
  assert.equal(p.ends(), 'over agreement');
  const q = pair({ white: kept('d6 a1'), black: agreed }).meet();
  q.take('white', q.sides.white.answer('draw', false, 0));
  assert.deepEqual([q.view('white').game.outcome, q.log.white.closed, q.log.black.closed], [null, ['other-game'], ['bye']]);
});

test('only whole records are read back from the device', () => {
  /** @type {Map<string, string>} */
  const shelf = new Map();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: (/** @type {string} */ key) => shelf.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => shelf.set(key, value) },
  });
  const game = { id: ID, round: 0, slot: 'a', me: /** @type {const} */ ('white'), begin: 'nine~', clock: { minutes: 5, increment: 0 }, turns: ['d6'], left: { white: 1, black: 2 }, ended: null };
  keep(game);
  keep({ ...game, me: 'black', slot: 'b' });
  keep({ ...game, turns: ['d6', 'a1'] });
  assert.equal(readKept().length, 2);
  assert.deepEqual(findKept(ID, 0, 'white')?.turns, ['d6', 'a1']);
  assert.equal(keptInSlot('b')?.me, 'black');
  for (const change of [{ id: 'x' }, { round: -1 }, { me: 'red' }, { turns: [1] }, { left: null }, { clock: { minutes: 1e9, increment: 0 } }, { ended: { how: 'magic', loser: null } }, { slot: 5 }]) {
    shelf.set('merels.together', JSON.stringify({ version: 1, games: [{ ...game, ...change }, game] }));
    assert.equal(readKept().length, 1, JSON.stringify(change));
  }
  for (const junk of ['', 'null', '[]', '{"version":2,"games":[]}', '{"version":1,"games":5}']) {
    shelf.set('merels.together', junk);
    assert.deepEqual(readKept(), []);
  }
  Reflect.deleteProperty(globalThis, 'localStorage');
});

/** The obvious comparison: every way to cut both records. @param {string[]} mine @param {string[]} theirs */
function slowCommon(mine, theirs) {
  for (let n = Math.min(mine.length, theirs.length); n > 0; n--) if (mine.slice(0, n).join(' ') === theirs.slice(0, n).join(' ')) return n;
  return 0;
}

test('records are compared as one would by hand', () => {
  const next = random(3);
  for (let i = 0; i < 2000; i++) {
    const make = () => Array.from({ length: next(5) }, () => 'ab'[next(2)] ?? '');
    const [mine, theirs] = [make(), make()];
    const found = compare(mine, theirs, next(2) === 1);
    assert.equal(found.common, slowCommon(mine, theirs));
    if (found.take) assert.equal(theirs.length, mine.length + 1);
    assert.ok(!(found.take && found.ask));
  }
  assert.equal(upTo('nine~d6.a1.b6', 2), 'nine~d6.a1');
  assert.equal(upTo('nine~', 2), 'nine~');
  assert.equal(upTo('nine', 2), 'nine');
});
