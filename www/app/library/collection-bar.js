// The bar beside the board while a game from a collection is open: its place in the file, previous and next.
import { h, iconButton } from '../platform/dom.js';
import { watch } from '../platform/watch.js';
import { t } from '../i18n/i18n.js';
import { playersOf } from './listing.js';

/**
 * @typedef {import('./search.js').Row} Row
 * @typedef {object} Acts
 * @property {() => { row: Row, count: number } | null} table the current game, if it is from the file
 * @property {(by: -1 | 1) => Row | undefined} neighbour
 * @property {(row: Row) => void} open
 * @property {() => void} list
 * @property {() => void} close
 */

/** @param {import('../state.js').Store} store @param {HTMLElement} before @param {Acts} acts */
export function createBar(store, before, acts) {
  /** @param {() => string} label @param {-1 | 1} by */
  const step = (label, by) =>
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
    for (const [button, by] of /** @type {const} */ ([
      [previous, -1],
      [next, 1],
    ])) {
      // Not `disabled`, which would lose the focus.
      button.setAttribute('aria-disabled', String(!acts.neighbour(by)));
    }
  }

  watch(store, ({ slot, editor, language }) => [slot.id, editor, language], show);
  return { show };
}
