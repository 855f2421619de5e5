// Wires the page together: each part is given what it needs, and no part looks for another.
import './platform/trusted-types.ts';
import { createActions } from './game/actions.ts';
import { createBoard, type Board } from './board/board.ts';
import { boardConfig, connectBoard } from './game/board-view.ts';
import { createClocks } from './game/clocks.ts';
import { loadCore } from './engine/core.ts';
import { byId, yieldToInput } from './ui/dom.ts';
import { applyTheme } from './ui/theme.ts';
import { createSoundLoader } from './ui/sound-loader.ts';
import { createEngineClient } from './engine/client.ts';
import engineWorker from './engine/engine.worker.ts?worker&url';
import { isTrap } from './engine/heartbeat.ts';
import { listenForDrops } from './platform/drop.ts';
import { listenToKeys, type Commands } from './ui/keys.ts';
import { createLanguage, firstLanguage } from './settings/language.ts';
import { keepInstallOffer } from './platform/install.ts';
import { keepOffline, lookForUpdate } from './platform/offline.ts';
import { createMoves } from './game/moves.ts';
import { createTitleBar } from './home/title-bar.ts';
import { offerUpdates } from './home/updates.ts';
import { countResults } from './library/count-results.ts';
import { loadFonts } from './ui/fonts.ts';
import { loadForbidden } from './platform/forbidden.ts';
import { createLater } from './platform/later.ts';
import { createPlayer } from './game/players.ts';
import { createActionRow } from './game/action-row.ts';
import { createLimits, createNotice, createStatus, createVoice } from './game/status.ts';
import { playPrepared } from './game/premove.ts';
import { giveUp, recoveryState } from './platform/recover.ts';
import { refusal } from './game/error-text.ts';
import {
  reportNotLoaded,
  reportStorageTrouble,
  reportUnreadable,
  reportUntranslated,
} from './notices.ts';
import { restore } from './game/restore.ts';
import { resume } from './resume.ts';
import { createAutosave } from './game/autosave.ts';
import { bringBackCopies, get } from './storage/local.ts';
import { createScreens, type Screens } from './screens/screens.ts';
import { createSession, type Session } from './game/session.ts';
import { createLazyValues } from './engine/lazy-values.ts';
import packWorker from './engine/pack.worker.ts?worker&url';
import solverWorker from './engine/solver.worker.ts?worker&url';
import { createOpener } from './share/open.ts';
import { createStore, isTogether, setNotice, type Store } from './state.ts';
import type { Core } from './types.ts';
import { saveDraft, saveLook, saveSingleKeys } from './storage/storage.ts';
import { loadSetup } from './setup/draft.ts';
import { exposeForTests } from './test-view.ts';

const dataFiles = () => import('./engine/loading.ts');
/**
 * When they are looked for, in milliseconds: the first move comes first, and by then the service
 * worker caches them.
 */
const IDLE = 1500;

const nameOfLevel = (core: Core) => (n: number) =>
  core.levels().find((l) => l.level === n)?.name ?? String(n);

async function start() {
  // Tells support.js that all scripts have loaded.
  document.documentElement.dataset.started = '';
  await loadForbidden();
  keepInstallOffer();
  const [core, language] = await Promise.all([
    loadCore(),
    bringBackCopies().then(firstLanguage),
    loadFonts(),
  ]);
  const restored = restore(core, language);
  const store = createStore(restored.state);
  const { change: changeLanguage } = createLanguage(store, core);

  // Startup is cut into pieces so that it never blocks input for long. Rendering in between would
  // take 0.1 s more.
  await yieldToInput();
  applyTheme(store);
  const board = createBoard(byId('board'), boardConfig(store.get()));
  const { engine, exact } = createEngines(store, core);
  const { values, reason, solution } = exact;
  const session = createSession({
    core,
    store,
    engine,
    settled: board.settled,
    values,
    reason,
    // Without the book the computer thinks.
    opening: (spec, line) =>
      import('./game/opponents/book.ts')
        .then(({ bookTurn }) => bookTurn(spec, line))
        .catch(() => null),
    game: restored.table.game,
  });
  const actions = createActions(store, {
    whyNot: session.whyNot,
    play: (move) => playByHand(store, session, move),
  });
  connectBoard(store, board, actions);
  const later = createLater(() => reportNotLoaded(store));
  const sample = createSoundLoader(store);
  const openText = (...args: Parameters<typeof opener.openText>) => opener.openText(...args);
  const screens = createScreens(
    {
      store,
      core,
      session,
      board,
      engine,
      values,
      reason,
      solution,
      loadValues: exact.load,
      sample,
      levelName: nameOfLevel(core),
      openText,
      changeLanguage,
    },
    later,
  );
  playPrepared(store, actions, board.settled);

  await yieldToInput();
  showTable(store, session, board, screens, core);

  await yieldToInput();
  listenToKeys(store, keyCommands(session, board, screens));
  const autosave = keepGame(store, session, screens, later);
  const opener = createOpener(store, core, session, autosave, screens);
  listenForDrops(byId('shell'), opener.openDrop);
  if (restored.unreadable !== null) reportUnreadable(store, restored.unreadable);
  const resuming = goOn(store, session, screens, opener, restored.table.analysis);
  exposeForTests(store, engine);
  byId('page').dataset.ready = 'true';
  dispatchEvent(new Event('merels:ready'));
  if (!resuming) void session.proceed();
  engine.warm();
  offerUpdates(store);
  loadWhenIdle(store, core, engine, later, [screens.offer, exact.load, ...extras(store, later)]);
  if (isLaunched()) takeLaunch(store, screens, later, opener);
  // The page has started: the next reload opens this tab's game as usual. Earlier failures still
  // count.
  if (recoveryState()?.aside) history.replaceState({ ...recoveryState(), aside: false }, '');
}

