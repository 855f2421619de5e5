// @vitest-environment happy-dom
/**
 * Play between two devices on the page: what is shown of it, and what happens when. The other
 * device is there only as a match.
 */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage, pass, until } from './page.js';
import { Peer, answerTo, connect, invitation } from './guest.js';
import { openPlace } from '../../www/app/together/rendezvous.ts';

const page = await openPage();
const { fetch } = globalThis;
/** What the host's folder has; null where there is none. @type {Map<string, Uint8Array> | null} */
let folder = null;
Object.assign(globalThis, {
  fetch: async (
    /** @type {string} */ address,
    /** @type {RequestInit} */ { method, body } = {},
  ) => {
    const { pathname } = new URL(address, 'http://here');
    if (folder && pathname.endsWith('rendezvous.json')) return Response.json({ folder: 'meet/' });
    if (/(?:rendezvous|ice-servers)\.json$/.test(pathname))
      return new Response('', { status: 404 });
    if (!folder || !pathname.includes('/meet/')) return fetch(address);
    if (method === 'PUT')
      folder.set(pathname, new Uint8Array(await new Response(body).arrayBuffer()));
    const found = folder.get(pathname);
    return found ? new Response(/** @type {any} */ (found)) : new Response('', { status: 404 });
  },
});

const sheet = () => /** @type {HTMLElement} */ (page.find('dialog[data-dialog=together]'));
const status = () => page.text('.status-text');
const offers = () => page.buttons('#status');
/** @param {string} item */
const does = (item) => page.click(`dialog[data-dialog=together] [data-do="${item}"]`);
const alert = () => sheet().querySelector('[role=alert]')?.textContent ?? '';
const isOpen = () => sheet()?.hasAttribute('open') ?? false;
const link = () =>
  /** @type {HTMLInputElement} */ (sheet().querySelector('.out input'))?.value ?? '';
const kept = () => JSON.parse(localStorage.getItem('merels.together') ?? '{}').games ?? [];

async function openSheet() {
  page.sheet()?.close();
  await page.click('[data-action=new]');
  await until(() => page.find('dialog[open] [data-item=together]'));
  await page.click('dialog[open] [data-item=together]');
  await until(isOpen);
}

/** @param {string} css @param {string} value */
async function set(css, value) {
  const field = /** @type {HTMLInputElement} */ (sheet().querySelector(css));
  field.value = value;
  field.dispatchEvent(new Event('change'));
  await pass();
}

/** @param {string} text */
async function fill(text) {
  const field = /** @type {HTMLTextAreaElement} */ (sheet().querySelector('textarea'));
  field.value = text;
  await does('connect');
}

/**
 * @param {{ colour?: 'white' | 'black' | 'lot', so?: 'rules' | 'game', minutes?: number, increment?: number }}
 *   [wish]
 */
async function invite({ colour = 'white', so = 'rules', minutes = 0, increment = 0 } = {}) {
  await openSheet();
  const check = (/** @type {string} */ name, /** @type {string} */ value) =>
    page.click(`dialog[open] input[name=together-${name}][value=${value}]`);
  await check('colour', colour);
  if (so === 'game') await check('so', so);
  await set('.pair select', String(minutes));
  if (minutes) await set('.pair :last-child select', String(increment));
  await does('invite');
  await until(link);
  return link();
}

/**
 * The page invites, the other device accepts.
 * @param {Parameters<typeof invite>[0]} [wish]
 * @param {Parameters<typeof connect>[2]} [more]
 */
async function meet(wish, more) {
  return answered(await invite(wish), wish?.colour === 'black' ? 'white' : 'black', more);
}

/**
 * The other device answers an invitation of the page.
 * @param {string} link
 * @param {'white' | 'black'} side
 * @param {Parameters<typeof connect>[2]} [more]
 */
async function answered(link, side, more) {
  const { terms, text } = answerTo(link);
  await fill(text);
  const guest = connect(terms, side, more);
  await pass();
  expect(isOpen()).toBe(false);
  return guest;
}

const { merels } = page;

beforeEach(() => {
  Peer.fault = null;
  folder = null;
});
afterEach(async () => {
  page.sheet()?.close();
  await page.start('people');
  await pass(1000);
});
afterAll(() => void vi.useRealTimers());

