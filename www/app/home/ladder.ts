// The levels of the computer as a ladder: of each step the rating, what it overlooks, and the games
// against it. A press begins a game.
import './ladder.css';
import { h, icon } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { scoreOf, type Standing } from './opponents.ts';

function step(standing: Standing, chosen: boolean, press: (level: number) => void) {
  const { level, name, about, perfect, rating, won, playable, why } = standing;
  const score = scoreOf(standing);
  return h(
    'button',
    {
      type: 'button',
      class: won ? 'step beaten' : 'step',
      'data-level': level,
      'aria-pressed': String(chosen),
      'aria-labelledby': `step-${level}`,
      'aria-describedby': `step-${level}-about`,
      disabled: !playable,
      onclick: () => press(level),
    },
    h(
      'span',
      { class: 'step-what', id: `step-${level}` },
      h('span', { class: 'step-number', text: perfect ? '' : `${inDigits(level)} ` }),
      h('span', { class: 'step-name', text: `${name} ` }),
      won
        ? h(
            'span',
            { class: 'step-tick' },
            icon('tick'),
            h('span', { class: 'unseen', text: `${t('ladder.beaten')} ` }),
          )
        : null,
      h('span', {
        class: 'step-rating',
        text: rating === null ? t('ladder.perfect') : inDigits(rating),
      }),
    ),
    h(
      'span',
      { class: 'step-about', id: `step-${level}-about` },
      `${why || about} `,
      score ? h('span', { class: 'step-score', text: score }) : null,
    ),
  );
}

export const ladderSteps = (
  levels: Standing[],
  chosen: number | null,
  press: (level: number) => void,
) => levels.map((standing) => step(standing, standing.level === chosen, press));
