// Two players face to face, the device flat between them: what the far one reads and presses is turned to them, the men are not. Loaded on demand.
import './facing.css';
import { watch } from '../platform/watch.js';
import { bottomSide, offeredBy, other } from '../state.js';

/** @typedef {import('../types').State} State */

/** Do two people sit face to face? The end is for both. @param {State} state */
const isFacing = ({ settings, game, study, editor }) =>
  settings.mode === 'people' &&
  settings.pair?.facing === true &&
  !game.outcome &&
  !study &&
  !editor;

/** Is it the far player who is to do something? @param {State} state */
export function isFar(state) {
  const offer = offeredBy(state);
  const acts = offer ? other(offer) : state.game.turn;
  return isFacing(state) && acts !== bottomSide(state);
}

/** @param {import('../state.js').Store} store @param {HTMLElement} page */
export function createFacing(store, page) {
  watch(
    store,
    (state) => [isFacing(state), isFar(state)],
    () => {
      const state = store.get();
      page.classList.toggle('facing', isFacing(state));
      page.classList.toggle('far', isFar(state));
    },
  );
}
