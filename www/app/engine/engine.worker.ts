// The engine's worker: searches in slices, so that no message waits for more than a few
// milliseconds.
import init, { Engine } from '../../pkg/merels.js';
import { fetchWhole } from '../platform/fetch-whole.ts';
import { BEAT, announce, beat, beatDuring, isTrap } from './heartbeat.ts';
import type { Explored, MoveValue, SearchInfo, SearchLimits } from '../types.ts';

/** How long a slice should take, in milliseconds. */
const SLICE = 10;
/**
 * While it searches and loads at once, a slice of loading is this many times longer: what it loads
 * counts for more.
 */
const EAGER = 3;
/** Between two reports of an analysis, in milliseconds. */
const REPORT = 100;
const HASH_MEGABYTES = 16;
/** Their names among the files. */
const WEIGHTS = 'nine.net';
const OPENING = /\.opening$/;
/** How long the first answer waits for the weights of Nine Men's Morris, in milliseconds. */
const WAIT = 3000;

/** A position to analyse: the game's starting position and the moves from there. */
export interface Subject {
  line: string;
  moves: string[];
  /** The number of lines (MultiPV). */
  lines: number;
  /** The maximum depth in plies; unlimited if omitted. */
  depth?: number;
  /** The exact values of the moves, if known. */
  known?: KnownTurn[];
}

/** A turn with its exact value. */
export type KnownTurn = Pick<MoveValue, 'text' | 'value'>;

/** The results of an analysis so far. */
export interface Findings {
  /**
   * The best first, numbered from 1; fewer than requested if there are fewer moves, none if the
   * game is over.
   */
  lines: SearchInfo[];
  /** Positions visited, in total and per second. */
  nodes: number;
  nps: number;
  /** Is the analysis complete? */
  done: boolean;
}

export interface Go {
  type: 'go';
  id: number;
  line: string;
  moves: string[];
  millis: number;
  limits: SearchLimits;
  known?: KnownTurn[];
}

export interface Analyse {
  type: 'analyse';
  id: number;
  subject: Subject;
}

export type ToWorker =
  | Go
  | Analyse
  | { type: 'cancel' }
  | { type: 'explore'; line: string }
  | { type: 'load'; name: string; bytes: Uint8Array }
  | { type: 'pause-loading'; on: boolean };
export type FromWorker =
  | { type: 'ready' }
  | { type: 'loaded'; name: string; error: string | null }
  | { type: 'explored'; line: string; explored: Explored | null }
  | { type: 'best'; id: number; move: string; info: SearchInfo | null; lines: SearchInfo[] }
  | { type: 'found'; id: number; findings: Findings }
  | { type: 'failed'; id: number; message: string };

let engine: Engine | null = null;
/**
 * What it searches: a turn to play, for which the engine keeps the time, or it analyses, and
 * reported last at `reported`.
 */
let task: {
  id: number;
  go: () => void;
  begun: number;
  analyses: boolean;
  reported: number;
} | null = null;
/** The start of the game that the transposition table is of. */
let start = '';
/** Does the transposition table hold an analysis? A level must not play by it. */
let deep = false;
/** When the last heartbeat was sent. */
let beaten = -Infinity;
/** Nodes of a slice, adjusted to its time. */
let nodes = 2000;

/** Decoded values of the first placings; loaded with them. */
let cache: typeof import('./opening-cache.ts') | null = null;

/** A file to load, and its values if they were decoded before. */
interface Part {
  name: string;
  bytes: Uint8Array;
  values?: Uint8Array | null;
}

/** Files to load one after the other, between searches and during an analysis. */
const files: Part[] = [];
/** How many steps of the first of them are done; null before it is begun with. */
let steps: number | null = null;
/** Continues loading; null while it is not paused. */
let resume: (() => void) | null = null;

const { port1, port2 } = new MessageChannel();
let waiting = false;
port1.onmessage = () => {
  waiting = false;
  if (task) slice();
  // An analysis leaves time to load.
  if (!resume && (task === null || task.analyses)) loadSlice();
};

/** Runs the next slice once the messages in the queue were handled. */
function schedule() {
  if (waiting) return;
  waiting = true;
  port2.postMessage(0);
}

const post = (message: FromWorker) => self.postMessage(message);

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === 'cancel') stop();
  else if (message.type === 'load') void loadPart(message);
  else if (message.type === 'explore') explore(message.line);
  else if (message.type === 'pause-loading') pauseLoading(message.on);
  else if (message.type === 'go')
    begin(message.id, message, message.limits, message.millis, message.known);
  else if (message.type === 'analyse') {
    const { lines, depth, known } = message.subject;
    begin(
      message.id,
      message.subject,
      depth === undefined ? { lines } : { lines, depth },
      null,
      known,
    );
  }
};

/**
 * @param millis until it answers with a turn; null for an analysis, which reports until it is
 *   stopped
 * @param known exact values of turns
 */
