// Lets the right clock run, and sees a flag fall. How a game ends by that is Rust's business.
import { clockSide, runClock, timesLeft } from './state.js';

/** @param {import('./state.js').Store} store @param {import('./session.js').Session} session */
export function createClocks(store, session) {
  let timer = 0;

  function check() {
    clearTimeout(timer);
    const now = performance.now();
    const state = store.get();
    const rests = document.hidden && state.settings.clock?.rests;
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
}
