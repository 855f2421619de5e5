// The accuracy of both sides, and how it is reckoned.
import { h } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import type { Review, Side } from '../types.ts';

export const quiet = (text: string) => h('p', { class: 'quiet', text });

/** How many turns of a side had nothing to keep: all was lost before them. */
const lostTurns = ({ turns, values }: Review['info'], side: Side) =>
  turns.filter((turn, at) => turn.side === side && values[at]?.white === Number(side === 'black'))
    .length;

/** @param nameOf who played a side */
export function accuracy({ info }: Review, nameOf: (side: Side) => string) {
  const of = (side: Side) => {
    const percent = info.accuracy[side];
    const name = nameOf(side);
    const lost = lostTurns(info, side);
    return h(
      'div',
      {},
      h('p', {
        class: 'accuracy',
        text:
          percent === null
            ? t('review.accuracy.none', { side: name })
            : t('review.accuracy.of', { side: name, percent: inDigits(percent.toFixed(1)) }),
      }),
      percent !== null && lost ? quiet(t('review.accuracy.lost', { n: lost })) : null,
    );
  };
  return [
    h('h3', { text: t('review.accuracy') }),
    h('div', { class: 'accuracies' }, of('white'), of('black')),
  ];
}

/** How the accuracy is reckoned. */
export function formula({ info }: Review) {
  const estimated = info.turns.some((turn) => !turn.exact);
  const line = (text: string) => h('p', { class: 'quiet formula', dir: 'ltr', text });
  return h(
    'details',
    {},
    h('summary', { text: t('review.formula.title') }),
    quiet(t('review.formula')),
    line('100 · Σ e′ / Σ e'),
    quiet(t('review.expected')),
    line('1 / (1 + 3^−m)'),
    estimated ? quiet(t('review.estimated')) : null,
  );
}
