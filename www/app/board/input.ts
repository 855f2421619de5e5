// Mouse, pen and finger: presses and drags, on the board and from beside it.
import { pointAt } from './geometry.ts';
import { canMove, destinations, manAt, mayPlace, other } from './state.ts';
import type { Hand } from './hand.ts';
import type { Man, Side, State } from './types.ts';
import type { View } from './view.ts';

/** How far a pointer may stray before a press becomes a drag, in CSS pixels. */
const DEAD_ZONE = { mouse: 4, pen: 6, touch: 10 };
/** A finger that rests so long on a point draws instead of playing, in milliseconds. */
const LONG_PRESS = 500;

interface Press {
  id: number;
  x: number;
  /** Where it began. */
  y: number;
  /** Null off the points, and beside the board. */
  point: string | null;
  /** The man that a drag would carry. */
  man: Man;
  on: 'board' | 'tray' | 'pencil';
  /** Was the man chosen already? */
  chosen: boolean;
  /** When it began, in milliseconds. */
  at: number;
  /** The man that was chosen when a finger had rested long enough to draw. */
  held?: string | null;
}

/** Has the pointer left the place where it was pressed? */
function strays(event: PointerEvent, from: Press) {
  const zone = DEAD_ZONE[event.pointerType as keyof typeof DEAD_ZONE] ?? DEAD_ZONE.mouse;
  return Math.hypot(event.clientX - from.x, event.clientY - from.y) >= zone;
}

/** Is this the beginning of a drag? */
function begins(event: PointerEvent, from: Press, state: State) {
  if (!strays(event, from)) return false;
  if (state.edit) return true;
  if (state.entry === 'click') return false;
  return from.on === 'tray' ? mayPlace(state, from.man) : canMove(state, from.point);
}

/** What a press that draws changes as the pointer moves; null where it stays at its point. */
function drawn({ pencil }: State, at: string | null): Partial<State> | null {
  return pencil && pencil.over !== at ? { pencil: { from: pencil.from, over: at } } : null;
}

/** What a drag changes as the pointer moves; null where the man stays over its point. */
function dragged(
  state: State,
  { on, point }: Press,
  side: Side,
  at: string | null,
): Partial<State> | null {
  const { drag, edit } = state;
  const from = on === 'tray' ? null : point;
  const over = edit || (at && destinations(state, from).has(at)) ? at : null;
  return !drag || drag.over !== over ? { drag: { from, side, over } } : null;
}

/** The pointer's shape over what lies beneath it. */
function cursor(state: State) {
  const { edit, hover: at, movable, selected } = state;
  if (edit) return at ? 'press' : 'plain';
  if (!at || !movable) return 'plain';
  if (movable.captures)
    return movable.captures.includes(at) || manAt(state, at) === other(movable.side)
      ? 'press'
      : 'plain';
  if (canMove(state, at)) return 'grab';
  return destinations(state, selected).has(at) ? 'press' : 'plain';
}

/** Does what a press or a drag has asked for, when it ends at a point or off the points. */
function finish(
  { get, set, hand }: { get: () => State; set: (change: Partial<State>) => void; hand: Hand },
  { point, chosen, on }: Press,
  at: string | null,
  marks: boolean,
) {
  const { drag, edit, entry, events, movable, pencil } = get();
  if (on === 'pencil') return pencil && at ? hand.draw(pencil.from, at) : set({ pencil: null });
  if (drag) {
    set({ drag: null });
    if (edit) edit.drop(drag.side, drag.from, at);
    else if (at && destinations(get(), drag.from).has(at)) {
      set({ selected: null, dropped: movable?.premove ? null : at });
      events.move?.(drag.from, at);
    } else if (on === 'board' && at !== point) set({ selected: null });
    return;
  }
  if (on === 'tray') return;
  if (edit) return at && at === point ? edit.press(at) : undefined;
  if (marks && at && at === point) return hand.mark(at);
  if (!at) return hand.cancel();
  if (at !== point) return;
  // By dragging alone a press only chooses, and names the man that is taken.
  if (entry === 'drag' && !movable?.captures && !canMove(get(), at)) return hand.cancel();
  // Chosen on the way down already; a second press on the same man puts it down.
  if (canMove(get(), at) && !chosen) return;
  hand.press(at);
}

const begun = (
  { pointerId: id, clientX: x, clientY: y, timeStamp: at }: PointerEvent,
  on: Press['on'],
  point: string | null,
  man: Man,
  chosen: boolean,
): Press => ({ id, x, y, at, on, point, man, chosen });

