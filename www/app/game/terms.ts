// For a beginner: a small button beside the status that explains the word which the turn is about.
import './terms.css';
import { canAct, type Store } from '../state.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import type { State } from '../types.ts';

/** How many own men have been placed when "in hand" needs no more explaining. */
const PLACED = 3;

/** The word to explain, if any. */
export function termOf(state: State): 'mill' | 'hand' | 'fly' | null {
  const { game, pending, message, hint, analysis, editor } = state;
  if (!canAct(state) || message || hint || analysis || editor) return null;
  if (pending) return pending.taken.length ? null : 'mill';
  const phase = game.phase[game.turn];
  if (phase === 'flying') return 'fly';
  return phase === 'placing' && game.men.filter((man) => man === game.turn).length < PLACED
    ? 'hand'
    : null;
}

export function createTerms(store: Store, status: HTMLElement) {
  const title = h('p', { class: 'term-title' });
  const about = h('p');
  const words = h('div', { class: 'term-words', id: 'term', popover: 'auto' }, title, about);
  const button = h('button', { type: 'button', class: 'term', popovertarget: 'term', text: '?' });
  // The page takes Escape for itself: it lets go of a man.
  button.addEventListener('keydown', (event) => event.key === 'Escape' && words.hidePopover?.());
  status.firstElementChild?.after(button, words);
  /** The last one stays, hidden, and follows the language. */
  let last = termOf(store.get()) ?? 'mill';
  function show() {
    const term = termOf(store.get());
    button.hidden = term === null;
    if (!term) words.hidePopover?.();
    last = term ?? last;
    title.textContent = t(`terms.${last}`);
    about.textContent = t(`terms.${last}.about`);
    button.setAttribute('aria-label', title.textContent);
    button.title = title.textContent;
  }
  store.subscribe(show);
  show();
}
