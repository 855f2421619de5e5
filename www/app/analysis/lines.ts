// The engine's best lines. A press on a move plays the line up to it.
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import type { Store } from '../state.ts';
import type { Acts } from './acts.ts';
import type { Scores } from './scores.ts';
import type { Symmetry } from './symmetry.ts';

function label(el: Element, words: string) {
  if ((el.getAttribute('aria-label') ?? '') !== words) el.setAttribute('aria-label', words);
}

/** The maximum number of moves shown. */
const SHOWN = 10;

export function createLines(
  store: Store,
  list: HTMLElement,
  scores: Scores,
  acts: Acts,
  even: Symmetry['even'],
) {
  /** Rows and buttons are reused, so that they can be pressed while the engine runs. */
  const rows = Array.from({ length: 5 }, (_, row) => {
    const value = h('span', { class: 'value-mark' });
    const buttons = Array.from({ length: SHOWN }, (_, at) =>
      h('button', {
        type: 'button',
        class: 'line-move',
        hidden: true,
        onclick: () => acts.playLine(line(row).slice(0, at + 1)),
      }),
    );
    const item = h(
      'li',
      { class: 'analysis-line', hidden: true },
      value,
      h('span', { class: 'line-moves' }, ...buttons),
    );
    list.append(item);
    return { item, value, buttons };
  });

  const found = () => {
    const { analysis, game } = store.get();
    return analysis?.thinks && analysis.found?.line === game.line && !game.outcome
      ? analysis.found.lines
      : [];
  };
  const line = (row: number) => found()[row]?.pv ?? [];

  /** The number of lines to come. Space is reserved, so that nothing below moves. */
  function expected() {
    const { analysis, game } = store.get();
    return analysis?.thinks && !game.outcome ? Math.min(analysis.lines, game.legal.length) : 0;
  }

  function show() {
    const lines = found();
    const values = even(
      store.get().game,
      new Map(lines.flatMap(({ pv: [turn], score }) => (turn ? [[turn, score]] : []))),
      scores.order,
    );
    list.hidden = !expected();
    list.style.setProperty('--lines', String(expected()));
    rows.forEach(({ item, value, buttons }, row) => {
      const info = lines[row];
      item.hidden = !info;
      const score = info && (values.get(info.pv[0] ?? '') ?? info.score);
      const words = score ? scores.brief(score) : '';
      if (value.textContent !== words) value.textContent = words;
      value.className = score ? `value-mark ${scores.kind(score)}` : 'value-mark';
      label(item, score ? t('analysis.line', { n: row + 1, value: scores.words(score) }) : '');
      buttons.forEach((button, at) => {
        const move = info?.pv[at] ?? '';
        button.hidden = !move;
        if (button.textContent !== move) button.textContent = move;
        label(button, move && t('analysis.play', { move }));
      });
    });
  }

  observe(
    store,
    ({ analysis, game, language }) => [
      analysis?.found,
      analysis?.thinks,
      analysis?.lines,
      game,
      language,
    ],
    show,
  );
}
