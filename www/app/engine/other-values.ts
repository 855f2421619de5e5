// The exact values of a game that need not be the one on the table: for exercises. It has workers
// of its own, but shares a pack with the table.
import { openingFile, placed } from './loading.ts';
import { createPackClient, type PackClient } from './pack-client.ts';
import { createSolverClient } from './solver-client.ts';
import { PACKS } from '../platform/packs.ts';
import type { EngineClient } from './client.ts';
import type { Solution } from './lazy-values.ts';
import type { Core, PositionValues, ReasonInfo, State } from '../types.ts';
import type { Options, ReasonSource } from './value-source.ts';

interface Given {
  core: Core;
  engine: EngineClient;
  /** The pack of the game on the table. */
  solution: Solution;
  /** The state of the page. */
  state: () => State;
  /** Of the workers' scripts. */
  urls: { solver: string; pack: string };
}

export interface OtherValues extends ReasonSource {
  /**
   * Resolves once they can be asked for: false if they cannot be had.
   * @param tell gets how much is solved so far, 0 to 1
   */
  ready: (tell: (done: number) => void) => Promise<boolean>;
  close: () => void;
}

/** The solver's values of a game; null where it cannot be solved here. */
function openSolver({ core, urls }: Given, spec: string) {
  const { extent } = core.solvable(spec);
  if (!extent) return null;
  let progress: (done: number) => void = () => {};
  let settle: (ready: boolean) => void = () => {};
  const settled = new Promise<boolean>((resolve) => (settle = resolve));
  const client = createSolverClient(urls.solver, (message) => {
    if (message.type === 'solving') progress(message.done);
    else if (message.type === 'ready') settle(true);
    else if (message.type === 'failed') settle(false);
  });
  client.open(spec, extent);
  return {
    ...client,
    ready(tell: typeof progress) {
      progress = tell;
      return settled;
    },
    close() {
      settle(false);
      client.close();
    },
  };
}

/** The pack of a game; null if it has none. `own` is to be closed. */
async function openPack({ core, urls, solution, state }: Given, spec: string) {
  const { pack: name } = core.solvable(spec);
  const source = name && PACKS[name];
  if (!name || !source) return null;
  if (state().solving.can.pack === name) {
    const client = await solution.open();
    return client && { client, own: false };
  }
  const address = new URL(source.folder, document.baseURI).href;
  const from = { ...source, name, address, placings: openingFile(core, spec) };
  const client = createPackClient(urls.pack, from, () => {});
  return { client, own: true };
}

/** The first answer that is not null; null if none is. */
const firstKnown = <T>(answers: Promise<T | null>[]): Promise<T | null> =>
  Promise.any(answers.map(async (answer) => (await answer) ?? Promise.reject())).catch(() => null);

export function openValues(given: Given, spec: string): OtherValues {
  const { core, engine } = given;
  const { opening, pack: packed } = core.solvable(spec);
  const solver = packed ? null : openSolver(given, spec);
  const pack = openPack(given, spec);
  const client = async (): Promise<PackClient | null> => (await pack)?.client ?? null;
  return {
    isOpen: () => true,
    async values(line: string, options: Options = {}): Promise<PositionValues | null> {
      const solved = await solver?.values(line);
      if (solved || options.signal?.aborted) return solved ?? null;
      return firstKnown([
        client().then((open) => open?.values(line, options) ?? null),
        opening ? placed(engine, core, spec, line, options.signal) : Promise.resolve(null),
      ]);
    },
    async reason(line: string, turn: string, signal?: AbortSignal): Promise<ReasonInfo | null> {
      return (
        (await solver?.reason(line, turn)) ?? (await client())?.reason(line, turn, signal) ?? null
      );
    },
    async ready(tell) {
      if (solver && (await solver.ready(tell))) return true;
      return Boolean(packed || opening);
    },
    close() {
      solver?.close();
      void pack.then((open) => open?.own && open.client.close()).catch(() => {});
    },
  };
}
