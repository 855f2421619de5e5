// The clock of a new game: its fields, and in words.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { check, selectField } from '../ui/dialog.ts';
import type { ClockRule } from '../types.ts';

/** Minutes for each player. */
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60];
/** Seconds added for each turn. */
const INCREMENTS = [0, 1, 2, 3, 5, 10, 15, 30];

/** Without `rests`, as between two devices, it is not asked for. */
type Clock = Omit<ClockRule, 'rests'> & Partial<ClockRule>;

/** What may be chosen: also what has been chosen elsewhere. */
export const offered = (usual: number[], chosen: number | undefined) =>
  [...new Set([...usual, ...(chosen === undefined ? [] : [chosen])])].sort((a, b) => a - b);

/** @param change is given what has changed; null for no clock */
export function clockForm(
  layout: string,
  clock: () => Clock | null,
  change: (part: Partial<ClockRule> | null) => void,
) {
  const box = h('div', { class: layout });
  const minutes = selectField(
    t('new.clock'),
    [
      { value: '0', words: t('new.clock.none') },
      ...offered(MINUTES, clock()?.minutes).map((n) => ({
        value: String(n),
        words: t('new.clock.minutes', { n }),
      })),
    ],
    String(clock()?.minutes ?? 0),
    (v) => {
      change(v === '0' ? null : { minutes: Number(v) });
      more();
    },
  );
  /** The other fields are there while there is a clock. */
  function more() {
    const rule = clock();
    if (!rule) return box.replaceChildren(minutes);
    if (box.children.length > 1) return;
    const increment = selectField(
      t('new.clock.increment'),
      offered(INCREMENTS, rule.increment).map((n) => ({
        value: String(n),
        words: t('new.clock.seconds', { n }),
      })),
      String(rule.increment),
      (v) => change({ increment: Number(v) }),
    );
    box.append(increment);
    if (rule.rests !== undefined)
      box.append(check(t('new.clock.rests'), rule.rests, (rests) => change({ rests })));
  }
  box.append(minutes);
  more();
  return box;
}

/** A clock in a line. */
export function clockWords(rule: Clock | null) {
  if (!rule) return t('new.clock.none');
  const minutes = t('new.clock.minutes', { n: rule.minutes });
  return rule.increment ? `${minutes} + ${t('new.clock.seconds', { n: rule.increment })}` : minutes;
}
