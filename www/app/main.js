// Wires the page together. Each part is told what it needs; none of them looks for another.
import './platform/trusted-types.js';
import { createActions } from './game/actions.js';
import { createBoard } from './board/board.js';
import { boardConfig, connectBoard } from './game/board-view.js';
import { createClocks } from './game/clocks.js';
import { loadCore } from './engine/core.js';
import { byId, yieldToInput } from './platform/dom.js';
import { dress } from './platform/theme.js';
import { createSoundLoader } from './platform/sound-loader.js';
import { createEngineClient } from './engine/client.js';
import engineWorker from './engine/engine.worker.js?worker&url';
import { isTrap } from './engine/heartbeat.js';
import { t } from './i18n/i18n.js';
import { listenForDrops } from './platform/drop.js';
import { listenToKeys } from './platform/keys.js';
import { createLanguage, firstLanguage } from './settings/language.js';
import { keepOffline, lookForUpdate } from './platform/offline.js';
import { loadWhenIdle } from './engine/loading.js';
import { createMenu } from './home/menu.js';
import { createMoves } from './game/moves.js';
import { createNewGame } from './home/newgame.js';
import { createTitleBar } from './home/title-bar.js';
import { offerUpdates } from './home/updates.js';
import { countResults } from './library/count-results.js';
import { loadFonts } from './platform/fonts.js';
import { createLater } from './platform/later.js';
import { createPlayer } from './game/players.js';
import { createActionRow, createLimits, createNotice, createStatus, createVoice } from './game/status.js';
import { playPrepared } from './game/premove.js';
import { giveUp, left } from './platform/recover.js';
import { refusal } from './i18n/error-text.js';
import { restore } from './storage/restore.js';
import { createAutosave } from './storage/autosave.js';
import { bringBackCopies, onTrouble } from './storage/local.js';
import { createSession, pickSide } from './game/session.js';
import { createKnowledge } from './engine/exact-values.js';
import solverWorker from './engine/solver.worker.js?worker&url';
import { download, fromLink } from './share/links.js';
import { createStore, isApart, mayAsk, mayStudy, setLook, setNotice } from './state.js';
import { saveDraft, saveLook, saveSingleKeys } from './storage/storage.js';
import { keptSetup } from './setup/draft.js';

/** @typedef {import('./types').State} State */

