// The computer as an opponent, or on both sides: asks the engine for moves, and answers draw
// offers.
import {
  isConsidering,
  isHuman,
  say,
  setCoach,
  setEngineDown,
  setNotice,
  setPaused,
  setThinking,
  type Store,
} from '../../state.ts';
import { leastTime } from '../../engine/timing.ts';
import { NoWorkerError } from '../../engine/watchdog.ts';
import { agreesToDraw, chooseTurn, type Mind } from './mind.ts';
import { createObjections } from './objections.ts';
import { shownTimes } from '../clock-state.ts';
import type { Side, State } from '../../types.ts';
import type { AtTable } from './opponent.ts';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** The least and the most time for the next turn, in milliseconds. */
function timeFor(state: State, once: boolean) {
  const { game, settings, look, clock } = state;
  // Hurry when short of time: use at most a twentieth of the time left and half the increment.
  const most = clock
    ? shownTimes(state, performance.now())[game.turn] / 20 + (settings.clock?.increment ?? 0) * 500
    : Infinity;
  if (settings.mode === 'computer')
    return { least: leastTime(look.reply, game.legal.length), most };
  return { least: once ? 0 : settings.pace, most };
}

/** Until a retry works, the person plays for the computer. */
function reportDown(store: Store, error: unknown, resume: () => void) {
  const action = { label: { key: 'action.again' as const }, run: resume };
  const key = error instanceof NoWorkerError ? 'notice.no-worker' : 'notice.gone';
  store.update((s) => setNotice(setEngineDown(s, true), { key }, action));
}

/**
 * Considers a draw offer.
 * @param by who offers
 * @param wanted is the answer still needed?
 */
async function consider(mind: Mind, table: AtTable, by: Side, wanted: () => boolean) {
  const { store } = mind;
  store.update((s) => say(s, { key: 'offer.thinking' }));
  try {
    const agrees = await agreesToDraw(mind, by, wanted);
    if (!wanted()) return;
    if (agrees) table.end((g) => g.agreeDraw());
    else store.update((s) => say(s, { key: 'offer.refused' }));
  } catch (error) {
    if (wanted() && !isAbort(error)) {
      console.warn(error);
      store.update((s) => setNotice(s, { key: 'notice.engine-gone' }));
    }
  } finally {
    // If the game went on meanwhile, the offer has lapsed.
    store.update((s) => (isConsidering(s) ? say(s, null) : s));
  }
}

/** May the person offer a draw now? */
const mayOffer = (state: State) =>
  state.settings.mode !== 'watch' && !isConsidering(state) && isHuman(state, state.game.turn);

/** Goes one turn back or forward, then on to the person's turn. */
const walk = ({ store }: Mind, table: AtTable, way: 'undo' | 'redo') =>
  table.browse((game) => {
    if (!game[way]() || store.get().settings.mode === 'watch') return;
    while (!isHuman(store.get(), game.state().turn) && game[way]());
  });

/** @param parts `settled` resolves when the board is at rest */
export function createComputer({
  table,
  settled,
  ...mind
}: Mind & { table: AtTable; settled: () => Promise<void> }) {
  const { store, engine } = mind;
  /** Counts requests, to recognise outdated answers. */
  let asked = 0;
  /** Was it said that the perfect level plays by estimates? */
  let reported = false;
  const objects = createObjections(mind);

  /** Begins a request; returns whether its answer is still needed. */
  function request() {
    const mine = ++asked;
    return () => mine === asked;
  }

  /** Cancels the current request. */
  function stop() {
    asked++;
    engine.cancel();
    store.update((s) => setThinking(s, false));
  }

  /**
   * Plays if it is the computer's turn.
   * @param once plays one turn even if paused
   */
  async function proceed(once = false) {
    const { game, paused } = store.get();
    if (game.outcome || (paused && !once) || isHuman(store.get(), game.turn)) return;
    const wanted = request();
    store.update((s) => setThinking(s, true));
    const { least, most } = timeFor(store.get(), once);
    const pace = new Promise((resolve) => setTimeout(resolve, Math.min(least, most)));
    try {
      if (await objects(wanted)) return store.update((s) => setThinking(s, false));
      if (!wanted()) return;
      const [move] = await Promise.all([
        chooseTurn(mind, most, wanted, report),
        settled().then(() => pace),
      ]);
      if (!wanted() || move === null) return;
      store.update((s) => setThinking(s, false));
      table.play(move, once);
    } catch (error) {
      if (!wanted()) return;
      store.update((s) => setThinking(s, false));
      if (isAbort(error)) return store.update((s) => setPaused(s, true));
      console.warn(error);
      reportDown(store, error, resume);
    }
  }

  /** Says once that the perfect level has to do without a pack's values. */
  function report(known: boolean) {
    const estimates = !known && store.get().solving.can.pack !== null;
    if (estimates && !reported) store.update((s) => setNotice(s, { key: 'notice.estimates' }));
    reported = estimates;
  }

  function resume() {
    store.update((s) => setPaused(setEngineDown(s, false), false));
    void proceed();
  }

  // If the thinking time is shortened during a search, restart it.
  store.subscribe((now, before) => {
    if (now.look.thinking === before.look.thinking || !now.thinking) return;
    stop();
    void proceed(now.paused);
  });

  return {
    play: table.play,
    proceed,
    stop,
    /** Resumes the game from here. */
    resume,
    /** Lets a turn stand that the coach has asked about. */
    stand() {
      store.update((s) => setCoach(s, null));
      void proceed();
    },
    undo: () => walk(mind, table, 'undo'),
    redo: () => walk(mind, table, 'redo'),
    resign: () => table.end((game) => game.resign(store.get().settings.human)),
    offerDraw() {
      const state = store.get();
      if (mayOffer(state)) void consider(mind, table, state.settings.human, request());
    },
    flag: (side: Side) => table.end((game) => game.loseOnTime(side)),
  };
}
