// The page's end of the computer: asks, keeps the worker alive, and asks again where a worker has died.

/**
 * @typedef {{ line: string, moves: string[], millis: number, limits: import('../types').SearchLimits, only?: string[] }} Question
 * @typedef {{ move: string, info: import('../types').SearchInfo | null, lines: import('../types').SearchInfo[] }} Answer as many lines as were asked for
 * @typedef {import('../types').Subject} Subject
 * @typedef {import('../types').Findings} Findings
 * @typedef {import('./engine.worker.js').Go | import('./engine.worker.js').Analyse} Task
 * @typedef {import('./engine.worker.js').FromWorker} Heard
 * @typedef {{ task: Task, tries: number, hear: (message: Heard) => boolean, reject: (error: Error) => void }} Pending `hear` says whether that was all
 */

/** A worker that says nothing for so long while something is asked is taken for dead, in milliseconds. */
const SILENCE = 3000;
/** Before its first word its script is fetched, which takes longer on a slow network. */
const FETCHING = 30000;
/** So many workers may die over one question before the page gives up. */
const TRIES = 4;

/**
 * @param {() => Worker} start makes a worker
 * @param {() => void} restarted told whenever a worker had to be replaced
 */
export function createEngineClient(start, restarted) {
  /** @type {Worker | null} */
  let worker = null;
  let heard = false;
  let ready = false;
  /** @type {Pending | null} */
  let pending = null;
  let ids = 0;
  let alarm = 0;
  /** What is to be told of a position's turns, and to whom. @type {{ line: string, told: (placings: import('../types').ExplorerPlacing[] | null) => void } | null} */
  let exploring = null;
  /** What every worker is to learn, by name, and how far that has come; `done` is told whether it was learnt. @type {Map<string, { bytes: Uint8Array, done: (learnt: boolean) => void, state: 'waiting' | 'learning' | 'learnt' | 'refused' }>} */
  const schooling = new Map();

  function hire() {
    heard = false;
    ready = false;
    const hired = start();
    worker = hired;
    hired.onmessage = (event) => hired === worker && hear(event.data);
    hired.onerror = (event) => {
      event.preventDefault();
      if (hired === worker) replace();
    };
    hired.onmessageerror = () => hired === worker && replace();
    listen();
  }

  /** Waits for the next sign of life, while there is something to wait for. */
  function listen() {
    clearTimeout(alarm);
    if (pending) alarm = window.setTimeout(replace, heard ? SILENCE : FETCHING);
  }

  function replace() {
    worker?.terminate();
    worker = null;
    clearTimeout(alarm);
    // If that is what it died of, the next one shall not.
    for (const [name, { state }] of schooling) if (state === 'learning') refuse(name, 'deadly');
    if (!pending) return;
    if (++pending.tries >= TRIES) {
      const { reject } = pending;
      pending = null;
      reject(new Error('the engine’s worker died again and again'));
      return;
    }
    restarted();
    hire();
  }

  /** @param {import('./engine.worker.js').FromWorker} message */
  function hear(message) {
    heard = true;
    if (message.type === 'ready') {
      ready = true;
      for (const name of schooling.keys()) learn(name);
      send();
      if (exploring) worker?.postMessage({ type: 'explore', line: exploring.line });
    } else if (message.type === 'explored') {
      if (message.line === exploring?.line) exploring.told(message.placings);
    } else if (message.type === 'learnt') {
      const part = schooling.get(message.name);
      if (message.error !== null) refuse(message.name, message.error);
      else if (part) {
        part.state = 'learnt';
        part.done(true);
      }
    } else if (message.type !== 'alive' && message.id === pending?.task.id) {
      const { hear: answered, reject } = pending;
      if (message.type === 'failed') {
        pending = null;
        reject(new Error(message.message));
      } else if (answered(message)) {
        // Whoever heard it may have asked for something else.
        if (pending?.task.id === message.id) pending = null;
      }
    }
    listen();
  }

  /** @param {string} name */
  function learn(name) {
    const part = schooling.get(name);
    if (!part || part.state === 'refused' || !worker || !ready) return;
    part.state = 'learning';
    worker.postMessage({ type: 'learn', name, bytes: part.bytes });
  }

  /** @param {string} name @param {string} reason */
  function refuse(name, reason) {
    const part = schooling.get(name);
    if (part) part.state = 'refused';
    part?.done(false);
    console.warn(`The computer plays without ${name}:`, reason);
  }

  function send() {
    if (!pending || !worker || !ready) return;
    worker.postMessage(pending.task);
  }

  function cancel() {
    if (!pending) return;
    const { reject } = pending;
    pending = null;
    clearTimeout(alarm);
    worker?.postMessage({ type: 'cancel' });
    reject(new DOMException('cancelled', 'AbortError'));
  }

  /** @param {Pending} next */
  function set(next) {
    cancel();
    pending = next;
    if (worker) send();
    else hire();
    listen();
  }

  return {
    /** @param {Question} question @returns {Promise<Answer>} rejected with an AbortError when cancelled */
    ask(question) {
      return new Promise((resolve, reject) => {
        /** @param {Heard} message */
        const answered = (message) => {
          if (message.type === 'best') resolve({ move: message.move, info: message.info, lines: message.lines });
          return message.type === 'best';
        };
        set({ task: { type: 'go', id: ++ids, ...question }, tries: 0, hear: answered, reject });
      });
    },
    /**
     * Looks into a position, in place of what was asked before. From a worker that takes another one's place, the findings
     * begin anew.
     * @param {Subject} subject
     * @param {(findings: Findings) => void} tell told about ten times a second
     * @returns {Promise<void>} settled when there is no more to find; rejected with an AbortError when cancelled
     */
    analyse(subject, tell) {
      return new Promise((resolve, reject) => {
        /** @param {Heard} message */
        const found = (message) => {
          if (message.type !== 'found') return false;
          tell(message.findings);
          if (message.findings.done) resolve();
          return message.findings.done;
        };
        set({ task: { type: 'analyse', id: ++ids, subject }, tries: 0, hear: found, reject });
      });
    },
    cancel,
    /** Tells what is known of a position's turns; whoever asks anew is answered alone. @param {string} line @param {(placings: import('../types').ExplorerPlacing[] | null) => void} told */
    explore(line, told) {
      exploring = { line, told };
      if (!worker) hire();
      else if (ready) worker.postMessage({ type: 'explore', line });
    },
    /** Gives this worker and those that replace it a file to learn from. @param {string} name @param {Uint8Array} bytes @returns {Promise<boolean>} false where it is refused */
    teach(name, bytes) {
      return new Promise((done) => {
        schooling.set(name, { bytes, done, state: 'waiting' });
        learn(name);
      });
    },
    /** How far each file has come, by name. */
    schooling: () => Object.fromEntries([...schooling].map(([name, { state }]) => [name, state])),
    /** Loads the worker before it is needed. */
    warm() {
      if (!worker) hire();
    },
  };
}

/** @typedef {ReturnType<typeof createEngineClient>} EngineClient */
