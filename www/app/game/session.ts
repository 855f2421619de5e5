// The current game: holds Rust's game object and plays moves in it. The opponents are in
// opponents/.
import {
  SHARED,
  countPlay,
  isTogether,
  isHuman,
  other,
  say,
  setDraft,
  setFlipped,
  setGame,
  setPending,
  setOffer,
  setPaused,
  setRules,
  setSettings,
  setSlot,
  setAnalysis,
  setTable,
  type Store,
} from '../state.ts';
import { attempt } from '../platform/recover.ts';
import { storedText } from '../storage/games.ts';
import { isMode } from '../storage/storage.ts';
import { fresh, holds, possibleLevels, reopen, newTable } from './restore.ts';
import { createByMessage } from './opponents/by-message.ts';
import { createComputer } from './opponents/computer.ts';
import { seed } from './opponents/mind.ts';
import { createTogetherOpponent } from './opponents/together.ts';
import { createPerson } from './opponents/person.ts';
import { namesIn } from './words.ts';
import { mayTakeBack, offeredBy } from './sending.ts';
import { punchClock } from './clock-state.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Said } from '../i18n/i18n.ts';
import type { Core, Game, PositionValues, ReasonInfo, Settings, Side, State } from '../types.ts';
import type { Opponent } from './opponents/opponent.ts';
import type { Table } from './restore.ts';

interface Parts {
  core: Core;
  store: Store;
  engine: EngineClient;
  /** Resolves when the board is at rest. */
  settled: () => Promise<void>;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** A turn of the book of openings that keeps the value; null if there is none. */
  opening: (spec: string, line: string) => Promise<string | null>;
}

/** The state when a game has come to the table. */
function seated(
  before: State,
  core: Core,
  { game, settings, slot, clock, pending, flipped, paused }: Table,
) {
  const state = game.state();
  const { spec } = state;
  const players = { ...settings, levels: possibleLevels(core, spec, settings.levels), spec };
  const { mode } = players;
  const seats = setRules(setSettings(before, players), core.rules(spec));
  const shown = setAnalysis(
    setTable(setGame(seats, state, namesIn(game, state)), slot, clock),
    null,
  );
  const next = setPaused(setPending(setFlipped(shown, flipped), pending), paused);
  return isMode(mode) ? setDraft(next, { ...players, mode }) : next;
}

/** The current game, and who plays it. */
function createCurrent({ core, store, ...parts }: Parts, first: Game) {
  let game = first;
  /** Makes a change that is still waiting, while its game is at the table. */
  let beforeChange = () => {};
  const table = { play, browse, end: edit };
  const computer = createComputer({ core, store, table, ...parts });
  const together = createTogetherOpponent(store, table);
  const person = createPerson(store, table, parts.settled);
  const opponents = {
    computer,
    watch: computer,
    people: person,
    away: together,
    message: createByMessage(store, table),
    shared: person,
  };
  /** In analysis, a person plays both sides. */
  const opponent = (): Opponent =>
    store.get().analysis ? person : opponents[store.get().settings.mode];

  function refresh() {
    const state = game.state();
    store.update((s) => setGame(s, state, namesIn(game, state)));
  }

  /** Makes a change of the game, which stops the computer. */
  function edit<T>(change: (game: Game) => T): T {
    beforeChange();
    computer.stop();
    const result = change(game);
    refresh();
    return result;
  }

  /**
   * @param move a whole turn
   * @param halt keeps the computer from replying
   */
  function play(move: string, halt = false) {
    beforeChange();
    const { turn } = store.get().game;
    computer.stop();
    const node = attempt(move, () => game.play(move));
    if (!store.get().analysis) {
      // Playing on withdraws a resignation, and makes this line the main one.
      game.retract();
      game.promote(node);
      // It is played on, not looked at.
      if (store.get().slot.seen) store.update((s) => setSlot(s, { seen: null }));
    }
    store.update((s) =>
      countPlay(
        setPaused(punchClock(s, turn, node, performance.now()), halt || s.analysis !== null),
      ),
    );
    refresh();
    opponent().proceed();
  }

  /** Navigates in the game; the computer waits until the player moves or resumes. */
  function browse(walk: (game: Game) => void) {
    // Not during a match: the clocks run, and moves arrive.
    if (isTogether(store.get())) return;
    edit(walk);
    const { game: now } = store.get();
    store.update((s) =>
      setPaused(s, s.analysis !== null || (!now.outcome && !isHuman(s, now.turn))),
    );
    opponent().proceed();
  }

  /** Opens a game in place of the current one. */
  function openTable(table: Table) {
    beforeChange();
    computer.stop();
    const old = game;
    game = table.game;
    store.update((s) => seated(s, core, table));
    if (old !== game) old.free();
    opponent().proceed();
  }

  return {
    core,
    store,
    computer,
    together,
    opponent,
    browse,
    edit,
    openTable,
    game: () => game,
    /** Calls this before the game, or what is shown of it, changes. */
    beforeChange: (run: () => void) => void (beforeChange = run),
  };
}

