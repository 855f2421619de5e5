// Decides when exact values are needed, asks those who know them (see value-source.ts), and puts
// those of the current position into the state.
import { setExact, setSolving, type Store } from '../state.ts';
import { openingFile } from './loading.ts';
import { createPackSource } from './pack-source.ts';
import { createSolverSource } from './solver-source.ts';
import { idleSolving } from './solving.ts';
import type { Core, Exact, Packed, PositionValues, Solving, State } from '../types.ts';
import type { EngineClient } from './client.ts';
import type { Options, ValueSource, Why } from './value-source.ts';

/** The maximum number of positions of a game that is solved unasked, when the page is idle. */
const FEW = 6_000_000;
/** Endgames are solved this many men early, because the next capture may lead there. */
const NEAR = 1;
/**
 * The delay before asking for values, so that quick browsing does not ask for those of each
 * position, in milliseconds.
 */
const REST = 50;
/** The delay before asking again for values that could not be fetched, in milliseconds. */
const RETRY = 10_000;
/** The first move comes first, in milliseconds. */
const IDLE = 1500;

/**
 * @param addresses of the workers' scripts
 * @param engine `placed` says what it knows of a position of a rule set, see loading.ts
 */
export function createExactValues(
  store: Store,
  core: Core,
  addresses: { solver: string; pack: string },
  engine: Pick<EngineClient, 'pauseLoading'> & {
    placed: (spec: string, line: string, signal?: AbortSignal) => Promise<PositionValues | null>;
  },
) {
  let idle = false;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  const wanted = (state = store.get()) => areWanted(state, core);
  const show = (change: Partial<Solving> = {}) =>
    store.update((s) => {
      const { pack = s.solving.pack } = change;
      return setSolving(s, { ...change, status: together(pack, solver.status()) });
    });
  const solver = createSolverSource(addresses.solver, store, show, wanted, () => position.forget());
  const pack = createPackSource(
    addresses.pack,
    store,
    show,
    () => position.forget(true),
    engine.pauseLoading,
    (spec) => openingFile(core, spec),
  );
  const hasOpening = () => store.get().solving.can.opening;
  const opening: ValueSource = {
    isOpen: hasOpening,
    values: async (line, options) =>
      hasOpening() ? engine.placed(store.get().rules.spec, line, options?.signal) : null,
  };

  /**
   * A position's values; null if there are none. Can be called at any time: it opens the pack if
   * needed.
   */
  const values = async (line: string, options?: Options): Promise<PositionValues | null> =>
    (await solver.values(line)) ??
    firstKnown([pack.values(line, options), opening.values(line, options)]);

  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  const reason = async (line: string, turn: string, { better, signal }: Why = {}) =>
    better
      ? solver.estimatedReason(line, turn, better)
      : ((await solver.reason(line, turn)) ?? (await pack.reason(line, turn, signal)));

  const position = createPosition(store, values, retryLater);

  function retryLater() {
    clearTimeout(retrying);
    const reason = pack.state()?.reason;
    if (reason === 'offline' || reason === 'host') retrying = setTimeout(retry, RETRY);
  }

  /** Asks again for what could not be fetched. */
  function retry() {
    clearTimeout(retrying);
    pack.retry();
    position.forget(true);
    follow();
  }

  function follow() {
    const state = store.get();
    const { can } = state.solving;
    const { game, look, analysis, editor } = state;
    if (solver.status() === 'idle' && can.extent !== null && wantsSolver(state, core, idle))
      solver.open(state.rules.spec, can.extent);
    if (can.pack && look.keeping && !pack.state()?.keeping) pack.keep();
    if (can.pack && wanted(state)) pack.open();
    const isSeen = (look.values || analysis) && !editor && !game.outcome;
    if (isSeen && [solver, pack, opening].some(({ isOpen }) => isOpen())) position.ask(game.line);
  }

  store.subscribe((now, before) => {
    if (now.rules.spec !== before.rules.spec) {
      solver.close();
      position.close();
      const fresh = idleSolving(core.solvable(now.rules.spec));
      const packed = pack.change(fresh.can) ?? fresh.pack;
      const solving = { ...fresh, pack: packed, status: together(packed, 'idle') };
      store.update((s) => setExact(setSolving(s, solving), null));
    }
    follow();
  });
  addEventListener('online', retry);
  setTimeout(() => {
    idle = true;
    follow();
  }, IDLE);
  follow();
  return { values, reason, solution: pack };
}

/**
 * Puts the values of the position on the table into the state.
 * @param onMissing called when there are none
 */
function createPosition(
  store: Store,
  values: (line: string, options: Options) => Promise<PositionValues | null>,
  onMissing: () => void,
) {
  /** The position of the last question. */
  let asked = '';
  /** Ends that question. */
  let outdated = new AbortController();

  async function find(line: string, signal: AbortSignal) {
    const put = (exact: Exact) => {
      if (!signal.aborted && store.get().game.line === line)
        store.update((s) => setExact(s, exact));
    };
    const found = await values(line, {
      signal,
      onValue: (value) => put({ line, values: null, value }),
    });
    put({ line, values: found });
    if (!found) onMissing();
  }

  return {
    /** Asks, unless it has asked about this position last. */
    ask(line: string) {
      if (asked === line) return;
      asked = line;
      outdated.abort();
      outdated = new AbortController();
      const { signal } = outdated;
      setTimeout(() => signal.aborted || void find(line, signal), REST);
    },
    /** Lets it be asked about again, or only if its values were not available. */
    forget(missing = false) {
      const { exact } = store.get();
      if (!missing || (exact?.line === asked && !exact.values && !exact.value)) asked = '';
    },
    /** Before another game. */
    close() {
      asked = '';
      outdated.abort();
    },
  };
}

/** The combined status of a pack and the solver. */
const together = (pack: Packed | null, solver: Solving['status']) =>
  pack?.status === 'ready' || pack?.status === 'reading' ? pack.status : solver;

/** Does anybody see or use the values? */
const areWanted = (state: State, core: Core) =>
  state.look.values || state.analysis !== null || playsPerfectly(state, core);

function playsPerfectly({ settings: { mode, human, levels } }: State, core: Core) {
  const sides = (['white', 'black'] as const).filter(
    (side) => mode === 'watch' || (mode === 'computer' && side !== human),
  );
  return sides.some((side) => core.levels().find((l) => l.level === levels[side])?.perfect);
}

/** Is the solver needed now? */
function wantsSolver(state: State, core: Core, idle: boolean) {
  const { can } = state.solving;
  if (can.extent === 'all') return areWanted(state, core) || (idle && can.positions <= FEW);
  // A review needs the values at the end of the game.
  if (state.analysis?.review?.running) return true;
  if (state.game.outcome) return false;
  const { hands, men } = state.game;
  return idle && hands.white + hands.black === 0 && men.filter(Boolean).length <= can.men + NEAR;
}

/** The first answer that is not null; null if none is. */
const firstKnown = <T>(answers: (Promise<T | null> | undefined)[]): Promise<T | null> =>
  Promise.any(answers.map(async (answer) => (await answer) ?? Promise.reject())).catch(() => null);
