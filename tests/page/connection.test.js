/** What becomes of a connection to another device, whatever happens to it, in whatever order. */
import { describe, expect, test } from 'vitest';
import * as connection from '../../www/app/together/connection.ts';

const { NO_CONNECTION } = connection;
/** @typedef {import('../../www/app/together/connection.ts').Connection} Connection */

/** @type {import('../../www/app/together/invitation.ts').Contact} */
const contact = {
  ufrag: 'abcd',
  pwd: 'x'.repeat(22),
  fingerprint: new Uint8Array(32),
  setup: 'active',
  addresses: [],
};
/** @type {import('../../www/app/together/connection.ts').Pending} */
const pending = {
  terms: { id: 'aa', round: 0, colour: 'lot', clock: null, game: 'nine~', resumes: false },
  me: null,
  lot: 1,
  to: '25941e53',
  slot: 'new',
  meeting: null,
};
/** @type {import('../../www/app/together/saved-matches.ts').Kept} */
const kept = {
  id: 'aa',
  round: 0,
  slot: 'mine',
  me: 'white',
  begin: 'nine~',
  clock: null,
  turns: [],
  left: null,
  ended: null,
  meet: null,
};
const meeting = { place: /** @type {any} */ ({}), key: 'k', inviter: true };
/** @type {Connection} */
const PLAYING = { ...NO_CONNECTION, dialled: true, link: 'open', kept };
/** @type {Connection} */
const INVITING = { ...NO_CONNECTION, dialled: true, pending, step: { name: 'invite', text: 'x' } };

/** What is done, in order. @param {import('../../www/app/together/connection.ts').Next} next */
const done = ({ effects }) => effects.map(({ type }) => type).join(', ');

describe('the transport', () => {
  test('opens: the match begins, once, or goes on after an interruption', () => {
    const { state, effects } = connection.onCondition(INVITING, 'open');
    expect([state.link, effects]).toEqual(['open', [{ type: 'begin' }]]);
    expect(connection.onCondition(state, 'open')).toEqual({ state, effects: [] });
    const paused = connection.onCondition(PLAYING, 'interrupted');
    expect(paused.effects).toEqual([{ type: 'rest', rests: true }]);
    expect(connection.onCondition(paused.state, 'open')).toEqual({
      state: PLAYING,
      effects: [{ type: 'rest', rests: false }],
    });
  });

  test.each(/** @type {const} */ (['failed', 'closed']))('%s', (how) => {
    const lost = connection.onCondition(PLAYING, how);
    expect([lost.state.link, lost.state.dialled, done(lost)]).toEqual([
      'lost',
      false,
      'hang-up, disconnected, meet-again',
    ]);
    // Whoever has left is not called back.
    expect(done(connection.onCondition({ ...PLAYING, link: 'left' }, how))).toBe('hang-up');
    // What reconnects by itself tries again, and an attempt says that it has failed.
    const waits = { ...PLAYING, pending, waiting: { slot: 'mine' } };
    expect(done(connection.onCondition(waits, how))).toBe('hang-up');
    const failed = connection.onCondition(INVITING, how);
    expect([done(failed), failed.state.step]).toEqual(['hang-up, show-step', { name: 'failed' }]);
  });

  test('another takes its place: the match hears that it is left', () => {
    const again = connection.dialAnew({ ...PLAYING, pending, waiting: { slot: null } });
    expect(done(again)).toBe('stop-waiting, say-bye, hang-up, disconnected, hang-up');
    expect(again.state).toMatchObject({
      link: 'left',
      dialled: true,
      pending: null,
      waiting: null,
    });
  });

  test('is left also while it is interrupted, and not where nobody plays', () => {
    const interrupted = { ...PLAYING, link: /** @type {const} */ ('interrupted') };
    expect(done(connection.leave(interrupted))).toBe('say-bye, hang-up, disconnected');
    for (const link of /** @type {const} */ (['none', 'lost', 'left']))
      expect(done(connection.leave({ ...PLAYING, link }))).toBe('');
    // Of an attempt nothing is left.
    expect(connection.dial({ ...INVITING, link: 'open' }).state.link).toBe('none');
    expect(connection.dial({ ...INVITING, link: 'lost' }).state.link).toBe('lost');
  });

  test('cannot be set up: said, and nothing is under way any more', () => {
    const failed = connection.failed(INVITING, 'why');
    expect([done(failed), failed.state.step]).toEqual([
      'hang-up, show-step',
      { name: 'failed', error: 'why' },
    ]);
  });

  test('no connection comes of it: said, unless one has come after all', () => {
    expect(done(connection.timedOut(PLAYING))).toBe('');
    expect(connection.timedOut(INVITING).state.step).toEqual({ name: 'failed', error: undefined });
    // The guest may still send the answer by another way.
    const slow = connection.timedOut(INVITING, 'answer');
    expect([slow.state.dialled, done(slow), slow.state.step]).toEqual([
      true,
      'show-step',
      { name: 'answer', text: 'answer', error: 'together.meet.slow' },
    ]);
  });
});

