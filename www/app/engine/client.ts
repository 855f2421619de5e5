// The page's client of the engine: one worker, which is replaced where it dies and asked again.
import {
  MAX_DEATHS,
  MAX_SILENCE,
  NoWorkerError,
  startWorker,
  type WatchedWorker,
} from './watchdog.ts';
import type { Explored, Findings, KnownTurn, SearchInfo, SearchLimits, Subject } from '../types.ts';
import type { Analyse, FromWorker as Message, Go } from './engine.worker.ts';

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

type Task = Go | Analyse;
/** `answer` returns whether the question is answered. */
interface Pending {
  task: Task;
  deaths: number;
  millis: number;
  answer: (message: Message) => boolean;
  reject: (error: Error) => void;
}

/**
 * @param url of the worker's script
 * @param onRestart called when a worker is replaced while it was asked something
 */
export function createEngineClient(url: string, onRestart: () => void) {
  let worker: WatchedWorker | null = null;
  let ready = false;
  let pending: Pending | null = null;
  let ids = 0;
  /** Open questions about the values that are loaded. */
  let exploring: { line: string; deaths: number; answer: (explored: Explored | null) => void }[] =
    [];
  /** The files that every worker loads, by name; `done` gets whether it could. */
  const files: Map<
    string,
    {
      bytes: Uint8Array;
      deaths: number;
      done: (loaded: boolean) => void;
      state: 'waiting' | 'loading' | 'loaded' | 'refused';
    }
  > = new Map();
  const isLoading = () =>
    [...files.values()].some(({ state }) => state === 'waiting' || state === 'loading');

  function start() {
    ready = false;
    worker = startWorker(url, onMessage, replace);
    watch();
  }

  /** Starting and loading may take any time, as long as its heartbeat goes on. */
  function watch() {
    if (ready && (pending || exploring.length))
      worker?.expectAnswer((pending?.millis ?? 0) + MAX_SILENCE);
    else worker?.expectAnswer(pending || exploring.length || isLoading() ? Infinity : null);
  }

  function replace(reason: unknown) {
    worker = null;
    console.warn('The engine’s worker is replaced:', reason);
    const none = reason instanceof NoWorkerError;
    // A file that it was loading may have killed it.
    for (const [name, file] of files)
      if (
        none ||
        file.state === 'loading' ||
        (file.state === 'waiting' && ++file.deaths >= MAX_DEATHS)
      )
        refuse(name, 'deadly');
    answer((question) => none || ++question.deaths >= MAX_DEATHS, null);
    if (pending && (none || ++pending.deaths >= MAX_DEATHS)) {
      const { reject } = pending;
      pending = null;
      reject(none ? reason : new Error('the engine’s worker died again and again'));
    }
    if (pending || exploring.length) onRestart();
    else if (!isLoading()) return;
    start();
  }

  function onMessage(message: Message) {
    if (message.type === 'ready') {
      ready = true;
      for (const name of files.keys()) load(name);
      send();
    } else if (message.type === 'explored') {
      const { explored } = message;
      if (explored !== null && !(arrayOf(explored.placings, isObject) && isObject(explored.values)))
        throw new Error('malformed values');
      answer(({ line }) => line === message.line, explored);
      watch();
    } else if (message.type === 'loaded') {
      const file = files.get(message.name);
      if (message.error !== null) refuse(message.name, message.error);
      else if (file) {
        file.state = 'loaded';
        file.done(true);
      }
      watch();
    } else if (!(message.id <= ids)) throw new Error('an answer without a question');
    else if (message.id === pending?.task.id) {
      const { answer, reject } = pending;
      if (message.type === 'failed') {
        pending = null;
        reject(new Error(message.message));
      } else if (answer(message)) {
        // The answer may have led to another question.
        if (pending?.task.id === message.id) pending = null;
      }
      watch();
    }
  }

  function load(name: string) {
    const file = files.get(name);
    if (!file || file.state === 'refused' || !worker || !ready) return;
    file.state = 'loading';
    worker.post({ type: 'load', name, bytes: file.bytes });
  }

  function refuse(name: string, reason: string) {
    const file = files.get(name);
    if (file) file.state = 'refused';
    file?.done(false);
    console.warn(`The engine goes without ${name}:`, reason);
  }

  /** Sends the open questions, once the worker is ready. */
  function send() {
    if (!worker) start();
    if (ready && pending) worker?.post(pending.task);
    if (ready) for (const { line } of exploring) worker?.post({ type: 'explore', line });
    watch();
  }

  /** Answers questions about values. */
  function answer(
    which: (question: (typeof exploring)[number]) => boolean,
    explored: Explored | null,
  ) {
    const answered = exploring.filter(which);
    exploring = exploring.filter((question) => !answered.includes(question));
    for (const question of answered) question.answer(explored);
  }

  function cancel() {
    if (!pending) return;
    const { reject } = pending;
    pending = null;
    watch();
    worker?.post({ type: 'cancel' });
    reject(new DOMException('cancelled', 'AbortError'));
  }

  /**
   * A part of the page that asks. A new question replaces the one before, also of another part;
   * each part cancels only its own.
   */
  function createAsker() {
    let own: Pending | null = null;

    function set(next: Pending) {
      cancel();
      pending = own = next;
      send();
    }

    return {
      /** @returns rejected with an AbortError when cancelled */
      ask({ legal, ...question }: Question): Promise<Answer> {
        return new Promise((resolve, reject) => {
          const answer = (message: Message) => {
            if (message.type !== 'best') return false;
            const { move, info } = message;
            if (
              typeof move !== 'string' ||
              legal?.includes(move) === false ||
              (info && !isInfo(info))
            )
              throw new Error(`not a valid answer: ${move}`);
            resolve({ move, info, lines: arrayOf(message.lines, isInfo) });
            return true;
          };
          set({
            task: { type: 'go', id: ++ids, ...question },
            deaths: 0,
            millis: question.millis,
            answer,
            reject,
          });
        });
      },
      /**
       * Analyses a position. A worker that replaces a dead one starts from scratch.
       * @param onFindings called about ten times a second
       * @returns settled when there is no more to find; rejected with an AbortError when cancelled
       */
      analyse(subject: Subject, onFindings: (findings: Findings) => void): Promise<void> {
        return new Promise((resolve, reject) => {
          const found = (message: Message) => {
            if (message.type !== 'found') return false;
            arrayOf(message.findings.lines, isInfo);
            onFindings(message.findings);
            if (message.findings.done) resolve();
            return message.findings.done;
          };
          set({
            task: { type: 'analyse', id: ++ids, subject },
            deaths: 0,
            millis: 0,
            answer: found,
            reject,
          });
        });
      },
      cancel() {
        if (pending === own) cancel();
      },
    };
  }

  const shared = {
    /** What the values that are loaded say about a position. */
    explore(line: string, answer: (explored: Explored | null) => void) {
      exploring.push({ line, deaths: 0, answer });
      if (!worker) start();
      else if (ready) worker.post({ type: 'explore', line });
      watch();
    },
    /**
     * Has this worker and those that replace it load a file.
     * @returns false where it was refused
     */
    load(name: string, bytes: Uint8Array): Promise<boolean> {
      return new Promise((done) => {
        files.set(name, { bytes, deaths: 0, done, state: 'waiting' });
        load(name);
        if (!worker) start();
        else watch();
      });
    },
    /** Has the worker pause loading, or continue. */
    pauseLoading: (on: boolean) => worker?.post({ type: 'pause-loading', on }),
    /** The state of each file, by name. */
    files: () => Object.fromEntries([...files].map(([name, { state }]) => [name, state])),
    /** Starts the worker before it is needed. */
    warm() {
      if (!worker) start();
    },
    /** The files that are loaded or being fetched, see loading.ts. */
    fetched: new Map() as Map<string, Promise<void>>,
  };

  return {
    ...createAsker(),
    ...shared,
    /** The same worker for another part of the page. */
    share: () => ({ ...createAsker(), ...shared }),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isInfo = (info: any) => isObject(info?.score) && Array.isArray(info.pv);

/** Throws unless all entries pass the test. */
function arrayOf<T>(list: T[], is: (one: unknown) => boolean) {
  if (!Array.isArray(list) || !list.every(is)) throw new Error('malformed answer');
  return list;
}

export type EngineClient = Omit<ReturnType<typeof createEngineClient>, 'share'>;
