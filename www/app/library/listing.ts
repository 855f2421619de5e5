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
import type { Open } from './collection.ts';

/** The number of games per page, and of faults shown at a time. */
const PAGE = 50;

export const playersOf = ({ game }: Row) =>
  t('collection.players', { white: game.white || '?', black: game.black || '?' });

export function createListing({
  file,
  isOpen,
  open,
}: {
  file: () => Open | null;
  isOpen: (row: Row) => boolean;
  open: (row: Row) => void;
}) {
  let search = '';
  let order: Order = 'file';
  let page = 0;
  let faults = PAGE;
  /** The selected games, by number. */
  const chosen: Set<number> = new Set();
  /** The last search result and its query. */
  let found: { of: Row[]; search: string; order: Order; rows: Row[] } | null = null;

  /** The games that match the search, in list order. */
  function shown() {
    const rows = file()?.rows ?? [];
    if (found?.of !== rows || found.search !== search || found.order !== order)
      found = {
        of: rows,
        search,
        order,
        rows: sorted(find(rows, search), order, currentLanguage()),
      };
    return found.rows;
  }

  const list = h('ul', { class: 'collection-list', onkeydown: onKey });
  const count = h('p', { class: 'collection-count', role: 'status' });
  const pager = h('div', { class: 'collection-pager' });
  const saves = h('span', { class: 'collection-saves' });

  function item(row: Row, first: boolean) {
    const { game, variant, number } = row;
    const about = [
      game.result,
      variant,
      t('games.moves', { n: inMoves(game.plies) }),
      game.date,
      game.event,
    ]
      .filter(Boolean)
      .join(' · ');
    const box = h('input', {
      type: 'checkbox',
      checked: chosen.has(number),
      tabindex: first ? 0 : -1,
      'aria-label': t('collection.choose', { game: `${number}, ${playersOf(row)}` }),
      onchange: (event: Event) => {
        if ((event.target as HTMLInputElement).checked) chosen.add(number);
        else chosen.delete(number);
        showSaves();
      },
    });
    const button = h(
      'button',
      {
        type: 'button',
        class: 'collection-open',
        tabindex: first ? 0 : -1,
        'aria-current': isOpen(row) ? 'true' : null,
        onclick: () => open(row),
      },
      h(
        'span',
        { class: 'collection-names' },
        h('span', { class: 'collection-number', text: `${inDigits(number)} ` }),
        playersOf(row),
      ),
      h('span', { class: 'collection-about', text: about }),
      h('span', { class: 'collection-opening' }, h('bdi', { dir: 'ltr', text: game.opening })),
    );
    return h(
      'li',
      { class: 'collection-row' },
      h('label', { class: 'collection-box' }, box),
      button,
    );
  }

  /** @param focus the first game? */
  function goToPage(wanted: number, focus = false) {
    page = wanted;
    show();
    list.closest('.screen-body')?.scrollTo({ top: 0 });
    if (focus) (list.querySelector('.collection-open') as HTMLElement | null)?.focus();
  }

  /** Arrow-key navigation with a roving tabindex. */
  function onKey(event: KeyboardEvent) {
    const rows = [...list.children] as HTMLElement[];
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const pages = Math.ceil(shown().length / PAGE);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === 'PageDown' && page + 1 < pages) goToPage(page + 1, true);
    else if (event.key === 'PageUp' && page > 0) goToPage(page - 1, true);
    else if (to === undefined || here < 0) return;
    else {
      const part = document.activeElement instanceof HTMLInputElement ? 'input' : 'button';
      const next = rows[Math.min(Math.max(to, 0), rows.length - 1)];
      rows.forEach((row) =>
        row
          .querySelectorAll('input, button')
          .forEach((el) => el.setAttribute('tabindex', row === next ? '0' : '-1')),
      );
      (next?.querySelector(part) as HTMLElement | null | undefined)?.focus();
    }
    event.preventDefault();
  }

  function showSaves() {
    const here = file();
    if (!here) return;
    const button = (key: Key, rows: Row[]) =>
      h('button', {
        type: 'button',
        class: 'small-button',
        text: t(key, { n: rows.length }),
        onclick: () => download(t('file.games'), together(here.read.bytes, rows)),
      });
    const rows = here.rows.filter(({ number }) => chosen.has(number));
    saves.replaceChildren(
      ...[
        rows.length ? button('collection.save.chosen', rows) : null,
        shown().length ? button('collection.save', shown()) : null,
      ].filter((el) => el !== null),
    );
  }

  function show() {
    const here = file();
    if (!here) return;
    const rows = shown();
    const pages = Math.max(1, Math.ceil(rows.length / PAGE));
    page = Math.min(page, pages - 1);
    count.textContent =
      here.rows.length === 0
        ? t('collection.empty')
        : rows.length
          ? t('collection.count', { shown: rows.length, n: here.rows.length })
          : t('collection.none');
    const visible = rows.slice(page * PAGE, (page + 1) * PAGE);
    const first = Math.max(0, visible.findIndex(isOpen));
    list.replaceChildren(...visible.map((row, i) => item(row, i === first)));
    const step = (key: Key, to: number, kind: string) =>
      h(
        'button',
        {
          type: 'button',
          class: `icon-button ${kind}`,
          'aria-label': t(key),
          disabled: to < 0 || to >= pages,
          onclick: () => goToPage(to, true),
        },
        icon('next'),
      );
    pager.hidden = pages < 2;
    pager.replaceChildren(
      step('collection.before', page - 1, 'collection-back'),
      h('span', { text: t('collection.page', { page: page + 1, pages }) }),
      step('collection.after', page + 1, 'collection-on'),
    );
    showSaves();
  }

  /** The games that could not be read, each with its line. */
  function faultList({ read }: Open) {
    const all = read.games.flatMap(({ fault }) => (fault ? [fault] : []));
    if (!all.length) return null;
    const items = h('ul', { class: 'collection-faults' });
    const more = h('button', {
      type: 'button',
      class: 'small-button',
      text: t('collection.faults.more'),
      onclick: () => ((faults += PAGE), fill()),
    });
    function fill() {
      items.replaceChildren(
        ...all
          .slice(0, faults)
          .map((fault) =>
            h('li', { text: refusal(Object.assign(new Error(fault.message), fault)) }),
          ),
      );
      more.hidden = faults >= all.length;
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

  return {
    shown,
    /** Resets the list for another file. */
    fresh() {
      search = '';
      order = 'file';
      page = 0;
      faults = PAGE;
      chosen.clear();
    },
    /** Shows the page with the current game. */
    toOpen() {
      const at = shown().findIndex(isOpen);
      if (at < 0) return;
      page = Math.floor(at / PAGE);
      show();
      list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    },
    body(): HTMLElement[] {
      const here = file();
      if (!here) return [];
      const field = h('input', {
        type: 'search',
        id: 'collection-search',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-describedby': 'collection-help',
        oninput: () => {
          search = field.value;
          page = 0;
          show();
        },
      }) as HTMLInputElement;
      field.value = search;
      const choices = ORDERS.map((value) => ({ value, words: t(`collection.order.${value}`) }));
      show();
      return [
        h(
          'div',
          { class: 'collection-tools' },
          h(
            'div',
            { class: 'field' },
            h('label', {
              class: 'field-label',
              for: 'collection-search',
              text: t('collection.search'),
            }),
            field,
          ),
          selectField(t('collection.order'), choices, order, (value) => {
            order = value as Order;
            page = 0;
            show();
          }),
        ),
        h('p', { class: 'quiet', id: 'collection-help', text: t('collection.search.help') }),
        count,
        here.read.more
          ? h('p', { class: 'quiet', text: t('collection.more', { n: here.read.games.length }) })
          : null,
        faultList(here),
        list,
        pager,
      ].filter((el) => el !== null);
    },
    foot: () => [saves],
  };
}
