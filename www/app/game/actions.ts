// Handles the player's input on the board. Looks moves up in the list of legal ones; never decides
// what is legal.
import {
  begins,
  canPrepare,
  removes,
  say,
  setPending,
  setHint,
  setPremove,
  taking,
  wholeTurn,
  type Store,
} from '../state.ts';
import { refusedText, special } from './words.ts';
import type { Events } from '../board/types.ts';
import type { Restriction } from '../types.ts';

/** The part of the session that is used here. */
interface Table {
  /** Plays a whole turn. */
  play: (move: string) => void;
  /** Why Rust refuses a point. */
  whyNot: (point: string) => Restriction | null;
}

/** The board's event handlers. */
export const createActions = (
  store: Store,
  table: Table,
): Required<Pick<Events, 'move' | 'capture' | 'refused' | 'cancel'>> => ({
  /** Places or moves a man. Plays the turn unless captures are still to be chosen. */
  move(from, to) {
    const state = store.get();
    if (canPrepare(state)) return store.update((s) => setPremove(s, { from, to }));
    if (!state.game.legal.some((move) => begins(move, from, to))) return;
    const pending = { from, to, taken: special.leapt?.(state, from, to) ?? [] };
    const whole = wholeTurn({ ...state, pending });
    if (whole) table.play(whole.text);
    else store.update((s) => setPending(s, pending));
  },

  /** Captures a man, or two that go together. */
  capture(point) {
    const { pending, game } = store.get();
    if (!pending) {
      const removal = game.legal.find((move) => removes(move, point));
      if (removal) table.play(removal.text);
      return;
    }
    store.update((s) => setPending(s, taking(s, pending, point)));
    const whole = wholeTurn(store.get());
    if (whole) table.play(whole.text);
  },

  refused(point, from) {
    const text = refusedText(store.get(), point, from, table.whyNot);
    if (text) store.update((s) => say(s, text, point));
  },

  cancel() {
    const { pending, message, premove, hint } = store.get();
    if (premove) store.update((s) => setPremove(s, null));
    else if (hint) store.update((s) => setHint(s, null));
    else if (pending) store.update((s) => setPending(s, null));
    else if (message) store.update((s) => say(s, null));
    else return false;
    return true;
  },
});

export type Actions = ReturnType<typeof createActions>;
