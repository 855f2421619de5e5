// Wires the page together. Each part is told what it needs; none of them looks for another.
import { createActions } from './actions.js';
import { createBoard } from './board/board.js';
import { listen } from './board/input.js';
import { createTwin } from './board/twin.js';
import { createClocks } from './clocks.js';
import { loadCore } from './core.js';
import { byId, h, icon } from './dom.js';
import { createEngineClient } from './engine/client.js';
import { t } from './i18n/i18n.js';
import { keepOffline } from './offline.js';
import { createMenu } from './panels/menu.js';
import { createMoves } from './panels/moves.js';
import { createNewGame } from './panels/newgame.js';
import { createPlayer } from './panels/players.js';
import { createShare } from './panels/share.js';
import { createActionRow, createNotice, createStatus, createVoice } from './panels/status.js';
import { restore } from './restore.js';
import { createKeeper } from './keeper.js';
import { createSession, drawn } from './session.js';
import { download, fromLink } from './share.js';
import { createStore, setNotice, setUpdate } from './state.js';
import { saveDraft, saveLook } from './storage.js';

/** @typedef {import('./types').State} State */

async function start() {
  const [core] = await Promise.all([loadCore(), fonts()]);
  const found = restore(core);
  const store = createStore(found.state);
  const levels = core.levels();
  const levelName = (/** @type {number} */ n) => levels.find((l) => l.level === n)?.name ?? String(n);

  const board = createBoard(
    store,
    byId('board'),
    /** @type {HTMLCanvasElement} */ (byId('canvas')),
    /** @type {HTMLCanvasElement} */ (byId('held')),
  );
  const engine = createEngineClient(
    () => new Worker(new URL('./engine/engine.worker.js', import.meta.url), { type: 'module' }),
    () => store.update((s) => setNotice(s, { text: t('notice.restarted'), action: null })),
  );
  const session = createSession({ core, store, engine, settled: board.settled, game: found.table.game });
  const actions = createActions(store, session);

  const newGame = createNewGame(store, core, (draft) => {
    const { colour, ...settings } = draft;
    session.newGame({ ...settings, human: drawn(colour) });
    twin.focus(store.get().cursor);
  });
  const share = createShare(session, openText);
  const games = lazily(async () => {
    const { createGames } = await import('./panels/games.js');
    return createGames(store, core, session, { newGame: newGame.open, levelName });
  });
  const menu = createMenu(store, core, session, { share: share.open, games });

  createStatus(store, byId('status'), session, () => session.rematch());
  createVoice(store, byId('live'));
  createNotice(store, byId('notice'), () => store.update((s) => setNotice(s, null)));
  createActionRow(store, byId('actions'), session, { newGame: newGame.open, more: menu.open });
  createMoves(store, byId('moves'), session);
  const top = createPlayer(store, byId('player-top'), false, board, levelName);
  const bottom = createPlayer(store, byId('player-bottom'), true, board, levelName);
  const twin = createTwin(store, byId('twin'), board, actions);
  listen(store, byId('board'), { top: top.tray, bottom: bottom.tray }, board, actions);
  bar(store, newGame.open);
  keys(session, actions);
  const keeper = createKeeper(store, session);
  createClocks(store, session);
  keep(store);

  /** Opens a text in place of the game on the table, which can be brought back. @param {string} text */
  function openText(text) {
    const before = { ...keeper.snapshot(), begun: store.get().game.moves.length > 0 };
    session.open(text);
    if (!before.begun) return;
    const back = () => {
      session.resumeGame(before.id, before.text);
      store.update((s) => setNotice(s, null));
    };
    store.update((s) => setNotice(s, { text: t('share.opened'), action: { label: t('share.back'), run: back } }));
  }

  function openLink() {
    const { hash } = location;
    if (!hash) return;
    try {
      const text = fromLink(hash);
      if (text !== null) openText(text);
    } catch (error) {
      share.openBroken(location.href, t('share.bad-link', { reason: error instanceof Error ? error.message : String(error) }));
    }
    // The link has done its work: a reload goes on with the game.
    history.replaceState(null, '', location.pathname + location.search);
  }

  if (found.unreadable !== null) {
    const text = found.unreadable;
    const run = () => download(t('file.kept'), text);
    store.update((s) => setNotice(s, { text: t('notice.kept'), action: { label: t('notice.download'), run } }));
  }
  addEventListener('hashchange', openLink);
  openLink();
  hook(store);
  byId('page').dataset.ready = 'true';
  void session.proceed();
  engine.warm();
  offerUpdates(store);
  void keepOffline();
  const { moves, outcome } = store.get().game;
  shortcut({ new: newGame.open, continue: () => (moves.length === 0 || outcome) && games() });
}

