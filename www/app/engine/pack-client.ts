// The page's client of a pack: one worker, which also keeps the pack on this device.
import { checkValues, createWorkerPort, type Job, type WorkerPort } from './worker-port.ts';
import type { ExactValue, Packed, PositionValues } from '../types.ts';
import type { FromPack, Source, ToPack } from './pack.worker.ts';

/** The maximum silence in milliseconds: a busy phone may take seconds to read the index. */
const SILENCE = 10_000;

/** What is said of a pack whose worker is given up. */
const FAILED: Packed = {
  status: 'failed',
  reason: 'broken',
  bytes: 0,
  kept: 0,
  keeping: false,
  trouble: null,
};

type Said = Exclude<FromPack, { type: 'listening' }>;
type Port = WorkerPort<ToPack, Said, Asked>;
interface Asked extends Job<ToPack> {
  /** Null if there are none. */
  answer: (values: PositionValues | null) => void;
  onValue: (value: ExactValue) => void;
}

interface Options {
  /** Gets the position's own value as soon as it is found. */
  onValue?: (value: ExactValue) => void;
  /** Cancels the question, which then resolves to null. */
  signal?: AbortSignal;
}

/** @param url of the worker's script */
export function createPackClient(url: string, source: Source, onState: (state: Packed) => void) {
  /** Is the whole pack being downloaded? */
  let keeping = false;
  /** Was that asked for, but has not begun? */
  let beginning = false;
  /** Is the index being read? */
  let reading = true;
  const port: Port = createWorkerPort<ToPack, Said, Asked>({
    url,
    owner: 'pack',
    hello: 'listening',
    onMessage,
    // The network may take any time, as long as the heartbeat continues.
    patience: () => (reading || keeping || port.jobs().length > 1 ? Infinity : null),
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
    deaths: 0,
    answer() {},
    onValue() {},
    fail(reason) {
      if (!reason) return;
      keeping = beginning = false;
      onState(FAILED);
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
      port.watch();
    } else if (message.type === 'value') {
      for (const job of port.jobs(message.id)) job.onValue(message.value);
      port.watch();
    } else if (message.type === 'values') {
      checkValues(message.values);
      for (const job of port.jobs(message.id)) {
        port.end(job);
        job.answer(message.values);
        opened.deaths = 0;
      }
    } else throw new Error('unknown message');
  }

  /** A worker that is starting is told when it opens the pack. */
  const tell = (message: ToPack) => port.isReady() && port.post(message);

  port.add(opened);
  return {
    values: (line: string, options: Options = {}) => askValues(port, line, options),
    /** Downloads the whole pack. */
    keep() {
      keeping = beginning = true;
      tell({ type: 'keep' });
      port.watch();
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

/** A position's values; null if there are none. The latest question comes first. */
function askValues(
  port: Port,
  line: string,
  { onValue = () => {}, signal }: Options,
): Promise<PositionValues | null> {
  if (!port.isRunning() || signal?.aborted) return Promise.resolve(null);
  return new Promise((answer) => {
    const id = port.nextId();
    const job: Asked = {
      id,
      message: { type: 'ask', id, line },
      answer,
      onValue,
      fail: () => answer(null),
    };
    port.add(job);
    signal?.addEventListener('abort', () => {
      if (!port.end(job)) return;
      answer(null);
      if (port.isReady()) port.post({ type: 'drop', id });
    });
  });
}

export type PackClient = ReturnType<typeof createPackClient>;
