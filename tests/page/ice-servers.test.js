// @vitest-environment happy-dom
/** The file of STUN and TURN servers that a host may add. */
import { afterEach, expect, test, vi } from 'vitest';
import { iceServers } from '../../www/app/together/ice-servers.ts';
import { contactOf, descriptionOf } from '../../www/app/together/invitation.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @param {() => Promise<Response>} answer */
async function asked(answer) {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const fetched = vi.fn(answer);
  vi.stubGlobal('fetch', fetched);
  const servers = await iceServers();
  return {
    servers,
    said: said.mock.calls.length,
    address: String(/** @type {unknown[]} */ (fetched.mock.calls[0])[0]),
  };
}

test('servers are read from the file beside the page', async () => {
  const list = [
    { urls: 'stun:stun.example.org' },
    {
      urls: ['turn:turn.example.org:3478?transport=udp', 'turns:turn.example.org'],
      username: 'guest',
      credential: 'secret',
      more: 1,
    },
  ];
  const { servers, said, address } = await asked(async () => Response.json(list));
  expect(servers).toEqual([
    { urls: ['stun:stun.example.org'], username: undefined, credential: undefined },
    { urls: list[1]?.urls, username: 'guest', credential: 'secret' },
  ]);
  expect([said, address]).toEqual([0, new URL('ice-servers.json', document.baseURI).href]);
});

test('without the file there are none, and nothing is said', async () => {
  expect(await asked(async () => new Response('', { status: 404 }))).toMatchObject({
    servers: [],
    said: 0,
  });
});

test.each([
  ['<!doctype html>'],
  ['{}'],
  ['[null]'],
  ['[{ "urls": [] }]'],
  ['[{ "urls": "https://example.org" }]'],
  ['[{ "urls": "stun:a b" }]'],
  ['[{ "urls": "stun:a", "credential": 1 }]'],
  [JSON.stringify(Array(9).fill({ urls: 'stun:a' }))],
])('a file with %s is told to the console, and there are none', async (text) => {
  expect(await asked(async () => new Response(text))).toMatchObject({ servers: [], said: 1 });
});

test('a host out of reach leaves the devices to themselves', async () => {
  expect(await asked(() => Promise.reject(new TypeError('offline')))).toMatchObject({
    servers: [],
    said: 1,
  });
});

test('addresses lent by servers find room among one’s own', () => {
  const line = (/** @type {number} */ i, /** @type {string} */ kind) =>
    `a=candidate:${i} 1 udp 1 192.0.2.${i} ${5000 + i} typ ${kind}`;
  const sdp = [
    'a=ice-ufrag:abcd',
    'a=ice-pwd:0123456789012345678901',
    `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
    'a=setup:actpass',
    ...Array.from({ length: 10 }, (_, i) => line(i + 1, 'host')),
    `${line(11, 'srflx')} raddr 0.0.0.0 rport 0`,
    `${line(12, 'relay')} raddr 0.0.0.0 rport 0`,
  ].join('\r\n');
  const contact = contactOf(sdp);
  expect(contact.addresses.map(({ port }) => port)).toEqual([
    5001, 5002, 5003, 5004, 5005, 5006, 5011, 5012,
  ]);
  expect(contactOf(descriptionOf(contact))).toEqual(contact);
});