/** Says that a new version is ready, but never in the middle of a game: until its end the menu has it. @param {import('./state.js').Store} store */
function offerUpdates(store) {
  let told = false;
  function tell() {
    const { update, game, notice } = store.get();
    if (!update || told || notice || (game.moves.length > 0 && !game.outcome)) return;
    told = true;
    store.update((s) => setNotice(s, { text: t('notice.update'), action: { label: t('notice.update.now'), run: update } }));
  }
  addEventListener('merels:update', (event) => {
    told = false;
    store.update((s) => setUpdate(s, /** @type {CustomEvent<{ apply: () => void }>} */ (event).detail.apply));
  });
  store.subscribe(tell);
}

/** A panel that is loaded when it is first asked for. @param {() => Promise<{ open: () => void }>} load */
function lazily(load) {
  /** @type {Promise<{ open: () => void }> | null} */
  let panel = null;
  return () => {
    panel ??= load();
    panel.then(
      ({ open }) => open(),
      (error) => {
        panel = null;
        console.warn(error);
      },
    );
  };
}

/** The shortcuts of the installed page (see manifest.webmanifest). @param {{ new: () => void, continue: () => void }} wishes */
function shortcut(wishes) {
  const wish = new URLSearchParams(location.search).get('do');
  if (!wish) return;
  history.replaceState(null, '', location.pathname + location.hash);
  if (wish === 'new' || wish === 'continue') wishes[wish]();
}

/** The fonts come along with the rest; where they are slow, words stand in other letters for a while. */
function fonts() {
  const wanted = ['500 1em Alegreya', '400 1em "Source Sans 3"', '600 1em "Source Sans 3"'];
  const loaded = Promise.all(wanted.map((font) => document.fonts.load(font))).catch(() => {});
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

/** The title bar: the name, and the game that is played. @param {import('./state.js').Store} store @param {() => void} choose */
function bar(store, choose) {
  const variant = h('span');
  const button = h('button', { type: 'button', class: 'variant', onclick: choose }, variant, icon('next'));
  byId('bar').append(button);
  const show = () => {
    const { name } = store.get().rules;
    variant.textContent = name;
    button.setAttribute('aria-label', t('variant.change', { variant: name }));
    document.title = t('app.title', { variant: name });
  };
  store.subscribe((now, before) => now.rules !== before.rules && show());
  show();
}

/** Keys that work anywhere outside a field. @param {import('./session.js').Session} session @param {import('./actions.js').Actions} actions */
function keys(session, actions) {
  addEventListener('keydown', (event) => {
    const at = event.target;
    if (at instanceof HTMLElement && at.matches('input, textarea, select, dialog *')) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === 'z' && !event.shiftKey) session.undo();
    else if (command && (key === 'y' || (key === 'z' && event.shiftKey))) session.redo();
    else if (!command && !event.altKey && event.key === 'Escape') actions.cancel();
    else if (!command && !event.altKey && event.key === 'ArrowLeft') session.step(-1);
    else if (!command && !event.altKey && event.key === 'ArrowRight') session.step(1);
    else return;
    event.preventDefault();
  });
}

/** Keeps the form and the look on this device as they change. @param {import('./state.js').Store} store */
function keep(store) {
  store.subscribe((now, before) => {
    document.documentElement.dataset.theme = now.look.theme;
    if (now.look !== before.look) saveLook(now.look);
    if (now.draft !== before.draft) saveDraft(now.draft);
  });
}

/** For tests and for the curious: what is on the table. @param {import('./state.js').Store} store */
function hook(store) {
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
    get outcome() {
      return store.get().game.outcome;
    },
  };
  Object.defineProperty(window, 'merels', { value: Object.freeze(view) });
}

/** Says that nothing can be played here any more, and why a reload helps. @param {unknown} error */
function giveUp(error) {
  console.error(error);
  byId('broken').hidden = false;
  byId('page').hidden = true;
}

// After a trap the module's memory cannot be trusted; the stored game can.
addEventListener('error', ({ error }) => error instanceof WebAssembly.RuntimeError && giveUp(error));
addEventListener('unhandledrejection', ({ reason }) => reason instanceof WebAssembly.RuntimeError && giveUp(reason));

start().catch(giveUp);
