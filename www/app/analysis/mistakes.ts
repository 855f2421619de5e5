// Learning from one's own mistakes: each is set up again, and a better turn is to be found on the
// board.
import { setAnalysis, type Store } from '../state.ts';
import { isAbort } from './thinker.ts';
import { pathTo } from '../game/paths.ts';
import type { Session } from '../game/session.ts';
import type { Analysis, Learning, ReasonInfo, State } from '../types.ts';

/** How long a try that was wrong stays on the board, in milliseconds. */
const SEEN = 900;

interface Mistakes {
  store: Store;
  session: Session;
  reviewer: Pick<ReturnType<typeof import('./reviewer.ts').createReviewer>, 'turn'>;
  /** Null where the turn gave nothing away, or a value is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Focuses the board. */
  focus: () => void;
  failed: (error: unknown) => void;
  /** What was shown before, and is shown again afterwards. */
  before: Pick<Analysis, 'thinks' | 'arrows' | 'values'> | null;
}

const HIDDEN = { thinks: false, arrows: false, values: false };
const SHOWN = { thinks: true, arrows: true, values: true };

/** The position before the mistake that it is about. */
function home({ analysis, game }: Pick<State, 'analysis' | 'game'>) {
  const { nodes, at } = analysis?.learning ?? { nodes: [], at: 0 };
  return game.moves.find(({ id }) => id === nodes[at])?.parent ?? 0;
}

const set = ({ store }: Mistakes, change: Partial<Analysis>, learn: Partial<Learning>) =>
  store.update((s) =>
    s.analysis?.learning
      ? setAnalysis(s, { ...s.analysis, ...change, learning: { ...s.analysis.learning, ...learn } })
      : s,
  );

function pose(mistakes: Mistakes, at: number) {
  set(mistakes, HIDDEN, { at, state: 'find', move: '', reason: null });
  mistakes.session.goTo(home(mistakes.store.get()));
  mistakes.focus();
}

function stop(mistakes: Mistakes) {
  const { store, before } = mistakes;
  forget(mistakes);
  const { analysis } = store.get();
  if (analysis?.learning)
    store.update((s) => setAnalysis(s, { ...analysis, ...before, learning: null }));
  mistakes.before = null;
}

/** Takes a try that was wrong out of the game again, unless it was played there. */
function forget({ store, session }: Mistakes) {
  const { analysis, game } = store.get();
  const start = home({ analysis, game });
  if (analysis?.learning?.state !== 'wrong' || game.node === start) return;
  const node =
    pathTo(game.moves, game.node).find(({ parent }) => parent === start)?.id ?? game.node;
  session.goTo(start);
  const kept = node <= analysis.learning.last || analysis.review?.nodes.includes(node);
  if (!kept && store.get().game.moves.some(({ id }) => id === node))
    session.edit((game) => game.cut(node));
}

/** Says why a try fails, once that is known. */
async function explain(mistakes: Mistakes, at: number, move: string) {
  const { store, session } = mistakes;
  const line = session.look((game) => game.lineAt(home(store.get())));
  const reason = await mistakes.reason(line, move).catch(() => null);
  const now = store.get().analysis?.learning;
  if (now?.at === at && now.move === move && now.state === 'wrong') set(mistakes, {}, { reason });
}

/** @param node of the turn that was tried */
async function judge(mistakes: Mistakes, node: number) {
  const { store, reviewer } = mistakes;
  const { game, analysis } = store.get();
  const line = pathTo(game.moves, node);
  const move = line.at(-1)?.text ?? '';
  const { review, learning: mine } = analysis ?? {};
  if (!review || !mine) return;
  const learning = () => store.get().analysis?.learning ?? null;
  set(mistakes, {}, { state: 'looking', move, reason: null });
  try {
    const turn =
      node === mine.nodes[mine.at]
        ? null
        : await reviewer.turn(game.start, line, review.scores, review.others);
    if (learning()?.state !== 'looking') return;
    const state = turn?.judgement === 'kept' ? 'right' : 'wrong';
    set(mistakes, {}, { state });
    // Once it has been seen, the board is ready for another try.
    if (state === 'wrong') {
      void explain(mistakes, mine.at, move);
      setTimeout(() => store.get().game.node === node && forget(mistakes), SEEN);
    }
  } catch (error) {
    if (learning()) set(mistakes, {}, { state: 'find', move: '' });
    if (!isAbort(error)) mistakes.failed(error);
  }
}

/** The node of a turn that was just tried; undefined if there is none. */
function tried(now: State, old: State) {
  const { analysis, game } = now;
  const { state } = analysis?.learning ?? {};
  if (
    (state !== 'find' && state !== 'wrong') ||
    game === old.game ||
    game.node === old.game.node ||
    now.plays === old.plays
  )
    return;
  const here = game.moves.find(({ id }) => id === game.node);
  return here?.parent === home(now) ? here.id : undefined;
}

export function createMistakes(given: Omit<Mistakes, 'before'>) {
  const mistakes: Mistakes = { ...given, before: null };
  const { store, session } = given;
  store.subscribe((now, old) => {
    const node = tried(now, old);
    if (node !== undefined) void judge(mistakes, node);
  });

  return {
    /** @param nodes of the mistakes, in the order of the game */
    start(nodes: number[]) {
      const { analysis, game } = store.get();
      if (!analysis || !nodes.length) return;
      const { thinks, arrows, values } = analysis;
      mistakes.before = { thinks, arrows, values };
      const last = Math.max(...game.moves.map(({ id }) => id));
      store.update((s) =>
        setAnalysis(s, {
          ...analysis,
          learning: { nodes, at: 0, state: 'find', move: '', reason: null, last },
        }),
      );
      pose(mistakes, 0);
    },
    show() {
      forget(mistakes);
      session.goTo(home(store.get()));
      set(mistakes, SHOWN, { state: 'shown' });
    },
    next() {
      forget(mistakes);
      const { at, nodes } = store.get().analysis?.learning ?? { at: 0, nodes: [] };
      if (at + 1 < nodes.length) pose(mistakes, at + 1);
      else stop(mistakes);
    },
    stop: () => stop(mistakes),
  };
}
