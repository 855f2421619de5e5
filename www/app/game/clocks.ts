// Starts and stops the clocks, and detects when time has run out. Rust decides how the game ends
// then.
import { type Store } from '../state.ts';
import { clockSide, runClock, timesLeft } from './clock-state.ts';
import type { Session } from './session.ts';

/** @param isAway is another screen shown? Call `check` when that changes */
export function createClocks(store: Store, session: Session, isAway: () => boolean = () => false) {
  let timer = 0;

  function check() {
    clearTimeout(timer);
    const now = performance.now();
    const state = store.get();
    const rests = (document.hidden || isAway()) && state.settings.clock?.rests;
    store.update((s) => runClock(s, rests ? null : clockSide(s), now));
    const { clock } = store.get();
    if (!clock?.running) return;
    const left = timesLeft(clock, now)[clock.running];
    if (left > 0) timer = window.setTimeout(check, left);
    else session.flag(clock.running);
  }

  store.subscribe(check);
  document.addEventListener('visibilitychange', check);
  check();
  return { check };
}
