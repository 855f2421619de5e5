/** What watches over a worker, with workers that are made up and a clock that is turned by hand. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createEngineClient } from '../../www/app/engine/client.ts';
import { createSolverClient } from '../../www/app/engine/solver-client.ts';
import { DeadWorkerError } from '../../www/app/engine/watchdog.ts';

const START = 'nine 3/3/3/6/3/3/3 w 9,9 0 1';
const QUESTION = { line: START, moves: [], millis: 1000, limits: {} };
const INFO = { line: 1, depth: 1, score: { cp: 0 }, nodes: 1, nps: 1, time: 1, pv: ['d6'] };
/** Within this the page must have noticed, in milliseconds. */
const NOTICED = 3000;

/** A worker that does what a test says. */
class Actor {
  /** @type {Actor[]} */
  static all = [];
  /** @type {any[]} */
  posted = [];
  ended = false;
  /** @type {(event: { data: any }) => void} */
  onmessage = () => {};
  /** @type {(event: any) => void} */
  onerror = () => {};
  constructor() {
    Actor.all.push(this);
  }
  /** @param {any} message */
  postMessage(message) {
    this.posted.push(message);
  }
  terminate() {
    this.ended = true;
  }
  /** @param {any} data */
  say(data) {
    this.onmessage({ data });
  }
  fail() {
    this.onerror({ message: 'unreachable', preventDefault() {} });
  }
  /** Lives for some time without a word of use. @param {number} millis */
  beat(millis) {
    for (let t = 0; t < millis; t += 250) {
      mock.timers.tick(250);
      this.say({ type: 'alive' });
    }
  }
}

/** @type {Map<string, () => void>} the locks of workers, and how they are let go */
const locks = new Map();
/** Does a worker's script come? */
let network = Promise.resolve();

Object.assign(globalThis, {
  window: globalThis,
  Worker: Actor,
  fetch: () => network.then(() => new Response('')),
});
Object.defineProperty(globalThis, 'navigator', {
  value: {
    locks: {
      request: (
        /** @type {string} */ name,
        /** @type {unknown} */ _,
        /** @type {() => void} */ then,
      ) => new Promise(() => locks.set(name, then)),
    },
  },
  configurable: true,
});
console.warn = () => {};

/** What is waited for without the clock. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

const last = () => /** @type {Actor} */ (Actor.all.at(-1));

/**
 * @param {(client: import('../../www/app/engine/client.ts').EngineClient, told: () => number) => Promise<void>}
 *   body
 */
const withClient = (body) => async () => {
  Actor.all.length = 0;
  network = Promise.resolve();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let restarted = 0;
  try {
    await body(
      createEngineClient('worker.js', () => restarted++),
      () => restarted,
    );
  } finally {
    mock.timers.reset();
  }
};

/** A worker that is there and was asked. */
function ready() {
  last().say({ type: 'alive' });
  last().say({ type: 'ready' });
  return last().posted.findLast(({ type }) => type === 'go');
}

test(
  'one that is silent, at any time, is replaced within three seconds and asked again',
  withClient(async (client, restarted) => {
    const answer = client.ask(QUESTION);
    // It does not even begin.
    mock.timers.tick(NOTICED / 2);
    await settle();
    mock.timers.tick(NOTICED / 2);
    assert.equal(restarted(), 1);
    assert.ok(Actor.all[0]?.ended);
    // It begins, and never gets its WebAssembly.
    last().say({ type: 'alive' });
    mock.timers.tick(NOTICED);
    assert.equal(restarted(), 2);
    // It is asked, and does not answer.
    assert.equal(ready().line, START);
    mock.timers.tick(NOTICED);
    assert.equal(restarted(), 3);
    const { id } = ready();
    last().say({ type: 'best', id, move: 'd6', info: INFO, lines: [INFO] });
    assert.equal((await answer).move, 'd6');
    assert.equal(Actor.all.length, 4);
  }),
);

