// Mouse, pen and finger on the board and on the trays: presses and drags become actions.
import {
  bottomSide,
  canAct,
  canPlace,
  canPrepare,
  destinations,
  draw,
  hover,
  manAt,
  mover,
  other,
  rubOut,
  select,
  setDrag,
  setPencil,
} from '../state.js';
import { pointAt } from './geometry.js';
import { grabs } from './render.js';

/** How far a pointer may stray before a press becomes a drag, in CSS pixels. */
const DEAD_ZONE = { mouse: 4, pen: 6, touch: 10 };
/** A finger that rests so long on a point draws instead of playing, in milliseconds. */
const LONG_PRESS = 500;

/**
 * @typedef {object} Press
 * @property {number} id
 * @property {number} x @property {number} y where it began
 * @property {string | null} point null off the points, and in a tray
 * @property {'board' | 'tray' | 'pencil'} on
 * @property {boolean} chosen was the man chosen already?
 * @property {number} at when it began, in milliseconds
 * @property {string | null} [held] the man that was chosen when a finger had rested long enough to draw
 */

/**
 * @param {import('../state.js').Store} store
 * @param {HTMLElement} box the board
 * @param {{ top: HTMLElement, bottom: HTMLElement }} trays
 * @param {import('./board.js').Board} board
 * @param {import('../game/actions.js').Actions} actions
 */
export function listen(store, box, trays, board, actions) {
  /** @type {Press | null} */
  let press = null;
  let resting = 0;

  /** @param {PointerEvent} event @returns {string | null} */
  function under(event) {
    const frame = box.getBoundingClientRect();
    const i = pointAt(board.layout(), event.clientX - frame.left, event.clientY - frame.top);
    return store.get().rules.board.points[i]?.name ?? null;
  }

  /** @param {PointerEvent} event @param {'board' | 'tray'} on @param {string | null} point */
  function down(event, on, point) {
    const pencils = event.button === 2 && on === 'board' && point !== null;
    if ((event.button !== 0 && !pencils) || press) return;
    const state = store.get();
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, point, on, chosen: state.selected === point, at: event.timeStamp };
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    if (pencils) return takePencil();
    if (on === 'board' && point && event.pointerType === 'touch') resting = window.setTimeout(rest, LONG_PRESS);
    // With Shift a drawing is begun or ended.
    if (!event.shiftKey) store.update(rubOut);
    // A man that can go is chosen at once, so that its destinations show before the finger moves.
    if (on === 'board' && point && grabs(state, point)) store.update((s) => select(s, point));
  }

  /** The finger has rested long enough by the page's clock. */
  function rest() {
    if (press) press.held = store.get().selected;
    takePencil();
  }

  /** From here on the press draws. */
  function takePencil() {
    const from = press?.point;
    if (!press || !from) return;
    press.on = 'pencil';
    store.update((s) => setPencil(select(s, null), { from, over: from }));
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const { drag, pencil } = store.get();
    if (press && event.pointerId === press.id) {
      if (press.on === 'pencil') {
        const over = under(event);
        if (pencil && pencil.over !== over) store.update((s) => setPencil(s, { from: pencil.from, over }));
        return;
      }
      if (strays(event, press)) clearTimeout(resting);
      if (!drag && !begins(event, press)) return;
      const point = under(event);
      board.carry(event.clientX, event.clientY);
      const side = mover(store.get());
      const from = press.on === 'tray' ? null : press.point;
      const over = point && destinations(store.get(), from).has(point) ? point : null;
      if (!drag || drag.over !== over) store.update((s) => setDrag(s, { from, side, over }));
    } else if (event.pointerType !== 'touch') {
      store.update((s) => hover(s, under(event)));
      box.dataset.cursor = cursor();
    }
  }

  /** Has the pointer left the place where it was pressed? @param {PointerEvent} event @param {Press} from */
  function strays(event, from) {
    const zone = DEAD_ZONE[/** @type {keyof typeof DEAD_ZONE} */ (event.pointerType)] ?? DEAD_ZONE.mouse;
    return Math.hypot(event.clientX - from.x, event.clientY - from.y) >= zone;
  }

  /** Is this the beginning of a drag? @param {PointerEvent} event @param {Press} from */
  function begins(event, from) {
    const state = store.get();
    if (!strays(event, from) || state.look.entry === 'click') return false;
    return from.on === 'tray' ? canPlace(state) && !state.half : grabs(state, from.point);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.id) return;
    const { point, chosen, held } = press;
    const at = under(event);
    // A page that was busy may have heard too late that the finger was gone.
    const late = held !== undefined && at === point && event.timeStamp - press.at < LONG_PRESS;
    if (late) store.update((s) => select(setPencil(s, null), held));
    const on = late ? 'board' : press.on;
    const { drag, pencil, look, half } = store.get();
    press = null;
    clearTimeout(resting);
    if (on === 'pencil') {
      const from = pencil?.from;
      return store.update((s) => (from && at ? draw(s, from, at) : setPencil(s, null)));
    }
    if (drag) {
      store.update((s) => setDrag(s, null));
      if (at && destinations(store.get(), drag.from).has(at)) actions.begin(drag.from, at, true);
      else if (on === 'board' && at !== point) store.update((s) => select(s, null));
      return;
    }
    if (on === 'tray') return;
    if (event.shiftKey && at && at === point) return actions.mark(at);
    if (!at) return actions.cancel();
    if (at !== point) return;
    // By dragging alone a press only chooses, and names the man that is taken.
    if (look.entry === 'drag' && !half && !grabs(store.get(), at)) return actions.cancel();
    // Chosen on the way down already; a second press on the same man puts it down.
    if (grabs(store.get(), at) && !chosen) return;
    actions.press(at);
  }

  /** @param {PointerEvent} event */
  function lost(event) {
    if (!press || event.pointerId !== press.id) return;
    press = null;
    clearTimeout(resting);
    store.update((s) => setPencil(setDrag(s, null), null));
  }

  /** The pointer's shape over what lies beneath it. */
  function cursor() {
    const state = store.get();
    const { hover: at } = state;
    if (state.editor) return at ? 'press' : 'plain';
    if (!at || !(canAct(state) || canPrepare(state))) return 'plain';
    if (state.half) return manAt(state, at) === other(state.game.turn) ? 'press' : 'plain';
    if (grabs(state, at)) return 'grab';
    return destinations(state, state.selected).has(at) ? 'press' : 'plain';
  }

  box.addEventListener('pointerdown', (event) => down(event, 'board', under(event)));
  box.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch') store.update((s) => hover(s, null));
  });
  box.addEventListener('contextmenu', (event) => event.preventDefault());
  for (const [tray, bottom] of /** @type {[HTMLElement, boolean][]} */ ([
    [trays.top, false],
    [trays.bottom, true],
  ])) {
    tray.addEventListener('pointerdown', (event) => {
      const state = store.get();
      const side = bottom ? bottomSide(state) : other(bottomSide(state));
      if (side === mover(state) && canPlace(state)) {
        down(event, 'tray', null);
        if (event.pointerType !== 'touch') event.preventDefault();
      }
    });
  }
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', lost);
}
