// Hints in three steps: where to look, which move, and why. Loaded on demand.
import loadWords from '../i18n/learn.words.ts';
import loadReasons from '../i18n/reasons.words.ts';
import { within } from '../engine/timing.ts';
import { setHint, setNotice, setSlot, type Store } from '../state.ts';
import { t } from '../i18n/i18n.ts';
import { effects, tempting } from './facts.ts';
import { reasonText } from './reason-words.ts';
import { movesOf } from './words.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Key, Said } from '../i18n/i18n.ts';
import type {
  Core,
  Hint,
  MoveValue,
  PositionValues,
  ReasonInfo,
  SearchInfo,
  State,
} from '../types.ts';

/**
 * The thinking time for a hint, and how long to wait for exact values, in milliseconds: a hint is
 * there at once, on a busy device too.
 */
const MILLIS = 70;
const PATIENCE = 20;
/** The thinking time for the choice among equal turns, after it has thought already. */
const AGAIN = 30;
/** From this score on, in hundredths of a man, a side is said to be ahead. */
const AHEAD = 40;

/** The best move and its value. */
async function find(
  engine: EngineClient,
  game: State['game'],
  exact: PositionValues | null,
  millis: number = MILLIS,
): Promise<{ turn: string; worth: Said | null }> {
  const [only, ...others] = game.legal;
  if (only && !others.length) return { turn: only.text, worth: null };
  const best = exact?.moves.filter((m) => m.rank === 0) ?? [];
  const first = best[0];
  if (first && (best.length === 1 || movesOf(first.value) !== null))
    return { turn: first.text, worth: worthOf(first) };
  // Among equal turns, let the search choose.
  const question = {
    line: game.start,
    moves: game.played,
    millis,
    limits: {},
    legal: game.legal.map((m) => m.text),
  };
  const { move, info } = await engine.ask(exact ? { ...question, known: exact.moves } : question);
  const known = exact?.moves.find((m) => m.text === move);
  return { turn: move, worth: known ? worthOf(known) : info && scoreOf(info.score) };
}

/** The first step of a hint. */
function hintOf(
  core: Core,
  game: State['game'],
  { turn, worth }: { turn: string; worth: Said | null },
): Hint {
  const move = game.legal.find((m) => m.text === turn);
  if (!move) throw new Error(`${turn} is not legal`);
  const taken = move.captures;
  const way = { from: move.from ?? '', to: move.to ?? '', taken };
  const reasons = [...effects(core, game.line, turn), ...(worth ? [worth] : [])];
  // The man that moves, or the point where one is placed.
  const look = [move.from ?? move.to ?? move.captures[0] ?? null].filter((point) => point !== null);
  const which = {
    key:
      taken.length && move.kind !== 'remove' && move.kind !== 'pass'
        ? `hint.${move.kind}.take`
        : `hint.${move.kind}`,
    values: way,
  } as Said;
  return {
    stage: 1,
    turn,
    look,
    steps: [
      [{ key: 'hint.thinking' }],
      [look.length ? { key: 'hint.where', values: { points: look.join(' ') } } : which],
      [which],
      reasons.length ? reasons : [{ key: 'hint.quiet' }],
    ],
  };
}

export async function createHints({
  store,
  core,
  engine,
  values,
  reason,
}: {
  store: Store;
  core: Core;
  engine: EngineClient;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
}) {
  await Promise.all([loadWords(), loadReasons()]);
  /** What was found without exact values, in their light. */
  function revise(game: State['game'], { turn }: { turn: string }, exact: PositionValues) {
    const known = exact.moves.find(({ text }) => text === turn);
    return known?.rank === 0 ? { turn, worth: worthOf(known) } : find(engine, game, exact, AGAIN);
  }

  /** Adds to the last step why another move, which looks good, would be a mistake. */
  async function warn(game: State['game'], shown: Hint, exact: PositionValues) {
    const mistakes = exact.moves.filter(({ verdict }) => verdict.includes('-to-'));
    const turn = tempting(
      core,
      game.line,
      mistakes.map(({ text }) => text),
    );
    const found = turn === undefined ? null : await reason(game.line, turn);
    if (!found || turn === undefined || found.kind === 'far') return;
    const not = t('hint.not', { move: turn, reason: reasonText(found, turn) });
    store.update((s) =>
      s.hint?.steps === shown.steps
        ? setHint(s, {
            ...s.hint,
            steps: [...shown.steps.slice(0, 3), [...(shown.steps[3] ?? []), not]],
          })
        : s,
    );
  }

  /** Exact values that come late correct a hint. */
  async function correct(game: State['game'], shown: Hint, exact: PositionValues | null) {
    // A later step of it has the same texts.
    const isShown = (s: State) => s.hint?.steps === shown.steps;
    if (!exact || !isShown(store.get())) return;
    const better = hintOf(core, game, await revise(game, shown, exact));
    store.update((s) =>
      isShown(s) && s.hint ? setHint(s, { ...better, stage: s.hint.stage }) : s,
    );
    await warn(game, better, exact);
  }

  /** Advances the hint, or requests a new one. */
  async function ask() {
    const state = store.get();
    const { hint, game } = state;
    if (hint?.stage === 0) return;
    if (hint) return store.update((s) => setHint(s, next(hint)));
    store.update((s) =>
      setHint(s, { stage: 0, turn: '', look: [], steps: [[{ key: 'hint.thinking' }]] }),
    );
    const mine = store.get().hint;
    try {
      const exact = values(game.line);
      const early = await within(PATIENCE, exact);
      if (store.get().hint !== mine) return;
      let found = await find(engine, game, early);
      // They may have come meanwhile.
      const now = early ?? (await within(0, exact));
      if (now && !early) found = await revise(game, found, now);
      if (store.get().hint !== mine) return;
      const shown = hintOf(core, game, found);
      store.update((s) => setSlot(setHint(s, shown), { hints: s.slot.hints + 1 }));
      const more = now ? warn(game, shown, now) : exact.then((late) => correct(game, shown, late));
      more.catch((error) => console.warn(error));
    } catch (error) {
      if (store.get().hint !== mine) return;
      store.update((s) => setHint(s, null));
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn(error);
      store.update((s) => setNotice(s, { key: 'notice.engine-gone' }));
    }
  }

  return { ask };
}

const next = (hint: Hint): Hint | null =>
  hint.stage === 3 ? null : { ...hint, stage: (hint.stage + 1) as 1 | 2 | 3 };

/** The texts without the number of moves. */
const WITHOUT_MOVES: Partial<Record<MoveValue['verdict'], Key>> = {
  win: 'worth.wins',
  'only-win': 'worth.only-wins',
  loss: 'worth.loses',
};

/** An exact value, in words. */
export function worthOf({ value, verdict }: Pick<MoveValue, 'value' | 'verdict'>): Said {
  const n = movesOf(value);
  const bare = n === null ? WITHOUT_MOVES[verdict] : undefined;
  return bare
    ? { key: bare }
    : {
        key: `worth.${verdict}` as Key,
        values: { n: n ?? 0 },
      };
}

/** A score from the search, in words. */
function scoreOf(score: SearchInfo['score']): Said {
  if (!('cp' in score))
    return worthOf({
      value: score,
      verdict: 'win' in score ? 'win' : 'loss' in score ? 'loss' : 'draw',
    });
  return {
    key: score.cp > AHEAD ? 'worth.ahead' : score.cp < -AHEAD ? 'worth.behind' : 'worth.level',
  };
}