function begin(
  id: number,
  { line, moves }: { line: string; moves: string[] },
  limits: SearchLimits,
  millis: number | null,
  known?: KnownTurn[],
) {
  task = null;
  try {
    engine ??= new Engine(HASH_MEGABYTES);
    engine.setPosition(line, moves);
    // Entries of other rules would be taken for valid.
    if (line !== start || (deep && limits.level !== undefined)) {
      engine.clear();
      deep = false;
    }
    start = line;
    deep ||= millis === null;
    const begun = performance.now();
    const go = () => {
      const left = millis && Math.max(1, Math.round(begun + millis - performance.now()));
      engine?.go(left ? { ...limits, movetime: left } : limits);
      if (known) engine?.know(known);
    };
    go();
    task = { id, go, begun, analyses: millis === null, reported: -Infinity };
    schedule();
  } catch (error) {
    fail(id, error);
  }
}

/** @param now in milliseconds */
function beatIfDue(now: number) {
  if (now - beaten < BEAT) return;
  beaten = now;
  beat();
}

function pauseLoading(on: boolean) {
  resume?.();
  resume = null;
  // The page takes silence for death.
  if (on) void beatDuring(new Promise((resolve) => (resume = () => resolve(undefined))));
  else if (files.length) schedule();
}

/** Without a search there is time to load. */
function stop() {
  task = null;
  if (files.length) schedule();
}

/** Answers with what the loaded values say about a position; null for one that is not legal. */
function explore(line: string) {
  let explored: Explored | null = null;
  try {
    explored = engine?.explore(line) ?? null;
  } catch (error) {
    if (isTrap(error)) throw error;
    console.warn(error);
  }
  post({ type: 'explored', line, explored });
}

async function loadPart({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const placings = OPENING.test(name);
  if (placings) cache ??= await import('./opening-cache.ts').catch(() => null);
  load({ name, bytes, values: placings ? await cache?.fetchOpening(name) : null });
}

function load(part: Part) {
  files.push(part);
  schedule();
}

function loadSlice() {
  const file = files[0];
  if (!file) return;
  try {
    engine ??= new Engine(HASH_MEGABYTES);
    if (steps === null) engine.load(file.bytes, file.values);
    steps ??= 0;
    const end = performance.now() + SLICE * (task ? EAGER : 1);
    while (performance.now() < end) {
      if (!engine.loadStep()) {
        // A search that began without it starts again.
        task?.go();
        if (OPENING.test(file.name) && steps > 0)
          cache?.keepOpening(file.name, engine.openingValues());
        return loaded(null);
      }
      steps++;
    }
    beatIfDue(end);
    schedule();
  } catch (error) {
    loaded(error);
  }
}

/** @param error what was wrong with it, or null */
function loaded(error: unknown) {
  const file = files.shift();
  steps = null;
  if (isTrap(error)) throw error;
  const reason = error === null ? null : error instanceof Error ? error.message : String(error);
  if (file) post({ type: 'loaded', name: file.name, error: reason });
  if (files.length) schedule();
}

function slice() {
  if (!task || !engine) return;
  const { id } = task;
  try {
    const begun = performance.now();
    const finished = engine.step(nodes);
    const now = performance.now();
    // Toward slices of the right length, but never by more than a factor of two.
    const took = Math.max(0.05, now - begun);
    nodes = Math.round(
      Math.min(2_000_000, Math.max(200, nodes * Math.min(2, Math.max(0.5, SLICE / took)))),
    );
    if (task.analyses) {
      if (finished || now - task.reported >= REPORT) {
        task.reported = now;
        const visited = engine.nodes();
        const nps = Math.round((visited / Math.max(1, now - task.begun)) * 1000);
        post({
          type: 'found',
          id,
          findings: { lines: engine.lines(), nodes: visited, nps, done: finished },
        });
      }
      if (finished) return stop();
    } else if (finished) {
      stop();
      const move = engine.bestMove();
      if (move === null) throw new Error('the computer found no move');
      post({ type: 'best', id, move, info: engine.info(), lines: engine.lines() });
      return;
    }
    beatIfDue(now);
    schedule();
  } catch (error) {
    fail(id, error);
  }
}

function fail(id: number, error: unknown) {
  stop();
  // After a trap the module's memory cannot be trusted: the page starts another worker.
  if (isTrap(error)) throw error;
  post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
}

/** Is it answering? Until then, weights can be loaded at once. */
let ready = false;

/**
 * Fetches the weights of Nine Men's Morris, without which every level would be weaker. They are not
 * part of the WebAssembly, so that the page opens sooner. Tries again when the network is back.
 */
async function loadWeights(): Promise<void> {
  try {
    const response = await fetchWhole(new URL('../../../data/nine.net', import.meta.url));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    await started;
    load({ name: WEIGHTS, bytes });
    while (!ready && files.length) loadSlice();
  } catch (error) {
    if (isTrap(error)) throw error;
    console.warn('The computer plays without its weights, which cannot be fetched:', error);
    self.addEventListener('online', () => void loadWeights(), { once: true });
  }
}

// The WebAssembly may take long to load.
void announce();
const started = beatDuring(init());
const weights = loadWeights();
await started;
await beatDuring(Promise.race([weights, new Promise((resolve) => setTimeout(resolve, WAIT))]));
ready = true;
post({ type: 'ready' });
