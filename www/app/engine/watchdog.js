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
 * @param {string} address of its script
 * @param {(message: any) => void} hear throws where the message makes no sense: then it is dead, too
 * @param {(reason: unknown) => void} dead told once; not where it was ended from here
 */
export function hire(address, hear, dead) {
  const worker = new Worker(address, { type: 'module' });
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
    /** @param {unknown} message @param {Transferable[]} [goods] */
    post: (message, goods = []) => worker.postMessage(message, goods),
    /**
     * From now on it may not be silent for long, and must have answered in time; with null nothing is wanted any more.
     * @param {number | null} within in milliseconds
     * @param {number} [patience] how long it may be silent, where that is longer than usual
     */
    want(within, patience = SILENCE) {
      due = within === null ? null : Date.now() + within;
      silence = patience;
      listen();
    },
    end,
  };
}

/** @typedef {ReturnType<typeof hire>} Hired */
