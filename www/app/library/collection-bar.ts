// The bar beside the board while a game from a collection is open: its place in the file, previous
// and next.
import { h, iconButton } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { playersOf } from './listing.ts';
import type { Store } from '../state.ts';
import type { Row } from './search.ts';

interface Acts {
  /** The current game, if it is from the file. */
  table: () => { row: Row; count: number } | null;
  neighbour: (by: -1 | 1) => Row | undefined;
  open: (row: Row) => void;
  list: () => void;
  close: () => void;
}

export function createBar(store: Store, before: HTMLElement, acts: Acts) {
  const step = (label: () => string, by: -1 | 1) =>
    iconButton(
      'next',
      label,
      () => {
        const row = acts.neighbour(by);
        if (row) acts.open(row);
      },
      { title: label },
    );
  const previous = step(() => t('collection.previous'), -1);
  const next = step(() => t('collection.next'), 1);
  previous.classList.add('collection-back');
  next.classList.add('collection-on');
  const place = h('span', { class: 'collection-place' });
  const players = h('span', { class: 'collection-players' });
  const title = h(
    'button',
    {
      type: 'button',
      class: 'collection-title',
      title: () => t('collection.list'),
      onclick: acts.list,
    },
    place,
    players,
  );
  const leave = () => t('collection.leave');
  const close = iconButton('close', leave, () => (acts.close(), show()), { title: leave });
  const bar = h(
    'nav',
    { class: 'collection-bar', 'aria-label': () => t('games.file') },
    previous,
    title,
    next,
    close,
  );
  before.before(bar);

  function show() {
    const found = acts.table();
    bar.hidden = !found || store.get().editor !== null;
    if (!found) return;
    place.textContent = t('collection.place', { place: found.row.number, n: found.count });
    players.replaceChildren(
      `${playersOf(found.row)} `,
      h('bdi', { dir: 'ltr', text: found.row.game.result }),
    );
    for (const [button, by] of [
      [previous, -1],
      [next, 1],
    ] as const) {
      // Not `disabled`, which would lose the focus.
      button.setAttribute('aria-disabled', String(!acts.neighbour(by)));
    }
  }

  observe(store, ({ slot, editor, language }) => [slot.id, editor, language], show);
  return { show };
}
