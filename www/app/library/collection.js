// Collections: files of many games that are listed, searched and opened game by game. Loaded on demand.
import './collection.css';
import loadWords from '../i18n/library.words.js';
import { refusal } from '../i18n/error-text.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { h, icon } from '../platform/dom.js';
import { readSaved, removeGame, storedText } from '../storage/games.js';
import { createScreen } from '../platform/screen.js';
import { tabs } from './games-tabs.js';
import { variantName } from '../game/words.js';
import { createBar } from './collection-bar.js';
import { fetchKept, forget, save } from './collection-store.js';
import { rowsOf } from './search.js';
import { createListing } from './listing.js';
import { readFile } from './collection-reader.js';
import { DeadWorkerError } from '../engine/watchdog.js';

/**
 * @typedef {import('./search.js').Row} Row
 * @typedef {{ name: string, read: import('./collection-reader.js').Read, rows: Row[], language: string }} Open an open file; `language` is that of the variants' names in `rows`
 */

/** The maximum file size in megabytes. */
const LARGEST = 24;

/** Why a file was not read. @param {unknown} error */
function why(error) {
  if (error instanceof DeadWorkerError) return t('notice.engine-gone');
  // Browsers give a folder that was dropped as a file, too.
  if (error instanceof Error && /^Not(?:Found|Readable)Error$/.test(error.name))
    return t('collection.not-there');
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {import('../game/session.js').Session} parts.session
 * @param {import('../home/shell.js').Shell} parts.shell
 * @param {import('../platform/router.js').Router} parts.router
 * @param {(text: string) => void} parts.openText opens a game in place of the current one, with a way to undo
 * @param {HTMLElement} parts.before the element before which the bar is inserted
 */
export async function createCollection({ store, core, session, shell, router, openText, before }) {
  await loadWords();
  /** @type {Open | null} */
  let file = null;
  /** @type {{ name: string, found: number, progress: number, control: AbortController } | null} */
  let reading = null;
  /** The status message to show next. */
  let message = '';
  /** The last game opened from the file, and how it was stored then. @type {{ row: Row, id: string, record: string } | null} */
  let table = null;
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

  /** @param {string} spec */
  const nameOf = (spec) => variantName(core, spec);

  /** @param {string} name @param {import('./collection-reader.js').Read} read @param {Row[]} rows */
  function take(name, read, rows) {
    file = { name, read, rows, language: currentLanguage() };
    listing.fresh();
  }

  /** The open file, with names in the current language. */
  function current() {
    if (file && file.language !== currentLanguage())
      file = { ...file, rows: rowsOf(file.read.games, nameOf), language: currentLanguage() };
    return file;
  }

  /** @param {File} chosen */
  async function read(chosen) {
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
    /** @type {Row[]} */
    const rows = [];
    /** @type {Parameters<typeof readFile>[1]} */
    const onProgress = (games, before, progress) => {
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

  /** Opens a game of the file in place of the current one. Shows the list with a message if it cannot be read. @param {Row} row */
  async function openRow(row) {
    if (!file) return;
    const mine = ++opening;
    const { read } = file;
    // Another game, or another file, may be chosen meanwhile.
    const isStale = () => opening !== mine || file?.read !== read;
    /** @type {typeof table} */
    let last;
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

  /** Removes a game that was opened but not changed: it is still in the file. @param {NonNullable<typeof table>} last */
  function clear({ id, record }) {
    try {
      const saved = readSaved(storedText(id) ?? '');
      if (saved.record === record && !saved.name && !saved.hints) removeGame(id);
    } catch {
      // Missing or unreadable.
    }
  }

  /** The row before or after the current game, in list order. @param {-1 | 1} by */
  function neighbour(by) {
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
      onchange: (/** @type {Event} */ event) => {
        const [chosen] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
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

  return { show, read: (/** @type {File} */ chosen) => void read(chosen) };
}
