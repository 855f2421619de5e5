// A board of its own for lessons and the trainer: the same drawing, input and twin as the game's, on a state that
// nobody else sees. The game on the table is not touched.
import { createActions } from '../game/actions.js';
import { createBoard } from '../board/board.js';
import { listen } from '../board/input.js';
import { createKeyboardGrid } from '../board/keyboard-grid.js';
import { h } from '../platform/dom.js';
import { tell } from '../i18n/i18n.js';
import { createStore, other, setDropped, setFlipped, setGame, setRules, setSettings } from '../state.js';
import { statusText } from '../game/words.js';

/**
 * @param {import('../state.js').Store} main the page's own
 * @param {import('../types').Core} core
 */
export function createLessonTable(main, core) {
  let game = core.start(main.get().rules.spec);
  const now = main.get();
  const store = createStore({
    ...now,
    game: game.state(),
    half: null,
    selected: null,
    drag: null,
    premove: null,
    drawings: [],
    pencil: null,
    hover: null,
    keyboard: false,
    flipped: false,
    thinking: false,
    // Nobody answers of himself, so that nothing is prepared either.
    paused: true,
    clock: null,
    away: null,
    gone: false,
    names: null,
    offer: null,
    exact: null,
    message: null,
    hint: null,
    notice: null,
    editor: null,
    study: null,
    dropped: null,
  });
  /** What stays drawn whatever is pressed. @type {import('../types').State['drawings']} */
  let pinned = [];
  store.subscribe(({ drawings }) => !drawings.length && pinned.length && store.update((s) => ({ ...s, drawings: pinned })));
  /** @type {(turn: string) => void} */
  let played = () => {};
  /** @type {(words: string) => void} */
  let said = () => {};

  const canvas = /** @type {HTMLCanvasElement} */ (h('canvas', { class: 'canvas', 'aria-hidden': 'true' }));
  const held = /** @type {HTMLCanvasElement} */ (h('canvas', { class: 'held', hidden: true, 'aria-hidden': 'true' }));
  const grid = h('div', { class: 'twin', id: 'lesson-twin', role: 'grid' });
  const box = h('div', { class: 'board lesson-board' }, canvas, grid);
  const board = createBoard(store, box, canvas, held);
  const actions = createActions(store, {
    play: (turn, dropped) => {
      if (dropped) store.update((s) => setDropped(s, dropped));
      played(turn);
    },
    explain: (point) => game.explain(point),
  });
  createKeyboardGrid(store, grid, board, actions);
  listen(store, box, { top: h('div'), bottom: h('div') }, board, actions);

  // What is said of a press: whom to take, or why a man cannot be moved.
  store.subscribe((now, before) => {
    if (now.message && now.message !== before.message) said(tell(now.message.text));
    else if (now.half && now.half !== before.half) said(statusText(now));
  });

  /** Shows the game as it now stands. @param {string | null} [dropped] where a hand has put a man */
  function refresh(dropped = null) {
    const state = game.state();
    store.update((s) => setDropped(setGame(s, state), dropped));
  }

  return {
    store,
    /** The board, and the man under the finger. */
    elements: [box, held],
    line: () => game.line(),
    /** The turns that are legal now. */
    legal: () => store.get().game.legal.map((m) => m.text),
    /**
     * Puts a position, or a new game by a rule set, on the board; its side to move is the person's.
     * @param {string} text @param {{ coordinates: boolean, flipped?: boolean }} how it stands with the side to move below unless told otherwise
     */
    set(text, { coordinates, flipped }) {
      game.free();
      game = text.includes(' ') ? core.read(text) : core.start(text);
      const state = game.state();
      const { look, settings, language } = main.get();
      const rules = core.rules(state.spec);
      store.update((s) => setRules({ ...s, language, look: { ...look, coordinates, values: false, threats: false } }, rules));
      store.update((s) => setFlipped(setSettings(s, { ...settings, spec: state.spec, mode: 'computer', human: state.turn }), flipped ?? state.turn === 'black'));
      refresh();
    },
    /** @param {string} turn */
    play(turn) {
      const { dropped } = store.get();
      game.play(turn);
      refresh(dropped);
    },
    undo() {
      game.undo();
      refresh();
    },
    /** Whether the board takes no turns, since there is something to look at. @param {boolean} held */
    hold: (held) => store.update((s) => setSettings(s, { ...s.settings, human: held ? other(s.game.turn) : s.game.turn })),
    settled: board.settled,
    /** Circles and arrows; a circle goes from a point to itself. @param {{ from: string, to: string }[]} drawings @param {boolean} [pin] no press takes them away */
    draw(drawings, pin = false) {
      pinned = pin ? drawings : [];
      store.update((s) => ({ ...s, drawings }));
    },
    /** Whom to tell of the turns that are played by hand. @param {(turn: string) => void} listener */
    onPlay: (listener) => (played = listener),
    /** Whom to tell what is said of a press. @param {(words: string) => void} listener */
    onWords: (listener) => (said = listener),
  };
}

/** @typedef {ReturnType<typeof createLessonTable>} LessonTable */
