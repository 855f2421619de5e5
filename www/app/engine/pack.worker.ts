// The worker of a pack: looks up values in it, and stores it on this device.
import init, { loadWeights } from '../../pkg-pack/merels.js';
import { fetchWhole } from '../platform/fetch-whole.ts';
import { announce, beatDuring, isTrap } from './heartbeat.ts';
import { createPackCache } from './pack-cache.ts';
import { createPackReader } from './pack-reader.ts';
import type { ExactValue, Packed, PositionValues, ReasonInfo } from '../types.ts';
import type { PackSource } from './pack-index.ts';

export interface Source extends PackSource {
  name: string;
}

export type ToPack =
  | { type: 'open'; source: Source; keep: boolean }
  | { type: 'ask'; id: number; line: string }
  | { type: 'why'; id: number; line: string; turn: string }
  | { type: 'drop'; id: number }
  | { type: 'keep' }
  | { type: 'pause' }
  | { type: 'remove' }
  | { type: 'retry' };
export type FromPack =
  | { type: 'listening' }
  | { type: 'state'; state: Packed }
  | { type: 'value'; id: number; value: ExactValue }
  | { type: 'values'; id: number; values: PositionValues | null }
  | { type: 'reason'; id: number; reason: ReasonInfo | null };

const post = (message: FromPack) => self.postMessage(message);

let reader: ReturnType<typeof createPackReader> | null = null;

function handle(message: ToPack): Promise<unknown> | void {
  if (message.type === 'open') {
    const { source } = message;
    reader = createPackReader({
      source,
      cache: createPackCache(source.name, source.version),
      tell: {
        state: (state) => post({ type: 'state', state }),
        value: (id, value) => post({ type: 'value', id, value }),
        values: (id, values) => post({ type: 'values', id, values }),
        reason: (id, reason) => post({ type: 'reason', id, reason }),
      },
    });
    return Promise.all([message.keep ? reader.keep() : null, reader.open()]);
  }
  if (message.type === 'ask') return reader?.ask(message.id, message.line);
  if (message.type === 'why') return reader?.askWhy(message.id, message.line, message.turn);
  if (message.type === 'drop') return reader?.drop(message.id);
  return reader?.[message.type]();
}

self.onmessage = ({ data }: MessageEvent<ToPack>) => {
  const work = handle(data);
  if (work)
    beatDuring(work).catch((error) => {
      // The page replaces this worker.
      if (isTrap(error))
        setTimeout(() => {
          throw error;
        });
      else console.warn('The pack’s worker:', error);
    });
};

/**
 * With the weights of Nine Men's Morris, which the engine fetches too, the search in a pack takes
 * fewer steps.
 */
async function fetchWeights() {
  const response = await fetchWhole(new URL('../../../data/nine.net', import.meta.url));
  if (response.ok) loadWeights(new Uint8Array(await response.arrayBuffer()));
}

void announce();
await beatDuring(init());
fetchWeights().catch((error) => console.warn('The pack is searched without weights:', error));
post({ type: 'listening' });