test('invites, is answered, plays a mill and takes a man', async () => {
  const guest = await meet();
  expect([page.text('#player-bottom .player-name'), page.text('#player-top .player-name')]).toEqual(
    ['You', 'The other player'],
  );
  expect(status()).toBe('Connected. You play White.');
  await page.press('d6');
  expect(guest.view().turns).toEqual(['d6']);
  expect(status()).toBe('The other player’s turn.');
  guest.play('a1');
  await pass();
  await page.press('b6');
  guest.play('d7');
  await pass();
  expect(status()).toBe('Your turn. Place a man.');
  await page.press('f6', 'a1');
  expect(guest.view().turns.at(-1)).toBe('f6xa1');
  expect(guest.view().game.line).toBe(merels.line);
  // Neither the computer nor anything that knows better has a say meanwhile.
  expect(page.find('[data-action=hint]')?.getAttribute('aria-disabled')).toBe('true');
});

test('what is illegal or out of turn is refused and shown, and the game stays as it was', async () => {
  const guest = await meet();
  await page.press('d6');
  guest.play('a1');
  await pass();
  const before = merels.line;
  const unusable =
    'The other device sent something this one couldn’t use. If the game stops, reconnect.';
  const move = { kind: 'move', ply: 3, before, left: null };
  guest.inject({ ...move, turn: 'f4' });
  await pass();
  expect(status()).toBe(unusable);
  await page.press('b6');
  guest.inject({ kind: 'move', ply: 4, before: merels.line, turn: 'b6', left: null });
  await pass();
  expect(status()).toContain('The other device sent an illegal move.');
  for (const text of ['<img src=x onerror=alert(1)>', `"${'x'.repeat(130_000)}"`]) {
    guest.inject(text);
    await pass();
    expect(status()).toBe(unusable);
  }
  guest.inject({ kind: 'refused', of: 1, why: 'form' });
  await pass();
  expect(status()).toContain('The other device couldn’t use something');
  guest.sent = 100;
  for (let i = 0; i < 20; i++) guest.inject('junk');
  await pass();
  expect(status()).toBe(
    'The connection was closed: the other device sent too much that this one couldn’t use.',
  );
  expect(guest.heard.at(-1)?.kind).toBe('bye');
  expect(merels.line).toContain(' b 7,8 ');
  expect(offers()).toEqual(['Reconnect']);
});

test('turns are taken back and draws agreed by both, then the colours change', async () => {
  const guest = await meet({ colour: 'black' });
  const { match, take, now } = guest;
  guest.play('d6');
  await pass();
  await page.press('a1');
  await page.click('[data-action=undo]');
  expect(status()).toBe('You asked to take back a move. Waiting…');
  take(match.answer('back', false, now()));
  await pass();
  expect(status()).toBe('The other player declined the takeback.');
  await page.click('[data-action=undo]');
  take(match.answer('back', true, now()));
  await pass();
  expect(status()).toBe('The move was taken back.');
  expect([merels.line, guest.view().turns]).toEqual([guest.view().game.line, ['d6']]);
  take(match.askBack());
  await pass();
  expect(offers()).toEqual(['Decline', 'Accept']);
  await page.button('Decline', '#status');
  await page.press('g7');
  take(match.offer('draw', now()));
  await pass();
  expect(status()).toBe('The other player offers a draw.');
  await page.button('Decline', '#status');
  take(match.offer('draw', now()));
  await pass();
  await page.button('Accept', '#status');
  expect(guest.view().game.outcome?.reason).toBe('agreement');
  expect(merels.outcome).toMatchObject({ reason: 'agreement' });
  await until(() => page.buttons('.end').includes('Rematch'));
  take(match.offer('rematch', now()));
  await pass();
  expect(status()).toBe('The other player wants a rematch.');
  await page.button('Accept', '#status');
  expect(status()).toBe('Colours swapped: you play White.');
  expect([page.find('#player-bottom')?.dataset.side, guest.view().me]).toEqual(['white', 'black']);
  await page.press('d6');
  guest.play('d7');
  await pass();
  expect(guest.view().turns).toEqual(['d6', 'd7']);
  await page.resign('resign');
  expect(guest.view().game.outcome?.winner).toBe('black');
  expect(merels.outcome).toMatchObject({ reason: 'resignation', winner: 'black' });
});

