// Starts workers and watches them: a worker counts as dead if it was terminated, has failed, or is
// silent while an answer is due.
import { fetchWhole } from '../platform/fetch-whole.ts';

/** The maximum silence while an answer is due, in milliseconds. */
export const MAX_SILENCE = 2500;
/** How long it may take to start, in milliseconds; after that its script may still be loading. */
const START_TIMEOUT = 1200;
/**
 * A timer that fires this much too late shows that the page itself was suspended, in milliseconds.
 */
const SUSPENDED = 500;
/** The number of workers that may die over one question before the page gives up. */
export const MAX_DEATHS = 4;

export interface WorkerHandle {
  post: (message: unknown, transfer?: Transferable[]) => void;
  /**
   * An answer is due within this many milliseconds, and the worker may not be silent for longer
   * than `silence`; null if none is due.
   */
  expectAnswer: (within: number | null, silence?: number) => void;
  terminate: () => void;
}

/** Too many workers have died in a row. */
export class DeadWorkerError extends Error {}
/** The browser cannot start workers, for example in a sandboxed frame. */
export class NoWorkerError extends DeadWorkerError {}

/**
 * @param url of the worker's script
 * @param onMessage if it throws, the worker counts as dead
 * @param onDeath called once; not after `terminate`
 */
export function startWorker(
  url: string,
  onMessage: (message: any) => void,
  onDeath: (reason: unknown) => void,
): WorkerHandle {
  let worker: Worker;
  try {
    worker = new Worker(url, { type: 'module' });
  } catch (error) {
    queueMicrotask(() => onDeath(new NoWorkerError(String(error))));
    return { post() {}, expectAnswer() {}, terminate() {} };
  }
  const ended = new AbortController();
  let started = false;
  /** Does it hold a lock, so that its end is noticed at once? */
  let locked = false;
  let silence = MAX_SILENCE;
  /** When the answer is due, by Date.now(); null if none is. */
  let due: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function terminate() {
    ended.abort();
    clearTimeout(timer);
    worker.terminate();
  }

  function die(reason: unknown) {
    if (ended.signal.aborted) return;
    terminate();
    onDeath(reason);
  }

  function setTimer() {
    clearTimeout(timer);
    if (due === null) return;
    const wait = started
      ? Math.max(0, Math.min(locked ? silence : MAX_SILENCE, due - Date.now()))
      : START_TIMEOUT;
    const at = Date.now() + wait;
    timer = setTimeout(() => {
      const late = Date.now() - at;
      if (late > SUSPENDED) {
        // Its messages may be waiting in the queue.
        due = (due ?? 0) + late;
        setTimer();
      } else if (started) die(new Error('it does not answer'));
      else void waitForScript();
    }, wait);
  }

  /**
   * Before the first message: the script may take long to load, but once loaded, the worker must
   * start.
   */
  async function waitForScript() {
    await fetchWhole(url).catch(() => {});
    if (!started && !ended.signal.aborted)
      timer = setTimeout(() => started || die(new Error('it does not start')), START_TIMEOUT);
  }

  worker.onmessage = ({ data }) => {
    if (ended.signal.aborted) return;
    started = true;
    locked ||= data?.lock !== undefined;
    setTimer();
    if (data?.type === 'alive') {
      if (data.lock) whenFree(data.lock, ended.signal, () => die(new Error('it was terminated')));
      return;
    }
    try {
      onMessage(data);
    } catch (error) {
      die(error);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    die(event.message);
  };
  worker.onmessageerror = () => die(new Error('its message cannot be read'));

  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    expectAnswer(within, longest = MAX_SILENCE) {
      due = within === null ? null : Date.now() + within;
      silence = longest;
      setTimer();
    },
    terminate,
  };
}

/** A worker holds its lock for as long as it lives. */
const whenFree = (lock: string, signal: AbortSignal, then: () => void) =>
  navigator.locks.request(lock, { signal }, then).catch(() => {});
