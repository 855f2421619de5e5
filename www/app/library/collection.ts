// Collections: files of many games that are listed, searched and opened game by game. Loaded on
// demand.
import './collection.css';
import '../engine/named.ts';
import loadWords from '../i18n/library.words.ts';
import { refusal } from '../game/error-text.ts';
import { currentLanguage, t, type Key } from '../i18n/i18n.ts';
import { RECORDS, fileButton } from '../ui/file-button.ts';
import { h, icon } from '../ui/dom.ts';
import { readSaved, removeGame, storedText } from '../storage/games.ts';
import { createScreen } from '../ui/screen.ts';
import { tabs } from './games-tabs.ts';
import { variantName } from '../game/words.ts';
import { createBar } from './collection-bar.ts';
import { fetchKept, forget, save } from './collection-store.ts';
import { rowsOf, type Row } from './search.ts';
import { createListing, type Open } from './listing.ts';
import { readFile, type Read } from './collection-reader.ts';
import { DeadWorkerError } from '../engine/watchdog.ts';
import type { Session } from '../game/session.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';
import type { Store } from '../state.ts';
import type { Core, FileGame } from '../types.ts';

/** The maximum file size in megabytes. */
const LARGEST = 24;

/** Why a file was not read. */
function why(error: unknown) {
  if (error instanceof DeadWorkerError) return t('notice.engine-gone');
  // Browsers give a folder that was dropped as a file, too.
  if (error instanceof Error && /^Not(?:Found|Readable)Error$/.test(error.name))
    return t('collection.not-there');
  return error instanceof Error ? error.message : String(error);
}

interface Given {
  store: Store;
  core: Core;
  session: Session;
  router: Router;
  /** Opens a game in place of the current one, with a way to undo. */
  openText: (text: string) => void;
  /** Shows a text that could not be opened, and what can be done about it. */
  showBroken: (text: string, reason: string, error?: unknown) => void;
}

interface State extends Given {
  file: Open | null;
  reading: { name: string; found: number; progress: number; control: AbortController } | null;
  /** The status message to show next. */
  message: string;
  /** The last game opened from the file, and how it was stored then. */
  table: { row: Row; id: string; record: string } | null;
  /** How many games of the file were asked for. */
  opening: number;
  /** Pending storage access. Never rejects: if it fails, files can still be read. */
  storing: Promise<void>;
  /** What is shown while a file is read. */
  parts: Record<'progress' | 'counted', HTMLElement>;
}

interface Collection extends State {
  screen: ReturnType<typeof createScreen>;
  bar: ReturnType<typeof createBar>;
  listing: ReturnType<typeof createListing>;
}

const rows = ({ core }: Collection, games: FileGame[], before = 0) =>
  rowsOf(games, (spec) => variantName(core, spec), before);

function take(collection: Collection, name: string, read: Read, rows: Row[]) {
  collection.file = { name, read, rows, language: currentLanguage() };
  collection.listing.fresh();
}

/** Brings back the file that was open last. */
async function restore(collection: Collection) {
  const found = await fetchKept();
  if (found && !collection.file)
    take(collection, found.name, found.read, rows(collection, found.read.games));
}

/** The open file, with names in the current language. */
function current(collection: Collection) {
  const { file } = collection;
  const language = currentLanguage();
  if (file && file.language !== language)
    collection.file = { ...file, rows: rows(collection, file.read.games), language };
  return collection.file;
}

/** Goes to this screen, or shows it again. */
const open = ({ screen, router }: Collection) =>
  screen.shown() ? screen.show() : router.go('games', 'file');

async function read(collection: Collection, chosen: File) {
  collection.reading?.control.abort();
  const isLarge = chosen.size > LARGEST * 1e6;
  collection.message = isLarge ? t('collection.too-large', { mb: LARGEST }) : '';
  if (isLarge) return open(collection);
  const control = new AbortController();
  const mine = { name: chosen.name, found: 0, progress: 0, control };
  collection.reading = mine;
  open(collection);
  const all: Row[] = [];
  const onProgress: Parameters<typeof readFile>[1] = (games, before, progress) => {
    Object.assign(mine, { found: before + games.length, progress });
    // In small batches, so that the page stays responsive.
    all.push(...rows(collection, games, before));
    if (collection.reading === mine) showProgress(collection);
  };
  try {
    const done = await readFile(chosen, onProgress, control.signal);
    await collection.storing;
    if (collection.reading !== mine) return;
    collection.reading = null;
    collection.table = null;
    collection.bar.show();
    take(collection, chosen.name || t('file.games'), done, all);
    collection.storing = keep(collection, done);
  } catch (error) {
    if (collection.reading !== mine) return;
    collection.reading = null;
    const stopped = error instanceof DOMException && error.name === 'AbortError';
    collection.message = stopped
      ? t('collection.stopped')
      : t('collection.failed', { reason: why(error) });
  }
  if (collection.screen.shown()) collection.screen.show();
}

async function keep(collection: Collection, read: Read) {
  try {
    await save(collection.file?.name ?? '', read);
  } catch (error) {
    console.warn('The file of games is not kept:', error);
    collection.message = t('collection.not-kept');
    if (collection.screen.shown()) collection.screen.show();
  }
}

/**
 * Opens a game of the file in place of the current one. Shows the list with a message if it cannot
 * be read.
 */