test('a turn that a resignation crosses is on both boards, and the game is over', async () => {
  const guest = await meet();
  guest.held = [];
  await page.press('d6');
  guest.take(guest.match.resign(guest.now()));
  guest.letGo();
  await pass();
  expect(merels.outcome).toMatchObject({ reason: 'resignation', winner: 'white' });
  expect([merels.line, guest.view().game.outcome?.winner]).toEqual([
    guest.view().game.line,
    'white',
  ]);
});

test('whose clock has run down loses on both devices, and what was thought is kept meanwhile', async () => {
  const guest = await meet({ minutes: 1, increment: 2 });
  await page.press('d6');
  guest.play('a1');
  await pass();
  await pass(50_000);
  const [{ clock, left }] = kept();
  expect(clock).toEqual({ minutes: 1, increment: 2 });
  expect(left.white).toBeLessThanOrEqual(17_000);
  expect(left.black).toBe(62_000);
  await pass(12_500);
  expect(merels.outcome).toMatchObject({ reason: 'time', winner: 'black' });
  expect(guest.view().game.outcome).toMatchObject({ reason: 'time', winner: 'black' });
});

test('a page that is left keeps the time that was thought', async () => {
  const guest = await meet({ minutes: 5 });
  await page.press('d6');
  guest.play('a1');
  await pass();
  await pass(3000);
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  expect(kept()[0].left.white).toBe(297_000);
  expect(guest.peer.channel.readyState).toBe('closed');
});

test('a short interruption is waited for, and the game goes on', async () => {
  const guest = await meet({ minutes: 5 });
  await page.press('d6');
  guest.play('a1');
  await pass();
  guest.peer.become('disconnected');
  await pass();
  expect(status()).toBe('Connection interrupted. Reconnecting…');
  expect(page.find('.clock.runs')).toBeNull();
  guest.peer.become('connected');
  await pass();
  await page.press('b6');
  expect(status()).toBe('The other player’s turn.');
  guest.peer.become('failed');
  await pass();
  expect([status(), offers()]).toEqual(['Connection lost. Your game is saved.', ['Reconnect']]);
});

test('a lost connection is taken up again by a new invitation, from what is common', async () => {
  const guest = await meet();
  await page.press('d6');
  guest.play('a1');
  await pass();
  await page.press('b6');
  const [game] = kept();
  guest.peer.channel.onclose?.();
  await pass();
  expect(status()).toBe('Connection lost. Your game is saved.');
  // This device forgets its last turns, one of its own among them.
  localStorage.setItem(
    'merels.together',
    JSON.stringify({ version: 1, games: [{ ...game, turns: ['d6'] }] }),
  );
  await page.button('Reconnect', '#status');
  await until(link);
  const { terms } = answerTo(link());
  expect([terms.id, terms.resumes, terms.game]).toEqual([game.id, true, 'nine~']);
  const again = await answered(link(), 'black', { record: guest.match.record(0) });
  expect(status()).toBe('The other device has 1 more move.');
  await page.button('Continue after move 1', '#status');
  expect(status()).toBe('Waiting for the other device to choose…');
  expect(again.view().choice).toEqual({ common: 1, theirs: 1, longer: false });
  again.take(again.match.choose('common', again.now()));
  await pass();
  expect([merels.line, again.view().turns]).toEqual([again.view().game.line, ['d6']]);
  expect(kept()[0].slot).toBe(game.slot);
});

test('a device that has lost a game goes back no further than to the turns it began with', async () => {
  await page.press('d6', 'a1');
  const guest = await meet({ so: 'game' });
  await page.press('b6');
  guest.play('d7');
  await pass();
  await page.press('f6', 'a1');
  guest.peer.channel.onclose?.();
  await pass();
  await page.button('Reconnect', '#status');
  await until(link);
  const again = await answered(link(), 'black', { begin: 'nine~d6.a1' });
  expect(again.view().choice).toEqual({ common: 2, theirs: 5, longer: true });
  again.take(again.match.choose('common', again.now()));
  await pass();
  expect(status()).toBe('The devices disagree after move 1. Which version should count?');
  await page.button('Continue after move 1', '#status');
  expect([merels.line, again.view().turns]).toEqual([again.view().game.line, ['d6', 'a1']]);
});