type Current = ReturnType<typeof createCurrent>;

/** How a text is opened. */
export interface How {
  /** The rule set of a record that names none that is known. */
  answer?: string;
  /** Opens what comes before an error. */
  begin?: boolean;
  /** Words around it have been left out. */
  leftOut?: boolean;
}

/** What puts another game on the table. */
const opening = ({ core, store, game, openTable }: Current) => ({
  openTable,
  newGame(settings: Settings) {
    openTable(fresh(core, settings));
  },

  /** Starts the same game with colours swapped. */
  rematch(more?: Partial<Settings>) {
    const { settings, flipped } = store.get();
    const { human, levels, mode } = settings;
    const swapped = mode === 'watch' ? { white: levels.black, black: levels.white } : levels;
    const table = fresh(core, { ...settings, human: other(human), levels: swapped, ...more });
    // Two people keep their seats at the screen.
    openTable(
      mode === 'computer' || mode === 'message'
        ? table
        : { ...table, flipped: settings.turning ? false : !flipped },
    );
  },

  /**
   * Opens a position or game. Throws if the text is neither, and leaves the current game untouched.
   * Returns whether the text tells which game it is.
   * @param players if omitted, the current ones play on from a position, and nobody in a game
   */
  open(text: string, players?: Partial<Settings>, { answer, begin }: How = {}) {
    const { settings, draft, rules } = store.get();
    const { game: next, half, error, told } = core.readBegin(text, rules.spec, answer);
    if (error && !begin) {
      next.free();
      throw error;
    }
    const state = next.state();
    const before = settings.mode === 'shared' ? draft.mode : settings.mode;
    // Who plays elsewhere has not been asked.
    const alone =
      before === 'away' || before === 'message'
        ? { mode: 'people' as const, clock: null }
        : { mode: before };
    // Against the computer, the person plays the side to move.
    const human = before === 'computer' ? state.turn : settings.human;
    const seats = {
      ...settings,
      spec: state.spec,
      human,
      ...alone,
      ...(players ?? (state.moves.length ? SHARED : {})),
    };
    const pending = half && { ...half, taken: [] };
    openTable({ ...newTable(next, seats, seats.mode === 'watch'), pending });
    return told;
  },

  /** Goes on with the game at the table under other players. */
  setPlayers(players: Partial<Settings>) {
    const { settings, slot, pending } = store.get();
    const seats = { ...settings, ...players };
    const table = { ...newTable(game(), seats, false), slot };
    // Who has the turn goes on with what is half made of it.
    const goesOn =
      seats.mode === 'people' || (seats.mode === 'computer' && seats.human === game().state().turn);
    openTable(goesOn ? { ...table, pending } : table);
  },

  /**
   * Opens a stored game. Throws if the text is not one.
   * @param text as last seen; if another tab has played on since, its version is opened
   */
  resumeGame(id: string, text: string) {
    openTable(reopen(core, id, storedText(id) ?? text));
  },

  /** Does a stored game contain the current moves? */
  isIn: (text: string) => holds(core, text, store.get().game.played),
});