interface Heard {
  get: () => State;
  set: (change: Partial<State>) => void;
  under: (event: PointerEvent) => string | null;
  down: (event: PointerEvent, on: 'board', point: string | null, man: Man) => void;
  move: (event: PointerEvent) => void;
  up: (event: PointerEvent) => void;
  lost: (event: PointerEvent) => void;
}

/** Listens until the signal ends it. */
function hear(
  box: HTMLElement,
  { get, set, under, down, move, up, lost }: Heard,
  signal: AbortSignal,
) {
  box.addEventListener(
    'pointerdown',
    (event) => {
      const point = under(event);
      down(event, 'board', point, point ? manAt(get(), point) : '');
    },
    { signal },
  );
  box.addEventListener(
    'pointerleave',
    (event) => event.pointerType !== 'touch' && get().hover !== null && set({ hover: null }),
    { signal },
  );
  box.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', up, { signal });
  addEventListener('pointercancel', lost, { signal });
}

/** @param carry puts the held man under the pointer */
export function listen(
  box: HTMLElement,
  { get, layout, signal }: View,
  hand: Hand,
  set: (change: Partial<State>) => void,
  carry: (x: number, y: number) => void,
) {
  let press: Press | null = null;
  let resting = 0;

  function under(event: PointerEvent): string | null {
    const frame = box.getBoundingClientRect();
    const i = pointAt(layout(), event.clientX - frame.left, event.clientY - frame.top);
    return get().board.points[i]?.name ?? null;
  }

  function down(event: PointerEvent, on: 'board' | 'tray', point: string | null, man: Man) {
    const { edit, selected } = get();
    const pencils = event.button === 2 && on === 'board' && point !== null && !edit;
    if ((event.button !== 0 && !pencils) || press) return;
    press = begun(event, on, point, man, selected !== null && selected === point);
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    if (pencils) return takePencil();
    if (on === 'board' && point && event.pointerType === 'touch' && !edit)
      resting = window.setTimeout(() => {
        // It has rested long enough by the page's clock.
        if (press) press.held = get().selected;
        takePencil();
      }, LONG_PRESS);
    // With Shift a drawing is begun or ended.
    if (!event.shiftKey) hand.rubOut();
    // A man that can go is chosen at once, so that its destinations show before the finger moves.
    if (on === 'board' && canMove(get(), point)) set({ selected: point });
  }

  /** From here on the press draws. */
  function takePencil() {
    const from = press?.point;
    if (!press || !from) return;
    press.on = 'pencil';
    set({ selected: null, pencil: { from, over: from } });
  }

  const change = (to: Partial<State> | null) => to && set(to);

  function move(event: PointerEvent) {
    if (event.pointerId === press?.id) return moveWith(press, event);
    if (event.pointerType === 'touch') return;
    const at = under(event);
    if (get().hover !== at) set({ hover: at });
    box.dataset.cursor = cursor(get());
  }

  function moveWith(from: Press, event: PointerEvent) {
    const at = under(event);
    if (from.on === 'pencil') return change(drawn(get(), at));
    if (strays(event, from)) clearTimeout(resting);
    const { man } = from;
    if (!man || (!get().drag && !begins(event, from, get()))) return;
    carry(event.clientX, event.clientY);
    change(dragged(get(), from, man, at));
  }

  function up(event: PointerEvent) {
    if (!press || event.pointerId !== press.id) return;
    const ended = press;
    const { point, held } = ended;
    const at = under(event);
    // A page that was busy may have heard too late that the finger was gone.
    const late = held !== undefined && at === point && event.timeStamp - ended.at < LONG_PRESS;
    if (late) set({ pencil: null, selected: held });
    press = null;
    clearTimeout(resting);
    finish({ get, set, hand }, late ? { ...ended, on: 'board' } : ended, at, event.shiftKey);
  }

  function lost(event: PointerEvent) {
    if (event.pointerId !== press?.id) return;
    press = null;
    clearTimeout(resting);
    set({ drag: null, pencil: null });
  }

  hear(box, { get, set, under, down, move, up, lost }, signal);

  return {
    /**
     * A man beside the board was pressed: it may be dragged onto the board, if it may be placed
     * now.
     */
    dragNewMan(event: PointerEvent, side: Side) {
      const state = get();
      if (!state.edit && !mayPlace(state, side)) return;
      down(event, 'tray', null, side);
      if (event.pointerType !== 'touch' && !state.edit) event.preventDefault();
    },
  };
}
