// What a person does on the board, turned into changes of the state. Which turns are legal is looked up, never worked out.
import {
  begins,
  canAct,
  canMove,
  canPlace,
  canPrepare,
  candidates,
  destinations,
  draw,
  manAt,
  other,
  rubOut,
  say,
  select,
  setDropped,
  setHalf,
  setHint,
  setPencil,
  setPremove,
  takeable,
} from '../state.js';
import { explanation } from './words.js';

/**
 * @typedef {object} Table what the actions need of the session
 * @property {(move: string, dropped: string | null) => void} play a whole turn
 * @property {(point: string) => import('../types').Explanation | null} explain what Rust says of a point
 */

/** @param {import('../state.js').Store} store @param {Table} table */
export function createActions(store, table) {
  /**
   * The first half of a turn: a man is placed or moved. The turn is played where nothing is left to choose.
   * @param {string | null} from @param {string} to @param {boolean} byHand the man was dragged there
   */
  function begin(from, to, byHand = false) {
    if (canPrepare(store.get())) return store.update((s) => setPremove(s, { from, to }));
    const found = store.get().game.legal.filter((move) => begins(move, from, to));
    if (!found.length) return;
    const whole = found.find((move) => move.captures.length === 0);
    if (whole) return table.play(whole.text, byHand ? to : null);
    store.update((s) => setHalf(s, { from, to, taken: [] }));
    if (byHand) store.update((s) => setDropped(s, to));
  }

  /** @param {string} point of a man that may be taken */
  function take(point) {
    const { half } = store.get();
    if (!half) return;
    const taken = [...half.taken, point];
    store.update((s) => setHalf(s, { ...half, taken }));
    const left = candidates(store.get());
    const whole = left.find((move) => move.captures.length === taken.length);
    if (whole) table.play(whole.text, null);
  }

  /** Takes back the half move, or puts down the man that was chosen. */
  function cancel() {
    const { half, selected, message, premove, drawings, pencil, hint } = store.get();
    if (premove) store.update((s) => setPremove(s, null));
    else if (drawings.length || pencil) store.update(rubOut);
    else if (hint) store.update((s) => setHint(s, null));
    else if (half) store.update((s) => setHalf(s, null));
    else if (selected !== null || message) store.update((s) => select(s, null));
  }

  /** A point was clicked, tapped or entered. @param {string} point */
  function press(point) {
    const state = store.get();
    const man = manAt(state, point);
    if (canPrepare(state)) return prepare(point);
    if (!canAct(state)) return;
    // The answer may still be moving.
    if (state.premove) return store.update((s) => setPremove(s, null));

    if (state.half) {
      if (takeable(state).has(point)) take(point);
      else if (man === other(state.game.turn)) explain(point);
      else cancel();
      return;
    }
    if (man === '') {
      if (destinations(state, state.selected).has(point)) begin(state.selected, point);
      else if (state.selected !== null) cancel();
      else if (!canPlace(state)) store.update((s) => say(s, { key: 'hint.choose-first' }, point));
      return;
    }
    if (canMove(state, point)) store.update((s) => select(s, state.selected === point ? null : point));
    else explain(point);
  }

  /** A point was pressed while the computer thinks: the next turn is prepared, or not any more. @param {string} point */
  function prepare(point) {
    const state = store.get();
    if (state.premove) store.update((s) => setPremove(s, null));
    else if (canMove(state, point)) store.update((s) => select(s, state.selected === point ? null : point));
    else if (destinations(state, state.selected).has(point)) begin(state.selected, point);
    else cancel();
  }

  /**
   * Draws without dragging: the first call begins at a point, the second ends; a circle where both are the same.
   * @param {string} point
   */
  function mark(point) {
    const { pencil } = store.get();
    store.update((s) => (pencil ? draw(s, pencil.from, point) : setPencil(s, { from: point, over: point })));
  }

  /** Says why nothing can be done with the man on a point. @param {string} point */
  function explain(point) {
    const { half, game } = store.get();
    const theirs = manAt(store.get(), point) === other(game.turn);
    // Of an enemy man there is something to say only while one may be taken.
    const why = theirs && !half ? null : table.explain(point);
    /** @type {import('../i18n/i18n.js').Said} */
    const words = why ? explanation(why) : { key: theirs && !half ? 'hint.not-yours' : 'hint.not-now' };
    store.update((s) => say(select(s, null), words, point));
  }

  return { begin, take, cancel, press, mark, explain };
}

/** @typedef {ReturnType<typeof createActions>} Actions */
