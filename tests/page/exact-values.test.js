/**
 * When exact values are wanted, where they come from, and what the state says of a pack. Workers
 * answer as a test tells them.
 */
// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExactValues } from '../../www/app/engine/exact-values.ts';
import { createLazyValues } from '../../www/app/engine/lazy-values.ts';
import { createKeeping } from '../../www/app/engine/solution.ts';
import { placed } from '../../www/app/engine/loading.ts';
import {
  createStore,
  setGame,
  setLook,
  setNotice,
  setRules,
  setSolving,
} from '../../www/app/state.ts';
import { restore } from '../../www/app/game/restore.ts';
import { core } from './core.js';
import { idleSolving } from '../../www/app/engine/solving.ts';

/** @typedef {import('../../www/app/types.ts').Packed} Packed */

/** @type {FakeWorker[]} */
let workers = [];
class FakeWorker {
  /** @type {((event: { data: unknown }) => void) | null} */
  onmessage = null;
  /** @type {((event: { message: string, preventDefault: () => void }) => void) | null} */
  onerror = null;
  /** @type {any[]} */
  posted = [];
  ended = false;
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    workers.push(this);
  }
  /** @param {unknown} message */
  postMessage(message) {
    this.posted.push(message);
  }
  terminate() {
    this.ended = true;
  }
  /** @param {any} data */
  say(data) {
    this.onmessage?.({ data });
  }
  die() {
    this.onerror?.({ message: 'killed', preventDefault() {} });
  }
}

