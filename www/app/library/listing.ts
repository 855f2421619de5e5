// The list of a collection's games: search, sorting, paging, unreadable games, and saving a
// selection.
import { h, icon } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { currentLanguage, t, type Key } from '../i18n/i18n.ts';
import { selectField } from '../ui/dialog.ts';
import { refusal } from '../game/error-text.ts';
import { inMoves } from '../game/words.ts';
import { download } from '../platform/pass-on.ts';
import { ORDERS, find, sorted, together, type Order, type Row } from './search.ts';
import type { Read } from './collection-reader.ts';
import type { FileGame } from '../types.ts';

/** An open file; `language` is that of the variants' names in `rows`. */
export interface Open {
  name: string;
  read: Read;
  rows: Row[];
  language: string;
}

/** The number of games per page, and of faults shown at a time. */
const PAGE = 50;

export const playersOf = ({ game }: Row) =>
  t('collection.players', { white: game.white || '?', black: game.black || '?' });

interface Listing {
  file: () => Open | null;
  isOpen: (row: Row) => boolean;
  open: (row: Row) => void;
  openBad: (game: FileGame) => void;
  search: string;
  order: Order;
  page: number;
  /** How many faults are shown. */
  faults: number;
  /** The selected games, by number. */
  chosen: Set<number>;
  /** The last search result and its query. */
  found: { of: Row[]; search: string; order: Order; rows: Row[] } | null;
  parts: Record<'list' | 'count' | 'pager' | 'saves', HTMLElement>;
}

/** How the list of a file begins. */
const fresh = () => ({
  search: '',
  order: 'file' as Order,
  page: 0,
  faults: PAGE,
  chosen: new Set<number>(),
});

/** The games that match the search, in list order. */
function shown(listing: Listing) {
  const { search, order } = listing;
  const of = listing.file()?.rows ?? [];
  let { found } = listing;
  if (found?.of !== of || found.search !== search || found.order !== order) {
    const rows = sorted(find(of, search), order, currentLanguage());
    found = listing.found = { of, search, order, rows };
  }
  return found.rows;
}

/** A page of the games, or the last one before it. */
export function pageOf<T>(rows: T[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(wanted, pages - 1);
  return { page, pages, visible: rows.slice(page * PAGE, (page + 1) * PAGE) };
}

const aboutText = ({ game, variant }: Row) =>
  [game.result, variant, t('games.moves', { n: inMoves(game.plies) }), game.date, game.event]
    .filter(Boolean)
    .join(' · ');

/** @param first of the page to be reached by Tab? */
function item(listing: Listing, row: Row, first: boolean) {
  const { chosen, isOpen, open } = listing;
  const { game, number } = row;
  const tabindex = first ? 0 : -1;
  const box = h('input', {
    type: 'checkbox',
    checked: chosen.has(number),
    tabindex,
    'aria-label': t('collection.choose', { game: `${number}, ${playersOf(row)}` }),
    onchange: (event: Event) => {
      if ((event.target as HTMLInputElement).checked) chosen.add(number);
      else chosen.delete(number);
      showSaves(listing);
    },
  });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'collection-open',
      tabindex,
      'aria-current': isOpen(row) ? 'true' : null,
      onclick: () => open(row),
    },
    h(
      'span',
      { class: 'collection-names' },
      h('span', { class: 'collection-number', text: `${inDigits(number)} ` }),
      playersOf(row),
    ),
    h('span', { class: 'collection-about', text: aboutText(row) }),
    h('span', { class: 'collection-opening' }, h('bdi', { dir: 'ltr', text: game.opening })),
  );
  return h('li', { class: 'collection-row' }, h('label', { class: 'collection-box' }, box), button);
}

/** @param focus the first game? */
function goToPage(listing: Listing, page: number, focus = false) {
  const { list } = listing.parts;
  listing.page = page;
  show(listing);
  list.closest('.screen-body')?.scrollTo({ top: 0 });
  if (focus) (list.querySelector('.collection-open') as HTMLElement | null)?.focus();
}

/** Arrow-key navigation with a roving tabindex. */
function onKey(listing: Listing, event: KeyboardEvent) {
  const rows = [...listing.parts.list.children] as HTMLElement[];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const { page, pages } = pageOf(shown(listing), listing.page);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (event.key === 'PageDown' && page + 1 < pages) goToPage(listing, page + 1, true);
  else if (event.key === 'PageUp' && page > 0) goToPage(listing, page - 1, true);
  else if (to === undefined || here < 0) return;
  else {
    const part = document.activeElement instanceof HTMLInputElement ? 'input' : 'button';
    const next = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    for (const row of rows)
      for (const el of row.querySelectorAll('input, button'))
        el.setAttribute('tabindex', row === next ? '0' : '-1');
    (next?.querySelector(part) as HTMLElement | null | undefined)?.focus();
  }
  event.preventDefault();
}

