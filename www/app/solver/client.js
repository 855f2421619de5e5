// The page's end of the exact values: one worker for one game, asked, listened to and sent away.

/**
 * @typedef {import('./solver.worker.js').FromSolver} FromSolver
 * @typedef {import('../types').PositionValues} PositionValues
 */

/**
 * @param {() => Worker} start makes a worker
 * @param {(message: Exclude<FromSolver, { type: 'alive' | 'values' }>) => void} told what happens to the values of the game that is open
 */
export function createSolverClient(start, told) {
  /** @type {Worker | null} */
  let worker = null;
  /** Messages that wait until the worker listens. @type {import('./solver.worker.js').ToSolver[] | null} */
  let waiting = null;
  /** @type {Map<number, (values: PositionValues | null) => void>} */
  const open = new Map();
  let ids = 0;

  /** @param {import('./solver.worker.js').ToSolver} message */
  function send(message) {
    if (waiting) waiting.push(message);
    else worker?.postMessage(message);
  }

  function close() {
    worker?.terminate();
    worker = null;
    for (const resolve of open.values()) resolve(null);
    open.clear();
  }

  /** @param {string} message */
  function fail(message) {
    close();
    told({ type: 'failed', message });
  }

  return {
    /** Instead of the game before. @param {string} spec @param {import('../types').Extent} extent */
    open(spec, extent) {
      close();
      const hired = start();
      worker = hired;
      waiting = [];
      hired.onmessage = ({ data }) => {
        /** @type {FromSolver} */
        const message = data;
        if (hired !== worker) return;
        if (message.type === 'alive') {
          for (const early of waiting ?? []) hired.postMessage(early);
          waiting = null;
        } else if (message.type === 'values') {
          open.get(message.id)?.(message.values);
          open.delete(message.id);
        } else told(message);
      };
      hired.onerror = (event) => {
        event.preventDefault();
        if (hired === worker) fail(event.message);
      };
      send({ type: 'open', spec, extent });
    },
    close,
    /** A position's values; null where they are not known. @param {string} line @returns {Promise<PositionValues | null>} */
    values(line) {
      if (!worker) return Promise.resolve(null);
      return new Promise((resolve) => {
        open.set(++ids, resolve);
        send({ type: 'values', id: ids, line });
      });
    },
  };
}
