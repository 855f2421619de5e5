/** A pack as the page's worker reads it: from hosts of every kind, and from this device. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPackReader } from '../../www/app/engine/pack-reader.ts';
import './core.js';

/** @typedef {import('../../www/app/types.ts').Packed} Packed */
/** @typedef {import('../../www/app/types.ts').PackPlace} PackPlace */
/**
 * @typedef {'parts' | 'joined' | 'first' | 'whole' | 'refused' | 'broken' | 'backwards'} Several
 *   what a host makes of several ranges in one request
 */
/** @typedef {{ body?: Uint8Array, status?: number, ranges?: boolean, several?: Several, offline?: boolean, other?: boolean, breaks?: 'ranges' | 'all', endless?: boolean }} Answer
 *   `other`: a range is answered with another one, which is named; `breaks`: the body breaks off; `endless`: it never ends */

const LINE = 'nine W2/3/3/1W3W/2B/1B1/B2 w 0,0 0 30';
const OTHER = 'nine W2/3/W2/6/2B/1B1/B1W b 0,0 0 30';
/**
 * A pack of the positions with three men each; see tests/solve/pack.rs.
 * @type {Record<string, Uint8Array>}
 */
const FILES = Object.fromEntries(
  ['index', 'checksums', '0'].map((name) => [
    name,
    new Uint8Array(readFileSync(join(import.meta.dirname, '../data/pack', name))),
  ]),
);
const NAMES = ['index', 'checksums'];
const index = /** @type {Uint8Array} */ (FILES.index);
const part = /** @type {Uint8Array} */ (FILES['0']);
const sizes = { index: index.length, checksums: FILES.checksums?.length ?? 0 };
const version = Buffer.from(index.slice(10, 14)).reverse().toString('hex');

/** What the host does, by file; changed by the tests. @type {(name: string) => Answer} */
let host;
/** What it was asked for. @type {string[]} */
let asked = [];
/** The ranges of pieces that it has sent. @type {[start: number, end: number][]} */
let sent = [];

beforeEach(() => {
  host = () => ({});
  asked = [];
  sent = [];
  vi.spyOn(console, 'warn').mockReturnValue();
  // Of the browser's locks Node has none.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'fetch',
    async (/** @type {string} */ url, /** @type {RequestInit} */ { headers = {} } = {}) => {
      const name = url.replace('data/', '').replace('.bin', '');
      const range = new Headers(headers).get('Range');
      asked.push(range ? `${name} ${range.slice(6)}` : name);
      const {
        body = FILES[name],
        status,
        ranges = true,
        several = 'parts',
        offline = false,
        other = false,
        breaks,
        endless = false,
      } = host(name);
      if (offline) throw new TypeError('Failed to fetch');
      if (status || !body) return new Response('', { status: status ?? 404 });
      if (breaks === 'all' || (breaks && range))
        return new Response(broken(), {
          status: range ? 206 : 200,
          headers: { 'Content-Range': `bytes ${range?.slice(6)}/${body.length}` },
        });
      if (endless && !range) return new Response(endlessBody());
      if (!range || !ranges) return new Response(body.slice());
      let all = range
        .slice(6)
        .split(',')
        .map((text) => /** @type {[number, number]} */ (text.split('-').map(Number)));
      if (all.some(([start]) => start >= body.length)) return new Response('', { status: 416 });
      if (all.length > 1 && several === 'refused') return new Response('', { status: 400 });
      if (all.length > 1 && several === 'whole') return new Response(body.slice());
      if (several === 'first') all = all.slice(0, 1);
      for (const [start, last] of all) if (start > 0) sent.push([start, last + 1]);
      if (all.length === 1) {
        const [[start, last]] = /** @type {[[number, number]]} */ (all);
        const shift = other && start > 0 ? Math.min(1000, body.length - 1 - last) : 0;
        const headers = {
          'Content-Range': `bytes ${start + shift}-${last + shift}/${body.length}`,
        };
        return new Response(endless ? endlessBody() : body.slice(start + shift, last + shift + 1), {
          status: 206,
          headers,
        });
      }
      if (several === 'joined') all = [[all[0]?.[0] ?? 0, all.at(-1)?.[1] ?? 0]];
      const parts = all.flatMap(([start, last], i) => [
        Buffer.from(
          `\r\n--x\r\nContent-Type: application/octet-stream\r\n${i % 2 ? 'C' : 'c'}ontent-range: bytes ${several === 'backwards' && i ? `${last}-${start}` : `${start}-${last}`}/${body.length}\r\n\r\n`,
        ),
        body.slice(start, last + 1),
      ]);
      const bytes = Buffer.concat([...parts, Buffer.from('\r\n--x--\r\n')]);
      const type = { 'Content-Type': 'multipart/byteranges; boundary=x' };
      return new Response(several === 'broken' ? bytes.subarray(0, bytes.length / 2) : bytes, {
        status: 206,
        headers: type,
      });
    },
  );
});

