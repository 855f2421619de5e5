// @vitest-environment happy-dom
/**
 * How two pages find each other in a folder that a host offers: what is there may be late, damaged
 * or somebody else's.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newGameId, tag, write } from '../../www/app/together/invitation.ts';
import {
  answerAgain,
  awaitAnswer,
  folderOf,
  inviteAgain,
  keyIn,
  leave,
  newKey,
  openPlace,
  repeat,
} from '../../www/app/together/rendezvous.ts';

/** @typedef {import('../../www/app/together/rendezvous.ts').Place} Place */

const GAME = newGameId();
/** @type {Map<string, Uint8Array>} */
let files;
/**
 * What the host does instead.
 * @type {((path: string, method: string) => Response | null) | null}
 */
let fault;
/** How often a file was asked for. */
let asked = 0;

beforeEach(() => {
  files = new Map();
  fault = null;
  asked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal(
    'fetch',
    async (/** @type {URL} */ url, /** @type {RequestInit} */ { method = 'GET', body } = {}) => {
      const wrong = fault?.(url.pathname, method);
      if (wrong) return wrong;
      if (url.pathname.endsWith('rendezvous.json')) return Response.json({ folder: 'meet/' });
      if (method === 'PUT') {
        // As nginx does.
        const status = files.has(url.pathname) ? 204 : 201;
        files.set(url.pathname, new Uint8Array(await new Response(body).arrayBuffer()));
        return new Response(null, { status });
      }
      asked++;
      const found = files.get(url.pathname);
      return found ? new Response(/** @type {any} */ (found)) : new Response('', { status: 404 });
    },
  );
});
afterEach(() => void vi.useRealTimers());

/** @param {string} key @returns {Promise<Place>} */
const at = async (key) => (await openPlace(key)) ?? Promise.reject(new Error('no place'));

/** A contact that no other has. @param {'actpass' | 'active'} setup */
const contact = (setup) => ({
  ufrag: 'abcd',
  pwd: 'x'.repeat(22),
  fingerprint: crypto.getRandomValues(new Uint8Array(32)),
  setup,
  addresses: [{ address: '192.0.2.7', port: 5000 }],
});

/** @param {string} [id] */
function invitation(id = GAME) {
  const own = contact('actpass');
  const text = write({
    kind: 'invitation',
    contact: own,
    lot: 1,
    terms: { id, round: 0, colour: 'white', clock: null, game: 'nine', resumes: true },
  });
  return { text, id, to: tag(own) };
}
/** @param {{ id: string, to: string }} to */
const answer = ({ id, to }) =>
  write({ kind: 'answer', contact: contact('active'), id, to, lot: 2 });

/**
 * Lets time go by, but not while somebody encrypts or fetches, until something is done.
 * @template T
 * @param {Promise<T>} doing
 * @returns {Promise<T>}
 */
async function soon(doing) {
  let done = false;
  const over = () => (done = true);
  doing.then(over, over);
  while (!done) {
    if (vi.getTimerCount()) await vi.advanceTimersByTimeAsync(2000);
    await new Promise((next) => setImmediate(next));
  }
  return doing;
}

const { signal } = new AbortController();

test('an invitation goes one way and its answer the other, and the host can read neither', async () => {
  const key = newKey();
  const [host, guest] = [await at(key), await at(key)];
  const invited = invitation();
  await leave(host, invited.text);
  const waits = awaitAnswer(host, invited, signal);
  expect(await guest.get('invitation')).toBe(invited.text);
  await guest.put('answer', answer(invited));
  expect(await soon(waits)).toMatchObject({ kind: 'answer', to: invited.to });
  expect([...files.keys()].map((name) => name.replace(/[\w-]{43}/, 'NAME'))).toEqual([
    '/meet/NAME.answer',
    '/meet/NAME.invitation',
  ]);
  const stored = [...files].map(([name, bytes]) => name + String.fromCharCode(...bytes)).join(' ');
  expect([key, invited.text.slice(0, 30), 'abcd'].filter((text) => stored.includes(text))).toEqual(
    [],
  );
  await leave(host, '');
  expect([await guest.get('invitation'), await guest.get('answer')]).toEqual(['', '']);
});

test('a key has 128 random bits, and only a link with one is taken for it', () => {
  const key = newKey();
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(newKey()).not.toBe(key);
  expect(keyIn(`Play! https://example.org/#join=${key}&from=Anna`)).toBe(key);
  for (const text of [
    key,
    `#join=${key}x`,
    `#join=${invitation().text}`,
    `#join=${key.slice(1)}`,
    `#m=${key}`,
  ])
    expect(keyIn(text)).toBe('');
});

test('with another key nothing is there', async () => {
  await leave(await at(newKey()), invitation().text);
  expect(await (await at(newKey())).get('invitation')).toBe('');
  for (const key of ['a'.repeat(22), '!'.repeat(22)])
    await expect(openPlace(key)).rejects.toThrow();
});

