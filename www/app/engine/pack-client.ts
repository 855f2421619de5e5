// The page's client of a pack: one worker, replaced if it dies.
import { MAX_DEATHS, NoWorkerError, startWorker, type WatchedWorker } from './watchdog.ts';
import type { ExactValue, Packed, PositionValues } from '../types.ts';
import type { FromPack, Source, ToPack } from './pack.worker.ts';

/** The maximum silence in milliseconds: a busy phone may take seconds to read the index. */
const SILENCE = 10_000;

interface Question {
  line: string;
  resolve: (values: PositionValues | null) => void;
  onValue: (value: ExactValue) => void;
}

/** @param url of the worker's script */
export function createPackClient(url: string, source: Source, onState: (state: Packed) => void) {
  let worker: WatchedWorker | null = null;
  let listening = false;
  let deaths = 0;
  const open: Map<number, Question> = new Map();
  let ids = 0;
  let keeping = false;
  /** Has it been told to store the whole pack, but not begun? */
  let beginning = false;
  let reading = true;

  function send(message: ToPack) {
    if (listening) worker?.post(message);
  }

  /** The network may take any time, as long as the heartbeat continues. */
  const watch = () =>
    worker?.expectAnswer(!listening || reading || open.size || keeping ? Infinity : null, SILENCE);

  function start() {
    listening = false;
    reading = true;
    worker = startWorker(url, onMessage, (reason) => {
      worker = null;
      beginning = keeping;
      console.warn('The pack’s worker is replaced:', reason);
      if (reason instanceof NoWorkerError || ++deaths >= MAX_DEATHS) return fail();
      start();
    });
    watch();
  }

  function fail() {
    keeping = beginning = false;
    onState({
      status: 'failed',
      reason: 'broken',
      bytes: 0,
      kept: 0,
      keeping: false,
      trouble: null,
    });
    for (const { resolve } of open.values()) resolve(null);
    open.clear();
  }

  function onMessage(message: FromPack) {
    if (message.type === 'listening') {
      listening = true;
      send({ type: 'open', source, keep: keeping });
      for (const [id, { line }] of open) send({ type: 'ask', id, line });
    } else if (message.type === 'state') {
      const { state } = message;
      reading = state.status === 'reading';
      beginning &&= !state.keeping;
      keeping = state.keeping || beginning;
      onState({ ...state, keeping });
    } else if (message.type === 'value') open.get(message.id)?.onValue(message.value);
    else if (message.type === 'values') {
      const { values } = message;
      if (values !== null && !(Array.isArray(values.moves) && typeof values.value === 'object'))
        throw new Error('malformed values');
      open.get(message.id)?.resolve(values);
      if (open.delete(message.id)) deaths = 0;
    } else throw new Error('unknown message');
    watch();
  }

  start();
  return {
    /**
     * A position's values; null if there are none. The latest question comes first.
     * @param options `onValue` gets the position's own value as soon as it is found; `signal`
     *   cancels the question, which then resolves to null
     */
    values(
      line: string,
      {
        onValue = () => {},
        signal,
      }: { onValue?: (value: ExactValue) => void; signal?: AbortSignal } = {},
    ): Promise<PositionValues | null> {
      if (!worker || signal?.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const id = ++ids;
        open.set(id, { line, resolve, onValue });
        send({ type: 'ask', id, line });
        watch();
        signal?.addEventListener('abort', () => {
          if (!open.delete(id)) return;
          resolve(null);
          send({ type: 'drop', id });
          watch();
        });
      });
    },
    /** Downloads the whole pack. */
    keep() {
      keeping = beginning = true;
      send({ type: 'keep' });
      watch();
    },
    pause() {
      beginning = false;
      send({ type: 'pause' });
    },
    remove() {
      beginning = false;
      send({ type: 'remove' });
    },
    retry: () => send({ type: 'retry' }),
    close() {
      worker?.terminate();
      worker = null;
      for (const { resolve } of open.values()) resolve(null);
      open.clear();
    },
  };
}

export type PackClient = ReturnType<typeof createPackClient>;