/** The body of an answer that breaks off. */
const broken = () =>
  new ReadableStream({
    start: (to) => (to.enqueue(new Uint8Array(3)), to.error(new TypeError('network error'))),
  });

/** How much of endless answers was read, in bytes. */
let endlessly = 0;
const endlessBody = () =>
  new ReadableStream({
    pull: (to) => (to.enqueue(new Uint8Array(1 << 16)), void (endlessly += 1 << 16)),
  });

/** A device's storage. */
function device() {
  /** @type {Map<string, Uint8Array>} */
  const stored = new Map();
  const key = (/** @type {Pick<PackPlace, 'part' | 'start'>} */ { part, start }) =>
    `${part} ${start}`;
  const control = { full: false, none: false };
  const use = (/** @type {boolean} */ writes = false) => {
    if (control.none) throw new DOMException('denied', 'SecurityError');
    if (control.full && writes) throw new DOMException('full', 'QuotaExceededError');
  };
  const cache = {
    files: async () => {
      use();
      const [index, checksums] = NAMES.map((name) => stored.get(name));
      return index && checksums ? { index, checksums } : null;
    },
    saveFiles: async (/** @type {Record<string, Uint8Array>} */ files) => (
      use(true),
      NAMES.forEach((name) => stored.set(name, files[name] ?? new Uint8Array()))
    ),
    places: async () => (
      use(),
      [...stored.keys()]
        .filter((k) => !NAMES.includes(k))
        .map((k) => ({ part: Number(k.split(' ')[0]), start: Number(k.split(' ')[1]) }))
    ),
    read: async (/** @type {PackPlace[]} */ places) => (
      use(),
      places.map((place) => stored.get(key(place)) ?? null)
    ),
    write: async (/** @type {{ place: PackPlace, bytes: Uint8Array }[]} */ pieces) => (
      use(true),
      pieces.forEach(({ place, bytes }) => stored.set(key(place), bytes))
    ),
    forget: async (/** @type {PackPlace} */ place) => stored.delete(key(place)),
    forgetFiles: async () => NAMES.forEach((name) => stored.delete(name)),
    removeOld: async () => {},
    remove: async () => stored.clear(),
  };
  return {
    stored,
    control,
    cache: /** @type {import('../../www/app/engine/pack-cache.ts').PackCache} */ (
      /** @type {unknown} */ (cache)
    ),
  };
}

