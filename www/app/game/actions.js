// What a person does on the board, turned into changes of the state. Which turns are legal is looked up, never worked out.
import { begins, canPrepare, say, setPending, setHint, setPremove, wholeTurn } from '../state.js';
import { refusedText } from './words.js';

/**
 * @typedef {object} Table what the actions need of the session
 * @property {(move: string) => void} play a whole turn
 * @property {(point: string) => import('../types').Explanation | null} explain what Rust says of a point
 */

/** What the board tells. @param {import('../state.js').Store} store @param {Table} table @returns {Required<Pick<import('../board/types').Events, 'move' | 'capture' | 'refused' | 'cancel'>>} */
export const createActions = (store, table) => ({
  /** The first half of a turn: a man is placed or moved. The turn is played where nothing is left to choose. */
  move(from, to) {
    const state = store.get();
    if (canPrepare(state)) return store.update((s) => setPremove(s, { from, to }));
    if (!state.game.legal.some((move) => begins(move, from, to))) return;
    const pending = { from, to, taken: [] };
    const whole = wholeTurn({ ...state, pending });
    if (whole) table.play(whole.text);
    else store.update((s) => setPending(s, pending));
  },

  /** A man is taken: the second half, or a part of it. */
  capture(point) {
    const { pending } = store.get();
    if (!pending) return;
    store.update((s) => setPending(s, { ...pending, taken: [...pending.taken, point] }));
    const whole = wholeTurn(store.get());
    if (whole) table.play(whole.text);
  },

  refused(point) {
    const text = refusedText(store.get(), point, table.explain);
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

/** @typedef {ReturnType<typeof createActions>} Actions */
