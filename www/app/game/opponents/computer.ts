// The computer as an opponent, or on both sides: asks the engine for moves, and answers draw
// offers.
import {
  isConsidering,
  isHuman,
  other,
  say,
  setEngineDown,
  setNotice,
  setPaused,
  setThinking,
  shownTimes,
  type Store,
} from '../../state.ts';
import { leastTime, searchBy, within } from '../../engine/timing.ts';
import { NoWorkerError } from '../../engine/watchdog.ts';
import { movesOf } from '../words.ts';
import type { EngineClient } from '../../engine/client.ts';
import type { AtTable, Core, PositionValues, SearchInfo, Side } from '../../types.ts';

/**
 * The computer accepts a draw if it is ahead by at most this, in hundredths of a man. At 100 a win
 * is likelier than a draw.
 */
const CONTENT = 40;
/** The thinking time for choosing among draws, in milliseconds. */
const REFLECT = 500;
/**
 * How long to wait for exact values, in milliseconds: those of the 13th placing take the longest.
 */
const PATIENCE = 30_000;
/** Limits for considering a draw offer. */
const CONSIDER = { millis: 1500, nodes: 300_000 };

export function createComputer({
  core,
  store,
  table,
  engine,
  settled,
  values,
}: {
  core: Core;
  store: Store;
  table: AtTable;
  engine: EngineClient;
  /** Resolves when the board is at rest. */
  settled: () => Promise<void>;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
}) {
  /** Counts requests, to recognise outdated answers. */
  let asked = 0;
  /** Was it said that the perfect level plays by estimates? */
  let reported = false;

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
    const { game, settings, look, paused, clock } = store.get();
    if (game.outcome || (paused && !once) || isHuman(store.get(), game.turn)) return;
    const mine = ++asked;
    store.update((s) => setThinking(s, true));
    // Hurry when short of time: use at most a twentieth of the time left and half the increment.
    const left = clock
      ? shownTimes(store.get(), performance.now())[game.turn] / 20 +
        (settings.clock?.increment ?? 0) * 500
      : Infinity;
    const least =
      settings.mode === 'computer'
        ? leastTime(look.reply, game.legal.length)
        : once
          ? 0
          : settings.pace;
    const pace = new Promise((resolve) => setTimeout(resolve, Math.min(least, left)));
    try {
      const [move] = await Promise.all([
        choose(left, () => mine === asked),
        settled().then(() => pace),
      ]);
      if (mine !== asked || move === null) return;
      store.update((s) => setThinking(s, false));
      table.play(move, once);
    } catch (error) {
      if (mine !== asked) return;
      store.update((s) => setThinking(s, false));
      if (error instanceof DOMException && error.name === 'AbortError')
        return store.update((s) => setPaused(s, true));
      console.warn(error);
      // Until a retry works, the person plays for the computer.
      const action = { label: { key: 'action.again' as const }, run: resume };
      const key = error instanceof NoWorkerError ? 'notice.no-worker' : 'notice.gone';
      store.update((s) => setNotice(setEngineDown(s, true), { key }, action));
    }
  }

  const isPerfect = (n: number) => core.levels().some((l) => l.level === n && l.perfect);

  /**
   * @param left maximum thinking time in milliseconds
   * @param wanted is the answer still needed?
   */
  async function choose(left: number, wanted: () => boolean): Promise<string | null> {
    const { game, settings, look } = store.get();
    const levels = core.levels();
    const chosen = levels.find((l) => l.level === settings.levels[game.turn]);
    const legal = game.legal.map((m) => m.text);
    if (legal.length === 1) return legal[0] ?? null;
    const exact = chosen?.perfect
      ? await within(Math.min(PATIENCE, left), values(game.line))
      : null;
    if (!wanted()) return null;
    if (chosen?.perfect) report(exact !== null);
    const best = exact?.moves.filter((m) => m.rank === 0 && legal.includes(m.text)) ?? [];
    // Among equal turns, let the search choose, unless they end the game equally late. Without
    // values, it searches all moves.
    if (best.length === 1 || (best.length && best.every((m) => movesOf(m.value) !== null)))
      return best[seed() % best.length]?.text ?? null;
    const level = chosen?.perfect ? chosen.level - 1 : settings.levels[game.turn];
    const drawn = exact !== null && 'draw' in exact.value;
    const { millis, limits } = searchBy(levels, level, drawn ? REFLECT : look.thinking, seed());
    const question = {
      line: game.start,
      moves: game.played,
      millis: Math.max(10, Math.min(millis, left)),
      limits,
      legal,
    };
    const { move } = await engine.ask(exact ? { ...question, known: exact.moves } : question);
    return move;
  }

  /** Says once that the perfect level has to do without a pack's values. */
  function report(known: boolean) {
    const estimates = !known && store.get().solving.can.pack !== null;
    if (estimates && !reported) store.update((s) => setNotice(s, { key: 'notice.estimates' }));
    reported = estimates;
  }

  /**
   * Considers a draw offer; accepts unless ahead.
   * @param by who offers
   */
  async function consider(by: Side) {
    const { game, settings } = store.get();
    const mine = ++asked;
    store.update((s) => say(s, { key: 'offer.thinking' }));
    try {
      const exact = isPerfect(settings.levels[other(by)])
        ? await within(PATIENCE, values(game.line))
        : null;
      if (mine !== asked) return;
      if (exact && 'loss' in exact.value)
        return store.update((s) => say(s, { key: 'offer.refused' }));
      const { info } = await engine.ask({
        line: game.start,
        moves: game.played,
        millis: CONSIDER.millis,
        limits: { nodes: CONSIDER.nodes },
      });
      if (mine !== asked) return;
      // The score is for the side to move.
      const score = info ? worth(info.score) * (game.turn === by ? -1 : 1) : 0;
      if (score <= CONTENT) table.end((g) => g.agreeDraw());
      else store.update((s) => say(s, { key: 'offer.refused' }));
    } catch (error) {
      if (mine === asked && !(error instanceof DOMException && error.name === 'AbortError')) {
        console.warn(error);
        store.update((s) => setNotice(s, { key: 'notice.engine-gone' }));
      }
    } finally {
      // If the game went on meanwhile, the offer has lapsed.
      store.update((s) => (isConsidering(s) ? say(s, null) : s));
    }
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

  /** Goes one turn back or forward, then on to the person's turn. */
  const walk = (way: 'undo' | 'redo') =>
    table.browse((game) => {
      if (!game[way]() || store.get().settings.mode === 'watch') return;
      while (!isHuman(store.get(), game.state().turn) && game[way]());
    });

  return {
    play: table.play,
    proceed,
    stop,
    /** Resumes the game from here. */
    resume,
    undo: () => walk('undo'),
    redo: () => walk('redo'),
    resign: () => table.end((game) => game.resign(store.get().settings.human)),
    offerDraw() {
      const { settings, game } = store.get();
      if (
        settings.mode !== 'watch' &&
        !isConsidering(store.get()) &&
        isHuman(store.get(), game.turn)
      )
        void consider(settings.human);
    },
    flag: (side: Side) => table.end((game) => game.loseOnTime(side)),
  };
}

/** A score in hundredths of a man. */
function worth(score: SearchInfo['score']) {
  if ('cp' in score) return score.cp;
  if ('draw' in score) return 0;
  return 'win' in score ? 100_000 : -100_000;
}

/** A random 32-bit number. */
export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