/** @param {ReturnType<typeof device>['cache']} cache */
function open(cache) {
  /** @type {Packed[]} */
  const states = [];
  /**
   * @type {Map<number, (values: import('../../www/app/types.ts').PositionValues | null) => void>}
   */
  const waiting = new Map();
  /**
   * @type {Map<number, (reason: import('../../www/app/types.ts').ReasonInfo | null) => void>}
   */
  const wondering = new Map();
  /** What was told, in order. @type {string[]} */
  const told = [];
  const reader = createPackReader({
    source: { address: 'data/', version, sizes },
    cache,
    tell: {
      state: (state) => states.push(state),
      value: (id) => told.push(`value ${id}`),
      values(id, values) {
        told.push(`values ${id}`);
        waiting.get(id)?.(values);
      },
      reason(id, reason) {
        told.push(`reason ${id}`);
        wondering.get(id)?.(reason);
      },
    },
  });
  let ids = 0;
  return {
    reader,
    states,
    told,
    get state() {
      return /** @type {Packed} */ (states.at(-1));
    },
    values: (/** @type {string} */ line) =>
      /** @type {Promise<import('../../www/app/types.ts').PositionValues | null>} */ (
        new Promise((resolve) => {
          waiting.set(++ids, resolve);
          void reader.ask(ids, line);
        })
      ),
    reason: (/** @type {string} */ line, /** @type {string} */ turn) =>
      /** @type {Promise<import('../../www/app/types.ts').ReasonInfo | null>} */ (
        new Promise((resolve) => {
          wondering.set(++ids, resolve);
          void reader.askWhy(ids, line, turn);
        })
      ),
  };
}

/** The network is asked for nothing. */
const unplug = () => (host = () => ({ offline: true }));

test('values come from the host piece by piece, and later from this device', async () => {
  const { cache } = device();
  const first = open(cache);
  const values = await first.values(LINE);
  expect(values?.moves.length).toBeGreaterThan(3);
  expect(first.told).toEqual(['value 1', 'values 1']);
  expect(first.state).toMatchObject({ status: 'ready', reason: null, keeping: false });
  expect(asked.slice(0, 2)).toEqual(NAMES);
  expect(asked.slice(2).every((ask) => /^0 \d+-\d+(?:,\d+-\d+)*$/.test(ask))).toBe(true);
  expect(new Set(asked).size, 'nothing twice').toBe(asked.length);
  await vi.waitFor(() => expect(first.state.kept).toBeGreaterThan(0));
  unplug();
  asked = [];
  const second = open(cache);
  expect(await second.values(LINE)).toEqual(values);
  expect(asked).toEqual([]);
});

test('the reason of a mistake comes by the pieces that it needs; other moves have none', async () => {
  const opened = open(device().cache);
  const values = await opened.values(LINE);
  const moves = values?.moves ?? [];
  const kept = moves.find(({ verdict }) => verdict === 'win');
  const lost = moves.find(({ verdict }) => verdict === 'win-to-loss');
  const reason = await opened.reason(LINE, lost?.text ?? '');
  expect(reason).toMatchObject({ side: 'white', has: 'loss' });
  expect(reason?.holding).toContain(kept?.text);
  expect(await opened.reason(LINE, kept?.text ?? '')).toBeNull();
  expect(opened.told.slice(-2)).toEqual(['reason 2', 'reason 3']);
});

test('a host without ranges sends the part once, all of which is kept', async () => {
  host = () => ({ ranges: false });
  const { cache } = device();
  const first = open(cache);
  const values = await first.values(LINE);
  expect(values).not.toBeNull();
  expect(await first.values(OTHER)).not.toBeNull();
  expect(asked.map((ask) => ask.split(' ')[0])).toEqual([...NAMES, '0']);
  await vi.waitFor(() => expect(first.state.kept).toBe(first.state.bytes));
});

for (const several of /** @type {Several[]} */ ([
  'joined',
  'first',
  'whole',
  'refused',
  'broken',
  'backwards',
])) {
  test(`several ranges in one request: ${several}`, async () => {
    const values = await open(device().cache).values(LINE);
    const usual = asked;
    const together = (/** @type {string[]} */ asks) => asks.filter((ask) => ask.includes(','));
    expect(together(usual).length).toBeGreaterThan(0);
    asked = [];
    host = () => ({ several });
    const opened = open(device().cache);
    expect(await opened.values(LINE)).toEqual(values);
    expect(opened.state.reason).toBeNull();
    // What came between the pieces that were asked for is used, too.
    if (several === 'joined') return expect(asked).toEqual(usual.slice(0, 4));
    expect(await opened.values(OTHER)).not.toBeNull();
    expect(together(asked), 'the host is asked only once').toEqual(together(usual).slice(0, 1));
  });
}

