// How much is due to be practised, on the door to the lessons. Loaded when the page is idle.
import './due.css';
import loadWords from '../i18n/practice.words.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { dueTasks, onPractice } from '../storage/practice.ts';

export async function showDue(door: Element | null) {
  await loadWords();
  const show = () => {
    const due = dueTasks().length;
    if (due) {
      door?.setAttribute('data-due', inDigits(due));
      door?.setAttribute('aria-label', `${t('door.learn')}: ${t('practice.due', { n: due })}`);
    } else for (const name of ['data-due', 'aria-label']) door?.removeAttribute(name);
  };
  onPractice(show);
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['lang'] });
  addEventListener('focus', show);
  show();
}
