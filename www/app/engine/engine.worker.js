// The computer's thread: searches in slices, so that a message is never kept waiting for more than a few milliseconds.
import init, { Engine, Explorer } from '../../pkg/merels.js';
import { BEAT, beat, beatDuring, isTrap, live } from './heartbeat.js';

/** How long a slice should take, in milliseconds. */
const SLICE = 10;
/** Where it loads and thinks at once, a slice of loading is longer by this factor: what it loads counts for more. */
const EAGER = 3;
/** How often it tells what it has found, in milliseconds. */
const NEWS = 100;
const HASH_MEGABYTES = 16;

/**
 * @typedef {{ type: 'go', id: number, line: string, moves: string[], millis: number, limits: import('../types').SearchLimits, only?: string[] }} Go
 * @typedef {{ type: 'analyse', id: number, subject: import('../types').Subject }} Analyse
 * @typedef {Go | Analyse | { type: 'cancel' } | { type: 'explore', line: string } | { type: 'load', name: string, bytes: Uint8Array }} ToWorker
 * @typedef {{ type: 'ready' }
 *   | { type: 'loaded', name: string, error: string | null }
 *   | { type: 'explored', line: string, placings: import('../types').ExplorerPlacing[] | null }
 *   | { type: 'best', id: number, move: string, info: import('../types').SearchInfo | null, lines: import('../types').SearchInfo[] }
 *   | { type: 'found', id: number, findings: import('../types').Findings }
 *   | { type: 'failed', id: number, message: string }} FromWorker
 */

/** @type {Engine | null} */
let engine = null;
/** What it tells of first placings. @type {Explorer | null} */
let explorer = null;
/** What it thinks about: until `end` a turn to play, without one something to look into, of which it last told at `told`. */
/** @type {{ id: number, limits: import('../types').SearchLimits, begun: number, end: number | null, told: number } | null} */
let task = null;
/** How the game began that the engine's memory is of. */
let start = '';
/** Is what was found without limits in its memory? A level is not to play by that. */
let deep = false;
/** When it last said that it is alive. */
let shown = -Infinity;
/** Nodes a slice; found by measuring. */
let nodes = 2000;

/** The files to load, one after the other: between its tasks, and while it looks into something. @type {{ name: string, bytes: Uint8Array }[]} */
const files = [];
/** Has it begun the first of them? */
let begun = false;

const { port1, port2 } = new MessageChannel();
let waiting = false;
port1.onmessage = () => {
  waiting = false;
  if (task) slice();
  // What is only looked into leaves time to load.
  if (task === null || task.end === null) loadSlice();
};

/** As soon as the messages that have come have been heard. */
function goOn() {
  if (waiting) return;
  waiting = true;
  port2.postMessage(0);
}

/** @param {FromWorker} message */
const tell = (message) => self.postMessage(message);

self.onmessage = (/** @type {MessageEvent<ToWorker>} */ event) => {
  const message = event.data;
  if (message.type === 'cancel') rest();
  else if (message.type === 'load') load(message);
  else if (message.type === 'explore') explore(message.line);
  else if (message.type === 'go') begin(message.id, message, message.limits, message.millis, message.only);
  else if (message.type === 'analyse') {
    const { lines, depth } = message.subject;
    begin(message.id, message.subject, depth === undefined ? { lines } : { lines, depth }, null);
  }
};

/**
 * @param {number} id
 * @param {{ line: string, moves: string[] }} game
 * @param {import('../types').SearchLimits} limits
 * @param {number | null} millis until it answers with a turn; null where it tells what it finds until it is stopped
 * @param {string[]} [only]
 */
function begin(id, { line, moves }, limits, millis, only) {
  task = null;
  try {
    engine ??= new Engine(HASH_MEGABYTES);
    engine.setPosition(line, moves);
    // What was found by other rules would be taken for true.
    if (line !== start || (deep && limits.level !== undefined)) {
      engine.clear();
      deep = false;
    }
    start = line;
    deep ||= millis === null;
    engine.go(limits);
    if (only) engine.keepOnly(only);
    const begun = performance.now();
    task = { id, limits, begun, end: millis === null ? null : begun + millis, told: -Infinity };
    goOn();
  } catch (error) {
    fail(id, error);
  }
}

/** Says now and then that it is alive. @param {number} now in milliseconds */
function showLife(now) {
  if (now - shown < BEAT) return;
  shown = now;
  beat();
}

/** Without a task there is time to load. */
function rest() {
  task = null;
  if (files.length) goOn();
}

/** Tells what is known of a position's turns: from the explorer's own file, or from values that were loaded. @param {string} line */
function explore(line) {
  tell({ type: 'explored', line, placings: explorer?.explore(line) ?? engine?.explore(line) ?? null });
}

/** @param {{ name: string, bytes: Uint8Array }} part */
function load({ name, bytes }) {
  if (name.endsWith('.explorer')) return loadExplorer(name, bytes);
  files.push({ name, bytes });
  goOn();
}

/** The explorer is read at once. @param {string} name @param {Uint8Array} bytes */
function loadExplorer(name, bytes) {
  try {
    explorer = new Explorer(bytes);
    tell({ type: 'loaded', name, error: null });
  } catch (error) {
    if (isTrap(error)) throw error;
    tell({ type: 'loaded', name, error: error instanceof Error ? error.message : String(error) });
  }
}

function loadSlice() {
  const file = files[0];
  if (!file) return;
  try {
    engine ??= new Engine(HASH_MEGABYTES);
    if (!begun) engine.load(file.bytes);
    begun = true;
    const end = performance.now() + SLICE * (task ? EAGER : 1);
    while (performance.now() < end)
      if (!engine.loadStep()) {
        // A search that has begun without it begins again.
        if (task) engine.go(task.limits);
        return loaded(null);
      }
    showLife(end);
    goOn();
  } catch (error) {
    loaded(error);
  }
}

/** @param {unknown} error what was wrong with it, or null */
function loaded(error) {
  const file = files.shift();
  begun = false;
  if (isTrap(error)) throw error;
  const reason = error === null ? null : error instanceof Error ? error.message : String(error);
  if (file) tell({ type: 'loaded', name: file.name, error: reason });
  if (files.length) goOn();
}

function slice() {
  if (!task || !engine) return;
  const { id } = task;
  try {
    const begun = performance.now();
    const finished = engine.step(nodes);
    const now = performance.now();
    // Toward slices of the right length, without jumping on one odd measurement.
    const took = Math.max(0.05, now - begun);
    nodes = Math.round(Math.min(2_000_000, Math.max(200, nodes * Math.min(2, Math.max(0.5, SLICE / took)))));
    if (task.end === null) {
      if (finished || now - task.told >= NEWS) {
        task.told = now;
        const visited = engine.nodes();
        const nps = Math.round((visited / Math.max(1, now - task.begun)) * 1000);
        tell({ type: 'found', id, findings: { lines: engine.lines(), nodes: visited, nps, done: finished } });
      }
      if (finished) return rest();
    } else if (finished || now >= task.end) {
      rest();
      const move = engine.bestMove();
      if (move === null) throw new Error('the computer found no move');
      tell({ type: 'best', id, move, info: engine.info(), lines: engine.lines() });
      return;
    }
    showLife(now);
    goOn();
  } catch (error) {
    fail(id, error);
  }
}

/** @param {number} id @param {unknown} error */
function fail(id, error) {
  rest();
  // The module's memory cannot be trusted: let the page start another worker.
  if (isTrap(error)) throw error;
  tell({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
}

// The WebAssembly may be long in coming.
void live();
await beatDuring(init());
tell({ type: 'ready' });
