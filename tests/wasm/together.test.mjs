/**
 * Play between two devices, what goes to and fro: what an invitation holds, what a message may be,
 * what is kept.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';
import {
  BadInvitation,
  bareText,
  castLots,
  contactOf,
  descriptionOf,
  newGameId,
  read as readInvitation,
  tag,
  write as writeInvitation,
} from '../../www/app/together/invitation.ts';
import { findKept, keep, keptInSlot, readKept } from '../../www/app/together/saved-matches.ts';
import { BadMessage, LARGEST, read, write } from '../../www/app/together/messages.ts';
import { createReferee } from '../../www/app/together/referee.ts';
import { compare, noneIsOwn, upTo } from '../../www/app/together/records.ts';
import { Game } from './load.mjs';
import { ID, random } from './devices.mjs';

const SDP = [
  'v=0',
  'o=- 2020205547795867355 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=candidate:4268791142 1 udp 2113937151 6c135b91-e71b-44cd-8a3e-a0cdb86c03a3.local 50002 typ host generation 0 network-cost 999',
  'a=candidate:4231933910 1 udp 2113937151 192.0.2.2 37805 typ host generation 0 network-cost 999',
  'a=candidate:4216079206 1 udp 2113942271 fd00::2 55659 typ host generation 0 network-cost 999',
  'a=candidate:1 1 tcp 2113942271 fd00::2 9 typ host tcptype active',
  'a=candidate:1 1 udp 16777215 198.51.100.7 3478 typ relay raddr 0.0.0.0 rport 0',
  'a=ice-ufrag:CE4x',
  'a=ice-pwd:LNJJCcBbq7qdbVT1GsZuoXFP',
  'a=ice-options:trickle',
  'a=fingerprint:sha-256 25:94:1E:53:E0:67:14:07:8F:F9:21:F6:5F:79:2F:BB:02:F8:00:1F:3C:55:E3:8A:BC:3D:63:5D:43:42:79:D8',
  'a=setup:actpass',
  'a=mid:0',
  'a=sctp-port:5000',
  'a=max-message-size:262144',
  '',
].join('\r\n');

/** @returns {import('../../www/app/together/invitation.ts').Invitation} */
const invitation = () => ({
  kind: 'invitation',
  contact: contactOf(SDP),
  lot: 77,
  terms: {
    id: ID,
    round: 3,
    colour: 'lot',
    clock: { minutes: 5, increment: 3 },
    game: 'nine~d6.f4',
    resumes: true,
  },
});
/** @returns {import('../../www/app/together/invitation.ts').Answer} */
const answer = () => ({
  kind: 'answer',
  contact: { ...contactOf(SDP), setup: 'active' },
  id: ID,
  to: tag(contactOf(SDP)),
  lot: 1,
});

test('a description survives the way through an invitation, and its own words do not', () => {
  const contact = contactOf(SDP);
  assert.deepEqual(
    contact.addresses.map((a) => `${a.address} ${a.port}`),
    [
      '6c135b91-e71b-44cd-8a3e-a0cdb86c03a3.local 50002',
      '192.0.2.2 37805',
      'fd00::2 55659',
      '198.51.100.7 3478',
    ],
  );
  const text = writeInvitation(invitation());
  assert.match(text, /^[\w-]+$/);
  assert.ok(text.length < 260, `${text.length} letters`);
  const back = readInvitation(text);
  assert.deepEqual(back.kind === 'invitation' && back.terms, invitation().terms);
  assert.equal(back.lot, 77);
  const sdp = descriptionOf(back.contact);
  assert.deepEqual(contactOf(sdp), back.contact);
  for (const line of [
    'a=ice-ufrag:CE4x',
    'a=ice-pwd:LNJJCcBbq7qdbVT1GsZuoXFP',
    SDP.match(/a=fingerprint.*/)?.[0].trim(),
    'a=setup:actpass',
  ])
    assert.ok(sdp.includes(`${line}\r\n`), line);
  assert.match(
    sdp,
    /a=candidate:1 1 udp 2130706431 6c135b91-e71b-44cd-8a3e-a0cdb86c03a3\.local 50002 typ host\r\n/,
  );
  assert.match(sdp, /fd00:0:0:0:0:0:0:2 55659/);
  const reply = readInvitation(writeInvitation(answer()));
  assert.deepEqual(reply.kind === 'answer' && [reply.id, reply.to, reply.contact.setup], [
    ID,
    '25941e53',
    'active',
  ]);
});

test('an invitation is found in a link, in a text with line breaks, and nowhere else', () => {
  const text = writeInvitation(invitation());
  for (const given of [
    text,
    `https://example.org/merels/#join=${text}`,
    `Come and play: https://example.org/#join=${text} soon`,
    `  ${text.slice(0, 80)}\n${text.slice(80)} `,
  ])
    assert.equal(bareText(given), text);
  for (const given of ['', 'nine~d6', 'https://example.org/#m=nine~d6', 'd6 f4 b4'])
    assert.equal(bareText(given), '', given);
  assert.throws(
    () => readInvitation('hello'),
    (/** @type {any} */ e) => e instanceof BadInvitation && e.code === 'none',
  );
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
  for (let i = 0; i < 3000; i++)
    attempt(Array.from({ length: next(300) }, () => letters[next(64)]).join(''));
  for (let i = 0; i < 500; i++)
    attempt(Array.from({ length: next(300) }, () => String.fromCharCode(next(70000))).join(''));
  assert.ok(refused > 6000, `${refused} refused`);
  assert.throws(() => readInvitation('A'.repeat(5000)), BadInvitation);
});

test('lots fall by both devices’ numbers', () => {
  assert.deepEqual(
    [castLots(0, 0), castLots(0, 1), castLots(1, 0), castLots(255, 1)],
    ['white', 'black', 'black', 'white'],
  );
  assert.match(newGameId(), /^[0-9a-f]{16}$/);
});

