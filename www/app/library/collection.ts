// Collections: files of many games that are listed, searched and opened game by game. Loaded on
// demand.
import './collection.css';
import loadWords from '../i18n/library.words.ts';
import { refusal } from '../game/error-text.ts';
import { currentLanguage, t } from '../i18n/i18n.ts';
import { h, icon } from '../ui/dom.ts';
import { readSaved, removeGame, storedText } from '../storage/games.ts';
import { createScreen } from '../ui/screen.ts';
import { tabs } from './games-tabs.ts';
import { variantName } from '../game/words.ts';
import { createBar } from './collection-bar.ts';
import { fetchKept, forget, save } from './collection-store.ts';
import { rowsOf, type Row } from './search.ts';
import { createListing } from './listing.ts';
import { readFile, type Read } from './collection-reader.ts';
import { DeadWorkerError } from '../engine/watchdog.ts';
import type { Session } from '../game/session.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';

/** An open file; `language` is that of the variants' names in `rows`. */
export interface Open {
  name: string;
  read: Read;
  rows: Row[];
  language: string;
}

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

export async function createCollection({
  store,
  core,
  session,
  shell,
  router,
  openText,
  before,
}: {
  store: Store;
  core: Core;
  session: Session;
  shell: Shell;
  router: Router;
  /** Opens a game in place of the current one, with a way to undo. */
  openText: (text: string) => void;
  /** The element before which the bar is inserted. */
  before: HTMLElement;
}) {
  await loadWords();
  let file: Open | null = null;
  let reading: { name: string; found: number; progress: number; control: AbortController } | null =
    null;
  /** The status message to show next. */
  let message = '';
  /** The last game opened from the file, and how it was stored then. */
  let table: { row: Row; id: string; record: string } | null = null;
  /** How many games of the file were asked for. */
  let opening = 0;
  /** Pending storage access. Never rejects: if it fails, files can still be read. */
  let storing = restoreStored().catch((error) =>
    console.warn('No file of games can be kept:', error),
  );

  async function restoreStored() {
    const found = await fetchKept();
    if (found && !file) take(found.name, found.read, rowsOf(found.read.games, nameOf));
  }

  const nameOf = (spec: string) => variantName(core, spec);

  function take(name: string, read: Read, rows: Row[]) {
    file = { name, read, rows, language: currentLanguage() };
    listing.fresh();
  }

  /** The open file, with names in the current language. */
  function current() {
    if (file && file.language !== currentLanguage())
      file = { ...file, rows: rowsOf(file.read.games, nameOf), language: currentLanguage() };
    return file;
  }

  async function read(chosen: File) {
    reading?.control.abort();
    message = '';
    if (chosen.size > LARGEST * 1e6) {
      message = t('collection.too-large', { mb: LARGEST });
      return open();
    }
    const control = new AbortController();
    const mine = { name: chosen.name, found: 0, progress: 0, control };
    reading = mine;
    open();
    const rows: Row[] = [];
    const onProgress: Parameters<typeof readFile>[1] = (games, before, progress) => {
      Object.assign(mine, { found: before + games.length, progress });
      // In small batches, so that the page stays responsive.
      rows.push(...rowsOf(games, nameOf, before));
      if (reading === mine) showProgress();
    };
    try {
      const done = await readFile(chosen, onProgress, control.signal);
      await storing;
      if (reading !== mine) return;
      reading = null;
      table = null;
      bar.show();
      take(chosen.name || t('file.games'), done, rows);
      storing = save(chosen.name || t('file.games'), done).then(
        () => {},
        (error) => {
          console.warn('The file of games is not kept:', error);
          message = t('collection.not-kept');
          if (screen.shown()) screen.show();
        },
      );
    } catch (error) {
      if (reading !== mine) return;
      reading = null;
      const stopped = error instanceof DOMException && error.name === 'AbortError';
      message = stopped ? t('collection.stopped') : t('collection.failed', { reason: why(error) });
    }
    if (screen.shown()) screen.show();
  }

  /**
   * Opens a game of the file in place of the current one. Shows the list with a message if it
   * cannot be read.
   */
  async function openRow(row: Row) {
    if (!file) return;
    const mine = ++opening;
    const { read } = file;
    // Another game, or another file, may be chosen meanwhile.
    const isStale = () => opening !== mine || file?.read !== read;
    let last: typeof table;
    try {
      const text = await read.bytes.slice(row.from, row.to).text();
      if (isStale()) return;
      last = table;
      // When stepping through the file, undo returns only to the game before the first step.
      if (last?.id === store.get().slot.id) session.open(text);
      else openText(text);
    } catch (error) {
      if (isStale()) return;
      console.warn('A game of the file cannot be read:', error);
      message = t('collection.failed', { reason: refusal(error) });
      return open();
    }
    if (last) clear(last);
    table = { row, id: store.get().slot.id, record: session.record() };
    bar.show();
    router.go('play');
  }

  /** Removes a game that was opened but not changed: it is still in the file. */
  function clear({ id, record }: NonNullable<typeof table>) {
    try {
      const saved = readSaved(storedText(id) ?? '');
      if (saved.record === record && !saved.name && !saved.hints) removeGame(id);
    } catch {
      // Missing or unreadable.
    }
  }

  /** The row before or after the current game, in list order. */
  function neighbour(by: -1 | 1) {
    const rows = listing.shown();
    const at = rows.findIndex(({ number }) => number === table?.row.number);
    return at < 0 ? undefined : rows[at + by];
  }

  const bar = createBar(store, before, {
    table: () =>
      table && file && table.id === store.get().slot.id
        ? { row: table.row, count: file.read.games.length }
        : null,
    neighbour,
    open: (row) => void openRow(row),
    list: () => open(),
    close: () => {
      table = null;
    },
  });

  const listing = createListing({
    file: current,
    isOpen: ({ number }) => table?.id === store.get().slot.id && table.row.number === number,
    open: (row) => void openRow(row),
  });

  async function erase() {
    file = null;
    table = null;
    bar.show();
    await storing;
    await forget().catch((error) => console.warn(error));
    message = t('collection.forgotten');
    screen.show();
  }

  const progress = h('progress', { max: 1, value: 0, 'aria-label': () => t('games.file') });
  const counted = h('p', { role: 'status' });

  function showProgress() {
    if (!reading) return;
    progress.setAttribute('value', String(reading.progress));
    counted.textContent = t('collection.reading', { name: reading.name, n: reading.found });
  }

  const screen = createScreen('collection', shell, () => {
    const words = message;
    message = '';
    const field = h('input', {
      type: 'file',
      class: 'file',
      accept: '.txt,.pgn,.merels,text/plain',
      onchange: (event: Event) => {
        const [chosen] = (event.target as HTMLInputElement).files ?? [];
        if (chosen) void read(chosen);
      },
    });
    const choose = h(
      'label',
      { class: `${current() ? 'small-button' : 'button primary'} file-button` },
      field,
      h('span', { text: t('share.file') }),
    );
    const status = h('p', { class: 'collection-said', role: 'status', text: words });
    if (reading) {
      showProgress();
      return {
        title: t('games.file'),
        tabs: tabs(router),
        body: [counted, progress],
        foot: [
          h('button', {
            type: 'button',
            class: 'button',
            text: t('collection.stop'),
            onclick: () => reading?.control.abort(),
          }),
        ],
      };
    }
    const opened = current();
    if (!opened)
      return {
        title: t('games.file'),
        tabs: tabs(router),
        body: [
          status,
          h(
            'div',
            { class: 'collection-empty' },
            icon('games'),
            h('p', { text: t('collection.about') }),
            choose,
          ),
        ],
      };
    return {
      title: opened.name,
      tabs: tabs(router),
      body: [status, ...listing.body()],
      foot: [
        ...listing.foot(),
        choose,
        h('button', {
          type: 'button',
          class: 'small-button',
          text: t('collection.forget'),
          onclick: () => void erase(),
        }),
      ],
    };
  });

  /** Goes to this screen, or shows it again. */
  const open = () => (screen.shown() ? screen.show() : router.go('games', 'file'));

  function show() {
    void storing.then(() => {
      if (router.screen() !== 'games') return;
      screen.show();
      listing.toOpen();
    });
  }

  return { show, read: (chosen: File) => void read(chosen) };
}
