// The page's client of the solver: one worker for each game, replaced if it dies.
import {
  MAX_DEATHS,
  MAX_SILENCE,
  NoWorkerError,
  startWorker,
  type WatchedWorker,
} from './watchdog.ts';
import type { Extent, PositionValues } from '../types.ts';
import type { FromSolver, ToSolver } from './solver.worker.ts';

/**
 * A death while computing counts as this many, because computing takes long and would probably fail
 * again.
 */
const COSTLY = 2;

/** The messages that are forwarded. */
const EVENTS = ['solving', 'ready', 'damaged', 'not-kept', 'failed'];

/**
 * @param url of the worker's script
 * @param onEvent gets the status of the open game's values
 */
export function createSolverClient(
  url: string,
  onEvent: (message: Exclude<FromSolver, { type: 'listening' | 'values' }>) => void,
) {
  let worker: WatchedWorker | null = null;
  /** Messages that wait until the worker is ready for them. */
  let waiting: ToSolver[] | null = null;
  /** Are the values ready? */
  let ready = false;
  let deaths = 0;
  const open: Map<number, (values: PositionValues | null) => void> = new Map();
  let ids = 0;

  function send(message: ToSolver) {
    if (waiting) waiting.push(message);
    else worker?.post(message);
  }

  function watch() {
    if (ready) worker?.expectAnswer(open.size ? MAX_SILENCE : null);
    else worker?.expectAnswer(Infinity);
  }

  function close() {
    worker?.terminate();
    worker = null;
    for (const resolve of open.values()) resolve(null);
    open.clear();
  }

  function begin(game: Extract<ToSolver, { type: 'open' }>) {
    waiting = [game];
    ready = false;
    worker = startWorker(url, onMessage, (reason) => {
      // Open questions are answered with null; they are asked again once the values are ready.
      close();
      deaths += ready || waiting ? 1 : COSTLY;
      console.warn('The solver’s worker is replaced:', reason);
      if (deaths >= MAX_DEATHS || reason instanceof NoWorkerError)
        return onEvent({ type: 'failed', message: String(reason) });
      onEvent({ type: 'solving', done: 0 });
      begin(game);
    });
    watch();
  }

  function onMessage(message: FromSolver) {
    if (message.type === 'listening') {
      for (const early of waiting ?? []) worker?.post(early);
      waiting = null;
    } else if (message.type === 'values') {
      const { values } = message;
      if (values !== null && !(Array.isArray(values.moves) && typeof values.value === 'object'))
        throw new Error('malformed values');
      open.get(message.id)?.(values);
      if (open.delete(message.id)) deaths = 0;
    } else {
      if (!EVENTS.includes(message.type)) throw new Error('unknown message');
      if (message.type === 'failed') close();
      ready ||= message.type === 'ready';
      onEvent(message);
    }
    watch();
  }

  return {
    /** Opens another game. */
    open(spec: string, extent: Extent) {
      close();
      deaths = 0;
      begin({ type: 'open', spec, extent });
    },
    close,
    /** A position's values; null if they are not known. */
    values(line: string): Promise<PositionValues | null> {
      if (!worker) return Promise.resolve(null);
      return new Promise((resolve) => {
        open.set(++ids, resolve);
        send({ type: 'values', id: ids, line });
        watch();
      });
    },
  };
}
