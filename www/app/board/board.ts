// A board for the mill games: it shows a position, lets a player place, move, take and draw by
// mouse, finger, keyboard and screen reader, and tells what was done. It decides no rule and keeps
// no game. See docs/board.md.
import { createHand } from './hand.ts';
import { createKeyboardGrid } from './keyboard-grid.ts';
import { drawMan, fit } from './men.ts';
import { listen } from './input.ts';
import { canMove, check, indexOf, mayPlace, pickedMan } from './state.ts';
import { createView } from './view.ts';
import type { BoardConfig, Side, State } from './types.ts';

/** @param element the square that the board fills; its custom properties are the colours */
export function createBoard(element: HTMLElement, config: BoardConfig) {
  const view = createView(element, config);
  const { get, layout, theme } = view;
  /** The man under the pointer. */
  const held = document.createElement('canvas');
  held.className = 'held';
  held.hidden = true;
  held.setAttribute('aria-hidden', 'true');

  /** Whatever changes, changes here. */
  function set(change: Partial<State>, closed?: number[][]) {
    const before = get();
    const after = { ...before, ...change };
    check(after);
    view.set({ ...change, ...follows(after) }, closed);
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

  /**
   * Puts the held man under the pointer.
   * @param y in the window
   */
  function carry(x: number, y: number) {
    held.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  return {
    element,
    get,
    /**
     * Changes what is named, and leaves the rest as it is.
     * `closed`: mills that this change of the men has closed, which light up
     */
    set: set as (change: Partial<State>, closed?: number[][]) => void,
    theme,
    refresh: view.refresh,
    onLayout: view.onLayout,
    settled: view.settled,
    press: hand.press,
    cancel: hand.cancel,
    mark: hand.mark,
    dragNewMan: input.dragNewMan,
    /** May a man of this side be placed now? */
    mayPlace: (side: Side) => mayPlace(get(), side),
    /** Puts the keyboard onto the board. */
    focus: () => grid.focus(get().cursor),
    /** Ends it, and takes out of the element what was put there. */
    destroy() {
      view.destroy();
      for (const part of [view.canvas, ...grid.elements, held]) part.remove();
    },
  };
}

export type Board = ReturnType<typeof createBoard>;

/** What a change brings with it. */
function follows(state: State): Partial<State> {
  const { board, cursor, selected } = state;
  const change: Partial<State> = {};
  if (indexOf(state, cursor) < 0)
    Object.assign(change, { cursor: board.points[0]?.name ?? '', hover: null, drag: null });
  // A man that cannot go anywhere any more is put down.
  if (selected !== null && !canMove(state, selected)) change.selected = null;
  return change;
}