test.each([
  [
    'changed',
    (/** @type {Uint8Array} */ bytes) => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
  ],
  ['cut', (/** @type {Uint8Array} */ bytes) => bytes.slice(0, -1)],
  ['empty', () => new Uint8Array()],
  ['somebody else’s', () => new TextEncoder().encode('<!doctype html><title>Sign in</title>')],
  ['too long', () => new Uint8Array(5000)],
  ['endless', () => new Uint8Array(1_100_000)],
])('what is %s is refused, and the inviting page hears of it', async (_, change) => {
  const place = await at(newKey());
  const invited = invitation();
  await leave(place, invited.text);
  for (const [name, bytes] of files) files.set(name, change(bytes));
  await expect(place.get('invitation')).rejects.toThrow();
  await expect(soon(awaitAnswer(place, invited, signal))).rejects.toThrow();
  expect(asked).toBe(6);
});

test('one part is not taken for the other', async () => {
  const place = await at(newKey());
  await leave(place, invitation().text);
  const [answered = '', invited = ''] = files.keys();
  files.set(answered, files.get(invited) ?? new Uint8Array());
  await expect(place.get('answer')).rejects.toThrow();
});

test('answers to another invitation or game do not count, the right one does though it is late', async () => {
  const place = await at(newKey());
  const [earlier, invited, other] = [invitation(), invitation(), invitation(newGameId())];
  await leave(place, invited.text);
  const waits = awaitAnswer(place, invited, signal);
  for (const wrong of [answer(earlier), answer({ ...invited, id: other.id }), invited.text]) {
    await place.put('answer', wrong);
    await vi.advanceTimersByTimeAsync(30_000);
  }
  await place.put('answer', answer(invited));
  expect(await soon(waits)).toMatchObject({ to: invited.to });
});

test('it is asked ever more seldom, for an hour at the most, and no more once stopped', async () => {
  const place = await at(newKey());
  const invited = invitation();
  await leave(place, invited.text);
  await expect(soon(awaitAnswer(place, invited, signal))).rejects.toThrow('nobody came');
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(380);
  const stop = new AbortController();
  const waits = awaitAnswer(place, invited, stop.signal);
  stop.abort();
  await expect(soon(waits)).rejects.toThrow();
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before);
});

test('it is asked at once when the page is seen again', async () => {
  const question = vi.fn(async () => null);
  const stop = new AbortController();
  const waits = repeat(question, stop.signal).catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(question).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(question).toHaveBeenCalledTimes(2);
  stop.abort();
  await waits;
});

test('two that have lost each other meet again, also when the first attempts and the network fail', async () => {
  const key = newKey();
  const [host, guest] = [await at(key), await at(key)];
  const met = new AbortController();
  const tried = { invited: 0, answered: 0, connected: 0 };
  let refused = 0;
  fault = (path) =>
    path.includes('/meet/') && ++refused < 20 ? new Response('', { status: 503 }) : null;
  const ends = [
    inviteAgain(
      host,
      async () => {
        tried.invited++;
        return invitation();
      },
      async () => {
        // The first connection does not come about.
        if (++tried.connected === 2) met.abort();
      },
      met.signal,
    ),
    answerAgain(
      guest,
      GAME,
      async (found) => {
        tried.answered++;
        return answer({ id: found.terms.id, to: tag(found.contact) });
      },
      met.signal,
    ),
  ];
  await soon(Promise.allSettled(ends));
  expect(tried.connected).toBe(2);
  expect(tried.answered).toBe(2);
});

test('an invitation to another game, or to a new one, is not answered unasked', async () => {
  const place = await at(newKey());
  const stop = new AbortController();
  const reply = vi.fn(async () => '');
  await place.put('invitation', invitation(newGameId()).text);
  const waits = answerAgain(place, GAME, reply, stop.signal).catch(() => {});
  await vi.advanceTimersByTimeAsync(30_000);
  stop.abort();
  await soon(waits);
  expect(reply).not.toHaveBeenCalled();
});

test('without the file the host offers nothing; one with another host’s folder, or none, is refused', async () => {
  fault = () => new Response('', { status: 404 });
  expect(await openPlace(newKey())).toBeNull();
  for (const value of [
    null,
    [],
    'meet/',
    {},
    { folder: 1 },
    { folder: 'meet' },
    { folder: 'https://example.org/meet/' },
    { folder: '//example.org/' },
    { folder: 'data:,/' },
  ])
    expect(() => folderOf(value)).toThrow('rendezvous.json');
  expect(folderOf({ folder: '/meet/' }).pathname).toBe('/meet/');
});

test('a host that does not take files is told apart', async () => {
  const place = await at(newKey());
  fault = (_, method) => (method === 'PUT' ? new Response('', { status: 405 }) : null);
  await expect(leave(place, 'x')).rejects.toThrow('405');
});