test(
  'one whose script or WebAssembly is long in coming is waited for',
  withClient(async (client, restarted) => {
    /** @type {() => void} */
    let come = () => {};
    network = new Promise((resolve) => (come = resolve));
    const answer = client.ask(QUESTION);
    for (let i = 0; i < 60; i++) {
      mock.timers.tick(1000);
      await settle();
    }
    assert.equal(restarted(), 0);
    come();
    await settle();
    last().say({ type: 'alive' });
    last().beat(60_000);
    assert.equal(restarted(), 0);
    const { id } = ready();
    last().say({ type: 'best', id, move: 'd6', info: null, lines: [] });
    await answer;
  }),
);

test(
  'one that beats but never answers is replaced when its time is over',
  withClient(async (client, restarted) => {
    const answer = client.ask(QUESTION);
    ready();
    last().beat(QUESTION.millis + NOTICED);
    assert.equal(restarted(), 1);
    const looking = assert.rejects(
      client.analyse({ line: START, moves: [], lines: 1 }, () => {}),
      { name: 'AbortError' },
    );
    await assert.rejects(answer, { name: 'AbortError' });
    ready();
    last().beat(NOTICED);
    assert.equal(restarted(), 2);
    client.cancel();
    await looking;
  }),
);

test(
  'one that was ended is noticed at once, by its lock',
  withClient(async (client, restarted) => {
    const answer = client.ask(QUESTION);
    last().say({ type: 'alive', lock: 'a' });
    locks.get('a')?.();
    assert.equal(restarted(), 1);
    last().say({ type: 'alive', lock: 'b' });
    const { id } = ready();
    last().say({ type: 'best', id, move: 'd6', info: null, lines: [] });
    await answer;
    // Where nothing is wanted nobody is disturbed.
    locks.get('b')?.();
    assert.equal(restarted(), 1);
    const next = client.ask(QUESTION);
    assert.equal(Actor.all.length, 3);
    client.cancel();
    await assert.rejects(next, { name: 'AbortError' });
  }),
);

for (const [what, rubbish] of /** @type {[string, (id: number) => unknown][]} */ ([
  ['nothing', () => null],
  ['a number', () => 7],
  ['no known kind', () => ({ type: 'nonsense' })],
  ['an answer without a turn', (id) => ({ type: 'best', id, info: null, lines: [] })],
  ['a turn that is none', (id) => ({ type: 'best', id, move: {}, info: null, lines: [] })],
  [
    'a turn that is not legal',
    (id) => ({ type: 'best', id, move: 'a7-g1', info: null, lines: [] }),
  ],
  ['an answer without lines', (id) => ({ type: 'best', id, move: 'd6', info: null })],
  ['lines that are none', (id) => ({ type: 'best', id, move: 'd6', info: null, lines: [null] })],
  ['a score that is none', (id) => ({ type: 'best', id, move: 'd6', info: { pv: [] }, lines: [] })],
  [
    'an answer to what was never asked',
    () => ({ type: 'best', id: 99, move: 'd6', info: null, lines: [] }),
  ],
  ['an answer to nothing', () => ({ type: 'best', move: 'd6', info: null, lines: [] })],
]))
  test(
    `one that says rubbish (${what}) is replaced at once and asked again`,
    withClient(async (client, restarted) => {
      const answer = client.ask({ ...QUESTION, legal: ['d6', 'a1'] });
      last().say(rubbish(ready().id));
      assert.equal(restarted(), 1);
      const { id } = ready();
      last().say({ type: 'best', id, move: 'a1', info: INFO, lines: [INFO] });
      assert.equal((await answer).move, 'a1');
    }),
  );

test(
  'after four deaths it is given up, and the next question begins anew',
  withClient(async (client, restarted) => {
    const answer = client.ask(QUESTION);
    for (let i = 0; i < 4; i++) {
      ready();
      last().fail();
    }
    await assert.rejects(answer, DeadWorkerError);
    assert.equal(restarted(), 3);
    const next = client.ask(QUESTION);
    const { id } = ready();
    last().say({ type: 'best', id, move: 'd6', info: null, lines: [] });
    await next;
  }),
);

