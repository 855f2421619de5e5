// Decides when exact values are needed, and puts those of the current position into the state. They
// come from the solver, which has distances; for a game too large for it from a pack, and for the
// first placings from the engine, both without distances.
import { idleSolving, setExact, setLook, setNotice, setSolving, type Store } from '../state.ts';
import { createPackClient, type PackClient } from './pack-client.ts';
import { PACKS } from '../platform/packs.ts';
import { createSolverClient } from './solver-client.ts';
import type { Said } from '../i18n/i18n.ts';
import type { Core, Exact, ExactValue, Packed, PositionValues, State } from '../types.ts';
import type { EngineClient } from './client.ts';

/** See pack-client.ts. */
interface Options {
  onValue?: (value: ExactValue) => void;
  signal?: AbortSignal;
}

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
  /** Why the values could not be stored: said once, when somebody wants them. */
  let notKept: 'notice.values.full' | 'notice.values.not-kept' | null = null;
  let noticed = false;
  /** The position of the last question. */
  let asked = '';
  /** Ends the last question. */
  let outdated = new AbortController();
  /** The status of the solver alone. */
  let solving: State['solving']['status'] = 'idle';
  let pack: { name: string; client: PackClient; state: Packed } | null = null;
  /** The number of questions that the pack has not answered. */
  let questions = 0;
  let pausing = false;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  const solver = createSolverClient(addresses.solver, (message) => {
    if (message.type === 'solving') setSolver('solving', { done: message.done });
    else if (message.type === 'ready') {
      asked = '';
      setSolver('ready', { done: 1, stored: message.stored });
    } else if (message.type === 'damaged')
      note({ key: 'notice.values.damaged', values: { reason: message.reason } });
    else if (message.type === 'not-kept') {
      notKept = message.full ? 'notice.values.full' : 'notice.values.not-kept';
      sayNotKept();
    } else {
      console.warn('The exact values are unavailable:', message.message);
      setSolver('failed');
    }
  });

  function setSolver(status: State['solving']['status'], change: Partial<State['solving']> = {}) {
    solving = status;
    store.update((s) => setSolving(s, { ...change, status: together(s.solving.pack) }));
  }

  /** The combined status of the solver and the pack. */
  const together = (packed: Packed | null): State['solving']['status'] =>
    packed?.status === 'ready' || packed?.status === 'reading' ? packed.status : solving;

  const note = (text: Said) => store.update((s) => setNotice(s, text));

  function sayNotKept() {
    if (!notKept || noticed || !areWanted(store.get())) return;
    noticed = true;
    note({ key: notKept });
  }

  /** The pack of the current game, opened if necessary; null if it has none. */
  function openPack() {
    const name = store.get().solving.can.pack;
    const source = name && PACKS[name];
    if (!name || !source) return null;
    if (pack?.name === name) return pack.client;
    pack?.client.close();
    const address = new URL(source.folder, document.baseURI).href;
    const client = createPackClient(
      addresses.pack,
      { name, address, version: source.version, sizes: source.sizes },
      (state) => setPacked(name, { ...state, bytes: state.bytes || source.bytes }),
    );
    const { pack: state } = idleSolving(store.get().solving.can);
    if (state) pack = { name, client, state };
    return client;
  }

  function setPacked(name: string, state: Packed) {
    if (pack?.name !== name) return;
    const { state: before } = pack;
    pack.state = state;
    pauseLoading();
    // Ask again for values that were missing.
    if (state.status === 'ready' && before.status !== 'ready') askAgain();
    store.update((s) => {
      const next =
        s.solving.can.pack === name ? setSolving(s, { pack: state, status: together(state) }) : s;
      return before.keeping && !state.keeping ? setLook(next, { keeping: false }) : next;
    });
  }

  /** Is the solver needed now? */
  function wantsSolver(state: State) {
    const { can } = state.solving;
    if (can.extent === 'all') return areWanted(state) || (idle && can.positions <= FEW);
    if (can.extent === null) return false;
    // A review needs the values at the end of the game.
    if (state.study?.review?.running) return true;
    if (state.game.outcome) return false;
    const { hands, men } = state.game;
    return idle && hands.white + hands.black === 0 && men.filter(Boolean).length <= can.men + NEAR;
  }

  /** Does anybody see or use the values? */
  const areWanted = (state: State) => state.look.values || state.study !== null || perfect(state);

  /** Does a perfect level play? */
  const perfect = ({ settings: { mode, human, levels } }: State) => {
    const sides = (['white', 'black'] as const).filter(
      (side) => mode === 'watch' || (mode === 'computer' && side !== human),
    );
    return sides.some((side) => core.levels().find((l) => l.level === levels[side])?.perfect);
  };

  function follow() {
    const state = store.get();
    const { can } = state.solving;
    const { game, look, study, editor } = state;
    sayNotKept();
    if (solving === 'idle' && wantsSolver(state) && can.extent !== null) {
      setSolver('reading');
      solver.open(state.rules.spec, can.extent);
    }
    if (can.pack && look.keeping && !pack?.state.keeping) keep();
    if (can.pack && areWanted(state)) openPack();
    if (
      (store.get().solving.status !== 'ready' && !pack && !can.opening) ||
      !(look.values || study) ||
      editor ||
      game.outcome ||
      asked === game.line
    )
      return;
    asked = game.line;
    outdated.abort();
    outdated = new AbortController();
    const { signal } = outdated;
    setTimeout(() => signal.aborted || ask(game.line, signal), REST);
  }

  /** Puts the values of a position into the state. */
  function ask(line: string, signal: AbortSignal) {
    const put = (exact: Exact) => {
      if (!signal.aborted && store.get().game.line === line)
        store.update((s) => setExact(s, exact));
    };
    void values(line, { signal, onValue: (value) => put({ line, values: null, value }) }).then(
      (found) => {
        put({ line, values: found });
        if (!found && pack) retryLater();
      },
    );
  }

  /** Lets `follow` ask again about the position if its values were not available. */
  function askAgain() {
    const { exact } = store.get();
    if (exact?.line === asked && !exact.values && !exact.value) asked = '';
  }

  /** Asks again for what could not be fetched. */
  function retry() {
    clearTimeout(retrying);
    pack?.client.retry();
    askAgain();
    follow();
  }

  function retryLater() {
    clearTimeout(retrying);
    if (pack?.state.reason === 'offline' || pack?.state.reason === 'host')
      retrying = setTimeout(retry, RETRY);
  }

  /**
   * A position's values; null if there are none. Can be called at any time: it opens the pack if
   * needed.
   */
  async function values(line: string, options?: Options): Promise<PositionValues | null> {
    const known = solving === 'ready' ? await solver.values(line) : null;
    return known ?? firstKnown([packed(line, options), placed(line, options)]);
  }

  /** The values that the pack has. */
  async function packed(line: string, options?: Options) {
    const client = openPack();
    if (!client) return null;
    questions += 1;
    pauseLoading();
    try {
      return await client.values(line, options);
    } finally {
      questions -= 1;
      pauseLoading();
    }
  }

  /**
   * While the pack is decoding, the engine does not: on a slow device both would take twice as
   * long.
   */
  function pauseLoading() {
    const wanted = questions > 0 && pack?.state.status === 'ready';
    if (wanted !== pausing) engine.pauseLoading(wanted);
    pausing = wanted;
  }

  /** The values of one of the first placings; null for other positions. */
  async function placed(line: string, options?: Options) {
    const {
      rules,
      solving: { can },
    } = store.get();
    return can.opening ? engine.placed(rules.spec, line, options?.signal) : null;
  }

  /** Downloads the whole solution. The download continues after a reload. */
  function keep() {
    const client = openPack();
    if (!client || !pack) return;
    pack.state = { ...pack.state, keeping: true };
    client.keep();
  }

  /** First asks the browser to keep the data. */
  async function askToKeep() {
    const { bytes = 0, kept = 0 } = store.get().solving.pack ?? {};
    await navigator.storage?.persist?.().catch(() => false);
    const { quota = Infinity, usage = 0 } =
      (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
    const room = quota - usage >= bytes - kept;
    store.update((s) => {
      const { pack: packed } = s.solving;
      if (!packed) return s;
      return room
        ? setLook(s, { keeping: true })
        : setSolving(s, { pack: { ...packed, trouble: 'full' } });
    });
  }

  store.subscribe((now, before) => {
    if (now.rules.spec !== before.rules.spec) {
      solver.close();
      solving = 'idle';
      asked = '';
      outdated.abort();
      const fresh = idleSolving(core.solvable(now.rules.spec));
      // A download continues whatever is played.
      const same = pack !== null && pack.name === fresh.can.pack;
      if (pack && !same && !pack.state.keeping) {
        pack.client.close();
        pack = null;
      }
      const packed = same && pack ? pack.state : fresh.pack;
      store.update((s) =>
        setExact(setSolving(s, { ...fresh, pack: packed, status: together(packed) }), null),
      );
    }
    follow();
  });
  addEventListener('online', retry);
  // The first move comes first.
  setTimeout(() => {
    idle = true;
    follow();
  }, 1500);
  follow();

  return {
    values,
    /** The whole solution on this device. */
    solution: {
      keep: () => void askToKeep(),
      pause() {
        pack?.client.pause();
        store.update((s) => setLook(s, { keeping: false }));
      },
      remove() {
        store.update((s) => setLook(s, { keeping: false }));
        openPack()?.remove();
      },
      /** Opens the pack, to find how much of it is stored. */
      open: () => void openPack(),
    },
  };
}

/** The first answer that is not null; null if none is. */
const firstKnown = <T>(answers: (Promise<T | null> | undefined)[]): Promise<T | null> =>
  Promise.any(answers.map(async (answer) => (await answer) ?? Promise.reject())).catch(() => null);

export type Solution = ReturnType<typeof createExactValues>['solution'];
