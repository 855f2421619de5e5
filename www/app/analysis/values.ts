// The panel of exact values: that of the position and of every legal move. Loaded on demand.
import './marks.css';
import './values.css';
import { createSolution } from '../game/solution.ts';
import { isUnaided, setLook, type Store } from '../state.ts';
import { h, iconButton } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import {
  inMoves,
  positionValueText,
  solvingText,
  valueKind,
  valueText,
  valuesNote,
} from '../game/words.ts';
import type { Solution } from '../engine/lazy-values.ts';

export async function createValues(store: Store, section: HTMLElement, solution: Solution) {
  const head = h('p', { class: 'values-head', role: 'status' });
  const note = h('p', { class: 'quiet values-note' });
  const list = h('ol', { class: 'values-list' });
  const hide = () => t('values.hide');
  const close = iconButton(
    'close',
    hide,
    () => store.update((s) => setLook(s, { values: false })),
    { title: hide },
  );
  section.append(
    h('div', { class: 'values-top' }, h('div', { class: 'values-words' }, head, note), close),
    await createSolution(store, solution, false),
    list,
  );

  function show() {
    const state = store.get();
    const { game, exact, look, editor, analysis } = state;
    section.hidden =
      !look.values ||
      game.outcome !== null ||
      editor !== null ||
      analysis !== null ||
      isUnaided(state);
    if (section.hidden) return;
    section.setAttribute('aria-label', t('values.title'));
    const values = exact?.line === game.line ? exact.values : null;
    const value = exact?.line === game.line ? (exact.values?.value ?? exact.value) : null;
    const words = value ? positionValueText(value, game.turn) : solvingText(state);
    if (head.textContent !== words) head.textContent = words;
    const { counter } = values ?? { counter: null };
    note.textContent = counter
      ? t(`values.counter.${counter.reason}`, { n: inMoves(counter.plies) })
      : values
        ? valuesNote(values)
        : '';
    note.classList.toggle('usual', !counter);
    const moves = values ? [...values.moves].sort((a, b) => a.rank - b.rank) : [];
    list.hidden = !moves.length;
    list.replaceChildren(
      ...moves.map(({ text, value, rank }) =>
        h(
          'li',
          { class: rank ? 'value' : 'value best' },
          h('span', { class: 'value-move', text }),
          h('span', { class: `value-mark ${valueKind(value)}`, text: valueText(value) }),
        ),
      ),
    );
  }

  observe(
    store,
    ({ look, game, exact, solving, language, rules, editor, analysis }) => [
      look,
      game,
      exact,
      solving,
      language,
      rules,
      editor,
      analysis,
    ],
    show,
  );
}