test('is invited, accepts, and ends the connection', async () => {
  const { terms, text } = invitation({ clock: { minutes: 5, increment: 3 }, game: 'nine~d6' });
  await openSheet();
  const field = /** @type {HTMLTextAreaElement} */ (sheet().querySelector('textarea'));
  field.value = `Come! http://here/#join=${text}&from=Anna`;
  await does('open');
  expect(sheet().textContent).toContain('Anna invites you to play Nine Men’s Morris.');
  expect(sheet().textContent).toContain('1 move has been played.');
  expect(sheet().textContent).toContain('You play Black.');
  expect(sheet().textContent).toContain('Clock: 5 minutes each, plus 3 seconds per move.');
  await does('join');
  await until(link);
  const guest = connect(terms, 'white', { protocol: 'names' });
  await pass();
  expect(isOpen()).toBe(false);
  // It tells its name where that is understood.
  expect(guest.heard.map(({ kind }) => kind)).toEqual(['hello', 'name', 'agree']);
  await page.press('a1');
  expect(guest.view().turns).toEqual(['d6', 'a1']);
  await openSheet();
  expect(sheet().textContent).toContain('The devices are connected.');
  await does('leave');
  expect(guest.heard.at(-1)?.kind).toBe('bye');
  expect(status()).toBe('The connection has ended. Your game is saved.');
});

test('another game leaves this one', async () => {
  const guest = await meet();
  await page.press('d6');
  await page.start('people');
  expect(guest.heard.at(-1)?.kind).toBe('bye');
  // Its move is still heard of, but not here.
  guest.play('a1');
  await pass();
  expect(merels.line).not.toContain('B');
});

test('what is neither invitation nor answer is refused in words', async () => {
  await openSheet();
  const field = /** @type {HTMLTextAreaElement} */ (sheet().querySelector('textarea'));
  for (const [text, why] of [
    ['hello', 'That’s neither an invitation nor an answer. Copy the whole link.'],
    [
      `#join=AQ${'a'.repeat(70)}`,
      'This link is incomplete or was changed on the way. Copy the whole link.',
    ],
    [
      answerTo(`http://here/#join=${invitation().text}`).text,
      'This answer belongs to an invitation that is no longer open. Create a new one.',
    ],
  ]) {
    field.value = text ?? '';
    await does('open');
    expect(alert()).toBe(why);
    expect(document.activeElement).toBe(field);
  }
});

test('where the devices do not find each other, the next steps are said', async () => {
  const { text } = answerTo(await invite());
  await fill(text);
  expect(sheet().textContent).toContain('Connecting…');
  await pass(26_000);
  expect(alert()).toBe('The two devices couldn’t find each other.');
  expect(sheet().querySelectorAll('li').length).toBe(4);
  expect(Peer.all.at(-1)?.channel.readyState).toBe('closed');
  await does('back-home');
  expect(sheet().querySelector('[data-do=invite]')).not.toBeNull();
});

test('what comes too late of an earlier attempt leaves the next one alone', async () => {
  /** @type {() => void} */
  let fail = () => {};
  const late = () => new Promise((_, reject) => (fail = () => reject(new Error('too late'))));
  Peer.fault = /** @type {any} */ (late);
  const first = await invite();
  await fill(answerTo(first).text);
  expect(sheet().textContent).toContain('Connecting…');
  await does('cancel');
  const second = await invite();
  fail();
  await pass(30_000);
  expect([link(), alert()]).toEqual([second, '']);
  // As the one who is invited.
  await does('cancel');
  Peer.fault = /** @type {any} */ (late);
  const { text } = invitation();
  const accept = async () => {
    location.hash = `join=${text}`;
    dispatchEvent(new Event('hashchange'));
    await until(() => sheet().querySelector('[data-do=join]'));
    await does('join');
  };
  await accept();
  await accept();
  await until(link);
  const answer = link();
  fail();
  await pass();
  expect([link(), alert()]).toEqual([answer, '']);
  await does('cancel');
});

test('a browser that cannot prepare a connection says so', async () => {
  Peer.fault = () => Promise.reject(new Error('none'));
  const { text } = answerTo(await invite());
  await fill(text);
  await until(alert);
  expect(alert()).toBe('This browser couldn’t prepare the connection.');
});

/* A host with a folder for invitations (docs/together.md). */

