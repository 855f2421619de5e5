// Where a streak of puzzles and a run against the clock begin.
import { h, icon, type Props } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { bestOf } from './puzzle-record.ts';
import { MODES } from './rush.ts';

const ICONS = { streak: 'chart', timed: 'short' } as const;

/** @param link to the address of one */
export const rushCards = (game: string, link: (...path: string[]) => Props) =>
  MODES.map((mode) => {
    const best = bestOf(mode, game);
    return h(
      'a',
      { class: 'rush-card', 'data-rush': mode, ...link(mode, game) },
      icon(ICONS[mode]),
      h('span', { class: 'choice-name', text: t(`rush.${mode}`) }),
      h('span', { class: 'quiet', text: t(`rush.${mode}.about`) }),
      h('span', { class: 'quiet rush-best', text: best ? t('rush.best', { n: best }) : '' }),
    );
  });
