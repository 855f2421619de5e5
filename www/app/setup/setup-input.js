// Mouse, pen, finger and keys on the board while a position is set up. They come before those of the game.
import { indexOf, setDrag } from '../state.js';
import { carry, put, use } from './setup-state.js';
import { pointAt } from '../board/geometry.js';

/** How far a pointer may stray before a press becomes a drag, in CSS pixels. */
const DEAD_ZONE = 8;

/**
 * @typedef {object} Press
 * @property {number} id @property {number} x @property {number} y
 * @property {string | null} point null for a man from beside the board
 * @property {'' | import('../types').Side} man the man under the pointer
 */

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {HTMLElement} parts.box the board
 * @param {HTMLElement} parts.grid its twin for the keyboard
 * @param {import('../board/board.js').Board} parts.board
 * @param {AbortSignal} parts.signal when it is over
 */
export function listenForEdits({ store, core, box, grid, board, signal }) {
  /** @type {Press | null} */
  let press = null;
  const early = { capture: true, signal };

  /** @param {PointerEvent} event @returns {string | null} */
  function under(event) {
    const frame = box.getBoundingClientRect();
    const i = pointAt(board.layout(), event.clientX - frame.left, event.clientY - frame.top);
    return store.get().rules.board.points[i]?.name ?? null;
  }

  const man = (/** @type {string | null} */ point) => (point ? (store.get().editor?.draft.men[indexOf(store.get(), point)] ?? '') : '');

  /** @param {PointerEvent} event @param {string | null} point @param {Press['man']} man */
  function down(event, point, man) {
    if (event.button !== 0 || press) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, point, man };
  }

  box.addEventListener(
    'pointerdown',
    (event) => {
      event.stopImmediatePropagation();
      const point = under(event);
      if (!point) return;
      box.setPointerCapture(event.pointerId);
      down(event, point, man(point));
    },
    early,
  );

  addEventListener(
    'pointermove',
    (event) => {
      if (!press || event.pointerId !== press.id) return;
      event.stopImmediatePropagation();
      const { man, point, x, y } = press;
      const { drag } = store.get();
      if (!man || (!drag && Math.hypot(event.clientX - x, event.clientY - y) < DEAD_ZONE)) return;
      board.carry(event.clientX, event.clientY);
      const over = under(event);
      if (!drag || drag.over !== over) store.update((s) => setDrag(s, { from: point, side: man, over }));
    },
    early,
  );

  addEventListener(
    'pointerup',
    (event) => {
      if (!press || event.pointerId !== press.id) return;
      event.stopImmediatePropagation();
      const { point, man } = press;
      press = null;
      const at = under(event);
      const dragged = store.get().drag !== null;
      store.update((s) => setDrag(s, null));
      const state = store.get();
      const from = point ? indexOf(state, point) : -1;
      const to = at ? indexOf(state, at) : -1;
      if (dragged && from >= 0) store.update((s) => (to >= 0 ? carry(s, from, to, core) : put(s, from, '', core)));
      else if (dragged && to >= 0) store.update((s) => put(s, to, man, core));
      else if (!dragged && point !== null && at === point) store.update((s) => use(s, to, core));
    },
    early,
  );

  addEventListener(
    'pointercancel',
    (event) => {
      if (event.pointerId !== press?.id) return;
      press = null;
      store.update((s) => setDrag(s, null));
    },
    early,
  );

  grid.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const index = indexOf(store.get(), store.get().cursor);
      const key = event.key.toLowerCase();
      if (key === 'enter' || key === ' ') store.update((s) => use(s, index, core));
      else if (key === 'w') store.update((s) => put(s, index, 'white', core));
      else if (key === 'b') store.update((s) => put(s, index, 'black', core));
      else if (key === 'delete' || key === 'backspace') store.update((s) => put(s, index, '', core));
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    early,
  );

  // A screen reader clicks the point itself.
  grid.addEventListener(
    'click',
    (event) => {
      event.stopImmediatePropagation();
      const point = event.target instanceof HTMLElement ? event.target.dataset.point : undefined;
      if (point) store.update((s) => use(s, indexOf(s, point), core));
    },
    early,
  );

  return {
    /** A man may be dragged onto the board from here. @param {HTMLElement} source @param {import('../types').Side} side */
    source(source, side) {
      source.addEventListener('pointerdown', (event) => down(event, null, side), { signal });
      source.style.touchAction = 'none';
    },
  };
}
