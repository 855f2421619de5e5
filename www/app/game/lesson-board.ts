// A separate board for lessons, puzzles and the trainer. It does not affect the current game.
import { createBoard } from '../board/board.ts';
import { readTheme } from '../board/palette.ts';
import { drawPicture } from '../board/picture.ts';
import { closedNow, movableNow, positionConfig } from './board-view.ts';
import { h } from '../ui/dom.ts';
import { t, tell } from '../i18n/i18n.ts';
import './special.ts';
import { begins, other, removes, taking, wholeTurn, type Store } from '../state.ts';
import { pointText, refusedText, takeText } from './words.ts';
import type { Shape, State } from '../board/types.ts';
import type { Core, Game, PendingTurn, State as Page } from '../types.ts';

/** What is shown on the board. */
interface Shown extends Pick<Page, 'rules' | 'game' | 'flipped'> {
  pending: PendingTurn | null;
}

/** What the player's hand does on the board. */
const eventsOf = ({
  shown,
  choose,
  played,
  said,
  cancel,
  whyNot,
}: {
  shown: () => Shown;
  /** Plays a turn as far as it is chosen. */
  choose: (pending: PendingTurn) => void;
  played: (turn: string) => void;
  said: (words: string) => void;
  cancel: () => void;
  whyNot: Game['whyNot'];
}): State['events'] => ({
  move(from, to) {
    if (shown().game.legal.some((move) => begins(move, from, to))) choose({ from, to, taken: [] });
  },
  capture(point) {
    const { game, pending } = shown();
    if (pending) return choose(taking(shown(), pending, point));
    const removal = game.legal.find((move) => removes(move, point));
    if (removal) played(removal.text);
  },
  refused(point, from) {
    const text = refusedText(shown(), point, from, whyNot);
    if (text) said(tell(text));
  },
  cancel() {
    if (!shown().pending) return false;
    cancel();
    return true;
  },
});

/**
 * What the board is told.
 * @param waits is it the other side's turn?
 */
const configOf = (
  shown: Shown,
  { animation, entry }: Page['look'],
  waits: boolean,
  shapes: () => readonly Shape[],
): Partial<State> => ({
  ...positionConfig(shown),
  animation,
  entry,
  // The last mill stays lit while the lesson speaks of it.
  ...(shown.pending ? {} : { mills: shown.game.last?.closes ?? [] }),
  movable: waits || shown.game.outcome ? null : movableNow(shown),
  words: {
    board: t('board.label', { variant: shown.rules.name }),
    help: t('board.help'),
    point: (name, known) =>
      pointText(shown, name, { ...known, shapes: [...known.shapes, ...shapes()] }),
  },
});

/** A position as a picture, in the page's colours; the board may not be on the page. */
function pictureOf(core: Core, line: string, flipped: boolean) {
  const game = core.read(line);
  const state = game.state();
  game.free();
  const position = { rules: core.rules(state.spec), game: state, pending: null, flipped };
  return drawPicture(positionConfig(position), readTheme(document.body));
}

/** @param main the page's store */
export function createLessonTable(main: Store, core: Core) {
  const { rules } = main.get();
  let game = core.start(rules.spec);
  let shown: Shown = { rules, game: game.state(), pending: null, flipped: false };
  /** The side that the player plays. */
  let { turn: human } = shown.game;
  let played: (turn: string) => void = () => {};
  let changed = () => {};
  let said: (words: string) => void = () => {};

  const box = h('div', { class: 'board lesson-board' });
  const board = createBoard(box, {
    ...positionConfig(shown),
    events: eventsOf({
      shown: () => shown,
      choose,
      played: (turn) => played(turn),
      said: (words) => said(words),
      cancel: () => show({ pending: null }),
      whyNot: (point) => game.whyNot(point),
    }),
  });

  /** Is it the other side's turn? */
  const waits = () => shown.game.turn !== human;

  function show(change: Partial<Shown>, more?: Partial<State>) {
    const before = shown;
    shown = { ...shown, ...change };
    const config = configOf(shown, main.get().look, waits(), () => board.get().autoShapes);
    board.set({ ...config, ...more }, closedNow(shown, before));
  }

  /** Plays the turn, or waits for the next capture. */
  function choose(pending: PendingTurn) {
    const whole = wholeTurn({ ...shown, pending });
    if (pending.taken.length || !whole) show({ pending });
    if (whole) return played(whole.text);
    said(takeText({ ...shown, pending }, shown.game.turn, 'you'));
  }

  /** Updates the board from the game. */
  function refresh(change?: Partial<Shown>, more?: Partial<State>) {
    show(
      { ...change, game: game.state(), pending: null },
      { selected: null, pencil: null, shapes: [], ...more },
    );
    changed();
  }

  return {
    /** The board's element, for the caller to place. */
    element: box,
    line: () => game.line(),
    game: () => shown.game,
    points: () => shown.rules.board.points,
    legal: () => shown.game.legal.map((m) => m.text),
    waits,
    /**
     * Sets up a position, or a new game by a rule set. The player plays the side to move.
     * @param by default the side to move is at the bottom
     */
    set(text: string, { coordinates, flipped }: { coordinates: boolean; flipped?: boolean }) {
      game.free();
      game = text.includes(' ') ? core.read(text) : core.start(text);
      const { spec, turn } = game.state();
      human = turn;
      board.refresh();
      const change = { rules: core.rules(spec), flipped: flipped ?? turn === 'black' };
      refresh(change, { coordinates, autoShapes: [] });
    },
    play(turn: string) {
      game.play(turn);
      refresh();
    },
    undo() {
      game.undo();
      refresh();
    },
    /** Locks the board, or unlocks it. */
    hold(on: boolean) {
      const { turn } = shown.game;
      human = on ? other(turn) : turn;
      show({});
    },
    settled: board.settled,
    /**
     * Draws circles and arrows.
     * @param pinned are they kept when the player presses somewhere?
     */
    draw: (shapes: Shape[], pinned = false) =>
      board.set(pinned ? { shapes: [], autoShapes: shapes } : { shapes, autoShapes: [] }),
    picture: (line: string, flipped: boolean) => pictureOf(core, line, flipped),
    /** Sets the listener for the player's turns. */
    onPlay: (listener: (turn: string) => void) => (played = listener),
    /** Sets the listener for changes of the position. */
    onChange: (listener: () => void) => (changed = listener),
    /** Sets the listener for explanations. */
    onWords: (listener: (words: string) => void) => (said = listener),
  };
}

export type LessonTable = ReturnType<typeof createLessonTable>;