async function openRow(collection: Collection, row: Row) {
  const { store, session, file } = collection;
  if (!file) return;
  const mine = ++collection.opening;
  // Another game, or another file, may be chosen meanwhile.
  const isStale = () => collection.opening !== mine || collection.file?.read !== file.read;
  let last: Collection['table'];
  try {
    const text = await file.read.bytes.slice(row.from, row.to).text();
    if (isStale()) return;
    last = collection.table;
    // When stepping through the file, undo returns only to the game before the first step.
    if (last?.id === store.get().slot.id) session.open(text);
    else collection.openText(text);
  } catch (error) {
    if (isStale()) return;
    console.warn('A game of the file cannot be read:', error);
    collection.message = t('collection.failed', { reason: refusal(error) });
    return open(collection);
  }
  if (last) clear(last);
  collection.table = { row, id: store.get().slot.id, record: session.record() };
  collection.bar.show();
  collection.router.go('play');
}

/** Shows a game that cannot be read: perhaps it is of another game, or good up to a turn. */
async function openBad({ file, openText, showBroken }: Collection, { from, to }: FileGame) {
  const text = await file?.read.bytes.slice(from, to).text();
  if (text === undefined) return;
  try {
    openText(text);
  } catch (error) {
    showBroken(text, refusal(error), error);
  }
}

/** Removes a game that was opened but not changed: it is still in the file. */
function clear({ id, record }: NonNullable<Collection['table']>) {
  try {
    const saved = readSaved(storedText(id) ?? '');
    if (saved.record === record && !saved.name && !saved.hints) removeGame(id);
  } catch {
    // Missing or unreadable.
  }
}

/** The row before or after the current game, in list order. */
function neighbour({ listing, table }: Collection, by: -1 | 1) {
  const rows = listing.shown();
  const at = rows.findIndex(({ number }) => number === table?.row.number);
  return at < 0 ? undefined : rows[at + by];
}

/** The game at the table, if it is from the file. */
const atTable = ({ table, file, store }: State) =>
  table && file && table.id === store.get().slot.id
    ? { row: table.row, count: file.read.games.length }
    : null;

async function erase(collection: Collection) {
  collection.file = null;
  collection.table = null;
  collection.bar.show();
  await collection.storing;
  await forget().catch((error) => console.warn(error));
  collection.message = t('collection.forgotten');
  collection.screen.show();
}

function showProgress({ reading, parts }: Collection) {
  if (!reading) return;
  parts.progress.setAttribute('value', String(reading.progress));
  parts.counted.textContent = t('collection.reading', { name: reading.name, n: reading.found });
}

/** What the screen shows. */
function contents(collection: Collection) {
  const status = h('p', { class: 'collection-said', role: 'status', text: collection.message });
  collection.message = '';
  const title = t('games.file');
  const heads = tabs(collection.router);
  const button = (key: Key, look: string, onclick: () => void) =>
    h('button', { type: 'button', class: look, text: t(key), onclick });
  if (collection.reading) {
    const { counted, progress } = collection.parts;
    showProgress(collection);
    const stop = () => collection.reading?.control.abort();
    return {
      title,
      tabs: heads,
      body: [counted, progress],
      foot: [button('collection.stop', 'button', stop)],
    };
  }
  const file = current(collection);
  const choose = recordButton(
    file ? 'small-button' : 'button primary',
    (chosen) => void read(collection, chosen),
  );
  if (!file) {
    const about = h('p', { text: t('collection.about') });
    return {
      title,
      tabs: heads,
      body: [status, h('div', { class: 'collection-empty' }, icon('games'), about, choose)],
    };
  }
  return {
    title: file.name,
    tabs: heads,
    body: [status, ...collection.listing.body()],
    foot: [
      ...collection.listing.foot(),
      choose,
      button('collection.forget', 'small-button', () => void erase(collection)),
    ],
  };
}

const recordButton = (look: string, chosen: (file: File) => void) =>
  fileButton(
    t('share.file'),
    RECORDS,
    (event) => {
      const [file] = (event.target as HTMLInputElement).files ?? [];
      if (file) chosen(file);
    },
    look,
  );

/** @param before the element before which the bar is inserted */
export async function createCollection({
  shell,
  before,
  ...given
}: Given & { shell: Shell; before: HTMLElement }) {
  await loadWords();
  const { store, router } = given;
  const state: State = {
    ...given,
    file: null,
    reading: null,
    message: '',
    table: null,
    opening: 0,
    storing: Promise.resolve(),
    parts: {
      progress: h('progress', { max: 1, value: 0, 'aria-label': () => t('games.file') }),
      counted: h('p', { role: 'status' }),
    },
  };
  const openThis = (row: Row) => void openRow(collection, row);
  const collection: Collection = Object.assign(state, {
    screen: createScreen('collection', shell, () => contents(collection)),
    bar: createBar(store, before, {
      table: () => atTable(state),
      neighbour: (by) => neighbour(collection, by),
      open: openThis,
      list: () => open(collection),
      close: () => (state.table = null),
    }),
    listing: createListing({
      file: () => current(collection),
      isOpen: ({ number }) => atTable(state)?.row.number === number,
      open: openThis,
      openBad: (game) => void openBad(collection, game),
    }),
  });
  state.storing = restore(collection).catch((error) =>
    console.warn('No file of games can be kept:', error),
  );

  function show() {
    void state.storing.then(() => {
      if (router.screen() !== 'games') return;
      collection.screen.show();
      collection.listing.toOpen();
    });
  }

  return { show, read: (chosen: File) => void read(collection, chosen) };
}
