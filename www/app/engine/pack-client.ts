// The page's client of a pack: one worker, which also keeps the pack on this device.
import {
  checkReason,
  checkValues,
  createWorkerPort,
  type Job,
  type WorkerPort,
} from './worker-port.ts';
import type { Packed, PositionValues, ReasonInfo } from '../types.ts';
import type { FromPack, Source, ToPack } from './pack.worker.ts';
import type { Options } from './value-source.ts';

/** The maximum silence in milliseconds: a busy phone may take seconds to read the index. */
const SILENCE = 10_000;

type Said = Exclude<FromPack, { type: 'listening' }>;
type Port = WorkerPort<ToPack, Said>;
type Asked = Job<ToPack, Said>;

/**
 * @param url of the worker's script
 * @param onState gets null when the worker is given up
 */
export function createPackClient(
  url: string,
  source: Source,
  onState: (state: Packed | null) => void,
) {
  /** Is the whole pack being downloaded? */
  let keeping = false;
  /** Was that asked for, but has not begun? */
  let beginning = false;
  /** Is the index being read? */
  let reading = true;
  const port: Port = createWorkerPort<ToPack, Said>({
    url,
    hello: 'listening',
    onMessage,
    // The network may take any time, as long as the heartbeat continues.
    expectAnswer: () => (reading || keeping || port.jobs().length > 1 ? Infinity : null),
    silence: SILENCE,
    onDeath() {
      reading = true;
      beginning = keeping;
    },
  });
  /** The pack itself, for which the worker lives. */
  const opened: Asked = {
    id: 0,
    get message(): ToPack {
      return { type: 'open', source, keep: keeping };
    },
    answer: () => false,
    fail(reason) {
      if (!reason) return;
      keeping = beginning = false;
      onState(null);
      port.close();
    },
  };

  function onMessage(message: Said) {
    if (message.type === 'state') {
      const { state } = message;
      reading = state.status === 'reading';
      beginning &&= !state.keeping;
      keeping = state.keeping || beginning;
      onState({ ...state, keeping });
      port.setDeadline();
    } else if ('id' in message) port.answer(message.id, message);
    else throw new Error('unknown message');
  }

  /** A worker that is starting is told when it opens the pack. */
  const tell = (message: ToPack) => port.ready() && port.post(message);

  const ask = <T>(
    question: (id: number) => ToPack,
    read: (message: Said) => T | null | undefined,
    signal: AbortSignal | undefined,
  ) => askPack(port, question, read, signal, () => (opened.deaths = 0));

  port.add(opened);
  return {
    /** A position's values; null if there are none. */
    values: (line: string, { onValue, signal }: Options = {}): Promise<PositionValues | null> =>
      ask((id) => ({ type: 'ask', id, line }), readValues(onValue), signal),
    /** Why a turn gave its value away; null if it did not, or if that is not known. */
    reason: (line: string, turn: string, signal?: AbortSignal): Promise<ReasonInfo | null> =>
      ask((id) => ({ type: 'why', id, line, turn }), readReason, signal),
    /** Downloads the whole pack. */
    keep() {
      keeping = beginning = true;
      tell({ type: 'keep' });
      port.setDeadline();
    },
    pause() {
      beginning = false;
      tell({ type: 'pause' });
    },
    remove() {
      beginning = false;
      tell({ type: 'remove' });
    },
    retry: () => tell({ type: 'retry' }),
    close: port.close,
  };
}

/** Reads a position's values, before which its own value may come. */
const readValues = (onValue: Options['onValue']) => (message: Said) => {
  if (message.type === 'value') onValue?.(message.value);
  return message.type === 'values' ? checkValues(message.values) : undefined;
};

const readReason = (message: Said) =>
  message.type === 'reason' ? checkReason(message.reason) : undefined;

/**
 * Null if there is no answer. The latest question comes first.
 * @param question to the worker, with its id
 * @param read takes what was asked for from an answer; undefined if there is more to come
 * @param onAnswer called when the worker has answered
 */
function askPack<T>(
  port: Port,
  question: (id: number) => ToPack,
  read: (message: Said) => T | null | undefined,
  signal: AbortSignal | undefined,
  onAnswer: () => void,
): Promise<T | null> {
  if (!port.jobs().length || signal?.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const id = port.nextId();
    const job: Asked = {
      id,
      message: question(id),
      answer(message) {
        const answer = read(message);
        if (answer === undefined) return false;
        resolve(answer);
        onAnswer();
        return true;
      },
      fail: () => resolve(null),
    };
    port.add(job);
    signal?.addEventListener('abort', () => {
      if (!port.end(job)) return;
      resolve(null);
      if (port.ready()) port.post({ type: 'drop', id });
    });
  });
}

export type PackClient = ReturnType<typeof createPackClient>;
