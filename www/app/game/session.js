// One game at one table: holds the game that Rust keeps, plays in it, and asks the computer for its turns.
import {
  countPlay,
  isApart,
  isConsidering,
  isHuman,
  other,
  say,
  setDraft,
  setFlipped,
  setGame,
  setGone,
  setHalf,
  setNotice,
  setPaused,
  setRules,
  setSettings,
  setThinking,
  setDropped,
  setOffer,
  setStudy,
  setTable,
  punchClock,
  shownTimes,
} from '../state.js';
import { attempt } from '../platform/recover.js';
import { leastTime, searchBy } from '../engine/timing.js';
import { storedText } from '../storage/games.js';
import { fresh, holds, possibleLevels, reopen, newTable } from '../storage/restore.js';
import { namesIn } from './words.js';

/**
 * @typedef {import('../types').Core} Core
 * @typedef {import('../types').Game} Game
 * @typedef {import('../types').Settings} Settings
 * @typedef {import('../types').Side} Side
 * @typedef {import('../types').Table} Table
 */

/** The computer agrees to a draw where it is not ahead by more than so much; at 100 a win is likelier than a draw. */
const CONTENT = 40;
/** How long it chooses between draws, in milliseconds. */
const REFLECT = 500;
/** How long it thinks about an offer. */
const CONSIDER = { millis: 1500, nodes: 300_000 };

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
  /** Who speaks to the other device, where somebody plays there. @type {import('../types').Elsewhere | null} */
  let elsewhere = null;
  /** Does somebody at another device have a say in what happens? */
  const isOnline = () => store.get().settings.mode === 'away' && !store.get().study;
  /** Counts the turns asked of the computer, so that an answer that comes too late is known as such. */
  let asked = 0;

  function refresh() {
    const state = game.state();
    store.update((s) => setGame(s, state, namesIn(game, state)));
  }

  function stopThinking() {
    asked++;
    engine.cancel();
    store.update((s) => setThinking(s, false));
  }

  /** Asks the computer for a turn, if it is its turn. @param {boolean} once one turn, although the game is paused */
  async function proceed(once = false) {
    const { game: now, settings, look, paused, clock } = store.get();
    if (now.outcome || (paused && !once) || settings.mode === 'away' || isHuman(store.get(), now.turn)) return;
    const mine = ++asked;
    store.update((s) => setThinking(s, true));
    // With little time left on its clock it hurries, and never thinks about its last twentieth.
    const left = clock ? shownTimes(store.get(), performance.now())[now.turn] / 20 + (settings.clock?.increment ?? 0) * 500 : Infinity;
    const least = settings.mode === 'computer' ? leastTime(look.reply, now.legal.length) : once ? 0 : settings.pace;
    const pace = new Promise((resolve) => setTimeout(resolve, Math.min(least, left)));
    try {
      const levels = core.levels();
      const chosen = levels.find((l) => l.level === settings.levels[now.turn]);
      const exact = chosen?.perfect ? await values(now.line) : null;
      if (mine !== asked) return;
      const legal = now.legal.map((m) => m.text);
      const best = exact?.moves.filter((m) => m.rank === 0 && legal.includes(m.text)).map((m) => m.text) ?? [];
      const drawn = exact !== null && 'draw' in exact.value;
      // Of several draws the search takes the one that it likes best; without values it plays alone.
      const level = chosen?.perfect ? chosen.level - 1 : settings.levels[now.turn];
      const usual = searchBy(levels, level, drawn ? REFLECT : look.thinking, seed());
      const millis = Math.max(10, Math.min(usual.millis, left));
      const only = now.legal.length === 1 ? now.legal[0]?.text : undefined;
      const known = only ?? (best.length === 1 || !drawn ? best[seed() % best.length] : undefined);
      const question = { line: now.start, moves: now.played, millis, limits: usual.limits, legal };
      const answer = known ? { move: known } : engine.ask(best.length ? { ...question, only: best } : question);
      const [{ move }] = await Promise.all([answer, settled().then(() => pace)]);
      if (mine !== asked) return;
      store.update((s) => setThinking(s, false));
      play(move, null, once);
    } catch (error) {
      if (mine !== asked) return;
      store.update((s) => setThinking(s, false));
      if (error instanceof DOMException && error.name === 'AbortError') return store.update((s) => setPaused(s, true));
      console.warn(error);
      // The person plays for it until it is asked again.
      const action = { label: { key: /** @type {const} */ ('action.again') }, run: resume };
      store.update((s) => setNotice(setGone(s, true), { text: { key: 'notice.gone' }, action }));
    }
  }

  /** @param {string} move a whole turn @param {string | null} dropped the point where a hand put the man down @param {boolean} halt the computer waits after it */
  function play(move, dropped, halt = false) {
    if (isOnline()) return elsewhere?.play(move, dropped);
    const { turn } = store.get().game;
    stopThinking();
    attempt(move, () => game.play(move));
    const { node } = game.state();
    if (!store.get().study) {
      // Played again, it goes on where the game was once given up; and what is played goes before what was taken back, or only tried.
      game.retract();
      game.promote(node);
    }
    store.update((s) => countPlay(setPaused(punchClock(s, turn, node, performance.now()), halt || s.study !== null)));
    refresh();
    if (dropped) store.update((s) => setDropped(s, dropped));
    turnBoard();
    void proceed();
  }

  /** With two people the board turns to the side to move, once the man has come to rest. */
  function turnBoard() {
    const { settings, game: now, study } = store.get();
    if (settings.mode !== 'people' || !settings.turning || now.outcome || study) return;
    void settled().then(() => {
      if (store.get().game === now) store.update((s) => setFlipped(s, now.turn === 'black'));
    });
  }

  /** Walking through the game: the computer waits until someone plays or asks it to go on. @param {() => void} walk */
  function browse(walk) {
    // Meanwhile the clocks run, and turns arrive.
    if (isApart(store.get())) return;
    stopThinking();
    walk();
    refresh();
    const { game: now } = store.get();
    store.update((s) => setPaused(s, s.study !== null || (!now.outcome && !isHuman(s, now.turn))));
    turnBoard();
  }

  /** Puts another game on the table. @param {Table} table */
  function openTable({ game: next, settings, slot, clock, half, flipped, paused }) {
    stopThinking();
    const old = game;
    game = next;
    const state = next.state();
    const rules = core.rules(state.spec);
    const levels = possibleLevels(core, state.spec, settings.levels);
    store.update((s) => setGame(setRules(setSettings(s, { ...settings, levels, spec: state.spec }), rules), state, namesIn(next, state)));
    store.update((s) => setHalf(setFlipped(setStudy(setTable(s, slot, clock), null), flipped), half));
    store.update((s) => setPaused(s, paused));
    if (settings.mode !== 'away') store.update((s) => setDraft(s, { ...settings, levels, spec: state.spec }));
    if (old !== next) old.free();
    void proceed();
  }

  /** The computer goes on from here. */
  function resume() {
    store.update((s) => setPaused(setGone(s, false), false));
    void proceed();
  }

  /** Whose game is given up, or whose draw is offered, at this screen. */
  const speaker = () => {
    const { settings, game: now } = store.get();
    return settings.mode === 'people' ? now.turn : settings.human;
  };

  /** The computer thinks about a draw, and agrees where it is not better. @param {Side} by who offers */
  async function consider(by) {
    const { game: now } = store.get();
    const mine = ++asked;
    store.update((s) => say(s, { key: 'offer.thinking' }));
    try {
      const { info } = await engine.ask({ line: now.start, moves: now.played, millis: CONSIDER.millis, limits: { nodes: CONSIDER.nodes } });
      if (mine !== asked) return;
      // The score is the side to move's.
      const score = info ? worth(info.score) * (now.turn === by ? -1 : 1) : 0;
      if (score <= CONTENT) {
        game.agreeDraw();
        refresh();
      } else store.update((s) => say(s, { key: 'offer.refused' }));
    } catch (error) {
      if (mine === asked && !(error instanceof DOMException && error.name === 'AbortError')) {
        console.warn(error);
        store.update((s) => setNotice(s, { text: { key: 'notice.engine-gone' }, action: null }));
      }
    } finally {
      // Where something else was done meanwhile, the offer has lapsed.
      store.update((s) => (isConsidering(s) ? say(s, null) : s));
    }
  }

  // If it is given less time while it thinks, the rest of the old time is not waited for.
  store.subscribe((now, before) => {
    if (now.look.thinking === before.look.thinking || !now.thinking) return;
    stopThinking();
    void proceed(now.paused);
  });

  return {
    play,
    proceed,
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
      if (store.get().half) return store.update((s) => setHalf(s, null));
      if (isApart(store.get())) return elsewhere?.undo();
      if (!store.get().game.canUndo) return;
      browse(() => {
        if (!game.undo()) return;
        if (store.get().settings.mode !== 'computer') return;
        while (!isHuman(store.get(), game.state().turn) && game.undo());
      });
    },
    redo() {
      if (!store.get().game.canRedo) return;
      browse(() => {
        if (!game.redo()) return;
        if (store.get().settings.mode !== 'computer') return;
        while (!isHuman(store.get(), game.state().turn) && game.redo());
      });
    },
    /** @param {number} node */
    goTo(node) {
      browse(() => game.goTo(node));
    },
    /** One turn back or on in the line that is shown. @param {-1 | 1} by */
    step(by) {
      if (by < 0 && store.get().half) return store.update((s) => setHalf(s, null));
      const { canUndo, canRedo } = store.get().game;
      if (by < 0 ? canUndo : canRedo) browse(() => (by < 0 ? game.undo() : game.redo()));
    },

    resume,
    pause() {
      stopThinking();
      store.update((s) => setPaused(s, true));
    },
    /** One turn of the computer, after which it waits again; on the way it goes along turns that were played before. */
    stepComputer() {
      if (store.get().game.canRedo) return browse(() => game.redo());
      stopThinking();
      void proceed(true);
    },
    /** The least time between two turns of two computers. @param {number} pace in milliseconds */
    setPace(pace) {
      store.update((s) => setDraft(setSettings(s, { ...s.settings, pace }), { pace }));
      if (store.get().settings.mode !== 'watch' || !store.get().thinking) return;
      stopThinking();
      void proceed();
    },

    /** Reads something of the game. @template T @param {(game: Game) => T} read @returns {T} */
    look: (read) => read(game),
    /** Walks in the game or changes its tree, other than by a turn. @template T @param {(game: Game) => T} change @returns {T} */
    edit(change) {
      stopThinking();
      const result = change(game);
      refresh();
      return result;
    },

    resign() {
      if (isOnline()) return elsewhere?.resign();
      stopThinking();
      game.resign(speaker());
      refresh();
    },
    /** Offers a draw: to the computer, or to the other person at this screen. */
    offerDraw() {
      const { settings, game: now } = store.get();
      if (now.outcome || settings.mode === 'watch' || isConsidering(store.get())) return;
      if (isOnline()) return elsewhere?.offerDraw();
      if (settings.mode === 'people') return store.update((s) => setOffer(s, now.turn));
      if (isHuman(store.get(), now.turn)) void consider(settings.human);
    },
    /** @param {boolean} agreed */
    answerDraw(agreed) {
      const { offer } = store.get();
      if (!offer) return;
      store.update((s) => setOffer(s, null));
      if (!agreed) return store.update((s) => say(s, { key: `offer.declined.${other(offer)}` }));
      game.agreeDraw();
      refresh();
    },
    /** A clock has run down. @param {Side} side */
    flag(side) {
      if (store.get().game.outcome) return;
      if (isOnline()) return elsewhere?.flag();
      stopThinking();
      game.loseOnTime(side);
      refresh();
    },
    /** From now on this one speaks to the other device. @param {import('../types').Elsewhere} speaker */
    connect: (speaker) => void (elsewhere = speaker),
    flip: () => store.update((s) => setFlipped(s, !s.flipped)),
    /** @param {import('../i18n/i18n.js').Said} text */
    say: (text) => store.update((s) => say(s, text)),
  };
}

/** @typedef {ReturnType<typeof createSession>} Session */

/** A score as hundredths of a man. @param {import('../types').SearchInfo['score']} score */
function worth(score) {
  if ('cp' in score) return score.cp;
  if ('draw' in score) return 0;
  return 'win' in score ? 100_000 : -100_000;
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

/** The side a person plays when the colour is drawn. @param {'white' | 'black' | 'toss'} colour @returns {Side} */
export function pickSide(colour) {
  if (colour !== 'toss') return colour;
  return seed() % 2 ? other('white') : 'white';
}
