// The clocks of the game at the table: which one runs, and what is left on each.
import type { Clock, Side, State, Times } from '../types.ts';

/**
 * The time left on both clocks in milliseconds, at least 0.
 * @param now by performance.now()
 */
export function timesLeft({ left, running, since }: Clock, now: number) {
  const times = { ...left };
  if (running) times[running] = Math.max(0, left[running] - Math.max(0, now - since));
  return times;
}

/** The times to show: the current ones, or those of the position that is being browsed. */
export function shownTimes({ clock, game }: Pick<State, 'clock' | 'game'>, now: number): Times {
  if (!clock) return { white: 0, black: 0 };
  return game.node === clock.node ? timesLeft(clock, now) : (clock.at[game.node] ?? clock.left);
}

/**
 * The side whose clock should run; null before the first turn, after the end, and while browsing.
 */
export function clockSide({ clock, game, settings, paused, editor, analysis }: State): Side | null {
  if (
    !clock ||
    editor ||
    analysis ||
    game.outcome ||
    paused ||
    game.node !== clock.node ||
    game.played.length === 0
  )
    return null;
  return settings.mode === 'watch' ? null : game.turn;
}

/** Starts a clock; null stops both. */
export function runClock(state: State, side: Side | null, now: number): State {
  const { clock } = state;
  if (!clock || clock.running === side) return state;
  return { ...state, clock: { ...clock, left: timesLeft(clock, now), running: side, since: now } };
}

/**
 * Stops the clock of the side that has moved and adds the increment if it was running. After an
 * undo, the clocks continue with the times of the position moved from.
 */
export function punchClock(state: State, side: Side, node: number, now: number): State {
  const { clock, settings } = state;
  if (!clock || state.analysis) return state;
  const left = { ...shownTimes(state, now) };
  // Games stored by earlier versions may lack that time, and the flag may have fallen since.
  if (left.white <= 0 || left.black <= 0) return { ...state, clock: null };
  if (clock.running === side) left[side] += (settings.clock?.increment ?? 0) * 1000;
  return {
    ...state,
    clock: { left, running: null, since: now, node, at: { ...clock.at, [node]: left } },
  };
}