/** @type {[string, (name: string) => Answer, Packed['reason'], Packed['status']][]} */
const TROUBLES = [
  ['an index that is not there', () => ({ status: 404 }), 'missing', 'failed'],
  [
    'a page instead of the index',
    () => ({ body: new TextEncoder().encode('<!doctype html>') }),
    'damaged',
    'failed',
  ],
  [
    'a cut index',
    (name) => (name === 'index' ? { body: index.slice(0, -5) } : {}),
    'damaged',
    'failed',
  ],
  [
    'an index of another version',
    (name) => (name === 'index' ? { body: index.with(8, 9) } : {}),
    'version',
    'failed',
  ],
  ['no network', () => ({ offline: true }), 'offline', 'failed'],
  ['a host out of order', () => ({ status: 503 }), 'host', 'failed'],
  ['answers that break off', () => ({ breaks: 'all' }), 'host', 'failed'],
  ['an index without end', () => ({ endless: true }), 'damaged', 'failed'],
  [
    'checksums of another pack',
    (name) => (name === 'checksums' ? { body: FILES.checksums?.with(14, 0) } : {}),
    'damaged',
    'failed',
  ],
  ['a part that is not there', (name) => (name === '0' ? { status: 404 } : {}), 'missing', 'ready'],
  ['a part without the host', (name) => ({ offline: name === '0' }), 'offline', 'ready'],
  ['a part out of order', (name) => (name === '0' ? { status: 500 } : {}), 'host', 'ready'],
  ['a part that breaks off', (name) => (name === '0' ? { breaks: 'all' } : {}), 'host', 'ready'],
  ['a part without end', (name) => (name === '0' ? { endless: true } : {}), 'damaged', 'ready'],
  [
    'a damaged part',
    (name) => (name === '0' ? { body: part.map((byte, i) => (i > 200 ? byte ^ 1 : byte)) } : {}),
    'damaged',
    'ready',
  ],
  [
    'a damaged whole part',
    (name) =>
      name === '0'
        ? { ranges: false, body: part.map((byte, i) => (i > 200 ? byte ^ 1 : byte)) }
        : {},
    'damaged',
    'ready',
  ],
  ['a cut part', (name) => (name === '0' ? { body: part.slice(0, 200) } : {}), 'damaged', 'ready'],
  [
    'a cut whole part',
    (name) => (name === '0' ? { ranges: false, body: part.slice(0, 200) } : {}),
    'damaged',
    'ready',
  ],
  // All its pieces are whole.
  [
    'the part of another pack',
    (name) => (name === '0' ? { body: part.with(12, (part[12] ?? 0) ^ 1) } : {}),
    'other-pack',
    'ready',
  ],
  [
    'a page instead of a part',
    (name) =>
      name === '0' ? { ranges: false, body: new TextEncoder().encode('<!doctype html>') } : {},
    'damaged',
    'ready',
  ],
];

for (const [what, trouble, reason, status] of TROUBLES) {
  test(`${what}: no values, the reason, nothing kept; all is well once it is put right`, async () => {
    host = trouble;
    const { cache, stored } = device();
    const opened = open(cache);
    expect(await opened.values(LINE)).toBeNull();
    expect(opened.state).toMatchObject({ status, reason });
    expect([...stored.keys()].filter((key) => !NAMES.includes(key))).toEqual([]);
    host = () => ({});
    const values = await opened.values(LINE);
    expect(values).not.toBeNull();
    expect(opened.state).toMatchObject({ status: 'ready', reason: null });
  });
}

test('no more is read of an answer than can be in it', async () => {
  endlessly = 0;
  host = () => ({ endless: true });
  expect(await open(device().cache).values(LINE)).toBeNull();
  host = (name) => ({ endless: name === '0' });
  expect(await open(device().cache).values(LINE)).toBeNull();
  expect(endlessly).toBeLessThan(2e6);
});

