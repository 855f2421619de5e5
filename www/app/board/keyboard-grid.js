// The board for the keyboard and for the ear: a grid of points that lies over the canvas, point on point.
import {
  bottomSide,
  canAct,
  canMove,
  destinations,
  indexOf,
  manAt,
  setCursor,
  setKeyboard,
  shownMen,
  takeable,
} from '../state.js';
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { pointText } from '../game/words.js';
import { neighbour } from './geometry.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** What the labels are made of; a pointer that only passes over changes none of it. */
const LABELLED = /** @type {const} */ (['game', 'rules', 'half', 'selected', 'cursor', 'flipped', 'settings', 'paused', 'look', 'premove', 'exact', 'study', 'drawings', 'hint', 'pencil', 'language']);

/**
 * @param {import('../state.js').Store} store
 * @param {HTMLElement} grid
 * @param {import('./board.js').Board} board
 * @param {import('../game/actions.js').Actions} actions
 */
export function createKeyboardGrid(store, grid, board, actions) {
  /** @type {HTMLElement[]} */
  let cells = [];
  /** What the cells were made for. @type {{ board: unknown, flipped: boolean }} */
  let made = { board: null, flipped: false };

  /** One row a rank, from the top of the board as Rust lists it. */
  function build() {
    const { rules, flipped } = store.get();
    if (made.board === rules.board && made.flipped === flipped) return;
    made = { board: rules.board, flipped };
    const had = grid.contains(document.activeElement);
    const { points, side } = store.get().rules.board;
    cells = points.map((p) => h('div', { role: 'gridcell', class: 'point', 'data-point': p.name }));
    const rows = [];
    for (let y = side - 1; y >= 0; y--)
      rows.push(h('div', { role: 'row' }, ...cells.filter((_, i) => points[i]?.y === y)));
    // Read in the order in which they are seen.
    if (bottomSide(store.get()) === 'black') {
      rows.reverse();
      for (const row of rows) row.append(...[...row.children].reverse());
    }
    grid.replaceChildren(...rows);
    place();
    // Focus that was on the board stays on it.
    if (had) focus(store.get().cursor);
  }

  /** Puts each cell over its point, as large as fits between neighbours. */
  function place() {
    const { points, unit, radius } = board.layout();
    const size = Math.max(24, Math.min(unit * 0.98, radius * 2.5));
    cells.forEach((cell, i) => {
      const p = points[i];
      if (!p) return;
      cell.style.inlineSize = cell.style.blockSize = `${size}px`;
      cell.style.left = `${p.x - size / 2}px`;
      cell.style.top = `${p.y - size / 2}px`;
    });
  }

  function label() {
    const state = store.get();
    const men = shownMen(state);
    const goals = destinations(state, state.selected);
    const may = takeable(state);
    grid.setAttribute('aria-label', t('board.label', { variant: state.rules.name }));
    cells.forEach((cell, i) => {
      const point = state.rules.board.points[i]?.name ?? '';
      const text = pointText(state, i, men[i] ?? '', goals);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      cell.tabIndex = point === state.cursor ? 0 : -1;
      if (state.selected === point) cell.setAttribute('aria-selected', 'true');
      else cell.removeAttribute('aria-selected');
      cell.dataset.man = men[i] ?? '';
      // What a press would do here, for programs that look at the page.
      const act = !canAct(state)
        ? ''
        : state.half
          ? may.has(point)
            ? 'take'
            : ''
          : goals.has(point)
            ? 'go'
            : canMove(state, point)
              ? 'choose'
              : '';
      cell.dataset.act = act;
    });
  }

  /** @param {string} point */
  function focus(point) {
    build();
    store.update((s) => setCursor(s, point));
    const cell = cells[indexOf(store.get(), point)];
    if (!cell) return;
    for (const c of cells) c.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  grid.addEventListener('keydown', (event) => {
    const state = store.get();
    const { points } = state.rules.board;
    const here = indexOf(state, state.cursor);
    const arrow = ARROWS[event.key];
    if (event.altKey || event.metaKey || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return;
    if (arrow) {
      const turn = state.flipped ? -1 : 1;
      const to = points[neighbour(state.rules.board, here, arrow[0] * turn, arrow[1] * turn)];
      if (to) focus(to.name);
    } else if (event.key === 'Home' || event.key === 'End') {
      const rank = points[here]?.y;
      const row = event.ctrlKey ? points.slice() : points.filter((p) => p.y === rank);
      const to = (event.key === 'Home') !== state.flipped ? row[0] : row[row.length - 1];
      if (to) focus(to.name);
    } else if ((event.key === 'Enter' || event.key === ' ') && event.repeat) {
      // A key that is held down is pressed once.
    } else if ((event.key === 'Enter' || event.key === ' ') && event.shiftKey) {
      actions.mark(state.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') {
      actions.press(state.cursor);
    } else if (event.key === 'Escape') {
      actions.cancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  grid.addEventListener('focusin', (event) => {
    const point = event.target instanceof HTMLElement ? event.target.dataset.point : undefined;
    if (!point) return;
    store.update((s) => setKeyboard(setCursor(s, point), grid.querySelector(':focus-visible') !== null));
  });
  grid.addEventListener('focusout', () => store.update((s) => setKeyboard(s, false)));

  // A screen reader clicks the element itself; fingers and mice go to the canvas beneath.
  grid.addEventListener('click', (event) => {
    const point = event.target instanceof HTMLElement ? event.target.dataset.point : undefined;
    if (point && manAt(store.get(), point) !== undefined) actions.press(point);
  });

  const help = `${grid.id}-help`;
  grid.after(h('p', { id: help, class: 'unseen', text: () => t('board.help') }));
  grid.setAttribute('aria-describedby', help);
  board.onLayout(place);
  store.subscribe((now, before) => {
    build();
    if (LABELLED.some((key) => now[key] !== before[key])) label();
  });
  build();
  label();

  return { focus };
}
