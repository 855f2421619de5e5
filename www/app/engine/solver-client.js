// The page's end of the exact values: one worker for one game, asked, listened to, replaced where it dies, and sent away.
import { NoWorkerError, SILENCE, TRIES, hire } from './watchdog.js';

/**
 * @typedef {import('./solver.worker.js').FromSolver} FromSolver
 * @typedef {import('../types').PositionValues} PositionValues
 */

/** One that died of what it computed needs not be tried as often as others. */
const COSTLY = 2;

/** What is passed on. */
const TOLD = ['solving', 'ready', 'damaged', 'not-kept', 'failed'];

/**
 * @param {string} address of the worker's script
 * @param {(message: Exclude<FromSolver, { type: 'listening' | 'values' }>) => void} told what happens to the values of the game that is open
 */
export function createSolverClient(address, told) {
  /** @type {import('./watchdog.js').Hired | null} */
  let worker = null;
  /** Messages that wait until the worker listens. @type {import('./solver.worker.js').ToSolver[] | null} */
  let waiting = null;
  /** Are the values there? */
  let ready = false;
  let deaths = 0;
  /** @type {Map<number, (values: PositionValues | null) => void>} */
  const open = new Map();
  let ids = 0;

  /** @param {import('./solver.worker.js').ToSolver} message */
  function send(message) {
    if (waiting) waiting.push(message);
    else worker?.post(message);
  }

  function listen() {
    if (ready) worker?.want(open.size ? SILENCE : null);
    else worker?.want(Infinity);
  }

  function close() {
    worker?.end();
    worker = null;
    for (const resolve of open.values()) resolve(null);
    open.clear();
  }

  /** @param {Extract<import('./solver.worker.js').ToSolver, { type: 'open' }>} game */
  function begin(game) {
    waiting = [game];
    ready = false;
    worker = hire(address, hear, (reason) => {
      // What waits for values goes on without; they are asked for again once they are back.
      close();
      deaths += ready || waiting ? 1 : COSTLY;
      console.warn('The worker of the exact values is replaced:', reason);
      if (deaths >= TRIES || reason instanceof NoWorkerError) return told({ type: 'failed', message: String(reason) });
      told({ type: 'solving', done: 0 });
      begin(game);
    });
    listen();
  }

  /** @param {FromSolver} message */
  function hear(message) {
    if (message.type === 'listening') {
      for (const early of waiting ?? []) worker?.post(early);
      waiting = null;
    } else if (message.type === 'values') {
      const { values } = message;
      if (values !== null && !(Array.isArray(values.moves) && typeof values.value === 'object')) throw new Error('those are no values');
      open.get(message.id)?.(values);
      if (open.delete(message.id)) deaths = 0;
    } else {
      if (!TOLD.includes(message.type)) throw new Error('that makes no sense');
      if (message.type === 'failed') close();
      ready ||= message.type === 'ready';
      told(message);
    }
    listen();
  }

  return {
    /** Instead of the game before. @param {string} spec @param {import('../types').Extent} extent */
    open(spec, extent) {
      close();
      deaths = 0;
      begin({ type: 'open', spec, extent });
    },
    close,
    /** A position's values; null where they are not known. @param {string} line @returns {Promise<PositionValues | null>} */
    values(line) {
      if (!worker) return Promise.resolve(null);
      return new Promise((resolve) => {
        open.set(++ids, resolve);
        send({ type: 'values', id: ids, line });
        listen();
      });
    },
  };
}
