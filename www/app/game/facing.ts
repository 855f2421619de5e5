// Two players face to face, the device flat between them: what the far one reads and presses is
// turned to them, the men are not. Loaded on demand.
import './facing.css';
import { observe } from '../ui/observe.ts';
import { bottomSide, other, type Store } from '../state.ts';
import type { State } from '../types.ts';

/** Do two people sit face to face? The end is for both. */
const isFacing = ({ settings, game, analysis, editor }: State) =>
  settings.mode === 'people' &&
  settings.pair?.facing === true &&
  !game.outcome &&
  !analysis &&
  !editor;

/** Is it the far player who is to do something? */
export function isFar(state: State) {
  const { offer, game } = state;
  const acts = offer ? other(offer) : game.turn;
  return isFacing(state) && acts !== bottomSide(state);
}

export function createFacing(store: Store, page: HTMLElement) {
  observe(
    store,
    (state) => [isFacing(state), isFar(state)],
    () => {
      const state = store.get();
      page.classList.toggle('facing', isFacing(state));
      page.classList.toggle('far', isFar(state));
    },
  );
}
