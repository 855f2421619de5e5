// The opening explorer: lists the placings, the best first, or says why it cannot. Symmetric placings share an entry. A press plays one.
import { h } from '../platform/dom.js';
import { watch } from '../platform/watch.js';
import { t } from '../i18n/i18n.js';
import { solvingText } from '../game/words.js';
import { scoreOf } from './scores.js';

/** @typedef {import('../types').ExplorerPlacing} Placing */

/**
 * @param {import('../state.js').Store} store
 * @param {HTMLElement} place
 * @param {import('./scores.js').Scores} scores
 * @param {import('./analysis.js').Acts} acts
 * @param {() => void} leave moves the focus if the list becomes empty
 */
export function createExplorerPanel(store, place, scores, acts, leave) {
  const list = h('ol', { class: 'explorer-list' });
  const note = h('p', { class: 'quiet' });
  place.append(list, note);

  /** Is the list for the current position? It stays until the next one has loaded, to keep the focus. @param {import('../types').State} state */
  const isCurrent = ({ study, game }) => study?.opening?.line === game.line;

  /** Where `leave` put the focus. It is moved back if the list fills again. @type {Element | null} */
  let left = null;

  /** @param {Placing} placing */
  function row(placing) {
    const { turns, value, replies, holding } = placing;
    const [turn = '', ...same] = turns;
    const score = scoreOf(placing);
    const holds = holding === null || value === 'win' ? t('explorer.replies', { all: replies }) : t('explorer.holds', { n: holding, all: replies });
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'explorer-turn', 'data-turn': turn, onclick: () => isCurrent(store.get()) && acts.playLine([turn]) },
        h('span', { class: 'explorer-name', text: turn }),
        h('span', { class: `value-mark ${scores.kind(score)}`, text: scores.words(score) }),
        h(
          'span',
          { class: 'explorer-words' },
          h('span', { text: holds }),
          same.length ? h('span', { class: 'explorer-same', text: t('explorer.same', { turns: same.join(' ') }) }) : null,
        ),
      ),
    );
  }

  function show() {
    const { line, placings } = store.get().study?.opening ?? { line: '', placings: [] };
    const isUnknown = line !== '' && !placings.length;
    const inside = list.contains(document.activeElement) || (left !== null && document.activeElement === left);
    place.hidden = !store.get().study?.opening;
    list.hidden = isUnknown;
    list.replaceChildren(...(placings.length ? placings.map(row) : [h('li', { class: 'quiet', text: t('values.reading') })]));
    note.textContent = isUnknown ? solvingText(store.get()) : t('explorer.about');
    left = null;
    if (!inside) return;
    const first = list.querySelector('button');
    if (first) return first.focus({ preventScroll: true });
    leave();
    left = document.activeElement;
  }

  watch(store, ({ study, language, solving }) => [study?.opening, language, solving.pack?.reason], show);
  watch(
    store,
    (state) => [isCurrent(state)],
    () => list.setAttribute('aria-busy', String(!isCurrent(store.get()))),
  );
}
