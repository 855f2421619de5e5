// A worker's side of its watchdog (see watchdog.ts).

/** The interval between heartbeats, in milliseconds. */
export const BEAT = 250;

/** Sends one heartbeat. */
export const beat = () => self.postMessage({ type: 'alive' });

/**
 * Sends the first heartbeat and takes a lock that the browser releases when this worker dies, so
 * that the page notices at once. Resolves when it has the lock, or if there are no locks, such as
 * when storage is denied.
 */
export function announce(): Promise<void> {
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

/** Sends heartbeats until the work is done. */
export function beatDuring<T>(work: Promise<T>): Promise<T> {
  const beating = setInterval(beat, BEAT);
  return work.finally(() => clearInterval(beating));
}

/** Lets other messages be handled. */
export const yieldToMessages = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });

/** Is it a trap of the WebAssembly, a lack of memory or of stack, rather than a refusal? */
export const isTrap = (error: unknown) =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
