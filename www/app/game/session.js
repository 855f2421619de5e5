// One game at one table: holds the game that Rust keeps and plays in it. What the other player does is their own affair:
// see opponents/.
import {
  countPlay,
  isApart,
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
  setStudy,
  setTable,
  punchClock,
} from '../state.js';
import { attempt } from '../platform/recover.js';
import { storedText } from '../storage/games.js';
import { fresh, holds, possibleLevels, reopen, newTable } from '../storage/restore.js';
import { createComputer, seed } from './opponents/computer.js';
import { createOtherDevice } from './opponents/other-device.js';
import { createPerson } from './opponents/person.js';
import { namesIn } from './words.js';

/**
 * @typedef {import('../types').Core} Core
 * @typedef {import('../types').Game} Game
 * @typedef {import('../types').Settings} Settings
 * @typedef {import('../types').Side} Side
 * @typedef {import('../types').Table} Table
 */

/**
 * @param {object} parts
 * @param {Core} parts.core
 * @param {import('../state.js').Store} parts.store
 * @param {import('../engine/client.js').EngineClient} parts.engine
 * @param {() => Promise<void>} parts.settled when the board has come to rest
 * @param {(line: string) => Promise<import('../types').PositionValues | null>} parts.values exact ones, where they are known by now
 * @param {Game} parts.game
 */
