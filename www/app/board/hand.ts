// What a press on a point means: a man is chosen, put down, sent on its way, taken; or something is
// drawn.
import { canMove, destinations, manAt } from './state.ts';
import type { State } from './types.ts';

export function createHand(get: () => State, set: (change: Partial<State>) => void) {
  /** A point was clicked, tapped or entered. */
  function press(point: string) {
    const state = get();
    const { edit, events, movable, selected } = state;
    if (edit) return edit.press(point);
    if (!movable) return;
    const man = manAt(state, point);
    if (state.premove) return void cancel();
    if (movable.captures) {
      if (movable.captures.includes(point)) events.capture?.(point);
      // Where there is nothing to take back, a man has to be taken first.
      else if (man !== movable.side || cancel() === false) refuse(point);
    } else if (canMove(state, point)) set({ selected: selected === point ? null : point });
    else if (destinations(state, selected).has(point)) {
      set({ selected: null });
      events.move?.(selected, point);
    } else if (movable.premove) cancel();
    else refuse(point);
  }

  function refuse(point: string) {
    const { events, selected } = get();
    set({ selected: null });
    events.refused?.(point, selected);
  }

  /**
   * Takes one thing back: what is prepared before what is drawn, and the chosen man last. Returns
   * whether there was anything but that, if it is known.
   */
  function cancel() {
    const { events, pencil, premove, shapes } = get();
    const drawn = !premove && (shapes.length > 0 || pencil !== null);
    if (drawn) rubOut();
    const done = drawn || events.cancel?.();
    if (!done) set({ selected: null });
    return done;
  }

  function rubOut() {
    const { pencil, shapes } = get();
    if (shapes.length || pencil) set({ shapes: [], pencil: null });
  }

  /** Draws a circle or an arrow, or rubs it out where it is there already. */
  function draw(from: string, to: string) {
    const { shapes } = get();
    const rest = shapes.filter((shape) => shape.from !== from || shape.to !== to);
    set({ shapes: rest.length < shapes.length ? rest : [...rest, { from, to }], pencil: null });
  }

  /**
   * Draws without dragging: the first call begins at a point, the second ends; a circle where both
   * are the same.
   */
  function mark(point: string) {
    const { edit, pencil } = get();
    if (edit) press(point);
    else if (pencil) draw(pencil.from, point);
    else set({ pencil: { from: point, over: point } });
  }

  return { press, cancel, rubOut, draw, mark };
}

export type Hand = ReturnType<typeof createHand>;
