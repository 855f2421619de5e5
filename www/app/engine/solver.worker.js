// The thread that knows: finds the exact values of a game on this device, or computes and keeps them.
import init, { Solver, SolverReader, solutionName } from '../../pkg/merels.js';
import { beat, beatDuring, isTrap, live } from './heartbeat.js';
import { fetchKept, forget, keep, unpack } from './solution-cache.js';

/**
 * @typedef {{ type: 'open', spec: string, extent: import('../types').Extent } | { type: 'values', id: number, line: string }} ToSolver
 * @typedef {{ type: 'listening' } | { type: 'solving', done: number } | { type: 'ready', stored: boolean }
 *   | { type: 'damaged', reason: string } | { type: 'not-kept', full: boolean } | { type: 'failed', message: string }
 *   | { type: 'values', id: number, values: import('../types').PositionValues | null }} FromSolver
 */

/** How often it says how far it is, in milliseconds. */
const BEAT = 100;

/** @type {Solver | null} */
let solver = null;

/** @param {FromSolver} message */
const tell = (message) => self.postMessage(message);

/** @param {unknown} error */
function words(error) {
  // The module's memory cannot be trusted any more.
  if (isTrap(error)) throw error;
  return error instanceof Error ? error.message : String(error);
}

/** Lets messages in. */
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });

/** @param {string} spec @param {import('../types').Extent} extent */
async function open(spec, extent) {
  const name = solutionName(spec, extent);
  const found = await find(name, spec, extent);
  if (found) {
    solver = found;
    return tell({ type: 'ready', stored: true });
  }
  await solve(spec, extent);
  tell({ type: 'ready', stored: false });
  try {
    await keep(name, parts());
  } catch (error) {
    console.warn('The values are not kept:', words(error));
    tell({ type: 'not-kept', full: error instanceof DOMException && error.name === 'QuotaExceededError' });
  }
}

/** What was kept, if it is whole. @param {string} name @param {string} spec @param {import('../types').Extent} extent @returns {Promise<Solver | null>} */
async function find(name, spec, extent) {
  const kept = await fetchKept(name).catch((error) => {
    // They can be computed again, but not that nobody knows why.
    console.warn('The kept values cannot be read:', words(error));
    return null;
  });
  if (!kept) return null;
  try {
    const reader = SolverReader.start(spec, extent);
    const stream = unpack(kept).getReader();
    for (;;) {
      const { done, value } = await stream.read();
      if (done) break;
      reader.push(value);
    }
    return reader.finish();
  } catch (error) {
    tell({ type: 'damaged', reason: words(error) });
    await forget(name).catch(() => {});
    return null;
  }
}

/** A single step may take seconds on a slow device. */
const alive = () => {
  if (performance.now() < beaten + BEAT) return;
  beaten = performance.now();
  beat();
};
let beaten = 0;

/** @param {string} spec @param {import('../types').Extent} extent */
async function solve(spec, extent) {
  const begun = Solver.start(spec, extent);
  solver = begun;
  let told = 0;
  tell({ type: 'solving', done: 0 });
  while (begun.step(alive)) {
    if (performance.now() - told > BEAT) {
      told = performance.now();
      tell({ type: 'solving', done: begun.progress() });
    }
    await breathe();
  }
}

/** The values as bytes, made only as fast as they are taken. @returns {ReadableStream<Uint8Array>} */
function parts() {
  let part = 0;
  return new ReadableStream({
    pull(controller) {
      const bytes = solver?.part(part++);
      if (bytes) controller.enqueue(bytes);
      else controller.close();
    },
  });
}

self.onmessage = (/** @type {MessageEvent<ToSolver>} */ { data }) => {
  if (data.type === 'open') {
    beatDuring(open(data.spec, data.extent)).catch((error) => {
      if (isTrap(error)) setTimeout(() => { throw error; });
      else tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
  } else {
    tell({ type: 'values', id: data.id, values: solver?.values(data.line) ?? null });
  }
};

void live();
await beatDuring(init());
tell({ type: 'listening' });