beforeEach(() => {
  // So that a busy machine changes nothing, and nothing is left over for the next test.
  vi.useFakeTimers();
  workers = [];
  localStorage.clear();
  vi.stubGlobal('Worker', FakeWorker);
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => void vi.useRealTimers());

/** @param {string} name */
const worker = (name) =>
  /** @type {FakeWorker} */ (workers.filter(({ url, ended }) => url === name && !ended).at(-1));
const VALUES = { value: { draw: true }, counter: null, moves: [] };
/** @type {Packed} */
const READY = { status: 'ready', reason: null, bytes: 100, kept: 0, keeping: false, trouble: null };
/** Longer than the page waits before it asks. */
const rest = () => vi.advanceTimersByTimeAsync(80);

/**
 * A game of Nine, as on the first visit.
 * @param {boolean} [placed] does the test answer for the engine, which otherwise knows nothing?
 */
function begin(placed = false) {
  const store = createStore(restore(core, { chosen: 'en', current: 'en' }).state);
  /**
   * What the engine was asked about its loaded values.
   * @type {{ line: string, answer: (explored: any) => void }[]}
   */
  const explored = [];
  const pauseLoading = vi.fn();
  const engine = {
    pauseLoading,
    placed: (/** @type {string} */ _, /** @type {string} */ line) =>
      new Promise((/** @type {(values: any) => void} */ resolve) =>
        placed
          ? explored.push({ line, answer: (found) => resolve(found?.values ?? null) })
          : resolve(null),
      ),
  };
  const addresses = { solver: 'solver.js', pack: 'pack.js' };
  const { values, solution } = createExactValues(store, core, addresses, engine);
  return {
    store,
    values,
    solution: createKeeping(store, { open: async () => solution.open() }),
    explored,
    pauseLoading,
    solving: () => store.get().solving,
  };
}

test('a pack is not opened before values are wanted, and then asked for those of the position', async () => {
  const { store, solving } = begin();
  await rest();
  expect(workers).toEqual([]);
  expect(solving()).toMatchObject({ status: 'idle', pack: { status: 'idle', bytes: 60_000_000 } });
  store.update((s) => setLook(s, { values: true }));
  await rest();
  const pack = worker('pack.js');
  pack.say({ type: 'listening' });
  expect(pack.posted[0]).toMatchObject({
    type: 'open',
    keep: false,
    source: {
      name: 'nine',
      version: '00000000',
      address: expect.stringMatching(/^\w+:.*\/data\/nine-00000000\/$/),
    },
  });
  pack.say({ type: 'state', state: { ...READY, status: 'reading' } });
  expect(solving().status).toBe('reading');
  pack.say({ type: 'state', state: READY });
  expect(solving()).toMatchObject({ status: 'ready', pack: READY });
  const asked = pack.posted.find(({ type }) => type === 'ask');
  expect(asked.line).toBe(store.get().game.line);
  pack.say({ type: 'value', id: asked.id, value: { draw: true } });
  expect(store.get().exact).toEqual({ line: asked.line, values: null, value: { draw: true } });
  pack.say({ type: 'values', id: asked.id, values: VALUES });
  await rest();
  expect(store.get().exact).toEqual({ line: asked.line, values: VALUES });
});

test('while a pack that can be read has a question, the engine loads nothing', async () => {
  const { values, pauseLoading, store } = begin();
  const { line } = store.get().game;
  const asking = [values(line), values(line)];
  await rest();
  const pack = worker('pack.js');
  pack.say({ type: 'listening' });
  pack.say({ type: 'state', state: { ...READY, status: 'reading' } });
  expect(pauseLoading.mock.calls).toEqual([]);
  pack.say({ type: 'state', state: READY });
  expect(pauseLoading.mock.calls).toEqual([[true]]);
  const [first, second] = pack.posted.filter(({ type }) => type === 'ask');
  pack.say({ type: 'values', id: first.id, values: VALUES });
  await rest();
  expect(pauseLoading.mock.calls).toEqual([[true]]);
  pack.say({ type: 'values', id: second.id, values: VALUES });
  await Promise.all(asking);
  expect(pauseLoading.mock.calls).toEqual([[true], [false]]);
  // Nor does it wait for one that cannot.
  void values(line);
  await rest();
  expect(pauseLoading.mock.lastCall).toEqual([true]);
  pack.say({ type: 'state', state: { ...READY, status: 'failed' } });
  expect(pauseLoading.mock.lastCall).toEqual([false]);
});

test('without a pack the values of the first placings come from the engine', async () => {
  const { store, explored } = begin(true);
  store.update((s) => setSolving(s, idleSolving({ ...s.solving.can, pack: null })));
  store.update((s) => setLook(s, { values: true }));
  await rest();
  const { line } = store.get().game;
  expect(explored.map((question) => question.line)).toEqual([line]);
  expect(workers.filter(({ url }) => url === 'pack.js')).toEqual([]);
  explored[0]?.answer({ placings: [], values: VALUES });
  await rest();
  expect(store.get().exact).toEqual({ line, values: VALUES });
  // Of another position it may know nothing.
  const game = core.start('nine');
  game.play('d6');
  store.update((s) => setGame(s, game.state()));
  await rest();
  explored[1]?.answer(null);
  await rest();
  expect(store.get().exact).toEqual({ line: store.get().game.line, values: null });
});

test('what a pack does not know the engine may, and the other way round', async () => {
  const { values, explored, store } = begin(true);
  const { line } = store.get().game;
  const first = values(line);
  await rest();
  const pack = worker('pack.js');
  pack.say({ type: 'listening' });
  pack.say({ type: 'state', state: READY });
  const { id } = pack.posted.find(({ type }) => type === 'ask');
  pack.say({ type: 'values', id, values: null });
  explored[0]?.answer({ placings: [], values: VALUES });
  expect(await first).toEqual(VALUES);
  const second = values(line);
  await rest();
  explored[1]?.answer(null);
  pack.say({
    type: 'values',
    id: pack.posted.filter(({ type }) => type === 'ask').at(-1).id,
    values: VALUES,
  });
  expect(await second).toEqual(VALUES);
});

test('whoever asks for values opens the pack, and hears null where it fails', async () => {
  const { values, solving, store } = begin();
  const asking = values(store.get().game.line);
  await rest();
  const pack = worker('pack.js');
  pack.say({ type: 'listening' });
  pack.say({ type: 'state', state: { ...READY, status: 'failed', reason: 'missing' } });
  const { id } = pack.posted.find(({ type }) => type === 'ask');
  pack.say({ type: 'values', id, values: null });
  expect(await asking).toBeNull();
  expect(solving()).toMatchObject({ status: 'idle', pack: { reason: 'missing' } });
});

test('another position drops the question for the one before, and what was offline is asked again', async () => {
  const { store } = begin();
  store.update((s) => setLook(s, { values: true }));
  await rest();
  const pack = worker('pack.js');
  pack.say({ type: 'listening' });
  pack.say({ type: 'state', state: READY });
  await rest();
  const [first] = pack.posted.filter(({ type }) => type === 'ask');
  const game = core.start('nine');
  game.play('d6');
  store.update((s) => setGame(s, game.state()));
  await rest();
  expect(pack.posted).toContainEqual({ type: 'drop', id: first.id });
  const second = pack.posted.filter(({ type }) => type === 'ask').at(-1);
  pack.say({ type: 'state', state: { ...READY, reason: 'offline' } });
  pack.say({ type: 'values', id: second.id, values: null });
  await rest();
  expect(store.get().exact).toEqual({ line: second.line, values: null });
  dispatchEvent(new Event('online'));
  await rest();
  expect(pack.posted).toContainEqual({ type: 'retry' });
  const third = pack.posted.filter(({ type }) => type === 'ask').at(-1);
  expect(third.line).toBe(second.line);
  expect(third.id).not.toBe(second.id);
});

test('a worker that dies is replaced, asked again, and goes on keeping', async () => {
  const { store, values, solution } = begin();
  store.update((s) => setLook(s, { keeping: true }));
  await rest();
  const first = worker('pack.js');
  first.say({ type: 'listening' });
  expect(first.posted[0]).toMatchObject({ type: 'open', keep: true });
  first.say({ type: 'state', state: { ...READY, keeping: true } });
  const asking = values('a line');
  await rest();
  first.die();
  const second = worker('pack.js');
  expect(second).not.toBe(first);
  second.say({ type: 'listening' });
  expect(second.posted).toMatchObject([
    { type: 'open', keep: true },
    { type: 'ask', line: 'a line' },
  ]);
  second.say({ type: 'state', state: { ...READY, keeping: true } });
  expect(store.get().look.keeping).toBe(true);
  second.say({ type: 'values', id: second.posted[1].id, values: VALUES });
  expect(await asking).toEqual(VALUES);
  solution.pause();
  await Promise.resolve();
  expect(second.posted.at(-1)).toEqual({ type: 'pause' });
  second.say({ type: 'state', state: READY });
  expect(store.get().look.keeping).toBe(false);
});

test('a pack whose worker dies again and again is given up, and so is what it was asked', async () => {
  const { values, solving } = begin();
  const asking = values('a line');
  await rest();
  for (const rubbish of [{ moves: 'none' }, 7, {}, { moves: [] }]) {
    const pack = worker('pack.js');
    pack.say({ type: 'listening' });
    const { id } = pack.posted.find(({ type }) => type === 'ask');
    pack.say({ type: 'values', id, values: rubbish });
    expect(pack.ended).toBe(true);
  }
  expect(await asking).toBeNull();
  expect(solving().pack).toMatchObject({ status: 'failed', reason: 'broken', keeping: false });
  expect(workers.length).toBe(4);
  expect(await values('a line'), 'nor is it asked any more').toBeNull();
  expect(workers.length).toBe(4);
});

test('values whose worker dies or talks rubbish are had from another', async () => {
  const { store } = begin();
  store.update((s) =>
    setLook(setGame(setRules(s, core.rules('three')), core.start('three').state()), {
      values: true,
    }),
  );
  await rest();
  const ready = async () => {
    const solver = worker('solver.js');
    solver.say({ type: 'listening' });
    solver.say({ type: 'ready', stored: true });
    await rest();
    const asked = solver.posted.at(-1);
    expect(asked).toMatchObject({ type: 'values', line: store.get().game.line });
    return { solver, id: asked.id };
  };
  const first = await ready();
  first.solver.die();
  const second = await ready();
  second.solver.say({ type: 'values', id: second.id, values: { moves: 7 } });
  expect(second.solver.ended).toBe(true);
  expect(store.get().solving.status).toBe('solving');
  const third = await ready();
  third.solver.say({ type: 'values', id: third.id, values: VALUES });
  await rest();
  expect(store.get().exact).toEqual({ line: store.get().game.line, values: VALUES });
});

test('where all of it is there, or cannot be kept, it is not tried again after a reload', async () => {
  for (const trouble of /** @type {const} */ ([null, 'full', 'damaged'])) {
    const { store } = begin();
    store.update((s) => setLook(s, { keeping: true }));
    await rest();
    const pack = worker('pack.js');
    pack.say({ type: 'listening' });
    pack.say({ type: 'state', state: { ...READY, keeping: true } });
    pack.say({ type: 'state', state: { ...READY, kept: 100, trouble } });
    await rest();
    expect(store.get()).toMatchObject({ look: { keeping: false }, solving: { pack: { trouble } } });
    expect(pack.posted.filter(({ type }) => type === 'keep')).toEqual([]);
  }
});

test('without room it is said at once, and nothing is fetched', async () => {
  const { store, solution } = begin();
  vi.stubGlobal('navigator', {
    storage: {
      persist: async () => true,
      estimate: async () => ({ quota: 50_000_000, usage: 1_000_000 }),
    },
  });
  await solution.keep();
  await rest();
  expect(store.get()).toMatchObject({
    look: { keeping: false },
    solving: { pack: { trouble: 'full' } },
  });
  expect(workers).toEqual([]);
});

test('a game without a pack has none, and the pack of the one before is closed', async () => {
  const { store, solving } = begin();
  store.update((s) => setLook(s, { values: true }));
  await rest();
  const pack = worker('pack.js');
  pack.say({ type: 'listening' });
  pack.say({ type: 'state', state: READY });
  store.update((s) =>
    setGame(setRules(s, core.rules('morabaraba')), core.start('morabaraba').state()),
  );
  await rest();
  expect(solving()).toMatchObject({ status: 'idle', pack: null });
  expect(pack.ended).toBe(true);
});

test('that values could not be stored is said once, and only when somebody wants them', async () => {
  const { store } = begin();
  store.update((s) =>
    setLook(setGame(setRules(s, core.rules('three')), core.start('three').state()), {
      values: true,
    }),
  );
  await rest();
  const solver = worker('solver.js');
  solver.say({ type: 'listening' });
  store.update((s) => setLook(s, { values: false }));
  solver.say({ type: 'not-kept', full: true });
  expect(store.get().notice).toBeNull();
  store.update((s) => setLook(s, { values: true }));
  await rest();
  expect(store.get().notice?.text).toEqual({ key: 'notice.values.full' });
  store.update((s) => setNotice(s, null));
  solver.say({ type: 'not-kept', full: true });
  expect(store.get().notice).toBeNull();
});

test('an engine that is still reading is asked again, until it knows the position or has read all', async () => {
  /** What it says to each question; then nothing. @type {any[]} */
  let says = [null, null, { placings: [], values: VALUES }];
  let asked = 0;
  /** @type {() => void} */
  let finish = () => {};
  const engine = /** @type {any} */ ({
    fetched: new Map([
      ['nine.opening', new Promise((resolve) => (finish = () => resolve(undefined)))],
    ]),
    explore: (/** @type {string} */ _, /** @type {any} */ answer) => answer(says[asked++] ?? null),
  });
  const known = placed(engine, core, 'nine', 'a position');
  await rest();
  await rest();
  expect(await known).toEqual(VALUES);
  expect(asked).toBe(3);
  says = [];
  const later = placed(engine, core, 'nine', 'another position');
  await rest();
  finish();
  await rest();
  expect(await later).toBeNull();
  // Nor for a position that nobody looks at any more.
  const dropped = new AbortController();
  const never = placed(
    /** @type {any} */ ({ ...engine, fetched: new Map([['nine.opening', new Promise(() => {})]]) }),
    core,
    'nine',
    'a third',
    dropped.signal,
  );
  dropped.abort();
  await rest();
  expect(await never).toBeNull();
});

test('a game that is opened before the sources are loaded is known for what can be known of it', async () => {
  const store = createStore(restore(core, { chosen: 'en', current: 'en' }).state);
  const engine = { pauseLoading: vi.fn(), placed: async () => null };
  createLazyValues(store, core, { solver: 'solver.js', pack: 'pack.js' }, engine);
  expect(store.get().solving.can.extent).not.toBe('all');
  store.update((s) => setGame(setRules(s, core.rules('three')), core.start('three').state()));
  await Promise.resolve();
  expect(store.get().solving.can.extent).toBe('all');
  expect(workers).toEqual([]);
  store.update((s) => setLook(s, { values: true }));
  await vi.waitFor(() => expect(worker('solver.js')).toBeTruthy());
});
