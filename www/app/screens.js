// The parts of the page that are loaded on first use, and the functions that open them.
import { byId } from './platform/dom.js';
import { pickSide } from './game/session.js';
import { isApart, mayAsk, mayStudy, setLook } from './state.js';

/**
 * @param {object} parts
 * @param {import('./state.js').Store} parts.store
 * @param {import('./types').Core} parts.core
 * @param {import('./game/session.js').Session} parts.session
 * @param {import('./board/board.js').Board} parts.board
 * @param {ReturnType<typeof import('./engine/client.js').createEngineClient>} parts.engine
 * @param {(line: string) => Promise<import('./types').PositionValues | null>} parts.values
 * @param {import('./engine/exact-values.js').Solution} parts.solution
 * @param {ReturnType<typeof import('./platform/later.js').createLater>} parts.later
 * @param {() => void} parts.sample plays a sound at the current volume
 * @param {(level: number) => string} parts.levelName
 * @param {(text: string, file?: File) => void} parts.openText
 */
export function createScreens({ store, core, session, board, engine, values, solution, later, sample, levelName, openText }) {
  const open = (/** @type {{ open: () => unknown }} */ part) => void part.open();
  const form = later(async () =>
    (await import('./home/newgame.js')).createNewGame(store, core, ({ colour, ...settings }) => {
      session.newGame({ ...settings, human: pickSide(colour) });
      board.focus();
    }),
  );
  const newGame = form(open);
  const share = later(async () => (await import('./share/share-panel.js')).createShare({ store, session, core, board, openText, openCollection }));
  const rules = later(async () => (await import('./game/rules.js')).createRules(store, core));
  const help = later(async () => (await import('./settings/help.js')).createHelp(store));
  const settings = later(async () => (await import('./settings/settings.js')).createSettings(store, sample, solution));
  const typed = later(async () => (await import('./game/typed.js')).createTyped(store, session, byId('page'), board.focus));
  const editor = later(async () =>
    (await import('./setup/editor.js')).createEditor({ store, core, session, page: byId('page'), bar: byId('bar'), board, play: openText }),
  );
  const games = later(async () => (await import('./library/games-list.js')).createGames(store, core, session, { newGame, levelName, fromFile: () => collection(open)() }));
  const collection = later(async () => (await import('./library/collection.js')).createCollection({ store, core, session, openText, before: byId('moves') }));
  const hints = later(async () => (await import('./game/hints.js')).createHints({ store, core, engine, values }));
  const reading = later(() => import('./game/read-aloud.js'));
  const learn = later(async () => (await import('./learn/learn.js')).createLearn({ store, core, play: openText }));
  const together = later(async () => (await import('./together/together.js')).createTogether({ store, core, session }));
  const study = later(async () =>
    (await import('./analysis/analysis.js')).createStudy({ store, core, session, engine: engine.share(), values, section: byId('study'), focus: board.focus }),
  );
  const statistics = later(async () => (await import('./library/statistics.js')).createStatistics(core, levelName));
  const exactValues = later(async () => (await import('./analysis/values.js')).createValues(store, byId('values'), solution));

  /** Is the analysis that a reload interrupted still loading? */
  let resuming = false;

  /** Lists the games of a file. @param {File} file */
  const openCollection = (file) => collection((p) => p.read(file))();

  /** @param {import('./types').State} state */
  const showValues = ({ look }, before = false) => look.values && !before && exactValues(() => {})();
  store.subscribe((now, before) => showValues(now, before.look.values));
  showValues(store.get());

  const review = study((p) => p.review());
  const rematch = () => (store.get().settings.mode === 'away' ? together((p) => p.rematch())() : session.rematch());
  const why = (/** @type {number} */ node) => study((p) => p.resume(node))();
  let ended = false;
  /** Loads what is shown at the end of a game. Without it the status line says the result. @param {import('./types').State} state */
  async function loadEnd({ game }) {
    if (!game.outcome || ended) return;
    ended = true;
    try {
      const { createEndPanel } = await import('./game/end-panel.js');
      await createEndPanel({ store, core, session, engine: engine.share(), values, moves: byId('moves'), levelName, open: { rematch, review, newGame, why } });
    } catch (error) {
      console.warn(error);
      ended = false;
    }
  }
  store.subscribe((now) => void loadEnd(now));
  void loadEnd(store.get());

  return {
    learn: learn(open),
    together: together(open),
    study: () => !resuming && (store.get().study || mayStudy(store.get())) && study((p) => p.toggle())(),
    review,
    statistics: statistics(open),
    games: games(open),
    share: share(open),
    newGame,
    rules: rules(open),
    help: help(open),
    /** @param {string} [begun] what has been typed already */
    type: (begun) => typed((p) => p.open(begun))(),
    /** Sets up a position. @param {import('./types').SetupDraft} [draft] */
    edit(draft) {
      if (!isApart(store.get())) editor((p) => p.open(draft))();
    },
    values: () => store.update((s) => setLook(s, { values: !s.look.values })),
    settings: settings(open),
    hint: () => mayAsk(store.get()) && hints((p) => void p.ask())(),
    /** Reads the board aloud. */
    read: reading(({ boardText }) => {
      const live = byId('reading');
      // Cleared first, so that the same text is read again.
      live.textContent = '';
      setTimeout(() => (live.textContent = boardText(store.get())), 50);
    }),
    openCollection,
    /** Shows a text that could not be opened. @param {string} text @param {string} reason */
    showBroken: (text, reason) => share((p) => p.openBroken(text, reason))(),
    /** Answers an invitation to a match. @param {string} link */
    join: (link) => together((p) => void p.read(link))(),
    rematch,
    /** Reconnects the current match. */
    reconnect: together((p) => p.takeUp()),
    /** Loads the analysis that a reload interrupted. @param {(open?: (node: number) => boolean) => void} loaded called without an argument if it fails to load */
    resumeStudy(loaded) {
      resuming = true;
      /** @param {Parameters<typeof loaded>[0]} [open] */
      const done = (open) => {
        resuming = false;
        loaded(open);
      };
      study((p) => done(p.resume), done)();
    },
  };
}

/** @typedef {ReturnType<typeof createScreens>} Screens */
