// The page's client of the engine: one worker, which is replaced where it dies and asked again.
import { MAX_DEATHS, MAX_SILENCE, NoWorkerError, startWorker } from './watchdog.js';

/**
 * @typedef {{ line: string, moves: string[], millis: number, limits: import('../types').SearchLimits, known?: import('../types').KnownTurn[], legal?: string[] }} Question `legal`: the only valid answers
 * @typedef {{ move: string, info: import('../types').SearchInfo | null, lines: import('../types').SearchInfo[] }} Answer with as many lines as were asked for
 * @typedef {import('../types').Subject} Subject
 * @typedef {import('../types').Findings} Findings
 * @typedef {import('../types').Explored} Explored
 * @typedef {import('./engine.worker.js').Go | import('./engine.worker.js').Analyse} Task
 * @typedef {import('./engine.worker.js').FromWorker} Message
 * @typedef {{ task: Task, deaths: number, millis: number, answer: (message: Message) => boolean, reject: (error: Error) => void }} Pending `answer` returns whether the question is answered
 */

/**
 * @param {string} url of the worker's script
 * @param {() => void} onRestart called when a worker is replaced while it was asked something
 */
export function createEngineClient(url, onRestart) {
  /** @type {import('./watchdog.js').WatchedWorker | null} */
  let worker = null;
  let ready = false;
  /** @type {Pending | null} */
  let pending = null;
  let ids = 0;
  /** Open questions about the values that are loaded. @type {{ line: string, deaths: number, answer: (explored: Explored | null) => void }[]} */
  let exploring = [];
  /** The files that every worker loads, by name; `done` gets whether it could. @type {Map<string, { bytes: Uint8Array, deaths: number, done: (loaded: boolean) => void, state: 'waiting' | 'loading' | 'loaded' | 'refused' }>} */
  const files = new Map();
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

  /** @param {unknown} reason */
  function replace(reason) {
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

  /** @param {Message} message */
  function onMessage(message) {
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

  /** @param {string} name */
  function load(name) {
    const file = files.get(name);
    if (!file || file.state === 'refused' || !worker || !ready) return;
    file.state = 'loading';
    worker.post({ type: 'load', name, bytes: file.bytes });
  }

  /** @param {string} name @param {string} reason */
  function refuse(name, reason) {
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

  /** Answers questions about values. @param {(question: typeof exploring[number]) => boolean} which @param {Explored | null} explored */
  function answer(which, explored) {
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

  /** A part of the page that asks. A new question replaces the one before, also of another part; each part cancels only its own. */
  function createAsker() {
    /** @type {Pending | null} */
    let own = null;

    /** @param {Pending} next */
    function set(next) {
      cancel();
      pending = own = next;
      send();
    }

    return {
      /** @param {Question} question @returns {Promise<Answer>} rejected with an AbortError when cancelled */
      ask({ legal, ...question }) {
        return new Promise((resolve, reject) => {
          /** @param {Message} message */
          const answer = (message) => {
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
       * @param {Subject} subject
       * @param {(findings: Findings) => void} onFindings called about ten times a second
       * @returns {Promise<void>} settled when there is no more to find; rejected with an AbortError when cancelled
       */
      analyse(subject, onFindings) {
        return new Promise((resolve, reject) => {
          /** @param {Message} message */
          const found = (message) => {
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
    /** What the values that are loaded say about a position. @param {string} line @param {(explored: Explored | null) => void} answer */
    explore(line, answer) {
      exploring.push({ line, deaths: 0, answer });
      if (!worker) start();
      else if (ready) worker.post({ type: 'explore', line });
      watch();
    },
    /** Has this worker and those that replace it load a file. @param {string} name @param {Uint8Array} bytes @returns {Promise<boolean>} false where it was refused */
    load(name, bytes) {
      return new Promise((done) => {
        files.set(name, { bytes, deaths: 0, done, state: 'waiting' });
        load(name);
        if (!worker) start();
        else watch();
      });
    },
    /** Has the worker pause loading, or continue. @param {boolean} on */
    pauseLoading: (on) => worker?.post({ type: 'pause-loading', on }),
    /** The state of each file, by name. */
    files: () => Object.fromEntries([...files].map(([name, { state }]) => [name, state])),
    /** Starts the worker before it is needed. */
    warm() {
      if (!worker) start();
    },
    /** The files that are loaded or being fetched, see loading.js. @type {Map<string, Promise<void>>} */
    fetched: new Map(),
  };

  return {
    ...createAsker(),
    ...shared,
    /** The same worker for another part of the page. */
    share: () => ({ ...createAsker(), ...shared }),
  };
}

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {any} info */
const isInfo = (info) => isObject(info?.score) && Array.isArray(info.pv);

/** Throws unless all entries pass the test. @template T @param {T[]} list @param {(one: unknown) => boolean} is */
function arrayOf(list, is) {
  if (!Array.isArray(list) || !list.every(is)) throw new Error('malformed answer');
  return list;
}

/** @typedef {Omit<ReturnType<typeof createEngineClient>, 'share'>} EngineClient */