test('only messages are read as messages', () => {
  const good = {
    game: `${ID}.0`,
    n: 1,
    kind: /** @type {const} */ ('move'),
    ply: 1,
    turn: 'd6',
    before: 'nine 3/3/3/6/3/3/3 w 9,9 0 1',
    left: { white: 1, black: 2 },
  };
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
  for (const bad of [
    { turn: 5 },
    { turn: '<img src=x>' },
    { turn: 'd6'.repeat(20) },
    { ply: -1 },
    { ply: 1.5 },
    { ply: null },
    { left: { white: -1, black: 2 } },
    { left: { white: 1 } },
    { n: 0 },
    { n: '1' },
    { kind: 'shout' },
    { kind: 'constructor' },
    { more: 1 },
    { game: 'x' },
    { before: 'ä' },
  ])
    assert.equal(why(changed(bad)), 'form', JSON.stringify(bad));
  assert.equal(why(changed({ v: 2 })), 'version');
  assert.equal(why(' '.repeat(LARGEST + 1)), 'size');
  for (const bad of [
    null,
    5,
    {},
    new ArrayBuffer(4),
    '',
    '[]',
    'null',
    '1',
    '{"v":1}',
    '{"__proto__":{"v":1}}',
    '{"v":1,"kind":"hello"}',
  ])
    assert.equal(why(bad), 'form');
});

test('only whole records are read back from the device', () => {
  /** @type {Map<string, string>} */
  const shelf = new Map();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (/** @type {string} */ key) => shelf.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => shelf.set(key, value),
    },
  });
  const game = {
    id: ID,
    round: 0,
    slot: 'a',
    me: /** @type {const} */ ('white'),
    begin: 'nine~',
    clock: { minutes: 5, increment: 0 },
    turns: ['d6'],
    left: { white: 1, black: 2 },
    ended: null,
  };
  keep(game);
  keep({ ...game, me: 'black', slot: 'b' });
  keep({ ...game, turns: ['d6', 'a1'] });
  assert.equal(readKept().length, 2);
  assert.deepEqual(findKept(ID, 0, 'white')?.turns, ['d6', 'a1']);
  assert.equal(keptInSlot('b')?.me, 'black');
  for (const change of [
    { id: 'x' },
    { round: -1 },
    { me: 'red' },
    { turns: [1] },
    { left: null },
    { clock: { minutes: 1e9, increment: 0 } },
    { ended: { how: 'magic', loser: null } },
    { slot: 5 },
    { meet: { key: 'short', inviter: true } },
    { meet: { key: 'A'.repeat(22), inviter: 1 } },
  ]) {
    shelf.set(
      'merels.together',
      JSON.stringify({ version: 1, games: [{ ...game, ...change }, game] }),
    );
    assert.equal(readKept().length, 1, JSON.stringify(change));
  }
  for (const junk of ['', 'null', '[]', '{"version":2,"games":[]}', '{"version":1,"games":5}']) {
    shelf.set('merels.together', junk);
    assert.deepEqual(readKept(), []);
  }
  Reflect.deleteProperty(globalThis, 'localStorage');
});

/**
 * The obvious comparison: every way to cut both records.
 * @param {string[]} mine
 * @param {string[]} theirs
 */
function slowCommon(mine, theirs) {
  for (let n = Math.min(mine.length, theirs.length); n > 0; n--)
    if (mine.slice(0, n).join(' ') === theirs.slice(0, n).join(' ')) return n;
  return 0;
}

test('only turns of the other side are taken without asking', () => {
  for (const [
    spec,
    before,
    turns,
    none,
  ] of /** @type {[string, string[], string[], boolean][]} */ ([
    ['nine', ['d6'], ['f4'], true],
    ['nine', ['d6'], ['f4', 'b4'], false],
    ['nine', [], ['d6'], false],
    ['nine', ['d6'], ['d6', 'b4'], true], // an illegal one, which is refused later
    // In Nerenchi a mill lets the same side place again.
    ['nerenchi', ['d6', 'a7', 'f4', 'd7', 'b4'], ['g7', 'a1'], true],
    ['nerenchi', ['d6', 'a7', 'f4', 'd7', 'b4'], ['g7', 'a1', 'g1'], false],
  ])) {
    const { rules, free } = createReferee({ read: (text) => Game.read(text) });
    const turnAfter = (/** @type {number} */ n) =>
      rules({ begin: `${spec}~`, round: 0, turns: [...before, ...turns.slice(0, n)] }).turn;
    assert.equal(noneIsOwn(turnAfter, 'white', turns), none, `${spec} ${turns}`);
    free();
  }
});

test('records are compared as one would by hand', () => {
  const next = random(3);
  for (let i = 0; i < 2000; i++) {
    const make = () => Array.from({ length: next(5) }, () => 'ab'[next(2)] ?? '');
    const [mine, theirs] = [make(), make()];
    const areTheirs = next(2) === 1;
    /** @type {(readonly string[])[]} */
    const asked = [];
    const found = compare(mine, theirs, (turns) => asked.push(turns) > 0 && areTheirs);
    const common = slowCommon(mine, theirs);
    const longer = common === mine.length && theirs.length > common;
    assert.equal(found.common, common);
    assert.deepEqual(asked, longer ? [theirs.slice(common)] : []);
    assert.equal(found.take, longer && areTheirs);
    assert.equal(found.ask, theirs.length > common && !found.take);
  }
  assert.equal(upTo('nine~d6.a1.b6', 2), 'nine~d6.a1');
  assert.equal(upTo('nine~', 2), 'nine~');
  assert.equal(upTo('nine', 2), 'nine');
});
