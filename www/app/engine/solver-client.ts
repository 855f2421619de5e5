// The page's client of the solver: one worker for each game.
import { MAX_DEATHS, MAX_SILENCE } from './watchdog.ts';
import {
  checkReason,
  checkValues,
  createWorkerPort,
  type Job,
  type WorkerPort,
} from './worker-port.ts';
import type { Extent, PositionValues, ReasonInfo } from '../types.ts';
import type { FromSolver, ToSolver } from './solver.worker.ts';

/** The messages that are forwarded. */
const EVENTS = ['solving', 'ready', 'damaged', 'not-kept', 'failed'];

type Said = Exclude<FromSolver, { type: 'listening' }>;
type Asked = Job<ToSolver, Said>;

/**
 * @param url of the worker's script
 * @param onEvent gets the status of the open game's values
 */
export function createSolverClient(
  url: string,
  onEvent: (message: Exclude<Said, { type: 'values' | 'reason' }>) => void,
) {
  /** The open game, for which the worker lives. */
  let game: Asked | null = null;
  /** Are its values ready? */
  let ready = false;
  const port: WorkerPort<ToSolver, Said> = createWorkerPort<ToSolver, Said>({
    url,
    hello: 'listening',
    onMessage,
    expectAnswer() {
      if (!ready) return Infinity;
      return port.jobs().length > 1 ? MAX_SILENCE : null;
    },
    onDeath() {
      // Computing takes long and would probably fail again.
      if (game && port.ready() && !ready) game.deaths = (game.deaths ?? 0) + 1;
      ready = false;
    },
    onRestart: () => onEvent({ type: 'solving', done: 0 }),
  });

  function onMessage(message: Said) {
    if (message.type === 'values' || message.type === 'reason')
      return port.answer(message.id, message);
    if (!EVENTS.includes(message.type)) throw new Error('unknown message');
    if (message.type === 'failed') port.close();
    ready ||= message.type === 'ready';
    onEvent(message);
    port.setDeadline();
  }

  /**
   * @param question to the worker, with its id
   * @param read takes what was asked for from the answer
   */
  function ask<T>(question: (id: number) => ToSolver, read: (message: Said) => T | null) {
    return new Promise<T | null>((resolve) => {
      const id = port.nextId();
      port.add({
        id,
        message: question(id),
        // Not asked of another worker, whose values are not ready.
        deaths: MAX_DEATHS,
        answer(message) {
          resolve(read(message));
          if (game) game.deaths = 0;
          return true;
        },
        fail: () => resolve(null),
      });
    });
  }

  const why = (line: string, turn: string, better?: string[]): Promise<ReasonInfo | null> =>
    ask(
      (id) => ({ type: 'why', id, line, turn, ...(better && { better }) }),
      (message) => (message.type === 'reason' ? checkReason(message.reason) : null),
    );

  return {
    /** Opens another game. */
    open(spec: string, extent: Extent) {
      port.close();
      ready = false;
      game = {
        id: 0,
        message: { type: 'open', spec, extent },
        answer: () => false,
        fail: (reason) => reason && onEvent({ type: 'failed', message: String(reason) }),
      };
      port.add(game);
    },
    close: port.close,
    /** A position's values; null if they are not known. */
    values: async (line: string): Promise<PositionValues | null> =>
      port.jobs().length
        ? ask(
            (id) => ({ type: 'values', id, line }),
            (message) => (message.type === 'values' ? checkValues(message.values) : null),
          )
        : null,
    /** Why a turn gave its value away; null if it did not, or if that is not known. */
    reason: async (line: string, turn: string) => (port.jobs().length ? why(line, turn) : null),
    /** What a turn allows or misses by force that these do not; needs no open game. */
    estimatedReason: (line: string, turn: string, better: string[]) => why(line, turn, better),
  };
}