describe('an answer', () => {
  /** @type {import('../../www/app/together/invitation.ts').Answer} */
  const answer = { kind: 'answer', contact, id: 'aa', to: pending.to, lot: 0 };

  test('connects, and colours are drawn from what both have drawn', () => {
    const found = connection.accept(INVITING, answer);
    expect(found && done(found)).toBe('stop-waiting, show-step, accept');
    expect(found?.state).toMatchObject({ step: { name: 'connecting' }, pending: { me: 'black' } });
    expect(connection.accept(INVITING, { ...answer, lot: 1 })?.state.pending?.me).toBe('white');
    // As each of the two sees it.
    const invitation = /** @type {const} */ ({ kind: 'invitation', contact, terms: pending.terms });
    const own = { slot: 's', meeting: null };
    for (const [lot, me] of /** @type {const} */ ([
      [0, 'white'],
      [1, 'black'],
    ]))
      expect(connection.guestOf({ ...invitation, lot: 1 }, { ...own, lot }).me).toBe(me);
    expect(connection.guestOf({ ...invitation, lot: 1 }, { ...own, lot: 0 }).to).toBe('');
    // As the inviting side wishes, whatever was drawn.
    const terms = { ...pending.terms, colour: /** @type {const} */ ('black') };
    for (const lot of [0, 1]) expect(connection.inviterOf(terms, pending.lot, lot)).toBe('black');
    // Resumed, each keeps its colour.
    const known = { ...INVITING, pending: { ...pending, me: /** @type {const} */ ('white') } };
    expect(connection.accept(known, answer)?.state.pending?.me).toBe('white');
  });

  test.each([
    ['to another game', INVITING, { ...answer, id: 'bb' }],
    ['to an earlier invitation', INVITING, { ...answer, to: '00000000' }],
    ['a second time', { ...INVITING, step: { name: 'connecting' } }, answer],
    ['without a connection', { ...INVITING, dialled: false }, answer],
  ])('%s is not taken', (_, state, reply) => {
    expect(connection.accept(/** @type {Connection} */ (state), reply)).toBeNull();
  });

  test('after it was cancelled is not taken', () => {
    expect(connection.accept(connection.home(INVITING).state, answer)).toBeNull();
  });

  test('is waited for at the host’s folder, or by hand where there is none', () => {
    const step = { ...INVITING.step, meeting };
    const invited = connection.invited(connection.prepared(NO_CONNECTION, pending).state, step);
    expect([done(invited), invited.state.step]).toEqual(['show-step, await-reply', step]);
    expect(invited.state.pending).toEqual({ ...pending, meeting });
    const waiting = connection.wait({ ...invited.state, dialled: true }, null);
    expect([done(waiting), waiting.state.waiting]).toEqual(['stop-waiting', { slot: null }]);
    const without = connection.noFolder(waiting.state);
    expect([done(without), without.state.waiting]).toEqual(['stop-waiting, show-step', null]);
    expect(without.state.step).toEqual({
      ...step,
      meeting: null,
      error: 'together.meet.failed',
    });
    // Passed on by hand, it has no place to meet again.
    expect(connection.invited(invited.state, INVITING.step).state.pending).toEqual(pending);
  });
});

