// The page's end of the computer: asks, keeps the worker alive, and asks again where a worker has died.
import { NoWorkerError, SILENCE, TRIES, hire as hireWorker } from './watchdog.js';

/**
 * @typedef {{ line: string, moves: string[], millis: number, limits: import('../types').SearchLimits, only?: string[], legal?: string[] }} Question `legal`: the turns that may be answered
 * @typedef {{ move: string, info: import('../types').SearchInfo | null, lines: import('../types').SearchInfo[] }} Answer as many lines as were asked for
 * @typedef {import('../types').Subject} Subject
 * @typedef {import('../types').Findings} Findings
 * @typedef {import('./engine.worker.js').Go | import('./engine.worker.js').Analyse} Task
 * @typedef {import('./engine.worker.js').FromWorker} Heard
 * @typedef {{ task: Task, tries: number, millis: number, hear: (message: Heard) => boolean, reject: (error: Error) => void }} Pending `hear` says whether that was all
 */

/**
 * @param {string} address of the worker's script
 * @param {() => void} restarted told whenever a worker had to be replaced
 */
export function createEngineClient(address, restarted) {
  /** @type {import('./watchdog.js').Hired | null} */
  let worker = null;
  let ready = false;
  /** @type {Pending | null} */
  let pending = null;
  let ids = 0;
  /** What is to be told of a position's turns, and to whom, until it is answered. @type {{ line: string, tries: number, told: (placings: import('../types').ExplorerPlacing[] | null) => void } | null} */
  let exploring = null;
  /** The files that every worker is to load, by name, and how far that has come; `done` is told whether it was loaded. @type {Map<string, { bytes: Uint8Array, tries: number, done: (loaded: boolean) => void, state: 'waiting' | 'loading' | 'loaded' | 'refused' }>} */
  const files = new Map();
  const isLoading = () => [...files.values()].some(({ state }) => state === 'waiting' || state === 'loading');

  function hire() {
    ready = false;
    worker = hireWorker(address, hear, replace);
    listen();
  }

  /** Something is wanted, or nothing. Until it is ready, and to load, it may take its time, while it shows that it lives. */
  function listen() {
    if (ready && (pending || exploring)) worker?.want((pending?.millis ?? 0) + SILENCE);
    else worker?.want(pending || exploring || isLoading() ? Infinity : null);
  }

  /** @param {unknown} reason */
  function replace(reason) {
    worker = null;
    console.warn('The computer’s worker is replaced:', reason);
    const none = reason instanceof NoWorkerError;
    // If that is what it died of, the next one shall not.
    for (const [name, file] of files) if (none || file.state === 'loading' || (file.state === 'waiting' && ++file.tries >= TRIES)) refuse(name, 'deadly');
    if (exploring && (none || ++exploring.tries >= TRIES)) {
      exploring.told(null);
      exploring = null;
    }
    if (pending && (none || ++pending.tries >= TRIES)) {
      const { reject } = pending;
      pending = null;
      reject(none ? reason : new Error('the engine’s worker died again and again'));
    }
    if (pending || exploring) restarted();
    else if (!isLoading()) return;
    hire();
  }

  /** @param {Heard} message */
  function hear(message) {
    if (message.type === 'ready') {
      ready = true;
      for (const name of files.keys()) load(name);
      send();
    } else if (message.type === 'explored') {
      if (message.line !== exploring?.line) return;
      const { told } = exploring;
      exploring = null;
      told(message.placings && arrayOf(message.placings, isObject));
      listen();
    } else if (message.type === 'loaded') {
      const file = files.get(message.name);
      if (message.error !== null) refuse(message.name, message.error);
      else if (file) {
        file.state = 'loaded';
        file.done(true);
      }
      listen();
    } else if (!(message.id <= ids)) throw new Error('nobody asked for that');
    else if (message.id === pending?.task.id) {
      const { hear: answered, reject } = pending;
      if (message.type === 'failed') {
        pending = null;
        reject(new Error(message.message));
      } else if (answered(message)) {
        // A listener may have asked for something else.
        if (pending?.task.id === message.id) pending = null;
      }
      listen();
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
    console.warn(`The computer plays without ${name}:`, reason);
  }

  /** Asks what is to be asked, as soon as there is somebody to ask. */
  function send() {
    if (!worker) hire();
    if (ready && pending) worker?.post(pending.task);
    if (ready && exploring) worker?.post({ type: 'explore', line: exploring.line });
    listen();
  }

  function cancel() {
    if (!pending) return;
    const { reject } = pending;
    pending = null;
    listen();
    worker?.post({ type: 'cancel' });
    reject(new DOMException('cancelled', 'AbortError'));
  }

  /** Who asks: a new question takes the place of anybody's, but each cancels only their own. */
  function asker() {
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
          /** @param {Heard} message */
          const answered = (message) => {
            if (message.type !== 'best') return false;
            const { move, info } = message;
            if (typeof move !== 'string' || legal?.includes(move) === false || (info && !isInfo(info))) throw new Error(`no answer is ${move}`);
            resolve({ move, info, lines: arrayOf(message.lines, isInfo) });
            return true;
          };
          set({ task: { type: 'go', id: ++ids, ...question }, tries: 0, millis: question.millis, hear: answered, reject });
        });
      },
      /**
       * Looks into a position, in place of what was asked before. A worker that replaces a dead one starts from scratch.
       * @param {Subject} subject
       * @param {(findings: Findings) => void} tell told about ten times a second
       * @returns {Promise<void>} settled when there is no more to find; rejected with an AbortError when cancelled
       */
      analyse(subject, tell) {
        return new Promise((resolve, reject) => {
          /** @param {Heard} message */
          const found = (message) => {
            if (message.type !== 'found') return false;
            arrayOf(message.findings.lines, isInfo);
            tell(message.findings);
            if (message.findings.done) resolve();
            return message.findings.done;
          };
          set({ task: { type: 'analyse', id: ++ids, subject }, tries: 0, millis: 0, hear: found, reject });
        });
      },
      cancel() {
        if (pending === own) cancel();
      },
    };
  }

  const shared = {
    /** Tells what is known of a position's turns; only the latest question is answered. @param {string} line @param {(placings: import('../types').ExplorerPlacing[] | null) => void} told */
    explore(line, told) {
      exploring = { line, tries: 0, told };
      if (!worker) hire();
      else if (ready) worker.post({ type: 'explore', line });
      listen();
    },
    /** Gives this worker and those that replace it a file to load. @param {string} name @param {Uint8Array} bytes @returns {Promise<boolean>} false where it is refused */
    load(name, bytes) {
      return new Promise((done) => {
        files.set(name, { bytes, tries: 0, done, state: 'waiting' });
        load(name);
        // Nobody may have asked for anything yet.
        if (!worker) hire();
        else listen();
      });
    },
    /** How far each file has come, by name. */
    files: () => Object.fromEntries([...files].map(([name, { state }]) => [name, state])),
    /** Loads the worker before it is needed. */
    warm() {
      if (!worker) hire();
    },
    /** The files that were fetched for it, or are being fetched: see loading.js. @type {Map<string, Promise<void>>} */
    given: new Map(),
  };

  return {
    ...asker(),
    ...shared,
    /** The same worker for another part of the page, with questions of its own. */
    share: () => ({ ...asker(), ...shared }),
  };
}

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {any} info */
const isInfo = (info) => isObject(info?.score) && Array.isArray(info.pv);

/** Throws if it is not one. @template T @param {T[]} list @param {(one: unknown) => boolean} is */
function arrayOf(list, is) {
  if (!Array.isArray(list) || !list.every(is)) throw new Error('that makes no sense');
  return list;
}

/** @typedef {Omit<ReturnType<typeof createEngineClient>, 'share'>} EngineClient */