/** @type {[string, (asked: string | null) => Answer][]} */
const NO_RANGES = [
  ['ranges that are refused', (range) => (range ? { status: 400 } : {})],
  ['ranges that break off, as where all answers are compressed', () => ({ breaks: 'ranges' })],
  ['ranges answered with others, honestly named', () => ({ other: true, several: 'first' })],
];

for (const [what, answer] of NO_RANGES) {
  test(`${what}: the whole part is fetched, once`, async () => {
    const right = await open(device().cache).values(LINE);
    asked = [];
    host = (name) => (name === '0' ? answer(asked.at(-1)?.split(' ')[1] ?? null) : {});
    const { cache } = device();
    const opened = open(cache);
    expect(await opened.values(LINE)).toEqual(right);
    expect(opened.state.reason).toBeNull();
    expect(await opened.values(OTHER)).not.toBeNull();
    expect(asked.filter((ask) => ask === '0')).toEqual(['0']);
    await vi.waitFor(() => expect(opened.state.kept).toBe(opened.state.bytes));
  });
}

test('an index of another pack is refused', async () => {
  const opened = open(device().cache);
  const wrong = createPackReader({
    source: { address: 'data/', version: '00000000', sizes },
    cache: device().cache,
    tell: { state: (state) => opened.states.push(state), value() {}, values() {}, reason() {} },
  });
  await wrong.open();
  expect(opened.state).toMatchObject({ status: 'failed', reason: 'other-pack' });
});

test('what was damaged on this device is fetched anew', async () => {
  const { cache, stored } = device();
  const values = await open(cache).values(LINE);
  await vi.waitFor(() => expect(stored.size).toBeGreaterThan(2));
  for (const [key, bytes] of stored)
    stored.set(
      key,
      bytes.map((byte) => byte ^ 8),
    );
  expect(await open(cache).values(LINE)).toEqual(values);
  unplug();
  // Opening the pack alone may take a second on a busy machine.
  await vi.waitFor(async () => expect(await open(cache).values(LINE)).toEqual(values), 20_000);
});

test('what an earlier version stored is compared with the list of checksums once, and dropped where it is wrong', async () => {
  const { cache, stored } = device();
  const opened = open(cache);
  await opened.reader.keep();
  const right = await opened.values(LINE);
  // Intact pieces in each other's places, and a shortened one.
  const keys = [...stored.keys()].filter((key) => !NAMES.includes(key));
  const [a = '', b = '', c = ''] = keys;
  const bytes = [a, b, c].map((key) => stored.get(key) ?? new Uint8Array());
  stored
    .set(a, bytes[1] ?? new Uint8Array())
    .set(b, bytes[0] ?? new Uint8Array())
    .set(c, (bytes[2] ?? new Uint8Array()).slice(1));
  // That version knew no checksums.
  stored.delete('checksums');
  asked = [];
  const again = open(cache);
  expect(await again.values(LINE)).toEqual(right);
  for (const key of keys) if (![a, b, c].includes(key)) expect(stored.has(key), key).toBe(true);
  await again.reader.keep();
  await vi.waitFor(() => expect(again.state.kept).toBe(again.state.bytes));
  for (const [i, key] of [a, b, c].entries()) expect(stored.get(key)).toEqual(bytes[i]);
  asked = [];
  await open(cache).values(LINE);
  expect(asked).toEqual([]);
});

test('storage that is cleared while the solution is kept is filled again', async () => {
  const { cache, stored } = device();
  const { write } = cache;
  let clear = true;
  cache.write = async (pieces) => {
    const written = await write(pieces);
    // After the last piece.
    if (clear && opened.state.kept > 0) {
      clear = false;
      stored.clear();
    }
    return written;
  };
  const opened = open(cache);
  await opened.values(LINE);
  await opened.reader.keep();
  expect(clear).toBe(false);
  expect(opened.state).toMatchObject({ keeping: false, trouble: null });
  expect(stored.size).toBe(NAMES.length + 7);
  unplug();
  expect(await open(cache).values(OTHER)).not.toBeNull();
});