describe('the dialog', () => {
  test('opens where it was left, as long as there is a connection to come', () => {
    expect(connection.open(PLAYING).state.step.name).toBe('playing');
    expect(connection.open(INVITING)).toMatchObject({
      state: INVITING,
      effects: [{ type: 'show-step' }, { type: 'await-reply' }],
    });
    expect(connection.open({ ...INVITING, dialled: false }).state.step.name).toBe('home');
    expect(connection.open(NO_CONNECTION).state.step.name).toBe('home');
    for (const name of /** @type {const} */ (['answer', 'connecting']))
      expect(connection.open({ ...INVITING, step: { name } }).state.step.name).toBe(name);
    expect(connection.open({ ...PLAYING, link: 'lost' }).state.step.name).toBe('home');
    expect(connection.open({ ...NO_CONNECTION, link: 'open' }).state.step.name).toBe('home');
  });

  test('closed, it asks for no answer, and a game that was reconnecting goes on with it', () => {
    const asking = { ...INVITING, waiting: { slot: null } };
    expect(done(connection.closed(asking, false))).toBe('stop-waiting');
    const byFolder = { ...asking, link: /** @type {const} */ ('lost') };
    const closed = (/** @type {Connection} */ state, goesOn = true) =>
      done(connection.closed(state, goesOn));
    expect(closed({ ...byFolder, step: { ...byFolder.step, meeting } })).toBe(
      'stop-waiting, meet-again',
    );
    expect(closed({ ...PLAYING, link: 'lost' })).toBe('meet-again');
    expect(closed(NO_CONNECTION)).toBe('meet-again');
    expect(closed({ ...PLAYING, link: 'lost', step: { name: 'failed' } })).toBe('');
    expect(closed({ ...PLAYING, link: 'lost' }, false)).toBe('');
    expect(closed({ ...PLAYING, link: 'lost', waiting: { slot: 'mine' } })).toBe('');
    for (const link of /** @type {const} */ (['open', 'left', 'interrupted']))
      expect(closed({ ...PLAYING, link })).toBe('');
  });

  test('starts over: nothing is under way any more, but a game goes on reconnecting', () => {
    const over = connection.home({ ...INVITING, waiting: { slot: null } });
    expect(done(over)).toBe('stop-waiting, hang-up, show-step');
    expect(over.state).toEqual(NO_CONNECTION);
    expect(
      connection.home({ ...INVITING, waiting: { slot: 'mine' } }).state.waiting,
    ).not.toBeNull();
  });
});

describe('at the table', () => {
  test('the same game changes nothing, another one leaves the match', () => {
    expect(connection.onTable(PLAYING, 'mine', true)).toEqual({ state: PLAYING, effects: [] });
    const left = connection.onTable(PLAYING, 'other', false);
    expect(done(left)).toBe('say-bye, hang-up, disconnected, forget');
    expect(left.state).toMatchObject({ link: 'left', kept: null });
    const lost = { ...PLAYING, link: /** @type {const} */ ('lost') };
    expect(done(connection.onTable(lost, 'other', false))).toBe('forget');
    // It may be a match, too, that is taken up.
    const other = connection.onTable(lost, 'other', true);
    expect([done(other), other.state.link]).toEqual(['forget, show-link, meet-again', 'none']);
  });

  test('a game is taken up once', () => {
    expect(done(connection.takeUp(PLAYING, 'mine'))).toBe('');
    const taken = connection.takeUp({ ...PLAYING, link: 'lost' }, 'other');
    expect([done(taken), taken.state.link]).toEqual(['show-link, meet-again', 'none']);
  });

  test('a game is reconnected until it is given up', () => {
    const waiting = connection.waitFor({ ...INVITING, waiting: { slot: null } }, 'mine');
    expect(done(waiting)).toBe('stop-waiting, show-link');
    expect(waiting.state).toMatchObject({
      waiting: { slot: 'mine' },
      step: { name: 'home' },
      pending: null,
    });
    const over = connection.gaveUp(waiting.state);
    expect([done(over), over.state.waiting]).toEqual(['stop-waiting, hang-up, show-link', null]);
  });

  test('a match that begins is no longer prepared', () => {
    expect(connection.began(INVITING, kept).state).toMatchObject({ kept, pending: null });
  });

  test('a game that reconnects does so only while it is there', () => {
    const waits = { ...NO_CONNECTION, waiting: { slot: 'mine' } };
    expect(done(connection.onTable(waits, 'mine', true))).toBe('');
    expect(done(connection.onTable(waits, 'other', true))).toBe('stop-waiting, hang-up');
  });

  test('a match that closes the connection says why; one that is left goes on later', () => {
    const refused = connection.onClose(PLAYING, 'abuse', true);
    expect([done(refused), refused.state.link]).toEqual(['hang-up, disconnected, say-why', 'left']);
    expect(done(connection.onClose(PLAYING, 'bye', true))).toBe(
      'hang-up, disconnected, meet-again',
    );
    expect(done(connection.onClose(PLAYING, 'bye', false))).toBe('hang-up, disconnected');
  });

  test('a match that resumes another one keeps where that was, and how to find the other device', () => {
    expect(connection.keptOf({ ...pending, slot: 'mine' }, 'white', null)).toEqual(kept);
    const known = { ...kept, begin: 'nine~d6', meet: { key: 'k', inviter: false } };
    expect(connection.keptOf({ ...pending, slot: 'new' }, 'white', known)).toEqual({
      ...known,
      turns: [],
    });
    expect(connection.keptOf({ ...pending, meeting }, 'white', known).meet).toEqual({
      key: 'k',
      inviter: true,
    });
    expect(connection.termsOf({ ...known, round: 2 })).toMatchObject({
      game: 'nine~',
      round: 2,
      resumes: true,
    });
  });
});