export function createSession({ core, store, engine, settled, values, game: first }) {
  let game = first;
  const table = { play, browse, end };
  const computer = createComputer({ core, store, table, engine, settled, values });
  const device = createOtherDevice(store, table);
  const person = createPerson(store, table, settled);
  const opponents = { computer, watch: computer, people: person, away: device };
  /** In an analysis a person plays both sides. @returns {import('../types').Opponent} */
  const opponent = () => (store.get().study ? person : opponents[store.get().settings.mode]);

  function refresh() {
    const state = game.state();
    store.update((s) => setGame(s, state, namesIn(game, state)));
  }

  /** @param {string} move a whole turn @param {boolean} [halt] the computer waits after it */
  function play(move, halt = false) {
    const { turn } = store.get().game;
    computer.stop();
    attempt(move, () => game.play(move));
    const { node } = game.state();
    if (!store.get().study) {
      // Played again, it goes on where the game was once given up; and what is played goes before what was taken back, or only tried.
      game.retract();
      game.promote(node);
    }
    store.update((s) => countPlay(setPaused(punchClock(s, turn, node, performance.now()), halt || s.study !== null)));
    refresh();
    opponent().proceed();
  }

  /** Walking through the game: the computer waits until someone plays or asks it to go on. @param {(game: Game) => void} walk */
  function browse(walk) {
    // Meanwhile the clocks run, and turns arrive.
    if (isApart(store.get())) return;
    computer.stop();
    walk(game);
    refresh();
    const { game: now } = store.get();
    store.update((s) => setPaused(s, s.study !== null || (!now.outcome && !isHuman(s, now.turn))));
    opponent().proceed();
  }

  /** Somebody gives up, or both agree. @param {(game: Game) => void} declare */
  function end(declare) {
    computer.stop();
    declare(game);
    refresh();
  }

  /** Puts another game on the table. @param {Table} table */
  function openTable({ game: next, settings, slot, clock, pending, flipped, paused }) {
    computer.stop();
    const old = game;
    game = next;
    const state = next.state();
    const rules = core.rules(state.spec);
    const levels = possibleLevels(core, state.spec, settings.levels);
    store.update((s) => setGame(setRules(setSettings(s, { ...settings, levels, spec: state.spec }), rules), state, namesIn(next, state)));
    store.update((s) => setPending(setFlipped(setStudy(setTable(s, slot, clock), null), flipped), pending));
    store.update((s) => setPaused(s, paused));
    if (settings.mode !== 'away') store.update((s) => setDraft(s, { ...settings, levels, spec: state.spec }));
    if (old !== next) old.free();
    opponent().proceed();
  }

  return {
    /** @type {import('../types').Opponent['play']} */
    play: (move) => opponent().play(move),
    proceed: () => opponent().proceed(),
    record: () => game.record(),
    line: () => game.line(),
    link: () => game.link(),
    positionLink: () => game.positionLink(),
    fen: () => game.fen() ?? null,
    playok: () => game.playok() ?? null,
    /** Why the man on a point may not be taken or moved; null where nothing is in the way. @param {string} point */
    explain: (point) => game.explain(point),

    /** @param {Settings} settings */
    newGame(settings) {
      openTable(fresh(core, settings));
    },

    /** The same again, with the colours exchanged. */
    rematch() {
      const { settings, flipped } = store.get();
      const { human, levels, mode } = settings;
      const swapped = mode === 'watch' ? { white: levels.black, black: levels.white } : levels;
      const table = fresh(core, { ...settings, human: other(human), levels: swapped });
      // Two people keep their places at the screen.
      openTable(mode === 'computer' ? table : { ...table, flipped: settings.turning ? false : !flipped });
    },

    /** Throws where the text is neither a position nor a game; the game on the table is then untouched. @param {string} text */
    open(text) {
      const next = core.read(text);
      const { settings } = store.get();
      const state = next.state();
      // A person who opens a position against the computer plays the side to move.
      const human = settings.mode === 'computer' ? state.turn : settings.human;
      const alone = settings.mode === 'away' ? { mode: /** @type {const} */ ('people'), clock: null } : {};
      openTable(newTable(next, { ...settings, spec: state.spec, human, ...alone }, settings.mode === 'watch'));
    },
    openTable,

    /**
     * Opens a stored game. Throws if the text is not one.
     * @param {string} id @param {string} text as it was when it was last seen: another tab may have played on since, and that counts
     */
    resumeGame(id, text) {
      openTable(reopen(core, id, storedText(id) ?? text));
    },

    /** Are the turns of this table in a stored game? @param {string} text */
    isIn: (text) => holds(core, text, store.get().game.played),

    /** Takes back; against the computer, as far as the person's own last turn. */
    undo() {
      const { pending, game: now } = store.get();
      if (pending) return store.update((s) => setPending(s, null));
      if (now.canUndo) opponent().undo();
    },
    redo() {
      if (store.get().game.canRedo) opponent().redo();
    },
    /** @param {number} node */
    goTo(node) {
      browse((g) => g.goTo(node));
    },
    /** One turn back or on in the line that is shown. @param {-1 | 1} by */
    step(by) {
      if (by < 0 && store.get().pending) return store.update((s) => setPending(s, null));
      const { canUndo, canRedo } = store.get().game;
      if (by < 0 ? canUndo : canRedo) browse((g) => (by < 0 ? g.undo() : g.redo()));
    },

    /** The computer goes on from here. */
    resume: computer.resume,
    pause() {
      computer.stop();
      store.update((s) => setPaused(s, true));
    },
    /** One turn of the computer, after which it waits again; on the way it goes along turns that were played before. */
    stepComputer() {
      if (store.get().game.canRedo) return browse((g) => g.redo());
      computer.stop();
      void computer.proceed(true);
    },
    /** The least time between two turns of two computers. @param {number} pace in milliseconds */
    setPace(pace) {
      store.update((s) => setDraft(setSettings(s, { ...s.settings, pace }), { pace }));
      if (store.get().settings.mode !== 'watch' || !store.get().thinking) return;
      computer.stop();
      void computer.proceed();
    },

    /** Reads something of the game. @template T @param {(game: Game) => T} read @returns {T} */
    look: (read) => read(game),
    /** Walks in the game or changes its tree, other than by a turn. @template T @param {(game: Game) => T} change @returns {T} */
    edit(change) {
      computer.stop();
      const result = change(game);
      refresh();
      return result;
    },

    resign: () => opponent().resign(),
    offerDraw() {
      if (!store.get().game.outcome) opponent().offerDraw();
    },
    /** @param {boolean} agreed */
    answerDraw(agreed) {
      const { offer } = store.get();
      if (!offer) return;
      store.update((s) => setOffer(s, null));
      if (!agreed) return store.update((s) => say(s, { key: `offer.declined.${other(offer)}` }));
      end((g) => g.agreeDraw());
    },
    /** A clock has run down. @param {Side} side */
    flag(side) {
      if (!store.get().game.outcome) opponent().flag(side);
    },
    connect: device.connect,
    flip: () => store.update((s) => setFlipped(s, !s.flipped)),
    /** @param {import('../i18n/i18n.js').Said} text */
    say: (text) => store.update((s) => say(s, text)),
  };
}

/** @typedef {ReturnType<typeof createSession>} Session */

/** The side a person plays when the colour is drawn. @param {'white' | 'black' | 'toss'} colour @returns {Side} */
export function pickSide(colour) {
  if (colour !== 'toss') return colour;
  return seed() % 2 ? other('white') : 'white';
}
