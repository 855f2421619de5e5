/** Files of the page are fetched within bounds, whatever the host does. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchVerified } from '../../www/app/platform/fetch-verified.ts';
import { LARGEST, fetchWhole } from '../../www/app/platform/fetch-whole.ts';

const ROOT = join(import.meta.dirname, '../..');
const PIECE = new Uint8Array(100_000);

afterEach(() => void vi.useRealTimers());

/**
 * A host.
 * @param {(pull: number) => Uint8Array | null | undefined} sends the next piece; null at the end,
 *   undefined for nothing more
 * @param {ResponseInit} [init]
 */
function host(sends, init) {
  const seen = { pulls: 0, cancelled: false, options: /** @type {RequestInit} */ ({}) };
  vi.stubGlobal('fetch', async (/** @type {string} */ _, /** @type {RequestInit} */ options) => {
    seen.options = options;
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let stream;
    options.signal?.addEventListener('abort', () => {
      seen.cancelled = true;
      stream.error(options.signal?.reason);
    });
    const body = new ReadableStream({
      start: (controller) => void (stream = controller),
      pull(controller) {
        const piece = sends(seen.pulls++);
        if (piece === null) controller.close();
        else if (piece) controller.enqueue(piece);
      },
    });
    return new Response(body, init);
  });
  return seen;
}

const once = (/** @type {string} */ text) => (/** @type {number} */ pull) =>
  pull ? null : new TextEncoder().encode(text);

test('a file comes whole, with its headers', async () => {
  host(once('{"a": 1}'), { headers: { 'Content-Type': 'application/json', 'X-Other': 'too' } });
  const response = await fetchWhole('a.json');
  expect([response.ok, response.headers.get('X-Other'), await response.json()]).toEqual([
    true,
    'too',
    { a: 1 },
  ]);
});

test('a body that never ends is cut off', async () => {
  const seen = host(() => PIECE);
  await expect(fetchWhole('a')).rejects.toThrow('sends too much');
  expect(seen.cancelled).toBe(true);
  expect(seen.pulls * PIECE.length).toBeLessThan(LARGEST + 3 * PIECE.length);
});

test('a host that sends nothing more is given up, one that is slow is not', async () => {
  vi.useFakeTimers();
  const seen = host((pull) => (pull < 3 ? PIECE : undefined));
  const failed = expect(fetchWhole('a')).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(seen.cancelled).toBe(true);
  /** @type {() => void} */
  let go = () => {};
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        new ReadableStream({
          pull: (c) =>
            new Promise((resolve) => (go = () => (c.enqueue(PIECE), resolve(undefined)))),
        }),
      ),
  );
  const slow = fetchWhole('a').catch((error) => error.message);
  for (let n = 0; n < 10; n++) {
    await vi.advanceTimersByTimeAsync(50_000);
    go();
  }
  await vi.advanceTimersByTimeAsync(0);
  go();
  expect(await slow, 'after 500 s').toBe('the host sends too much');
  expect(vi.getTimerCount()).toBe(0);
});

test('a refusal is given back without its body, and whoever asks may stop', async () => {
  const seen = host(() => PIECE, { status: 404 });
  const response = await fetchWhole('a');
  expect([response.ok, response.status, await response.text()]).toEqual([false, 404, '']);
  expect(seen.pulls).toBeLessThan(3);
  const control = new AbortController();
  host(() => undefined);
  const stopped = fetchWhole('a', { signal: control.signal });
  control.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
});

test('what does not match its hash is refused; where the page cannot compare, the browser does', async () => {
  const of = (/** @type {string} */ kind) =>
    `${kind}-${createHash(kind).update('right').digest('base64')}`;
  for (const kind of ['sha256', 'sha384']) {
    host(once('right'));
    expect(await (await fetchVerified('a', { integrity: of(kind) })).text()).toBe('right');
  }
  const integrity = of('sha256');
  host(once('wrong'));
  await expect(fetchVerified('a', { integrity })).rejects.toThrow('integrity');
  host(once('gone'), { status: 404 });
  await expect(fetchVerified('a', { integrity })).rejects.toThrow('integrity');
  vi.stubGlobal('crypto', {});
  const seen = host(once('right'));
  await fetchVerified('a', { integrity });
  expect(seen.options.integrity).toBe(integrity);
});

test('every file that is fetched so is smaller than the bound', () => {
  const files = ['data', 'data/puzzles', 'www/app/i18n', 'www/app/lessons'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: folder.startsWith('www'), encoding: 'utf8' }).map(
      (name) => join(ROOT, folder, name),
    ),
  );
  const fetched = files.filter((file) => /\.(?:net|opening|txt|json)$/.test(file));
  expect(fetched.length).toBeGreaterThan(100);
  for (const file of fetched) expect(statSync(file).size, file).toBeLessThan(LARGEST);
});
