/**
 * The computer's worker and the page's end of it, joined in Node: a turn asked for, a position
 * looked into, one stopped for the other.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createEngineClient } from '../../www/app/engine/client.ts';
import { Engine } from './load.mjs';

/** @typedef {import('../../www/app/engine/engine.worker.ts').Findings} Findings */

const START = 'nine 3/3/3/6/3/3/3 w 9,9 0 1';

/** What a worker finds around itself: Node has no such thing that the page's code would know. */
const page = /** @type {any} */ ({ postMessage() {}, terminate() {} });
const worker = /** @type {any} */ ({
  postMessage: (/** @type {unknown} */ data) => queueMicrotask(() => page.onmessage({ data })),
});
page.postMessage = (/** @type {unknown} */ data) =>
  queueMicrotask(() => worker.onmessage({ data: structuredClone(data) }));
let hired = false;
/** What was fetched, by name. @type {string[]} */
const fetched = [];
Object.assign(globalThis, {
  window: globalThis,
  self: worker,
  Worker: function () {
    assert.ok(!hired, 'the worker died');
    hired = true;
    // Its first word comes when the page listens.
    setTimeout(
      () => void import(new URL('../../www/app/engine/engine.worker.ts', import.meta.url).href),
    );
    return page;
  },
  fetch: async (/** @type {URL} */ url) => {
    fetched.push(url.pathname.split('/').at(-1) ?? '');
    return new Response(readFileSync(url), {
      headers: { 'content-type': url.pathname.endsWith('.wasm') ? 'application/wasm' : '' },
    });
  },
});

// Both are one process here: there are no locks by which one could outlive the other.
Object.defineProperty(globalThis, 'navigator', { value: {} });

// An open channel would keep Node from ending.
/** @type {MessageChannel[]} */
const channels = [];
globalThis.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
};
after(() => channels.forEach(({ port1 }) => port1.close()));

const client = createEngineClient('engine.worker.js', () => {});

/**
 * Looks into a position until enough was told.
 * @param {import('../../www/app/engine/engine.worker.ts').Subject} subject
 * @param {(found: Findings) => boolean} enough
 */
async function look(subject, enough) {
  /** @type {Findings[]} */
  const all = [];
  const looking = client.analyse(subject, (found) => {
    all.push(found);
    if (enough(found)) client.cancel();
  });
  await assert.rejects(looking, { name: 'AbortError' });
  return all;
}

test('the weights are there before anything is asked', async () => {
  /** @type {Findings[]} */
  const all = [];
  await client.analyse({ line: START, moves: ['d6', 'f4'], lines: 1, depth: 1 }, (found) =>
    all.push(found),
  );
  // As by a module that has them built in.
  const engine = new Engine(1);
  engine.setPosition(START, ['d6', 'f4']);
  engine.go({ depth: 1 });
  while (!engine.step(1000));
  assert.deepEqual(all.at(-1)?.lines[0]?.score, engine.info()?.score);
  assert.deepEqual(fetched.sort(), ['merels_bg.wasm', 'nine.net']);
});

test('what is looked into is told until it is stopped', async () => {
  const moves = ['d6', 'f4', 'd2', 'b4'];
  const all = await look(
    { line: START, moves, lines: 3 },
    (found) => (found.lines[0]?.depth ?? 0) >= 5,
  );
  const last = all.at(-1);
  assert.ok(last && last.lines.length === 3 && last.nodes > 0 && last.nps > 0 && !last.done);
  assert.deepEqual(
    last.lines.map((info) => info.line),
    [1, 2, 3],
  );
  assert.ok(all.every((found, i) => found.nodes >= (all[i - 1]?.nodes ?? 0)));
  // The memory is still there when somebody walks on and back.
  await look(
    { line: START, moves: [...moves, 'b2'], lines: 1 },
    (found) => found.lines.length === 1,
  );
});

test('it ends where there is no more to find', async () => {
  /** @type {Findings[]} */
  const all = [];
  await client.analyse(
    { line: 'three W1W/3/B1B b 1,1 0 3', moves: [], lines: 9, depth: 4 },
    (found) => all.push(found),
  );
  assert.ok(all.at(-1)?.done);
  assert.equal(all.at(-1)?.lines.length, 5);
  assert.ok(all.slice(0, -1).every((found) => !found.done));
  /** @type {Findings[]} */
  const over = [];
  await client.analyse({ line: 'three WWW/BB1/3 b 0,1 0 3', moves: [], lines: 2 }, (found) =>
    over.push(found),
  );
  assert.deepEqual(
    over.map(({ lines, nodes, done }) => ({ lines, nodes, done })),
    [{ lines: [], nodes: 0, done: true }],
  );
});

test('a turn is asked for in its place, and the other way round', async () => {
  const stopped = client.analyse({ line: START, moves: [], lines: 2 }, () => {});
  const rejected = assert.rejects(stopped, { name: 'AbortError' });
  const answer = await client.ask({
    line: START,
    moves: ['d6'],
    millis: 1000,
    limits: { nodes: 500 },
  });
  await rejected;
  assert.ok(answer.info && answer.info.line === 1 && answer.move === answer.info.pv[0]);
  const asked = assert.rejects(client.ask({ line: START, moves: [], millis: 60_000, limits: {} }), {
    name: 'AbortError',
  });
  await client.analyse({ line: START, moves: ['d6'], lines: 2, depth: 2 }, () => {});
  await asked;
});

test('what cannot be read is said and leaves the worker alive', async () => {
  await assert.rejects(
    client.analyse({ line: 'nine', moves: [], lines: 2 }, () => assert.fail('it found something')),
    /./,
  );
  await assert.rejects(
    client.analyse({ line: START, moves: ['d6', 'd6'], lines: 2 }, () =>
      assert.fail('it found something'),
    ),
    /./,
  );
  await assert.rejects(
    client.analyse({ line: START, moves: [], lines: 0 }, () => assert.fail('it found something')),
    /lines/,
  );
  await client.analyse({ line: START, moves: [], lines: 1, depth: 1 }, () => {});
});
