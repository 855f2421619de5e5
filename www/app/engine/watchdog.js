// Hires a worker and watches over it: whether it was ended, has failed, or says nothing while something is wanted of it.

/** A worker that says nothing for so long, while something is wanted of it, is taken for dead, in milliseconds. */
export const SILENCE = 2500;
/** So soon it should be there; where it is not, its script may still be on the way. */
const COMING = 1200;
/** An alarm that rings so much too late says that the page itself has slept. */
const LATE = 500;
/** How many workers may die over one question before the page gives up. */
export const TRIES = 4;

/**
 * @typedef {object} Hired
 * @property {(message: unknown, goods?: Transferable[]) => void} post
 * @property {(within: number | null, patience?: number) => void} want
 *   from now on it must answer within this many milliseconds, and may not be silent for longer than `patience`; with null nothing is wanted any more
 * @property {() => void} end
 */

/** One worker after the other has died. */
export class DeadWorkerError extends Error {}
/** The browser starts no worker at all: in a sandboxed frame, for instance. */
export class NoWorkerError extends DeadWorkerError {}

/**
 * @param {string} address of its script
 * @param {(message: any) => void} hear throws where the message makes no sense: then it is dead, too
 * @param {(reason: unknown) => void} dead told once; not where it was ended from here
 * @returns {Hired}
 */
export function hire(address, hear, dead) {
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(address, { type: 'module' });
  } catch (error) {
    queueMicrotask(() => dead(new NoWorkerError(String(error))));
    return { post() {}, want() {}, end() {} };
  }
  const gone = new AbortController();
  let heard = false;
  /** Would it be noticed at once if it were ended? */
  let bound = false;
  let silence = SILENCE;
  /** When it must have answered; null while nothing is wanted. @type {number | null} */
  let due = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let alarm;

  function end() {
    gone.abort();
    clearTimeout(alarm);
    worker.terminate();
  }

  /** @param {unknown} reason */
  function die(reason) {
    if (gone.signal.aborted) return;
    end();
    dead(reason);
  }

  function listen() {
    clearTimeout(alarm);
    if (due === null) return;
    const wait = heard ? Math.max(0, Math.min(bound ? silence : SILENCE, due - Date.now())) : COMING;
    const at = Date.now() + wait;
    alarm = setTimeout(() => {
      const late = Date.now() - at;
      if (late > LATE) {
        // What it has said meanwhile waits to be heard.
        due = (due ?? 0) + late;
        listen();
      } else if (heard) die(new Error('it does not answer'));
      else void look();
    }, wait);
  }

  /** Nothing was heard yet: its script may be long in coming, but when it has come, the worker must be there. */
  async function look() {
    const response = await fetch(address).catch(() => null);
    await response?.arrayBuffer().catch(() => {});
    if (!heard && !gone.signal.aborted) alarm = setTimeout(() => heard || die(new Error('it does not begin')), COMING);
  }

  worker.onmessage = ({ data }) => {
    if (gone.signal.aborted) return;
    heard = true;
    bound ||= data?.lock !== undefined;
    listen();
    if (data?.type === 'alive') {
      // It holds this lock for as long as it lives.
      if (data.lock) navigator.locks.request(data.lock, { signal: gone.signal }, () => die(new Error('it was ended'))).catch(() => {});
      return;
    }
    try {
      hear(data);
    } catch (error) {
      die(error);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    die(event.message);
  };
  worker.onmessageerror = () => die(new Error('it cannot be understood'));

  return {
    post: (message, goods = []) => worker.postMessage(message, goods),
    want(within, patience = SILENCE) {
      due = within === null ? null : Date.now() + within;
      silence = patience;
      listen();
    },
    end,
  };
}

/**
 * Has a worker do one thing, and where it dies another do it from the beginning. Rejects where the work does, where it is
 * stopped, and, with a DeadWorkerError, where one worker after the other has died.
 * @template T
 * @param {string} address of its script
 * @param {AbortSignal} signal stops it
 * @param {(worker: Hired, listen: (hear: (message: any) => void) => void) => Promise<T>} work `listen` sets what hears its messages
 * @returns {Promise<T>}
 */
export async function haveDone(address, signal, work) {
  for (let tries = 1; ; tries++) {
    /** @type {(message: any) => void} */
    let hear = () => {};
    /** @type {Hired | undefined} */
    let worker;
    let died = false;
    try {
      return await new Promise((resolve, reject) => {
        signal.throwIfAborted();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        worker = hire(address, (message) => hear(message), (reason) => {
          died = true;
          reject(reason);
        });
        work(worker, (next) => (hear = next)).then(resolve, reject);
      });
    } catch (error) {
      if (!died || signal.aborted || error instanceof NoWorkerError) throw error;
      if (tries === TRIES) throw new DeadWorkerError(String(error));
      console.warn('A worker is replaced:', error);
    } finally {
      worker?.end();
    }
  }
}
