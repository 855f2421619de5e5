// Saves the current game whenever it changes, and handles changes to it from other tabs.
import {
  isWritten,
  keyOf,
  newId,
  read,
  recordOf,
  removeGame,
  setCurrent,
  storedText,
  storeText,
  writeSaved,
} from '../storage/games.ts';
import { keepCopy } from '../storage/backup.ts';
import { listTimes } from './times.ts';
import { setSlot, setNotice, type Store } from '../state.ts';
import { homeNode, pathTo } from './paths.ts';
import { timesLeft } from './clock-state.ts';
import type { Session } from './session.ts';
import type { State } from '../types.ts';

/** How often a running clock is saved, in milliseconds. */
const SAVE_INTERVAL = 5000;

/** What is stored of the game. @param played when, in milliseconds since 1970 */
function textOf(state: State, record: string, played: number) {
  const { slot, settings, game, pending, flipped, clock, analysis, paused } = state;
  const turnsTo = (node: number) => pathTo(game.moves, node).map(({ text }) => text);
  // During analysis, save the game's own position rather than the one being analysed.
  const position = analysis
    ? { path: turnsTo(homeNode(state)), half: null, paused: analysis.paused }
    : { path: game.played, half: pending, paused };
  return writeSaved({
    name: slot.name,
    begun: slot.begun,
    hints: slot.hints,
    sent: slot.sent,
    draw: slot.draw,
    played,
    settings,
    record,
    ...position,
    study: analysis && game.played,
    review: slot.review,
    seen: slot.seen ?? undefined,
    flipped,
    clock: clock && {
      ...timesLeft(clock, performance.now()),
      path: turnsTo(clock.node),
      times: listTimes(clock, game.moves),
    },
  });
}

/** Is anything of it stored? */
const isChanged = (now: State, before: State) =>
  now.game !== before.game ||
  now.pending !== before.pending ||
  now.settings !== before.settings ||
  now.slot !== before.slot ||
  now.flipped !== before.flipped ||
  now.paused !== before.paused ||
  now.analysis?.home !== before.analysis?.home;

/** What this tab knows of its game, and writes of it. */
function createKeeper(store: Store, session: Session) {
  /** What this tab last read or wrote of its game. */
  let known = {
    id: '',
    text: null as string | null,
    record: '',
    played: 0,
    empty: true,
  };
  /** Records the state of a game that was just loaded. */
  function remember() {
    const { id } = store.get().slot;
    known = {
      id,
      text: storedText(id),
      record: session.record(),
      played: 0,
      empty: isEmpty(store.get()),
    };
    // Unreadable data is overwritten by the next turn.
    known.played = read(known.text)?.played ?? 0;
    setCurrent(id);
  }

  function write(record: string, played: number) {
    const { slot } = store.get();
    const text = textOf(store.get(), record, played);
    // Skip identical writes: they could interfere with another tab that plays on.
    if (known.text === storedText(slot.id) && isWritten(text, known.text)) return;
    // If storage was cleared meanwhile, make sure that a reload still restores this game.
    if (storedText(slot.id) === null) setCurrent(slot.id);
    storeText(slot.id, text);
    known = { id: slot.id, text, record, played, empty: isEmpty(store.get()) };
  }

  /** Continues this tab's game under a new id. */
  function fork() {
    const id = newId();
    known = { ...known, id, text: null };
    setCurrent(id);
    store.update((s) => setNotice(setSlot(s, { id }), { key: 'notice.forked' }));
  }

  /** Takes over a name given to this game in another tab. */
  function rename(stored: string) {
    const { slot } = store.get();
    const name = nameOf(stored);
    if (name !== nameOf(known.text) && name !== slot.name)
      store.update((s) => setSlot(s, { name }));
    known = { ...known, text: stored };
  }

  /**
   * Saves the game. If another tab has played on in it, this tab's game is forked, so that nothing
   * is lost.
   */
  function save() {
    const { slot } = store.get();
    const record = session.record();
    const moved = record !== known.record;
    const stored = storedText(slot.id);
    if (stored !== null && stored !== known.text) {
      const theirs = recordOf(stored);
      if (theirs !== known.record && theirs !== record) {
        if (!moved) return;
        fork();
      } else rename(stored);
    }
    write(record, moved || !known.played ? Date.now() : known.played);
    // Another tab may have begun a game since: a new one opens the game that was played last.
    if (moved) setCurrent(known.id);
  }

  return {
    known: () => known,
    remember,
    write,
    fork,
    rename,
    save,
    /** Takes over what another tab has written. */
    take(text: string) {
      const played = read(text)?.played ?? 0;
      known = { ...known, text, record: recordOf(text), played, empty: false };
    },
  };
}

