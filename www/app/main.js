// Wires the page together: each part is given what it needs, and no part looks for another.
import './platform/trusted-types.js';
import { createActions } from './game/actions.js';
import { createBoard } from './board/board.js';
import { boardConfig, connectBoard } from './game/board-view.js';
import { createClocks } from './game/clocks.js';
import { loadCore } from './engine/core.js';
import { byId, yieldToInput } from './platform/dom.js';
import { applyTheme } from './platform/theme.js';
import { createSoundLoader } from './platform/sound-loader.js';
import { createEngineClient } from './engine/client.js';
import engineWorker from './engine/engine.worker.js?worker&url';
import { isTrap } from './engine/heartbeat.js';
import { listenForDrops } from './platform/drop.js';
import { listenToKeys } from './platform/keys.js';
import { createLanguage, firstLanguage } from './settings/language.js';
import { watchInstall } from './platform/install.js';
import { keepOffline, lookForUpdate } from './platform/offline.js';
import { createMoves } from './game/moves.js';
import { createTitleBar } from './home/title-bar.js';
import { offerUpdates } from './home/updates.js';
import { countResults } from './library/count-results.js';
import { loadFonts } from './platform/fonts.js';
import { loadForbidden } from './platform/forbidden.js';
import { createLater } from './platform/later.js';
import { createPlayer } from './game/players.js';
import {
  createActionRow,
  createLimits,
  createNotice,
  createStatus,
  createVoice,
} from './game/status.js';
import { playPrepared } from './game/premove.js';
import { giveUp, recoveryState } from './platform/recover.js';
import { refusal } from './i18n/error-text.js';
import {
  reportNotLoaded,
  reportStorageTrouble,
  reportUnreadable,
  reportUntranslated,
} from './notices.js';
import { restore } from './storage/restore.js';
import { resume } from './resume.js';
import { createAutosave } from './storage/autosave.js';
import { bringBackCopies } from './storage/local.js';
import { createScreens } from './screens.js';
import { createSession } from './game/session.js';
import { createExactValues } from './engine/exact-values.js';
import packWorker from './engine/pack.worker.js?worker&url';
import solverWorker from './engine/solver.worker.js?worker&url';
import { createOpener } from './share/open.js';
import { createStore, isApart, setNotice } from './state.js';
import { saveDraft, saveLook, saveSingleKeys } from './storage/storage.js';
import { loadSetup } from './setup/draft.js';
import { exposeForTests } from './test-view.js';

/** @typedef {import('./state.js').Store} Store */

const dataFiles = () => import('./engine/loading.js');
/** When they are looked for, in milliseconds: the first move comes first, and by then the service worker caches them. */
const IDLE = 1500;