/** Keeps the game, its result and its clocks, and what the player prefers. */
function keepGame(
  store: Store,
  session: Session,
  screens: Screens,
  later: ReturnType<typeof createLater>,
) {
  const results = later(() => import('./storage/results.ts'));
  countResults(store, results);
  reportStorageTrouble(store, session, screens.games);
  reportUntranslated(store, screens.settings);
  const autosave = createAutosave(store, session);
  screens.onRoute(createClocks(store, session, () => !screens.atTable()).check);
  savePreferences(store);
  return autosave;
}

/**
 * Goes on with what was interrupted, and opens what the address holds.
 * @param node the position that was being analysed
 * @returns whether the computer waits for the analysis
 */
function goOn(
  store: Store,
  session: Session,
  screens: Screens,
  opener: ReturnType<typeof createOpener>,
  node: number | null,
) {
  const resuming = resume(store, session, screens, node);
  reconnectWhenTogether(store, screens);
  // The worker may have failed because it belongs to an old version.
  store.subscribe((now, before) => now.engineDown && !before.engineDown && void lookForUpdate());
  if (/^(?:#\/|$)/.test(location.hash) && !recoveryState()?.aside)
    void loadSetup().then((draft) => draft && screens.resumeEdit(draft));
  followLinks(opener, screens.router);
  return resuming;
}

/** Opens what the address holds, now and later. */
function followLinks(opener: ReturnType<typeof createOpener>, router: Screens['router']) {
  const openLink = () => opener.openLink() && router.follow();
  addEventListener('hashchange', openLink);
  openLink();
  router.follow();
}

/** The workers, and what they know. */
function createEngines(store: Store, core: Core) {
  const engine = createEngineClient(engineWorker, () =>
    store.update((s) => setNotice(s, { key: 'notice.restarted' })),
  );
  const exact = createLazyValues(
    store,
    core,
    { solver: solverWorker, pack: packWorker },
    {
      pauseLoading: engine.pauseLoading,
      placed: async (...of) => (await dataFiles()).placed(engine, core, ...of),
    },
  );
  return { engine, exact };
}

/** In a game between devices the other player may be waiting. */
function reconnectWhenTogether(store: Store, screens: Screens) {
  store.subscribe(
    (now, before) => now.slot.id !== before.slot.id && isTogether(now) && screens.reconnect(),
  );
  if (isTogether(store.get())) screens.reconnect();
}

/** What is added to the page once it is playable. */
const extras = (store: Store, later: ReturnType<typeof createLater>) => [
  later(() => import('./game/opening-line.ts'))((p) => p.showOpening(store, byId('board'))),
  // Only who has practised, or is to, needs it.
  get('merels.practice') === null
    ? () => {}
    : later(() => import('./home/due.ts'))(
        (p) => void p.showDue(document.querySelector('[data-door=learn]')),
      ),
];

/** What a first move does not need. */
function loadWhenIdle(
  store: Store,
  core: Core,
  engine: ReturnType<typeof createEngineClient>,
  later: ReturnType<typeof createLater>,
  loads: (() => void)[],
) {
  const load = () => loads.forEach((one) => one());
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 2000 });
  else setTimeout(load, 500);
  void keepOffline().then(() =>
    setTimeout(
      later(dataFiles)((p) => p.loadWhatIsPlayed(store, core, engine)),
      IDLE,
    ),
  );
}

/** What stands around the board. */
function showTable(store: Store, session: Session, board: Board, screens: Screens, core: Core) {
  const levelName = nameOfLevel(core);
  const isPerfect = (n: number) => core.levels().some((l) => l.level === n && l.perfect);
  createStatus(store, byId('status'), session);
  createLimits(store, byId('limits'));
  createVoice(store, byId('live'));
  createNotice(store, byId('notice'), () => store.update((s) => setNotice(s, null)));
  createActionRow(store, byId('actions'), session, screens);
  createMoves(store, byId('moves'), session);
  createPlayer(store, byId('player-top'), false, board, levelName, isPerfect);
  createPlayer(store, byId('player-bottom'), true, board, levelName, isPerfect);
  createTitleBar(store, screens);
}

/** Opens what the system launched the installed page with. */
function takeLaunch(
  store: Store,
  screens: Screens,
  later: ReturnType<typeof createLater>,
  { openDrop }: ReturnType<typeof createOpener>,
) {
  const { moves, outcome } = store.get().game;
  const shortcuts = {
    new: screens.newGame,
    continue: () => (moves.length === 0 || outcome) && screens.games(),
  };
  later(() => import('./platform/launch.ts'))((p) => p.takeLaunch(shortcuts, openDrop))();
}

/** Plays a turn from the board. */
function playByHand(store: Store, session: Session, move: string) {
  try {
    session.play(move);
  } catch (error) {
    // The game has reached the maximum number of turns.
    if (isTrap(error)) throw error;
    store.update((s) => setNotice(s, refusal(error)));
  }
}

const keyCommands = (session: Session, board: Board, screens: Screens): Commands => ({
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
    x: screens.analysis,
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

/**
 * Was the page started by the system, with something to do or to open? A page in a tab has its
 * address only.
 */
const isLaunched = () =>
  location.search !== '' || matchMedia('not all and (display-mode: browser)').matches;

/** Saves the new-game form and the preferences when they change. */
function savePreferences(store: Store) {
  store.subscribe((now, before) => {
    if (now.look !== before.look) saveLook(now.look, before.look);
    if (now.draft !== before.draft) saveDraft(now.draft);
    if (now.singleKeys !== before.singleKeys) saveSingleKeys(now.singleKeys);
  });
}

start().catch(giveUp);