function showSaves(listing: Listing) {
  const here = listing.file();
  if (!here) return;
  const button = (key: Key, rows: Row[]) =>
    rows.length
      ? [
          h('button', {
            type: 'button',
            class: 'small-button',
            text: t(key, { n: rows.length }),
            onclick: () => download(t('file.games'), together(here.read.bytes, rows)),
          }),
        ]
      : [];
  listing.parts.saves.replaceChildren(
    ...button(
      'collection.save.chosen',
      here.rows.filter(({ number }) => listing.chosen.has(number)),
    ),
    ...button('collection.save', shown(listing)),
  );
}

function countText(rows: Row[], all: Row[]) {
  if (!all.length) return t('collection.empty');
  return rows.length
    ? t('collection.count', { shown: rows.length, n: all.length })
    : t('collection.none');
}

function show(listing: Listing) {
  const here = listing.file();
  if (!here) return;
  const { list, count, pager } = listing.parts;
  const rows = shown(listing);
  const { page, pages, visible } = pageOf(rows, listing.page);
  listing.page = page;
  count.textContent = countText(rows, here.rows);
  const first = Math.max(0, visible.findIndex(listing.isOpen));
  list.replaceChildren(...visible.map((row, i) => item(listing, row, i === first)));
  const step = (key: Key, to: number, kind: string) =>
    h(
      'button',
      {
        type: 'button',
        class: `icon-button ${kind}`,
        'aria-label': t(key),
        disabled: to < 0 || to >= pages,
        onclick: () => goToPage(listing, to, true),
      },
      icon('next'),
    );
  pager.hidden = pages < 2;
  pager.replaceChildren(
    step('collection.before', page - 1, 'collection-back'),
    h('span', { text: t('collection.page', { page: page + 1, pages }) }),
    step('collection.after', page + 1, 'collection-on'),
  );
  showSaves(listing);
}

/** The games that could not be read, each with its line. */
function faultList(listing: Listing, { read }: Open) {
  const all = read.games.flatMap((game) => (game.fault ? [{ game, fault: game.fault }] : []));
  const item = ({ game, fault }: (typeof all)[number]) =>
    h(
      'li',
      {},
      h('button', {
        type: 'button',
        text: refusal(Object.assign(new Error(fault.message), fault)),
        onclick: () => listing.openBad(game),
      }),
    );
  if (!all.length) return null;
  const items = h('ul', { class: 'collection-faults' });
  const more = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('collection.faults.more'),
    onclick: () => ((listing.faults += PAGE), fill()),
  });
  function fill() {
    items.replaceChildren(...all.slice(0, listing.faults).map(item));
    more.hidden = listing.faults >= all.length;
  }
  fill();
  return h(
    'details',
    { class: 'collection-bad' },
    h('summary', { text: t('collection.bad', { n: all.length }) }),
    items,
    more,
  );
}

/** The search and the order. */
function tools(listing: Listing) {
  const change = (what: Partial<Listing>) => {
    Object.assign(listing, what, { page: 0 });
    show(listing);
  };
  const field = h('input', {
    type: 'search',
    id: 'collection-search',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'collection-help',
    oninput: () => change({ search: field.value }),
  }) as HTMLInputElement;
  field.value = listing.search;
  const label = t('collection.search');
  return h(
    'div',
    { class: 'collection-tools' },
    h(
      'div',
      { class: 'field' },
      h('label', { class: 'field-label', for: 'collection-search', text: label }),
      field,
    ),
    selectField(
      t('collection.order'),
      ORDERS.map((value) => ({ value, words: t(`collection.order.${value}`) })),
      listing.order,
      (value) => change({ order: value as Order }),
    ),
  );
}

function body(listing: Listing): HTMLElement[] {
  const here = listing.file();
  if (!here) return [];
  const { list, count, pager } = listing.parts;
  const top = tools(listing);
  show(listing);
  return [
    top,
    h('p', { class: 'quiet', id: 'collection-help', text: t('collection.search.help') }),
    count,
    here.read.more
      ? h('p', { class: 'quiet', text: t('collection.more', { n: here.read.games.length }) })
      : null,
    faultList(listing, here),
    list,
    pager,
  ].filter((el) => el !== null);
}

export function createListing(given: Pick<Listing, 'file' | 'isOpen' | 'open' | 'openBad'>) {
  const list = h('ul', {
    class: 'collection-list',
    onkeydown: (event: KeyboardEvent) => onKey(listing, event),
  });
  const parts = {
    list,
    count: h('p', { class: 'collection-count', role: 'status' }),
    pager: h('div', { class: 'collection-pager' }),
    saves: h('span', { class: 'collection-saves' }),
  };
  const listing: Listing = { ...given, ...fresh(), found: null, parts };

  return {
    shown: () => shown(listing),
    /** Resets the list for another file. */
    fresh: () => void Object.assign(listing, fresh()),
    /** Shows the page with the current game. */
    toOpen() {
      const at = shown(listing).findIndex(listing.isOpen);
      if (at < 0) return;
      listing.page = Math.floor(at / PAGE);
      show(listing);
      list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    },
    body: () => body(listing),
    foot: () => [parts.saves],
  };
}