test('without storage, or without room, values come all the same', async () => {
  const { cache, control } = device();
  control.full = true;
  expect(await open(cache).values(LINE)).not.toBeNull();
  control.none = true;
  expect(await open(cache).values(LINE)).not.toBeNull();
});

test('the newest question comes first, and one that is dropped is not answered', async () => {
  const { cache } = device();
  const opened = open(cache);
  void opened.values(LINE);
  void opened.values(OTHER);
  const third = opened.values(LINE);
  opened.reader.drop(1);
  await third;
  await vi.waitFor(() => expect(opened.told).toContain('values 2'));
  expect(opened.told).toEqual(['value 3', 'values 3', 'value 2', 'values 2']);
});

test('everything is kept, each byte fetched once, and nothing is asked for afterwards', async () => {
  const { cache } = device();
  const opened = open(cache);
  await opened.reader.keep();
  expect(opened.state).toMatchObject({ keeping: false, trouble: null });
  await vi.waitFor(() => expect(opened.state.kept).toBe(opened.state.bytes));
  expectEachOnce();
  unplug();
  const again = open(cache);
  expect(await again.values(LINE)).not.toBeNull();
  expect(await again.values(OTHER)).not.toBeNull();
  await again.reader.keep();
  expect(again.state).toMatchObject({ keeping: false, trouble: null });
  await vi.waitFor(() => expect(again.state.kept).toBe(again.state.bytes));
  await again.reader.remove();
  expect(again.state.kept).toBe(0);
  expect(await again.values(LINE)).not.toBeNull();
});

/** Every piece has come, and none twice. */
function expectEachOnce() {
  let at = /** @type {[number, number]} */ (sent.sort(([a], [b]) => a - b)[0])[0];
  for (const [start, end] of sent) {
    expect(start).toBe(at);
    at = end;
  }
  expect(at).toBe(part.length);
}

test('keeping waits where the host breaks off, is paused and goes on, and fetches nothing twice', async () => {
  const { cache, stored } = device();
  const opened = open(cache);
  await opened.values(LINE);
  await vi.waitFor(() => expect(stored.size).toBeGreaterThan(2));
  host = (name) => ({ offline: name === '0' });
  const keeping = opened.reader.keep();
  await vi.waitFor(() => expect(opened.state).toMatchObject({ keeping: true, trouble: 'offline' }));
  opened.reader.pause();
  await keeping;
  expect(opened.state).toMatchObject({ keeping: false });
  host = () => ({});
  // After a reload.
  const again = open(cache);
  await again.reader.keep();
  await vi.waitFor(() => expect(again.state.kept).toBe(again.state.bytes));
  expectEachOnce();
});

test('when the network is back, keeping goes on by itself', async () => {
  unplug();
  const opened = open(device().cache);
  const keeping = opened.reader.keep();
  await vi.waitFor(() => expect(opened.state).toMatchObject({ keeping: true, trouble: 'offline' }));
  host = () => ({});
  opened.reader.retry();
  await keeping;
  await vi.waitFor(() => expect(opened.state.kept).toBe(opened.state.bytes));
  expect(opened.state).toMatchObject({ status: 'ready', keeping: false, trouble: null });
});

test('a full disk, no storage, a damaged part: keeping stops and says why', async () => {
  const { cache, control, stored } = device();
  control.full = true;
  const opened = open(cache);
  await opened.reader.keep();
  expect(opened.state).toMatchObject({ keeping: false, trouble: 'full' });
  control.none = true;
  await opened.reader.keep();
  expect(opened.state).toMatchObject({ keeping: false, trouble: 'no-storage' });
  Object.assign(control, { full: false, none: false });
  host = (name) => (name === '0' ? { body: part.with(part.length - 1, 77) } : {});
  const other = open(cache);
  await other.reader.keep();
  expect(other.state).toMatchObject({ keeping: false, trouble: 'damaged' });
  host = () => ({});
  await other.reader.keep();
  expect(other.state).toMatchObject({ keeping: false, trouble: null });
  expect(stored.size).toBeGreaterThan(3);
});
