// The engine's best lines. A press on a move plays the line up to it.
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { drawChances } from './explorer.ts';
import type { Store } from '../state.ts';
import type { Score } from '../types.ts';
import type { Acts } from './acts.ts';
import type { Scores } from './scores.ts';
import type { Symmetry } from './symmetry.ts';

function label(el: Element, words: string) {
  if ((el.getAttribute('aria-label') ?? '') !== words) el.setAttribute('aria-label', words);
}

/** The maximum number of moves shown. */
const SHOWN = 10;

/** @param chance of 100 club players, how many would answer the first move wrongly */
function textsOf(score: Score | undefined, chance: number | undefined, scores: Scores) {
  if (!score) return { brief: '', words: '' };
  if (!chance) return { brief: scores.brief(score), words: scores.words(score) };
  return {
    brief: `${scores.sign(score)} ${chance}%`,
    words: `${scores.words(score)}, ${t('explorer.missed', { percent: chance })}`,
  };
}

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
    const { missed } = drawChances(store.get());
    list.hidden = !expected();
    list.style.setProperty('--lines', String(expected()));
    rows.forEach(({ item, value, buttons }, row) => {
      const info = lines[row];
      item.hidden = !info;
      const score = info && (values.get(info.pv[0] ?? '') ?? info.score);
      const chance = score && 'draw' in score ? missed.get(info?.pv[0] ?? '') : undefined;
      const { brief, words } = textsOf(score, chance, scores);
      if (value.textContent !== brief) value.textContent = brief;
      value.className = score ? `value-mark ${scores.kind(score)}` : 'value-mark';
      label(item, words && t('analysis.line', { n: row + 1, value: words }));
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
      analysis?.opening,
      game,
      language,
    ],
    show,
  );
}