type Keeper = ReturnType<typeof createKeeper>;

/** Follows what other tabs do to this game. */
function listenToTabs(store: Store, session: Session, keeper: Keeper) {
  const { known, remember, write, fork, rename } = keeper;
  addEventListener('storage', ({ key }) => {
    const { id } = store.get().slot;
    const theirs = storedText(id);
    if (key !== keyOf(id) || theirs === null || theirs === known().text) return;
    if (recordOf(theirs) === known().record) return rename(theirs);
    // Both tabs wrote at the same moment, and the other one was later.
    if (known().text !== null && !session.isIn(theirs)) {
      keepCopy(keyOf(id), theirs);
      fork();
      return write(session.record(), known().played);
    }
    const run = () => {
      store.update((s) => setNotice(s, null));
      const text = storedText(id);
      if (text === null) return;
      keeper.take(text);
      session.resumeGame(id, text);
      remember();
    };
    store.update((s) =>
      setNotice(s, { key: 'notice.elsewhere' }, { label: { key: 'notice.elsewhere.show' }, run }),
    );
  });

  addEventListener('pageshow', ({ persisted }) => {
    const { id } = store.get().slot;
    const text = storedText(id);
    // While the page was in the back/forward cache, its tab may have opened another game, and not
    // every browser delivers the storage events of that time.
    if (!persisted || text === null) return;
    setCurrent(id);
    dispatchEvent(new StorageEvent('storage', { key: keyOf(id), newValue: text }));
  });
}

export function createAutosave(store: Store, session: Session) {
  const keeper = createKeeper(store, session);
  const { known, remember, save } = keeper;
  let timer = 0;

  /** Saves the clocks, unless another tab has changed the game. */
  function tick() {
    clearTimeout(timer);
    const { clock, slot, editor } = store.get();
    if (!clock || editor) return;
    if (known().text !== null && storedText(slot.id) === known().text)
      keeper.write(known().record, known().played);
    if (clock.running) timer = window.setTimeout(tick, SAVE_INTERVAL);
  }

  store.subscribe((now, before) => {
    // While a position is being set up, nothing is saved; a game opened meanwhile is saved
    // afterwards.
    if (now.editor) return;
    if (now.slot.id !== known().id) {
      // Do not keep games without a turn or a comment.
      if (known().empty && storedText(known().id) === known().text) removeGame(known().id);
      remember();
      save();
    } else if (isChanged(now, before)) save();
    if (now.clock !== before.clock) {
      clearTimeout(timer);
      if (now.clock?.running) timer = window.setTimeout(tick, SAVE_INTERVAL);
    }
  });

  addEventListener('pagehide', tick);
  document.addEventListener('visibilitychange', () => document.hidden && tick());
  listenToTabs(store, session, keeper);
  remember();

  return {
    /** The current game as it would be stored now. */
    snapshot() {
      // The game is resumed from storage, so the clocks have to be up to date there.
      tick();
      const state = store.get();
      return { id: state.slot.id, text: textOf(state, session.record(), known().played) };
    },
  };
}

/** Is there nothing to keep? A friend may answer a game that was sent before the first turn. */
const isEmpty = ({ game, slot }: State) =>
  game.moves.length === 0 && !game.comment && slot.sent < 0;

const nameOf = (text: string | null) => read(text)?.name ?? '';
