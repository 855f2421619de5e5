// What was practised in the last weeks, as a small picture.
import './weeks.css';
import { h } from '../ui/dom.ts';
import { currentLanguage, t } from '../i18n/i18n.ts';
import { mondayOf, readWeeks, weekOf } from '../storage/weeks.ts';

/** How many weeks are shown. */
const SHOWN = 12;

/** Null before anything was practised in these weeks. */
export function weeksFigure() {
  const kept = readWeeks();
  const now = weekOf();
  const weeks = Array.from({ length: SHOWN }, (_, i) => {
    const week = now - SHOWN + 1 + i;
    return { week, ...(kept[week] ?? { tried: 0, right: 0 }) };
  });
  const most = Math.max(...weeks.map(({ tried }) => tried));
  if (!most) return null;
  const day = new Intl.DateTimeFormat(currentLanguage(), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const bar = (name: string, n: number) => {
    const el = h('span', { class: name });
    el.style.blockSize = `${+((100 * n) / most).toFixed(1)}%`;
    return el;
  };
  const last = weeks.at(-1);
  return h(
    'figure',
    { class: 'weeks' },
    h(
      'ol',
      {},
      ...weeks.map(({ week, tried, right }) => {
        if (!tried) return h('li', { 'aria-hidden': 'true' });
        const words = t('weeks.week', { date: day.format(mondayOf(week)), n: tried, right });
        return h(
          'li',
          { title: words },
          bar('weeks-tried', tried),
          bar('weeks-right', right),
          h('span', { class: 'unseen', text: words }),
        );
      }),
    ),
    h('figcaption', {
      class: 'quiet',
      text: [
        t('weeks.about'),
        last?.tried ? t('weeks.now', { n: last.tried, right: last.right }) : '',
      ]
        .filter(Boolean)
        .join(' '),
    }),
  );
}
