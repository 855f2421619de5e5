// The rating so far, with its curve, and the streaks.
import { h } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { weeksFigure } from '../game/weeks.ts';
import { daysInARow, type Tally } from './puzzle-record.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** The least range of ratings that the curve shows. */
const RANGE = 60;

export const rounded = (rating: number) => inDigits(Math.round(rating));

function drawn(tag: string, attributes: Record<string, string>) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  return el;
}

/** The ratings as a curve; nothing before there are two. */
function curve(ratings: number[]) {
  if (ratings.length < 2) return null;
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const space = Math.max(0, RANGE - (high - low)) / 2;
  const height = (rating: number) =>
    +(58 - (56 * (rating - low + space)) / (high - low + 2 * space)).toFixed(1);
  const points = ratings.map(
    (rating, i) => `${+((100 * i) / (ratings.length - 1)).toFixed(2)},${height(rating)}`,
  );
  const picture = drawn('svg', {
    viewBox: '0 0 100 60',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  picture.append(drawn('polyline', { points: points.join(' ') }));
  return h(
    'figure',
    { class: 'puzzle-curve' },
    h(
      'div',
      {},
      picture,
      h('span', { class: 'high', text: inDigits(high) }),
      h('span', { class: 'low', text: inDigits(low) }),
    ),
    h('figcaption', { class: 'quiet', text: t('puzzles.curve') }),
  );
}

export const standing = (tally: Tally) =>
  h(
    'section',
    { class: 'puzzle-standing' },
    h(
      'dl',
      { class: 'puzzle-tally' },
      ...[
        [t('puzzles.rating'), rounded(tally.rating)],
        [t('puzzles.row'), t('puzzles.row.best', { n: tally.row, best: tally.best })],
        [t('puzzles.days'), inDigits(daysInARow(tally))],
      ].map(([name, value]) =>
        h('div', {}, h('dt', { class: 'quiet', text: name ?? '' }), h('dd', { text: value ?? '' })),
      ),
    ),
    curve(tally.ratings ?? []),
    weeksFigure(),
    h('p', { class: 'quiet', text: t('puzzles.about') }),
  );
