// A board of its own for lessons and the trainer. The game on the table is not touched.
import { createBoard } from '../board/board.js';
import { closedNow, movableNow, positionConfig } from '../game/board-view.js';
import { h } from '../platform/dom.js';
import { t, tell } from '../i18n/i18n.js';
import { begins, other, wholeTurn } from '../state.js';
import { pointText, refusedText, takeText } from '../game/words.js';

/** @typedef {import('../board/types').Shape} Shape */

/**
 * @param {import('../state.js').Store} main the page's own
 * @param {import('../types').Core} core
 */
export function createLessonTable(main, core) {
  let game = core.start(main.get().rules.spec);
  /** What is on this table. */
  let shown = { rules: main.get().rules, game: game.state(), pending: /** @type {import('../types').PendingTurn | null} */ (null), flipped: false };
  /** Whose turns are played by hand. */
  let { turn: human } = shown.game;
  /** @type {(turn: string) => void} */
  let played = () => {};
  /** @type {(words: string) => void} */
  let said = () => {};

  const box = h('div', { class: 'board lesson-board' });
  const board = createBoard(box, {
    ...positionConfig(shown),
    events: {
      move(from, to) {
        if (!shown.game.legal.some((move) => begins(move, from, to))) return;
        choose({ from, to, taken: [] });
      },
      capture: (point) => shown.pending && choose({ ...shown.pending, taken: [...shown.pending.taken, point] }),
      refused(point) {
        const text = refusedText(shown, point, (at) => game.explain(at));
        if (text) said(tell(text));
      },
      cancel() {
        if (!shown.pending) return false;
        show({ pending: null });
        return true;
      },
    },
  });

  /** Is it nobody's turn who sits here? */
  const waits = () => shown.game.turn !== human;

  /** @param {Partial<typeof shown>} change @param {Partial<import('../board/types').State>} [more] */
  function show(change, more) {
    const before = shown;
    shown = { ...shown, ...change };
    const { look } = main.get();
    board.set(
      {
        ...positionConfig(shown),
        animation: look.animation,
        entry: look.entry,
        movable: waits() || shown.game.outcome ? null : movableNow(shown),
        words: { board: t('board.label', { variant: shown.rules.name }), help: t('board.help'), point: (name, known) => pointText(shown, name, { ...known, shapes: [...known.shapes, ...board.get().autoShapes] }) },
        ...more,
      },
      closedNow(shown, before),
    );
  }

  /** A turn goes on with this: it is played, or the next man to be taken is asked for. @param {import('../types').PendingTurn} pending */
  function choose(pending) {
    const whole = wholeTurn({ ...shown, pending });
    if (pending.taken.length || !whole) show({ pending });
    if (whole) return played(whole.text);
    said(takeText(pending, shown.game.turn, 'you'));
  }

  /** Shows the game as it now stands. @param {Partial<typeof shown>} [change] @param {Partial<import('../board/types').State>} [more] */
  const refresh = (change, more) => show({ ...change, game: game.state(), pending: null }, { selected: null, pencil: null, shapes: [], ...more });

  return {
    /** The board, to be put where it is wanted. */
    element: box,
    line: () => game.line(),
    game: () => shown.game,
    points: () => shown.rules.board.points,
    /** The turns that are legal now. */
    legal: () => shown.game.legal.map((m) => m.text),
    waits,
    /**
     * Puts a position, or a new game by a rule set, on the board; its side to move is the person's.
     * @param {string} text @param {{ coordinates: boolean, flipped?: boolean }} how it stands with the side to move below unless told otherwise
     */
    set(text, { coordinates, flipped }) {
      game.free();
      game = text.includes(' ') ? core.read(text) : core.start(text);
      const { spec, turn } = game.state();
      human = turn;
      board.refresh();
      refresh({ rules: core.rules(spec), flipped: flipped ?? turn === 'black' }, { coordinates, autoShapes: [] });
    },
    /** @param {string} turn */
    play(turn) {
      game.play(turn);
      refresh();
    },
    undo() {
      game.undo();
      refresh();
    },
    /** Whether the board takes no turns, since there is something to look at. @param {boolean} on */
    hold(on) {
      const { turn } = shown.game;
      human = on ? other(turn) : turn;
      show({});
    },
    settled: board.settled,
    /** Circles and arrows. @param {Shape[]} shapes @param {boolean} [pinned] no press takes them away */
    draw: (shapes, pinned = false) => board.set(pinned ? { shapes: [], autoShapes: shapes } : { shapes, autoShapes: [] }),
    /** Whom to tell of the turns that are played by hand. @param {(turn: string) => void} listener */
    onPlay: (listener) => (played = listener),
    /** Whom to tell what is said of a press. @param {(words: string) => void} listener */
    onWords: (listener) => (said = listener),
  };
}

/** @typedef {ReturnType<typeof createLessonTable>} LessonTable */
