// The solver's worker: finds the exact values of a game on this device, or computes and stores them.
import init, { Solver, SolverReader, solutionName } from '../../pkg-pack/merels.js';
import { announce, beat, beatDuring, isTrap, yieldToMessages } from './heartbeat.js';
import { fetchKept, forget, save, unpack } from './solution-cache.js';

/**
 * @typedef {{ type: 'open', spec: string, extent: import('../types').Extent } | { type: 'values', id: number, line: string }} ToSolver
 * @typedef {{ type: 'listening' } | { type: 'solving', done: number } | { type: 'ready', stored: boolean }
 *   | { type: 'damaged', reason: string } | { type: 'not-kept', full: boolean } | { type: 'failed', message: string }
 *   | { type: 'values', id: number, values: import('../types').PositionValues | null }} FromSolver
 */

/** The interval between progress reports, in milliseconds. */
const REPORT = 100;

/** @type {Solver | null} */
let solver = null;

/** @param {FromSolver} message */
const post = (message) => self.postMessage(message);

/** @param {unknown} error */
function words(error) {
  // After a trap the module's memory cannot be trusted.
  if (isTrap(error)) throw error;
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} spec @param {import('../types').Extent} extent */
async function open(spec, extent) {
  const name = solutionName(spec, extent);
  const found = await find(name, spec, extent);
  if (found) {
    solver = found;
    return post({ type: 'ready', stored: true });
  }
  await solve(spec, extent);
  post({ type: 'ready', stored: false });
  try {
    await save(name, parts());
  } catch (error) {
    console.warn('The values are not stored:', words(error));
    post({
      type: 'not-kept',
      full: error instanceof DOMException && error.name === 'QuotaExceededError',
    });
  }
}

/** The stored values, if they are intact. @param {string} name @param {string} spec @param {import('../types').Extent} extent @returns {Promise<Solver | null>} */
async function find(name, spec, extent) {
  const kept = await fetchKept(name).catch((error) => {
    // They are computed again; the reason is for the log.
    console.warn('The stored values cannot be read:', words(error));
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
    post({ type: 'damaged', reason: words(error) });
    await forget(name).catch(() => {});
    return null;
  }
}

/** A single step may take seconds on a slow device. */
const alive = () => {
  if (performance.now() < beaten + REPORT) return;
  beaten = performance.now();
  beat();
};
let beaten = 0;

/** @param {string} spec @param {import('../types').Extent} extent */
async function solve(spec, extent) {
  const begun = Solver.start(spec, extent);
  solver = begun;
  let reported = 0;
  post({ type: 'solving', done: 0 });
  while (begun.step(alive)) {
    if (performance.now() - reported > REPORT) {
      reported = performance.now();
      post({ type: 'solving', done: begun.progress() });
    }
    await yieldToMessages();
  }
}

/** The values as bytes, produced on demand. @returns {ReadableStream<Uint8Array>} */
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
      if (isTrap(error))
        setTimeout(() => {
          throw error;
        });
      else
        post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
  } else {
    post({ type: 'values', id: data.id, values: solver?.values(data.line) ?? null });
  }
};

void announce();
await beatDuring(init());
post({ type: 'listening' });
