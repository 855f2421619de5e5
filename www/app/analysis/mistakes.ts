// Learning from one's own mistakes: each is set up again, and a better turn is to be found on the
// board.
import { pathTo, setStudy, type Store } from '../state.ts';
import { isAbort } from './thinker.ts';
import type { Session } from '../game/session.ts';
import type { Learning, State, Study } from '../types.ts';

/** How long a try that was wrong stays on the board, in milliseconds. */
const SEEN = 900;

interface Mistakes {
  store: Store;
  session: Session;
  reviewer: Pick<ReturnType<typeof import('./reviewer.ts').createReviewer>, 'turn'>;
  /** Focuses the board. */
  focus: () => void;
  failed: (error: unknown) => void;
  /** What was shown before, and is shown again afterwards. */
  before: Pick<Study, 'thinks' | 'arrows' | 'values'> | null;
}

const HIDDEN = { thinks: false, arrows: false, values: false };
const SHOWN = { thinks: true, arrows: true, values: true };

/** The position before the mistake that it is about. */
function home({ study, game }: Pick<State, 'study' | 'game'>) {
  const { nodes, at } = study?.learning ?? { nodes: [], at: 0 };
  return game.moves.find(({ id }) => id === nodes[at])?.parent ?? 0;
}

const set = ({ store }: Mistakes, change: Partial<Study>, learn: Partial<Learning>) =>
  store.update((s) =>
    s.study?.learning
      ? setStudy(s, { ...s.study, ...change, learning: { ...s.study.learning, ...learn } })
      : s,
  );

function pose(mistakes: Mistakes, at: number) {
  set(mistakes, HIDDEN, { at, state: 'find', move: '' });
  mistakes.session.goTo(home(mistakes.store.get()));
  mistakes.focus();
}

function stop(mistakes: Mistakes) {
  const { store, before } = mistakes;
  forget(mistakes);
  const { study } = store.get();
  if (study?.learning) store.update((s) => setStudy(s, { ...study, ...before, learning: null }));
  mistakes.before = null;
}

/** Takes a try that was wrong out of the game again, unless it was played there. */
function forget({ store, session }: Mistakes) {
  const { study, game } = store.get();
  const start = home({ study, game });
  if (study?.learning?.state !== 'wrong' || game.node === start) return;
  const node =
    pathTo(game.moves, game.node).find(({ parent }) => parent === start)?.id ?? game.node;
  session.goTo(start);
  const kept = node <= study.learning.last || study.review?.nodes.includes(node);
  if (!kept && store.get().game.moves.some(({ id }) => id === node))
    session.edit((game) => game.cut(node));
}

/** @param node of the turn that was tried */
async function judge(mistakes: Mistakes, node: number) {
  const { store, reviewer } = mistakes;
  const { game, study } = store.get();
  const line = pathTo(game.moves, node);
  const move = line.at(-1)?.text ?? '';
  const { review, learning: mine } = study ?? {};
  if (!review || !mine) return;
  const learning = () => store.get().study?.learning ?? null;
  set(mistakes, {}, { state: 'looking', move });
  try {
    const turn =
      node === mine.nodes[mine.at]
        ? null
        : await reviewer.turn(game.start, line, review.scores, review.others);
    if (learning()?.state !== 'looking') return;
    const state = turn?.judgement === 'kept' ? 'right' : 'wrong';
    set(mistakes, {}, { state });
    // Once it has been seen, the board is ready for another try.
    if (state === 'wrong')
      setTimeout(() => store.get().game.node === node && forget(mistakes), SEEN);
  } catch (error) {
    if (learning()) set(mistakes, {}, { state: 'find', move: '' });
    if (!isAbort(error)) mistakes.failed(error);
  }
}

/** The node of a turn that was just tried; undefined if there is none. */
function tried(now: State, old: State) {
  const { study, game } = now;
  const { state } = study?.learning ?? {};
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
      const { study, game } = store.get();
      if (!study || !nodes.length) return;
      const { thinks, arrows, values } = study;
      mistakes.before = { thinks, arrows, values };
      const last = Math.max(...game.moves.map(({ id }) => id));
      store.update((s) =>
        setStudy(s, { ...study, learning: { nodes, at: 0, state: 'find', move: '', last } }),
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
      const { at, nodes } = store.get().study?.learning ?? { at: 0, nodes: [] };
      if (at + 1 < nodes.length) pose(mistakes, at + 1);
      else stop(mistakes);
    },
    stop: () => stop(mistakes),
  };
}
