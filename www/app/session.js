// One game at one table: holds the game that Rust keeps, plays in it, and asks the computer for its turns.
import {
  isHuman,
  other,
  say,
  setDraft,
  setFlipped,
  setGame,
  setHalf,
  setNotice,
  setPaused,
  setRules,
  setSettings,
  setThinking,
  setDropped,
} from './state.js';

/**
 * @typedef {import('./types').Core} Core
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').Settings} Settings
 * @typedef {import('./types').Side} Side
 */

/** The least time between two turns of the computer, so that the eye can follow. */
const PACE = { computer: 250, watch: 700, people: 0 };

/**
 * @param {object} parts
 * @param {Core} parts.core
 * @param {import('./state.js').Store} parts.store
 * @param {import('./engine/client.js').EngineClient} parts.engine
 * @param {() => Promise<void>} parts.settled when the board has come to rest
 * @param {Game} parts.game
 */
export function createSession({ core, store, engine, settled, game: first }) {
  let game = first;
  /** Counts the turns asked of the computer, so that an answer that comes too late is known as such. */
  let asked = 0;

  function refresh() {
    const state = game.state();
    store.update((s) => setGame(s, state));
  }

  function hush() {
    asked++;
    engine.cancel();
    store.update((s) => setThinking(s, false));
  }

  /** Asks the computer for a turn, if it is its turn. */
  async function proceed() {
    const { game: now, settings, paused } = store.get();
    if (now.outcome || paused || isHuman(store.get(), now.turn)) return;
    const mine = ++asked;
    store.update((s) => setThinking(s, true));
    const pace = new Promise((resolve) => setTimeout(resolve, PACE[settings.mode]));
    try {
      const level = settings.levels[now.turn];
      const millis = core.levels().find((l) => l.level === level)?.millis ?? 1000;
      const answer = engine.ask({ line: now.start, moves: now.played, millis, limits: { level, seed: seed() } });
      const [{ move }] = await Promise.all([answer, settled().then(() => pace)]);
      if (mine !== asked) return;
      store.update((s) => setThinking(s, false));
      play(move, null);
    } catch (error) {
      if (mine !== asked) return;
      store.update((s) => setThinking(s, false));
      store.update((s) => setPaused(s, true));
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        console.warn(error);
        store.update((s) => setNotice(s, { text: { key: 'notice.engine-gone' }, action: null }));
      }
    }
  }

  /** @param {string} move a whole turn @param {string | null} dropped the point where a hand put the man down */
  function play(move, dropped) {
    hush();
    game.play(move);
    store.update((s) => setPaused(s, false));
    refresh();
    if (dropped) store.update((s) => setDropped(s, dropped));
    void proceed();
  }

  /** Walking through the game: the computer waits until someone plays or asks it to go on. @param {() => void} walk */
  function stroll(walk) {
    hush();
    walk();
    refresh();
    const { game: now } = store.get();
    store.update((s) => setPaused(s, !now.outcome && !isHuman(s, now.turn)));
  }

  /** Puts another game on the table. @param {Game} next @param {Settings} settings @param {boolean} paused */
  function sit(next, settings, paused) {
    hush();
    const old = game;
    game = next;
    const state = next.state();
    const rules = core.rules(state.spec);
    store.update((s) => setGame(setRules(setSettings(s, { ...settings, spec: state.spec }), rules), state));
    store.update((s) => setFlipped(s, settings.mode === 'computer' && settings.human === 'black'));
    store.update((s) => setDraft(setPaused(s, paused), { spec: state.spec, mode: settings.mode, levels: settings.levels }));
    if (old !== next) old.free();
    void proceed();
  }

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
      sit(core.start(settings.spec), settings, false);
    },

    /** Throws where the text is neither a position nor a game; the game on the table is then untouched. @param {string} text */
    open(text) {
      const next = core.read(text);
      const { settings } = store.get();
      const state = next.state();
      // Whoever opens a position against the computer plays the side to move.
      sit(next, { ...settings, human: settings.mode === 'computer' ? state.turn : settings.human }, settings.mode === 'watch');
    },
    sit,

    /** Takes back; against the computer, as far as the person's own last turn. */
    undo() {
      if (store.get().half) return store.update((s) => setHalf(s, null));
      if (!store.get().game.canUndo) return;
      stroll(() => {
        if (!game.undo()) return;
        if (store.get().settings.mode !== 'computer') return;
        while (!isHuman(store.get(), game.state().turn) && game.undo());
      });
    },
    redo() {
      if (!store.get().game.canRedo) return;
      stroll(() => {
        if (!game.redo()) return;
        if (store.get().settings.mode !== 'computer') return;
        while (!isHuman(store.get(), game.state().turn) && game.redo());
      });
    },
    /** @param {number} node */
    goTo(node) {
      stroll(() => game.goTo(node));
    },
    /** One turn back or on in the line that is shown. @param {-1 | 1} by */
    step(by) {
      const { canUndo, canRedo } = store.get().game;
      if (by < 0 ? canUndo : canRedo) stroll(() => (by < 0 ? game.undo() : game.redo()));
    },

    /** The computer goes on from here. */
    resume() {
      store.update((s) => setPaused(s, false));
      void proceed();
    },
    pause() {
      hush();
      store.update((s) => setPaused(s, true));
    },

    resign() {
      const { settings, game: now } = store.get();
      hush();
      game.resign(settings.mode === 'computer' ? settings.human : now.turn);
      refresh();
    },
    agreeDraw() {
      hush();
      game.agreeDraw();
      refresh();
    },
    flip: () => store.update((s) => setFlipped(s, !s.flipped)),
    /** @param {import('./i18n/i18n.js').Said} text */
    say: (text) => store.update((s) => say(s, text)),
  };
}

/** @typedef {ReturnType<typeof createSession>} Session */

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

/** The side a person plays when the colour is drawn. @param {'white' | 'black' | 'toss'} colour @returns {Side} */
export function drawn(colour) {
  if (colour !== 'toss') return colour;
  return seed() % 2 ? other('white') : 'white';
}