/** What the page leaves in the folder. @param {string} key @param {'invitation' | 'answer'} part */
async function left(key, part, before = '') {
  const place = await openPlace(key);
  if (!place) throw new Error('no folder');
  for (let tries = 0; tries < 200; tries++) {
    const text = await place.get(part);
    if (text && text !== before) return { place, text };
    await until(() => true);
    await pass(100);
  }
  throw new Error(`no ${part}`);
}

test('where the host has a folder, one link connects, and a lost connection needs none', async () => {
  folder = new Map();
  const key = new URL(await invite()).hash.slice('#join='.length);
  expect(key).toMatch(/^[\w-]{22}$/);
  const first = await left(key, 'invitation');
  const reply = answerTo(`http://here/#join=${first.text}`);
  await first.place.put('answer', reply.text);
  await until(() => sheet().textContent?.includes('Connecting…'));
  const guest = connect(reply.terms, 'black');
  await pass();
  expect(status()).toBe('Connected. You play White.');
  // Nothing stays there longer than needed.
  await until(() => [...(folder?.values() ?? [])].every(({ length }) => length === 28));
  await page.press('d6');
  guest.peer.become('failed');
  await pass();
  expect([status(), offers()]).toEqual(['Connection interrupted. Reconnecting…', ['Reconnect']]);
  const second = await left(key, 'invitation');
  const again = answerTo(`http://here/#join=${second.text}`);
  expect([again.terms.id, again.terms.resumes]).toEqual([reply.terms.id, true]);
  await second.place.put('answer', again.text);
  await until(() => Peer.all.at(-1)?.isAnswered);
  const back = connect(again.terms, 'black', { record: guest.match.record(0) });
  await until(() => back.view().phase === 'playing');
  expect(status()).toBe('Connected. You play White.');
  back.play('a1');
  await pass();
  // Whoever ends the connection is not called back.
  await openSheet();
  await does('leave');
  await pass(30_000);
  expect([status(), offers()]).toEqual([
    'The connection has ended. Your game is saved.',
    ['Reconnect'],
  ]);
});

test('who is invited by one link has only to accept, and answers each new invitation', async () => {
  folder = new Map();
  const key = 'A'.repeat(22);
  const place = await openPlace(key);
  const { terms, text } = invitation({ id: '00112233445566aa' });
  await place?.put('invitation', text);
  const open = async () => {
    location.hash = `join=${key}`;
    dispatchEvent(new Event('hashchange'));
    await pass();
  };
  await open();
  await until(() => sheet()?.querySelector('[data-do=join]'));
  await does('join');
  await until(() => sheet().textContent?.includes('Connecting…'));
  const guest = connect(terms, 'white');
  await pass();
  guest.play('d6');
  await pass();
  guest.peer.channel.onclose?.();
  await pass();
  expect(status()).toBe('Connection interrupted. Reconnecting…');
  const first = await left(key, 'answer');
  const next = invitation({ id: terms.id, resumes: true });
  await place?.put('invitation', next.text);
  await left(key, 'answer', first.text);
  const back = connect(next.terms, 'white', { record: guest.match.record(0) });
  await until(() => back.view().phase === 'playing');
  await page.press('a1');
  expect(back.view().turns).toEqual(['d6', 'a1']);
  // Another game ends it, and the link leads back to it.
  await page.start('people');
  expect(back.heard.at(-1)?.kind).toBe('bye');
  await open();
  await until(() => status() === 'Connection interrupted. Reconnecting…');
  expect(isOpen()).toBe(false);
});

test('where the folder fails, two links are exchanged', async () => {
  const wrong = 'This site couldn’t pass it on. Exchange two links instead.';
  const map = new Map();
  folder = map;
  map.set = () => {
    throw new Error('full');
  };
  await invite();
  expect([alert(), link().length > 100]).toEqual([wrong, true]);
  await does('cancel');
  folder = new Map();
  await invite();
  expect(sheet().textContent).toContain('Waiting for the other device…');
  await does('meet.two');
  expect(link().length).toBeGreaterThan(100);
  await does('cancel');
  // Where nothing is there any more, that is said.
  location.hash = `join=${'B'.repeat(21)}A`;
  dispatchEvent(new Event('hashchange'));
  await until(alert);
  expect(alert()).toBe('This invitation is no longer there. Ask for a new one.');
});
