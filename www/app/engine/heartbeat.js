// A worker's heartbeat, for its watchdog (see watchdog.js).

/** How often it says that it is alive, in milliseconds. */
export const BEAT = 250;

/** Says so once. */
export const beat = () => self.postMessage({ type: 'alive' });

/**
 * Says so now, and lets the page hear at once when this worker is no more: then its lock is free. Resolved when it holds it, or where
 * the browser knows of none, or gives none to a page that may not store anything. @returns {Promise<void>}
 */
export function live() {
  beat();
  return new Promise((resolve) => {
    const hold = (lock = '') => {
      self.postMessage({ type: 'alive', lock });
      resolve();
      return new Promise(() => {});
    };
    const name = `merels-${Math.random()}`;
    const { locks } = navigator;
    if (locks) locks.request(name, () => hold(name)).catch(() => void hold());
    else void hold();
  });
}

/** Says so again and again until what is waited for has come. @template T @param {Promise<T>} work @returns {Promise<T>} */
export function beatDuring(work) {
  const beating = setInterval(beat, BEAT);
  return work.finally(() => clearInterval(beating));
}

/** Has the WebAssembly failed, or found no memory or no room on its stack, other than refused something? @param {unknown} error */
export const isTrap = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