async function start() {
  // Tells support.js that all scripts have loaded.
  document.documentElement.dataset.started = '';
  await loadForbidden();
  watchInstall();
  const [core, language] = await Promise.all([
    loadCore(),
    bringBackCopies().then(firstLanguage),
    loadFonts(),
  ]);
  const restored = restore(core, language);
  const store = createStore(restored.state);
  const { change: changeLanguage } = createLanguage(store, core);
  const levelName = (/** @type {number} */ n) =>
    core.levels().find((l) => l.level === n)?.name ?? String(n);
  const isPerfect = (/** @type {number} */ n) =>
    core.levels().some((l) => l.level === n && l.perfect);

  // Startup is cut into pieces so that it never blocks input for long. Rendering in between would take 0.1 s more.
  await yieldToInput();
  applyTheme(store);
  const board = createBoard(byId('board'), boardConfig(store.get()));
  const engine = createEngineClient(engineWorker, () =>
    store.update((s) => setNotice(s, { key: 'notice.restarted' })),
  );
  const { values, solution } = createExactValues(
    store,
    core,
    { solver: solverWorker, pack: packWorker },
    {
      pauseLoading: engine.pauseLoading,
      placed: async (...of) => (await dataFiles()).placed(engine, core, ...of),
    },
  );
  const session = createSession({
    core,
    store,
    engine,
    settled: board.settled,
    values,
    game: restored.table.game,
  });
  const actions = createActions(store, {
    whyNot: session.whyNot,
    play: (move) => playByHand(store, session, move),
  });
  connectBoard(store, board, actions);
  const later = createLater(() => reportNotLoaded(store));
  const sample = createSoundLoader(store);
  const openText = (/** @type {string} */ text, /** @type {File | undefined} */ file) =>
    opener.openText(text, file);
  const screens = createScreens({
    store,
    core,
    session,
    board,
    engine,
    values,
    solution,
    later,
    sample,
    levelName,
    openText,
    changeLanguage,
  });
  const { router } = screens;
  playPrepared(store, actions, board.settled);

  await yieldToInput();
  createStatus(store, byId('status'), session);
  createLimits(store, byId('limits'));
  createVoice(store, byId('live'));
  createNotice(store, byId('notice'), () => store.update((s) => setNotice(s, null)));
  createActionRow(store, byId('actions'), session, screens);
  createMoves(store, byId('moves'), session);
  createPlayer(store, byId('player-top'), false, board, levelName, isPerfect);
  createPlayer(store, byId('player-bottom'), true, board, levelName, isPerfect);
  createTitleBar(store, screens);

  await yieldToInput();
  listenToKeys(store, keyCommands(session, board, screens));
  countResults(
    store,
    later(() => import('./storage/results.js')),
  );
  reportStorageTrouble(store, session, screens.games);
  reportUntranslated(store, screens.settings);
  const autosave = createAutosave(store, session);
  const opener = createOpener(store, core, session, autosave, screens);
  listenForDrops(byId('shell'), opener.openDrop);
  screens.onRoute(createClocks(store, session, () => !screens.atTable()).check);
  savePreferences(store);

  if (restored.unreadable !== null) reportUnreadable(store, restored.unreadable);
  const resuming = resume(store, session, screens, restored.table.study);
  // The other player may be waiting.
  store.subscribe(
    (now, before) => now.slot.id !== before.slot.id && isApart(now) && screens.reconnect(),
  );
  if (isApart(store.get())) screens.reconnect();
  // The worker may have failed because it belongs to an old version.
  store.subscribe((now, before) => now.engineDown && !before.engineDown && void lookForUpdate());
  if (/^(?:#\/|$)/.test(location.hash) && !recoveryState()?.aside)
    void loadSetup().then((draft) => draft && screens.resumeEdit(draft));
  const openLink = () => opener.openLink() && router.follow();
  addEventListener('hashchange', openLink);
  openLink();
  router.follow();
  exposeForTests(store, engine);
  byId('page').dataset.ready = 'true';
  dispatchEvent(new Event('merels:ready'));
  if (!resuming) void session.proceed();
  engine.warm();
  offerUpdates(store);
  if ('requestIdleCallback' in window) requestIdleCallback(screens.offer, { timeout: 2000 });
  else setTimeout(screens.offer, 500);
  void keepOffline().then(() =>
    setTimeout(
      later(dataFiles)((p) => p.loadWhatIsPlayed(store, core, engine)),
      IDLE,
    ),
  );
  const { moves, outcome } = store.get().game;
  const shortcuts = {
    new: screens.newGame,
    continue: () => (moves.length === 0 || outcome) && screens.games(),
  };
  if (isLaunched())
    later(() => import('./platform/launch.js'))((p) => p.takeLaunch(shortcuts, opener.openDrop))();
  // The page has started: the next reload opens this tab's game as usual. Earlier failures still count.
  if (recoveryState()?.aside) history.replaceState({ ...recoveryState(), aside: false }, '');
}

/** Plays a turn from the board. @param {Store} store @param {import('./game/session.js').Session} session @param {string} move */
function playByHand(store, session, move) {
  try {
    session.play(move);
  } catch (error) {
    // The game has reached the maximum number of turns.
    if (isTrap(error)) throw error;
    store.update((s) => setNotice(s, refusal(error)));
  }
}

/**
 * @param {import('./game/session.js').Session} session @param {import('./board/board.js').Board} board
 * @param {import('./screens.js').Screens} screens
 * @returns {import('./platform/keys.js').Commands}
 */
const keyCommands = (session, board, screens) => ({
  undo: session.undo,
  redo: session.redo,
  step: session.step,
  cancel: board.cancel,
  type: screens.type,
  atTable: screens.atTable,
  leave: () => screens.router.go('play'),
  anywhere: {
    '?': screens.help,
    n: screens.newGame,
    l: screens.rules,
    k: screens.games,
    s: screens.share,
    p: screens.edit,
    x: screens.study,
  },
  single: {
    m: screens.type,
    r: screens.read,
    o: board.focus,
    h: screens.hint,
    t: session.flip,
    u: session.undo,
    y: session.redo,
    v: screens.values,
  },
});

/** Was the page started by the system, with something to do or to open? A page in a tab has its address only. */
const isLaunched = () =>
  location.search !== '' || matchMedia('not all and (display-mode: browser)').matches;

/** Saves the new-game form and the preferences when they change. @param {Store} store */
function savePreferences(store) {
  store.subscribe((now, before) => {
    if (now.look !== before.look) saveLook(now.look, before.look);
    if (now.draft !== before.draft) saveDraft(now.draft);
    if (now.singleKeys !== before.singleKeys) saveSingleKeys(now.singleKeys);
  });
}

start().catch(giveUp);
