// The page's client of the engine: one worker, of which several parts of the page ask.
import { MAX_DEATHS, MAX_SILENCE } from './watchdog.ts';
import { createWorkerPort, type Job, type WorkerPort } from './worker-port.ts';
import type { Explored, SearchInfo, SearchLimits } from '../types.ts';
import type { FromWorker, ToWorker } from './engine.worker.ts';
import type { Findings, KnownTurn, Subject } from './engine.worker.ts';

type Said = Exclude<FromWorker, { type: 'ready' }>;
type Port = WorkerPort<ToWorker, Said, Open>;

/** `legal`: the only valid answers. */
export interface Question {
  line: string;
  moves: string[];
  millis: number;
  limits: SearchLimits;
  known?: KnownTurn[];
  legal?: string[];
}

/** With as many lines as were asked for. */
export interface Answer {
  move: string;
  info: SearchInfo | null;
  lines: SearchInfo[];
}

/** A turn or an analysis, what the values say of a position, or a file to load. */
interface Open extends Job<ToWorker, Said> {
  /** How long it may think, in milliseconds; null for a file, which may take any time. */
  millis: number | null;
}

/**
 * @param url of the worker's script
 * @param onRestart called when a worker is replaced while it was asked something
 */
export function createEngineClient(url: string, onRestart: () => void) {
  /** The files that every worker loads. */
  const files: Map<string, LoadedFile> = new Map();
  const port: Port = createWorkerPort<ToWorker, Said, Open>({
    url,
    hello: 'ready',
    onMessage: (message) => port.answer(idOf(message), message),
    expectAnswer() {
      const times = port.jobs().flatMap(({ millis }) => millis ?? []);
      if (times.length) return Math.max(...times) + MAX_SILENCE;
      return port.jobs().length ? Infinity : null;
    },
    first: () => [...files.values()].filter(({ refused }) => !refused),
    onDeath() {
      // A file that it was loading may have killed it.
      if (port.ready())
        for (const job of port.jobs()) if (job.millis === null) job.deaths = MAX_DEATHS;
    },
    onRestart: () => port.jobs().some(({ millis }) => millis !== null) && onRestart(),
  });

  /** What an answer belongs to. */
  function idOf(message: Said) {
    if (message.type === 'loaded') return `load ${message.name}`;
    if (message.type !== 'explored') return message.id;
    const { line, explored } = message;
    if (explored !== null && !(arrayOf(explored.placings, isObject) && isObject(explored.values)))
      throw new Error('malformed values');
    return `explore ${line}`;
  }

  const shared = {
    /** What the values that are loaded say about a position. */
    explore(line: string, tell: (explored: Explored | null) => void) {
      const job: Open = {
        id: `explore ${line}`,
        message: { type: 'explore', line },
        millis: 0,
        answer(message) {
          port.end(job);
          if (message.type === 'explored') tell(message.explored);
          return true;
        },
        fail: () => tell(null),
      };
      port.add(job);
    },
    /**
     * Has this worker and those that replace it load a file.
     * @returns false where it was refused
     */
    load: (name: string, bytes: Uint8Array): Promise<boolean> =>
      new Promise((done) => {
        const file = fileOf(name, bytes, done);
        files.set(name, file);
        port.add(file);
      }),
    /** Has the worker pause loading, or continue. */
    pauseLoading: (on: boolean) => port.post({ type: 'pause-loading', on }),
    /** The state of each file, by name. */
    files: () =>
      Object.fromEntries(
        [...files].map(([name, file]) => {
          const state = port.ready() ? 'loading' : 'waiting';
          return [name, file.refused ? 'refused' : port.jobs().includes(file) ? state : 'loaded'];
        }),
      ),
    /** Starts the worker before it is needed. */
    warm: port.start,
    /** The files that are loaded or being fetched, see loading.ts. */
    fetched: new Map() as Map<string, Promise<void>>,
  };
  const newAsker = createAskers(port);
  return {
    ...newAsker(),
    ...shared,
    /** The same worker for another part of the page. */
    share: () => ({ ...newAsker(), ...shared }),
  };
}

type LoadedFile = Open & { refused: boolean };

/** @param done gets whether it could be loaded */
function fileOf(name: string, bytes: Uint8Array, done: (loaded: boolean) => void): LoadedFile {
  const file: LoadedFile = {
    id: `load ${name}`,
    message: { type: 'load', name, bytes },
    millis: null,
    refused: false,
    answer(message) {
      if (message.type === 'loaded' && message.error !== null) file.fail(message.error);
      else done(true);
      return true;
    },
    fail(reason) {
      file.refused = true;
      done(false);
      console.warn(`The engine goes without ${name}:`, reason);
    },
  };
  return file;
}

/**
 * Parts of the page that ask. A new question replaces the one before, also of another part; each
 * part cancels only its own.
 */
function createAskers(port: Port) {
  let pending: Open | null = null;

  function cancel(question: Open | null) {
    if (!question || !port.end(question)) return;
    port.post({ type: 'cancel' });
    question.fail(new DOMException('cancelled', 'AbortError'));
  }

  return () => {
    let own: Open | null = null;

    /** @param take like a job's `answer`, but of messages that tell no failure */
    function set(
      message: ToWorker & { id: number },
      millis: number,
      reject: (reason: unknown) => void,
      take: Open['answer'],
    ) {
      cancel(pending);
      pending = own = {
        id: message.id,
        message,
        millis,
        answer(said) {
          if (said.type !== 'failed') return take(said);
          reject(new Error(said.message));
          return true;
        },
        fail: reject,
      };
      port.add(own);
    }

    return {
      /** @returns rejected with an AbortError when cancelled */
      ask: ({ legal, ...question }: Question): Promise<Answer> =>
        new Promise((resolve, reject) => {
          const message = { type: 'go' as const, id: port.nextId(), ...question };
          set(message, question.millis, reject, (said) => {
            if (said.type !== 'best') return false;
            resolve(checked(said, legal));
            return true;
          });
        }),
      /**
       * Analyses a position. A worker that replaces a dead one starts from scratch.
       * @param onFindings called about ten times a second
       * @returns settled when there is no more to find; rejected with an AbortError when cancelled
       */
      analyse: (subject: Subject, onFindings: (findings: Findings) => void): Promise<void> =>
        new Promise((resolve, reject) => {
          set({ type: 'analyse', id: port.nextId(), subject }, 0, reject, (said) => {
            if (said.type !== 'found') return false;
            arrayOf(said.findings.lines, isInfo);
            onFindings(said.findings);
            if (said.findings.done) resolve();
            return said.findings.done;
          });
        }),
      cancel: () => cancel(own),
    };
  };
}

/** Throws unless it answers with one of the legal turns. */
function checked({ move, info, lines }: Answer, legal?: string[]): Answer {
  if (typeof move !== 'string' || legal?.includes(move) === false || (info && !isInfo(info)))
    throw new Error(`not a valid answer: ${move}`);
  return { move, info, lines: arrayOf(lines, isInfo) };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isInfo = (info: any) => isObject(info?.score) && Array.isArray(info.pv);

/** Throws unless all entries pass the test. */
function arrayOf<T>(list: T[], is: (one: unknown) => boolean) {
  if (!Array.isArray(list) || !list.every(is)) throw new Error('malformed answer');
  return list;
}

export type EngineClient = Omit<ReturnType<typeof createEngineClient>, 'share'>;
