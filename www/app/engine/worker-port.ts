// A worker with what it has to do: replaced where it dies, and its successor is asked again.
import {
  DeadWorkerError,
  MAX_DEATHS,
  NoWorkerError,
  startWorker,
  type WorkerHandle,
} from './watchdog.ts';
import type { PositionValues, ReasonInfo } from '../types.ts';

/** What a worker is wanted for. */
export interface Job<To, From> {
  /** Shared by questions with the same answer. */
  id: number | string;
  /** Sent to each worker until the job is done. */
  readonly message: To;
  /** How many workers have died over it. */
  deaths?: number;
  /** Returns whether it is done. Throws where the message is malformed. */
  answer: (message: From) => boolean;
  /** Called when it is given up; without a reason when the page ends the worker. */
  fail: (reason?: unknown) => void;
}

interface Options<From, J> {
  /** Of the worker's script. */
  url: string;
  /** The message by which a worker says that it can be asked. */
  hello: string;
  /** Throws where the message is malformed: then the worker counts as dead. */
  onMessage: (message: From) => void;
  /** How long an answer may take once it can be asked, in milliseconds; null if none is due. */
  expectAnswer: () => number | null;
  /** How long it may be silent while an answer is due, in milliseconds. */
  silence?: number;
  /** What each worker is told first, even if its predecessor has done it. */
  first?: () => Iterable<J>;
  /** Called when it has died, before its jobs are asked of another or given up. */
  onDeath?: () => void;
  /** Called before another is started. */
  onRestart?: () => void;
}

/** The worker runs from `start` or the first job; without jobs a dead one is not replaced. */
export function createWorkerPort<
  To,
  From extends { type: string },
  J extends Job<To, From> = Job<To, From>,
>(of: Options<From, J>) {
  let worker: WorkerHandle | null = null;
  /** Can it be asked? */
  let ready = false;
  let jobs: Set<J> = new Set();
  let ids = 0;

  function start() {
    ready = false;
    worker = startWorker(of.url, hear, replace);
    setDeadline();
  }

  /** Starting may take any time, as long as its heartbeat goes on. */
  const setDeadline = () =>
    worker?.expectAnswer(ready ? of.expectAnswer() : jobs.size ? Infinity : null, of.silence);

  function hear(message: From | { type: string }) {
    if (message.type !== of.hello) return of.onMessage(message as From);
    ready = true;
    jobs = new Set([...(of.first?.() ?? []), ...jobs]);
    for (const { message } of jobs) worker?.post(message);
    setDeadline();
  }

  function replace(reason: unknown) {
    worker = null;
    console.warn(`${of.url} is replaced:`, reason);
    of.onDeath?.();
    ready = false;
    const none = reason instanceof NoWorkerError;
    const why = none ? reason : new DeadWorkerError(String(reason));
    const open = [...jobs];
    for (const job of open) {
      job.deaths = (job.deaths ?? 0) + 1;
      if (none || job.deaths >= MAX_DEATHS) giveUp(job, why);
    }
    if (worker || !jobs.size) return;
    of.onRestart?.();
    start();
  }

  function giveUp(job: J, reason?: unknown) {
    if (jobs.delete(job)) job.fail(reason);
  }

  return {
    start() {
      if (!worker) start();
    },
    /** Can it be asked? While it dies: could it? */
    ready: () => ready,
    nextId: () => ++ids,
    add(job: J) {
      jobs.add(job);
      if (!worker) start();
      else if (ready) worker.post(job.message);
      setDeadline();
    },
    /** The open jobs. */
    jobs: () => [...jobs],
    /** Has what is asked under an id answered. Throws where nothing was. */
    answer(id: number | string, message: From) {
      if (typeof id !== 'string' && !(id <= ids)) throw new Error('an answer without a question');
      const asked = [...jobs].filter((job) => job.id === id);
      for (const job of asked) if (job.answer(message)) jobs.delete(job);
      setDeadline();
    },
    /** Ends a job. @returns false if it had ended before */
    end(job: J) {
      const was = jobs.delete(job);
      setDeadline();
      return was;
    },
    /** Tells it something that is not to be told again to another. */
    post: (message: To) => worker?.post(message),
    setDeadline,
    /** Ends the worker, and gives up what it had to do. */
    close() {
      worker?.terminate();
      worker = null;
      ready = false;
      for (const job of jobs) giveUp(job);
    },
  };
}

export type WorkerPort<
  To,
  From extends { type: string },
  J extends Job<To, From> = Job<To, From>,
> = ReturnType<typeof createWorkerPort<To, From, J>>;

/** Throws unless they are a position's values, or null. */
export function checkValues(values: PositionValues | null) {
  if (values !== null && !(Array.isArray(values?.moves) && typeof values.value === 'object'))
    throw new Error('malformed values');
  return values;
}

/** Throws unless it is a reason, or null. */
export function checkReason(reason: ReasonInfo | null) {
  if (reason !== null && !(typeof reason?.kind === 'string' && Array.isArray(reason.line)))
    throw new Error('malformed reason');
  return reason;
}