/** What goes back and forth in the game. */
const walking = ({ store, browse, opponent }: Current) => ({
  /** Against the computer, goes back to the person's own last turn. */
  undo() {
    const { pending } = store.get();
    if (pending) return store.update((s) => setPending(s, null));
    if (mayTakeBack(store.get())) opponent().undo();
  },
  redo() {
    if (store.get().game.canRedo) opponent().redo();
  },
  goTo(node: number) {
    browse((g) => g.goTo(node));
  },
  /** Moves one turn back or forward in the current line. */
  step(by: -1 | 1) {
    if (by < 0 && store.get().pending) return store.update((s) => setPending(s, null));
    const { canUndo, canRedo } = store.get().game;
    if (by < 0 ? canUndo : canRedo) browse((g) => (by < 0 ? g.undo() : g.redo()));
  },
});

/** What stops the computer and lets it go on. */
const pausing = ({ store, computer, browse }: Current) => ({
  resume: computer.resume,
  /** Lets a turn stand that the coach has asked about. */
  stand: computer.stand,
  pause() {
    computer.stop();
    store.update((s) => setPaused(s, true));
  },
  /** Plays one turn of the computer, or follows the existing line. */
  stepComputer() {
    if (store.get().game.canRedo) return browse((g) => g.redo());
    computer.stop();
    void computer.proceed(true);
  },
  /**
   * Sets the minimum time between two turns of two computers.
   * @param pace in milliseconds
   */
  setPace(pace: number) {
    store.update((s) => setDraft(setSettings(s, { ...s.settings, pace }), { pace }));
    if (store.get().settings.mode !== 'watch' || !store.get().thinking) return;
    computer.stop();
    void computer.proceed();
  },
});

/** What ends the game. */
const ending = ({ store, edit, opponent }: Current) => ({
  resign: () => opponent().resign(),
  offerDraw() {
    if (!store.get().game.outcome) opponent().offerDraw();
  },
  answerDraw(agreed: boolean) {
    const offer = offeredBy(store.get());
    if (!offer) return;
    store.update((s) => setOffer(s, null));
    if (agreed) return edit((g) => g.agreeDraw());
    // By message it is declined by playing on.
    store.update((s) => say(setSlot(s, { draw: null }), { key: `offer.declined.${other(offer)}` }));
  },
  /** Ends the game when time has run out. */
  flag(side: Side) {
    if (!store.get().game.outcome) opponent().flag(side);
  },
});

export function createSession({ game: first, ...parts }: Parts & { game: Game }) {
  const current = createCurrent(parts, first);
  const { store, game, opponent } = current;
  return {
    play: ((move) => opponent().play(move)) as Opponent['play'],
    proceed: () => opponent().proceed(),
    record: () => game().record(),
    line: () => game().line(),
    link: () => game().link(),
    positionLink: () => game().positionLink(),
    fen: () => game().fen() ?? null,
    mfen: () => game().mfen() ?? null,
    playok: () => game().playok() ?? null,
    sanmill: () => game().sanmill() ?? null,
    /** Why a man may not be captured or moved; null if nothing prevents it. */
    whyNot: (point: string) => game().whyNot(point),
    /** Reads from the game. */
    look: <T>(read: (game: Game) => T): T => read(game()),
    /** Changes the game's tree or current node, other than by a move. */
    edit: current.edit,
    beforeChange: current.beforeChange,
    ...opening(current),
    ...walking(current),
    ...pausing(current),
    ...ending(current),
    connect: current.together.connect,
    flip: () => store.update((s) => setFlipped(s, !s.flipped)),
    say: (text: Said) => store.update((s) => say(s, text)),
  };
}

export type Session = ReturnType<typeof createSession>;

/** The side to play; decided by lot for "toss". */
export function pickSide(colour: 'white' | 'black' | 'toss'): Side {
  if (colour !== 'toss') return colour;
  return seed() % 2 ? other('white') : 'white';
}
