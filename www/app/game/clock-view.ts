// A player's clock. Shows tenths when time is short, with a mark and a frame; screen readers
// announce it once.
import './clock.css';
import { type Store } from '../state.ts';
import { h, icon } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { clockText, sideName } from './words.ts';
import { shownTimes } from './clock-state.ts';
import type { Side, State } from '../types.ts';

/** Below this, tenths are shown, in milliseconds. */
const TENTHS = 10_000;
/** Time is short in the last eighth, within these limits in milliseconds. */
const SHORT = { part: 8, least: 10_000, most: 60_000 };

/**
 * @param section of the player
 * @param side whose clock it is
 */
export function createClockFace(store: Store, section: HTMLElement, side: (state: State) => Side) {
  const time = h('span', { class: 'clock-time' });
  const face = h('div', { class: 'clock', role: 'timer', hidden: true }, icon('short'), time);
  const warning = h('span', { class: 'unseen', role: 'status' });
  section.append(face, warning);
  let timer = 0;

  function show() {
    clearTimeout(timer);
    const state = store.get();
    const { clock, settings } = state;
    face.hidden = !clock;
    section.classList.toggle('timed', clock !== null);
    if (!clock) return;
    const mine = side(state);
    const left = shownTimes(state, performance.now())[mine];
    const runs = clock.running === mine;
    const whole = (settings.clock?.minutes ?? 0) * 60_000;
    const low = left <= Math.min(SHORT.most, Math.max(SHORT.least, whole / SHORT.part));
    const words = clockText(left, left < TENTHS);
    if (time.textContent !== words) time.textContent = words;
    face.setAttribute('aria-label', t('clock.label', { side: sideName(mine) }));
    face.classList.toggle('runs', runs);
    if (low && runs && !face.classList.contains('low'))
      warning.textContent = t('clock.low', { side: sideName(mine), time: clockText(left, false) });
    if (!low) warning.textContent = '';
    face.classList.toggle('low', low);
    if (!runs || left <= 0) return;
    const step = left <= TENTHS ? 100 : 1000;
    timer = window.setTimeout(show, left % step || step);
  }

  store.subscribe(show);
  show();
}
