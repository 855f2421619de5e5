// Learning from one's own mistakes: each is set up again, and a better turn is to be found on the board.
import { pathTo, setStudy } from '../state.js';
import { isAbort } from './thinker.js';

/** How long a try that was wrong stays on the board, in milliseconds. */
const SEEN = 900;

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../game/session.js').Session} parts.session
 * @param {Pick<ReturnType<typeof import('./reviewer.js').createReviewer>, 'turn'>} parts.reviewer
 * @param {() => void} parts.focus focuses the board
 * @param {(error: unknown) => void} parts.failed
 */
export function createMistakes({ store, session, reviewer, focus, failed }) {
  /** What was shown before, and is shown again afterwards. @type {Pick<import('../types').Study, 'thinks' | 'arrows' | 'values'> | null} */
  let before = null;
  const hidden = { thinks: false, arrows: false, values: false };

  const learning = () => store.get().study?.learning ?? null;
  const moves = () => store.get().game.moves;
  /** The position before the mistake that it is about. */
  const home = () =>
    moves().find(({ id }) => id === learning()?.nodes[learning()?.at ?? 0])?.parent ?? 0;

  /** @param {Partial<import('../types').Study>} change @param {Partial<import('../types').Learning>} learn */
  const set = (change, learn) =>
    store.update((s) =>
      s.study?.learning
        ? setStudy(s, { ...s.study, ...change, learning: { ...s.study.learning, ...learn } })
        : s,
    );

  /** @param {number} at */
  function pose(at) {
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

  /** @param {number} node of the turn that was tried */
  async function judge(node) {
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
    /** @param {number[]} nodes of the mistakes, in the order of the game */
    start(nodes) {
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
