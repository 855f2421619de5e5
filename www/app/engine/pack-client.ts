// The page's client of a pack: one worker, which also keeps the pack on this device.
import { checkValues, createWorkerPort, type Job, type WorkerPort } from './worker-port.ts';
import type { Packed, PositionValues } from '../types.ts';
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
    } else if (message.type === 'value' || message.type === 'values')
      port.answer(message.id, message);
    else throw new Error('unknown message');
  }

  /** A worker that is starting is told when it opens the pack. */
  const tell = (message: ToPack) => port.ready() && port.post(message);

  port.add(opened);
  return {
    values: (line: string, options: Options = {}) =>
      askValues(port, line, options, () => (opened.deaths = 0)),
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

/**
 * A position's values; null if there are none. The latest question comes first.
 * @param onAnswer called when the worker has answered
 */
function askValues(
  port: Port,
  line: string,
  { onValue, signal }: Options,
  onAnswer: () => void,
): Promise<PositionValues | null> {
  if (!port.jobs().length || signal?.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const id = port.nextId();
    const job: Asked = {
      id,
      message: { type: 'ask', id, line },
      answer(message) {
        if (message.type === 'value') onValue?.(message.value);
        if (message.type !== 'values') return false;
        resolve(checkValues(message.values));
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