async function start() {
  // All scripts have come whole: support.js looks.
  document.documentElement.dataset.started = '';
  const [core, spoken] = await Promise.all([loadCore(), bringBackCopies().then(firstLanguage), loadFonts()]);
  const found = restore(core, spoken);
  const store = createStore(found.state);
  const language = createLanguage(store, core);
  const levelName = (/** @type {number} */ n) => core.levels().find((l) => l.level === n)?.name ?? String(n);
  const isPerfect = (/** @type {number} */ n) => core.levels().some((l) => l.level === n && l.perfect);

  // In parts, so that nothing that is pressed meanwhile waits for all of them; a picture in between would cost a tenth of a second.
  await yieldToInput();
  dress(store);
  const board = createBoard(byId('board'), boardConfig(store.get()));
  const engine = createEngineClient(engineWorker, () => store.update((s) => setNotice(s, { text: { key: 'notice.restarted' }, action: null })));
  const knowledge = createKnowledge(store, core, solverWorker);
  const session = createSession({ core, store, engine, settled: board.settled, values: knowledge.values, game: found.table.game });
  const actions = createActions(store, { explain: session.explain, play: playByHand });
  connectBoard(store, board, actions);

  const newGame = createNewGame(store, core, (draft) => {
    const { colour, ...settings } = draft;
    session.newGame({ ...settings, human: pickSide(colour) });
    board.focus();
  });

  // What a first move does not need is fetched when it is first opened.
  const later = createLater(async () => {
    /** @param {import('./types').Notice['action']} action */
    const tell = (action) => store.update((s) => setNotice(s, { text: { key: 'notice.not-loaded' }, action }));
    tell(null);
    if (await lookForUpdate()) tell({ label: { key: 'action.again' }, run: () => location.reload() });
  });
  const share = later(async () => (await import('./share/share-panel.js')).createShare({ store, session, core, board, openText, openMany }));
  const rules = later(async () => (await import('./game/rules.js')).createRules(store, core));
  const help = later(async () => (await import('./settings/help.js')).createHelp(store));
  const sound = createSoundLoader(store);
  const settings = later(async () => (await import('./settings/settings.js')).createSettings(store, sound));
  const typed = later(async () => (await import('./game/typed.js')).createTyped(store, session, byId('page'), board.focus));
  const editor = later(async () =>
    (await import('./setup/editor.js')).createEditor({ store, core, session, page: byId('page'), bar: byId('bar'), board, play: openText }),
  );
  const games = later(async () => (await import('./library/games-list.js')).createGames(store, core, session, { newGame: newGame.open, levelName, fromFile: () => collection((p) => p.open())() }));
  const collection = later(async () => (await import('./library/collection.js')).createCollection({ store, core, session, openText, before: byId('moves') }));
  /** Lists the games of a file. @param {File} file */
  const openMany = (file) => collection((p) => p.read(file))();
  const hints = later(async () => (await import('./game/hints.js')).createHints({ store, core, engine, values: knowledge.values }));
  const hint = () => mayAsk(store.get()) && hints((p) => void p.ask())();
  /** Reads the board aloud, also for a second time. */
  const read = later(() => import('./game/read-aloud.js'))(({ boardText }) => {
    const live = byId('reading');
    live.textContent = '';
    setTimeout(() => (live.textContent = boardText(store.get())), 50);
  });
  const learn = later(async () => (await import('./learn/learn.js')).createLearn({ store, core, play: openText }));
  const together = later(async () => (await import('./together/together.js')).createTogether({ store, core, session }));
  /** Is what was looked into before a reload on its way? */
  let resuming = false;
  const study = later(async () =>
    (await import('./analysis/analysis.js')).createStudy({
      store,
      core,
      session,
      engine: engine.share(),
      values: knowledge.values,
      section: byId('study'),
      focus: board.focus,
    }),
  );
  const statistics = later(async () => (await import('./library/statistics.js')).createStatistics(core, levelName));
  const open = {
    learn: learn((p) => void p.open()),
    together: together((p) => p.open()),
    study: () => !resuming && (store.get().study || mayStudy(store.get())) && study((p) => p.toggle())(),
    review: study((p) => p.review()),
    statistics: statistics((p) => p.open()),
    games: games((p) => p.open()),
    share: share((p) => p.open()),
    rules: rules((p) => p.open()),
    help: help((p) => p.open()),
    type: typed((p) => p.open()),
    edit: () => edit(),
    values: () => store.update((s) => setLook(s, { values: !s.look.values })),
    settings: settings((p) => p.open()),
    read,
  };
  const menu = createMenu(store, core, session, open, language.change);
  const values = later(async () => (await import('./analysis/values.js')).createValues(store, byId('values')));
  /** @param {State} state */
  const showValues = ({ look }, before = false) => look.values && !before && values(() => {})();
  store.subscribe((now, before) => showValues(now, before.look.values));
  showValues(store.get());
  playPrepared(store, actions, board.settled);

  await yieldToInput();
  createStatus(store, byId('status'), session, () => (store.get().settings.mode === 'away' ? together((p) => p.rematch())() : session.rematch()), open.review, hint);
  createLimits(store, byId('limits'));
  createVoice(store, byId('live'));
  createNotice(store, byId('notice'), () => store.update((s) => setNotice(s, null)));
  createActionRow(store, byId('actions'), session, { newGame: newGame.open, more: menu.open });
  createMoves(store, byId('moves'), session);
  createPlayer(store, byId('player-top'), false, board, levelName, isPerfect);
  createPlayer(store, byId('player-bottom'), true, board, levelName, isPerfect);
  createTitleBar(store, newGame.open, open.rules);
  await yieldToInput();
  listenToKeys(store, {
    undo: session.undo,
    redo: session.redo,
    step: session.step,
    cancel: board.cancel,
    type: (begun) => typed((p) => p.open(begun))(),
    single: {
      '?': open.help,
      m: open.type,
      r: read,
      o: board.focus,
      h: hint,
      t: session.flip,
      u: session.undo,
      y: session.redo,
      n: newGame.open,
      l: open.rules,
      k: open.games,
      s: open.share,
      p: open.edit,
      v: open.values,
      x: open.study,
    },
  });
  listenForDrops(byId('page'), (text, file) => {
    try {
      if (text === null) file && openMany(file);
      else openText(fromLink(text) ?? text, file);
    } catch (error) {
      refuse(text ?? '', refusal(error));
    }
  });
  countResults(store, later(() => import('./storage/results.js')));
  onTrouble((what) => {
    const aside = what === 'aside';
    /** @type {import('./types').Notice} */
    const notice = {
      text: { key: aside ? 'notice.aside' : what === 'full' ? 'notice.storage.full' : 'notice.storage' },
      action: aside ? { label: { key: 'notice.elsewhere.show' }, run: open.games } : { label: { key: 'share.save' }, run: () => download(t('file.record'), session.record()) },
    };
    store.update((s) => setNotice(s, notice));
  });
  const autosave = createAutosave(store, session);
  createClocks(store, session);
  keep(store);

  /** Opens a text in place of the game on the table, which can be brought back; where it holds several games, lists them. @param {string} text @param {File} [file] that it is from */
  function openText(text, file) {
    const before = { ...autosave.snapshot(), begun: store.get().game.moves.length > 0 };
    try {
      session.open(text);
    } catch (error) {
      if (!core.holdsMany(text)) throw error;
      return openMany(file ?? new File([text], ''));
    }
    if (!before.begun) return;
    const back = () => {
      session.resumeGame(before.id, before.text);
      store.update((s) => setNotice(s, null));
    };
    store.update((s) => setNotice(s, { text: { key: 'share.opened' }, action: { label: { key: 'share.back' }, run: back } }));
  }

  /** Shows a text from elsewhere that could not be opened. @param {string} text @param {string} reason */
  function refuse(text, reason) {
    share((p) => p.openBroken(text, reason))();
  }

  /** @type {import('./game/session.js').Session['play']} */
  function playByHand(move) {
    try {
      session.play(move);
    } catch (error) {
      // No game has more turns than can be stored.
      if (isTrap(error)) throw error;
      store.update((s) => setNotice(s, { text: refusal(error), action: null }));
    }
  }

  /** @param {import('./types').SetupDraft} [draft] */
  function edit(draft) {
    if (!isApart(store.get())) editor((p) => p.open(draft))();
  }

  function openLink() {
    const { hash } = location;
    if (!hash) return;
    try {
      if (/^#join=/.test(hash)) together((p) => void p.read(hash))();
      const text = fromLink(hash);
      if (text !== null) openText(text);
    } catch (error) {
      refuse(location.href, t('share.bad-link', { reason: refusal(error) }));
    }
    // The link has done its work: a reload goes on with the game.
    history.replaceState(history.state, '', location.pathname + location.search);
  }

  if (found.unreadable !== null) {
    const text = found.unreadable;
    const run = () => download(t('file.kept'), text);
    store.update((s) => setNotice(s, { text: { key: 'notice.kept' }, action: { label: { key: 'notice.download' }, run } }));
  }
  const { move } = left() ?? {};
  if (move !== undefined) {
    store.update((s) => setNotice(s, { text: { key: 'notice.restored' }, action: null }));
    history.replaceState({ ...left(), move: undefined }, '');
  }
  const again = () => {
    if (move && store.get().game.legal.some(({ text }) => text === move)) session.play(move);
  };
  const { study: looked } = found.table;
  if (looked === null) again();
  else {
    // Until that is there nobody asks the computer.
    resuming = true;
    const { game, half } = store.get();
    const goOn = (/** @type {(() => void)} */ look) => {
      resuming = false;
      // A player who has moved meanwhile, or has opened another game, goes on with that.
      if (store.get().game !== game || store.get().half !== half) return;
      look();
      void session.proceed();
    };
    study(
      (p) => goOn(() => p.resume(looked) && again()),
      () => goOn(() => {}),
    )();
  }
  // Somebody at another device waits.
  const takeUp = together((p) => p.takeUp());
  store.subscribe((now, before) => now.slot.id !== before.slot.id && isApart(now) && takeUp());
  if (isApart(store.get())) takeUp();
  // Its worker may be of a version that is no longer there.
  store.subscribe((now, before) => now.gone && !before.gone && void lookForUpdate());
  if (!location.hash && !left()?.aside) void keptSetup().then((draft) => draft && edit(draft));
  addEventListener('hashchange', openLink);
  openLink();
  hook(store, engine);
  byId('page').dataset.ready = 'true';
  if (!resuming) void session.proceed();
  engine.warm();
  offerUpdates(store);
  void keepOffline().then(() => loadWhenIdle(store, core, engine));
  const { moves, outcome } = store.get().game;
  shortcut({ new: newGame.open, continue: () => (moves.length === 0 || outcome) && open.games() });
  // This one begins well: the tab goes on with whatever game it has. How often it has failed still counts.
  if (left()?.aside) history.replaceState({ ...left(), aside: false }, '');
}

/** The shortcuts of the installed page (see manifest.webmanifest). @param {{ new: () => void, continue: () => void }} wishes */
function shortcut(wishes) {
  const wish = new URLSearchParams(location.search).get('do');
  if (!wish) return;
  history.replaceState(history.state, '', location.pathname + location.hash);
  if (wish === 'new' || wish === 'continue') wishes[wish]();
}

/** Keeps the form and the look on this device as they change. @param {import('./state.js').Store} store */
function keep(store) {
  store.subscribe((now, before) => {
    if (now.look !== before.look) saveLook(now.look, before.look);
    if (now.draft !== before.draft) saveDraft(now.draft);
    if (now.singleKeys !== before.singleKeys) saveSingleKeys(now.singleKeys);
  });
}

/** For tests and for the curious: what is on the table. @param {import('./state.js').Store} store @param {import('./engine/client.js').EngineClient} engine */
function hook(store, engine) {
  const view = {
    get line() {
      return store.get().game.line;
    },
    get legal() {
      return store.get().game.legal.map((m) => m.text);
    },
    get thinking() {
      return store.get().thinking;
    },
    get solving() {
      const { status, stored } = store.get().solving;
      return { status, stored };
    },
    get outcome() {
      return store.get().game.outcome;
    },
    get files() {
      return engine.files();
    },
  };
  Object.defineProperty(window, 'merels', { value: Object.freeze(view) });
}

start().catch(giveUp);
