// The solver's worker: finds the exact values of a game on this device, or computes and stores
// them.
import init, {
  Solver,
  SolverReader,
  estimatedReason,
  solutionName,
} from '../../pkg-pack/merels.js';
import { announce, beat, beatDuring, isTrap, yieldToMessages } from './heartbeat.ts';
import { fetchKept, forget, save, unpack } from './solution-cache.ts';
import type { Extent, PositionValues, ReasonInfo } from '../types.ts';

export type ToSolver =
  | { type: 'open'; spec: string; extent: Extent }
  | { type: 'values'; id: number; line: string }
  | { type: 'why'; id: number; line: string; turn: string; better?: string[] };
export type FromSolver =
  | { type: 'listening' }
  | { type: 'solving'; done: number }
  | { type: 'ready'; stored: boolean }
  | { type: 'damaged'; reason: string }
  | { type: 'not-kept'; full: boolean }
  | { type: 'failed'; message: string }
  | { type: 'values'; id: number; values: PositionValues | null }
  | { type: 'reason'; id: number; reason: ReasonInfo | null };

/** The interval between progress reports, in milliseconds. */
const REPORT = 100;

let solver: Solver | null = null;

const post = (message: FromSolver) => self.postMessage(message);

function words(error: unknown) {
  // After a trap the module's memory cannot be trusted.
  if (isTrap(error)) throw error;
  return error instanceof Error ? error.message : String(error);
}

async function open(spec: string, extent: Extent) {
  const name = solutionName(spec, extent);
  const found = await find(name, spec, extent);
  if (found) {
    solver = found;
    return post({ type: 'ready', stored: true });
  }
  await solve(spec, extent);
  post({ type: 'ready', stored: false });
  try {
    await save(name, parts());
  } catch (error) {
    console.warn('The values are not stored:', words(error));
    post({
      type: 'not-kept',
      full: error instanceof DOMException && error.name === 'QuotaExceededError',
    });
  }
}

/** The stored values, if they are intact. */
async function find(name: string, spec: string, extent: Extent): Promise<Solver | null> {
  const kept = await fetchKept(name).catch((error) => {
    // They are computed again; the reason is for the log.
    console.warn('The stored values cannot be read:', words(error));
    return null;
  });
  if (!kept) return null;
  try {
    const reader = SolverReader.start(spec, extent);
    const stream = unpack(kept).getReader();
    for (;;) {
      const { done, value } = await stream.read();
      if (done) break;
      reader.push(value);
    }
    return reader.finish();
  } catch (error) {
    post({ type: 'damaged', reason: words(error) });
    await forget(name).catch(() => {});
    return null;
  }
}

/** A single step may take seconds on a slow device. */
const alive = () => {
  if (performance.now() < beaten + REPORT) return;
  beaten = performance.now();
  beat();
};
let beaten = 0;

async function solve(spec: string, extent: Extent) {
  const begun = Solver.start(spec, extent);
  solver = begun;
  let reported = 0;
  post({ type: 'solving', done: 0 });
  while (begun.step(alive)) {
    if (performance.now() - reported > REPORT) {
      reported = performance.now();
      post({ type: 'solving', done: begun.progress() });
    }
    await yieldToMessages();
  }
}

/** The values as bytes, produced on demand. */
function parts(): ReadableStream<Uint8Array> {
  let part = 0;
  return new ReadableStream({
    pull(controller) {
      const bytes = solver?.part(part++);
      if (bytes) controller.enqueue(bytes);
      else controller.close();
    },
  });
}

self.onmessage = ({ data }: MessageEvent<ToSolver>) => {
  if (data.type === 'open') {
    beatDuring(open(data.spec, data.extent)).catch((error) => {
      if (isTrap(error))
        setTimeout(() => {
          throw error;
        });
      else
        post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
  } else if (data.type === 'why') {
    const { id, line, turn, better } = data;
    const reason = better ? estimatedReason(line, turn, better) : solver?.reason(line, turn);
    post({ type: 'reason', id, reason: reason ?? null });
  } else {
    post({ type: 'values', id: data.id, values: solver?.values(data.line) ?? null });
  }
};

void announce();
await beatDuring(init());
post({ type: 'listening' });
