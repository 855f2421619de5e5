// Learning from one's own mistakes: each is set up again, and a better turn is to be found on the
// board.
import { pathTo, setStudy, type Store } from '../state.ts';
import { isAbort } from './thinker.ts';
import type { Session } from '../game/session.ts';
import type { Learning, Study } from '../types.ts';

/** How long a try that was wrong stays on the board, in milliseconds. */
const SEEN = 900;

export function createMistakes({
  store,
  session,
  reviewer,
  focus,
  failed,
}: {
  store: Store;
  session: Session;
  reviewer: Pick<ReturnType<typeof import('./reviewer.ts').createReviewer>, 'turn'>;
  /** Focuses the board. */
  focus: () => void;
  failed: (error: unknown) => void;
}) {
  /** What was shown before, and is shown again afterwards. */
  let before: Pick<Study, 'thinks' | 'arrows' | 'values'> | null = null;
  const hidden = { thinks: false, arrows: false, values: false };

  const learning = () => store.get().study?.learning ?? null;
  const moves = () => store.get().game.moves;
  /** The position before the mistake that it is about. */
  const home = () =>
    moves().find(({ id }) => id === learning()?.nodes[learning()?.at ?? 0])?.parent ?? 0;

  const set = (change: Partial<Study>, learn: Partial<Learning>) =>
    store.update((s) =>
      s.study?.learning
        ? setStudy(s, { ...s.study, ...change, learning: { ...s.study.learning, ...learn } })
        : s,
    );

  function pose(at: number) {
    set(hidden, { at, state: 'find', move: '' });
    session.goTo(home());
    focus();
  }

  function stop() {
    forget();
    const { study } = store.get();
    if (study?.learning) store.update((s) => setStudy(s, { ...study, ...before, learning: null }));
    before = null;
  }

  /** Takes a try that was wrong out of the game again, unless it was played there. */
  function forget() {
    const { study, game } = store.get();
    if (learning()?.state !== 'wrong' || game.node === home()) return;
    const node =
      pathTo(game.moves, game.node).find(({ parent }) => parent === home())?.id ?? game.node;
    session.goTo(home());
    const kept = node <= (learning()?.last ?? Infinity) || study?.review?.nodes.includes(node);
    if (!kept && moves().some(({ id }) => id === node)) session.edit((game) => game.cut(node));
  }

  /** @param node of the turn that was tried */
  async function judge(node: number) {
    const { game, study } = store.get();
    const line = pathTo(game.moves, node);
    const move = line.at(-1)?.text ?? '';
    const { review, learning: mine } = study ?? {};
    if (!review || !mine) return;
    set({}, { state: 'looking', move });
    try {
      const turn =
        node === mine.nodes[mine.at]
          ? null
          : await reviewer.turn(game.start, line, review.scores, review.others);
      if (learning()?.state !== 'looking') return;
      const state = turn?.judgement === 'kept' ? 'right' : 'wrong';
      set({}, { state });
      // Once it has been seen, the board is ready for another try.
      if (state === 'wrong') setTimeout(() => store.get().game.node === node && forget(), SEEN);
    } catch (error) {
      if (learning()) set({}, { state: 'find', move: '' });
      if (!isAbort(error)) failed(error);
    }
  }

  store.subscribe((now, old) => {
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
    if (here?.parent === home()) void judge(here.id);
  });

  return {
    /** @param nodes of the mistakes, in the order of the game */
    start(nodes: number[]) {
      const { study } = store.get();
      if (!study || !nodes.length) return;
      const { thinks, arrows, values } = study;
      before = { thinks, arrows, values };
      const last = Math.max(...moves().map(({ id }) => id));
      store.update((s) =>
        setStudy(s, { ...study, learning: { nodes, at: 0, state: 'find', move: '', last } }),
      );
      pose(0);
    },
    show() {
      forget();
      session.goTo(home());
      set({ thinks: true, arrows: true, values: true }, { state: 'shown' });
    },
    next() {
      forget();
      const { at, nodes } = learning() ?? { at: 0, nodes: [] };
      if (at + 1 < nodes.length) pose(at + 1);
      else stop();
    },
    stop,
  };
}
