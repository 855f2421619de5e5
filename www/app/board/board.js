// A board for the mill games: it shows a position, lets a player place, move, take and draw by mouse, finger, keyboard and
// screen reader, and tells what was done. It decides no rule and keeps no game. See docs/board.md.
import { createHand } from './hand.js';
import { createKeyboardGrid } from './keyboard-grid.js';
import { drawMan, fit } from './men.js';
import { listen } from './input.js';
import { canMove, indexOf, mayPlace, pickedMan } from './state.js';
import { createView } from './view.js';

/** @typedef {import('./types').State} State */

/**
 * @param {HTMLElement} element the square that the board fills; its custom properties are the colours
 * @param {import('./types').BoardConfig} config
 */
export function createBoard(element, config) {
  const view = createView(element, config);
  const { get, layout, theme } = view;
  /** The man under the pointer. */
  const held = document.createElement('canvas');
  held.className = 'held';
  held.hidden = true;
  held.setAttribute('aria-hidden', 'true');

  /** Whatever changes, changes here. @param {Partial<State>} change @param {number[][]} [closed] */
  function set(change, closed) {
    const before = get();
    view.set({ ...change, ...follows({ ...before, ...change }) }, closed);
    const now = get();
    if (now.drag?.side !== before.drag?.side) drawHeld();
    grid.changed(now, before);
    const [man, was] = [pickedMan(now), pickedMan(before)];
    if (man?.from !== was?.from) now.events.picked?.(man);
    if (now.pencil?.from !== before.pencil?.from) now.events.drawing?.(now.pencil?.from ?? null);
  }

  const hand = createHand(get, set);
  const grid = createKeyboardGrid(view, hand, set);
  const input = listen(element, view, hand, set, carry);
  element.classList.add('board');
  view.canvas.after(...grid.elements, held);

  function drawHeld() {
    const { drag } = get();
    held.hidden = !drag;
    if (!drag) return;
    const r = layout().radius * 1.06;
    const size = Math.ceil(r * 3);
    held.style.inlineSize = held.style.blockSize = `${size}px`;
    drawMan(fit(held, size, size), theme(), drag.side, size / 2, size / 2, r, { lift: 0.8 });
  }

  /** Puts the held man under the pointer. @param {number} x @param {number} y in the window */
  function carry(x, y) {
    held.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  return {
    element,
    get,
    /**
     * Changes what is named, and leaves the rest as it is.
     * @type {(change: Partial<State>, closed?: number[][]) => void} `closed`: mills that this change of the men has closed, which light up
     */
    set,
    theme,
    refresh: view.refresh,
    onLayout: view.onLayout,
    settled: view.settled,
    press: hand.press,
    cancel: hand.cancel,
    mark: hand.mark,
    dragNewMan: input.dragNewMan,
    /** May a man of this side be placed now? @param {import('./types').Side} side */
    mayPlace: (side) => mayPlace(get(), side),
    /** Puts the keyboard onto the board. */
    focus: () => grid.focus(get().cursor),
    /** Ends it, and takes out of the element what was put there. */
    destroy() {
      view.destroy();
      for (const part of [view.canvas, ...grid.elements, held]) part.remove();
    },
  };
}

/** @typedef {ReturnType<typeof createBoard>} Board */

/** What a change brings with it. @param {State} state @returns {Partial<State>} */
function follows(state) {
  const { board, cursor, selected } = state;
  /** @type {Partial<State>} */
  const change = {};
  if (indexOf(state, cursor) < 0)
    Object.assign(change, { cursor: board.points[0]?.name ?? '', hover: null, drag: null });
  // A man that cannot go anywhere any more is put down.
  if (selected !== null && !canMove(state, selected)) change.selected = null;
  return change;
}