test(
  'one that is to load a file is hired for it, has time to load while it lives, and is given up where it cannot',
  withClient(async (client, restarted) => {
    const loaded = client.load('a', new Uint8Array(1));
    assert.equal(Actor.all.length, 1);
    ready();
    assert.equal(last().posted.at(-1).type, 'load');
    last().beat(60_000);
    last().say({ type: 'loaded', name: 'a', error: null });
    assert.equal(await loaded, true);
    // Then it may be silent.
    mock.timers.tick(60_000);
    assert.equal(Actor.all.length, 1);
    // It falls silent over another: that is not tried again.
    const other = client.load('b', new Uint8Array(1));
    mock.timers.tick(NOTICED);
    assert.equal(await other, false);
    assert.equal(restarted(), 0);
    // None of those that follow even begins.
    const third = client.load('c', new Uint8Array(1));
    for (let i = 0; i < 4; i++) {
      last().say({ type: 'alive' });
      last().fail();
    }
    assert.equal(await third, false);
    assert.deepEqual(client.files(), { a: 'loaded', b: 'refused', c: 'refused' });
    const { length } = Actor.all;
    mock.timers.tick(60_000);
    assert.equal(Actor.all.length, length);
  }),
);

test(
  'who asks the explorer is answered by the next one, or told that nothing is known',
  withClient(async (client) => {
    /** @type {unknown[]} */
    const told = [];
    const explored = { placings: [{}], values: {} };
    client.explore(START, (found) => told.push(found));
    ready();
    mock.timers.tick(NOTICED);
    ready();
    assert.deepEqual(last().posted.at(-1), { type: 'explore', line: START });
    // Two parts of the page may ask at once, about one position or two.
    const other = 'six 3/3/4/3/3 w 6,6 0 1';
    client.explore(START, (found) => told.push(found));
    client.explore(other, (found) => told.push(['other', found]));
    last().say({ type: 'explored', line: START, explored });
    assert.deepEqual(told, [explored, explored]);
    last().say({ type: 'explored', line: START, explored });
    last().say({ type: 'explored', line: other, explored: null });
    assert.deepEqual(told, [explored, explored, ['other', null]]);
    client.explore(START, (found) => told.push(found));
    for (let i = 0; i < 4; i++) {
      ready();
      last().fail();
    }
    assert.deepEqual(told.slice(3), [null]);
  }),
);

test(
  'a page that has slept does not blame the worker',
  withClient(async (client, restarted) => {
    const answer = client.ask(QUESTION);
    const { id } = ready();
    // Time goes on, no timer does; then the first of them rings.
    mock.timers.setTime(Date.now() + 3_600_000);
    mock.timers.tick(NOTICED);
    assert.equal(restarted(), 0);
    mock.timers.tick(NOTICED);
    assert.equal(restarted(), 1);
    assert.notEqual(ready().id, undefined);
    last().say({ type: 'best', id, move: 'd6', info: null, lines: [] });
    await answer;
  }),
);

test('values are asked of another worker where one dies, and done without where all do', async () => {
  Actor.all.length = 0;
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  /** @type {string[]} */
  const told = [];
  const client = createSolverClient('solver.js', (message) => told.push(message.type));
  const begin = () => {
    last().say({ type: 'alive' });
    last().say({ type: 'listening' });
    assert.deepEqual(last().posted[0], { type: 'open', spec: 'three', extent: 'all' });
  };
  try {
    client.open('three', 'all');
    begin();
    last().say({ type: 'ready', stored: true });
    const silent = client.values(START);
    mock.timers.tick(NOTICED);
    assert.equal(await silent, null, 'nobody waits for one that is silent');
    begin();
    last().say({ type: 'ready', stored: true });
    const rubbish = client.values(START);
    last().say({ type: 'values', id: last().posted.at(-1).id, values: { moves: 'none' } });
    assert.equal(await rubbish, null);
    begin();
    last().say({ type: 'ready', stored: true });
    const asked = client.values(START);
    last().say({
      type: 'values',
      id: last().posted.at(-1).id,
      values: { value: { draw: true }, moves: [] },
    });
    assert.deepEqual(await asked, { value: { draw: true }, moves: [] });
    // A long step of its work is none of its faults; one that fails in it twice has found no room,
    // and need not try again.
    client.open('three', 'all');
    begin();
    mock.timers.tick(10_000);
    assert.ok(!last().ended);
    last().fail();
    begin();
    last().fail();
    assert.equal(told.at(-1), 'failed');
    assert.equal(await client.values(START), null);
  } finally {
    mock.timers.reset();
  }
});
