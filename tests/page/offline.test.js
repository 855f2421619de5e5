// @vitest-environment happy-dom
/**
 * A new version that the browser does not let in at once: the page is loaded again a few times,
 * then offers it again.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** @type {string[]} */
let events;
/** @type {{ state: string, postMessage: import('vitest').Mock, addEventListener: () => void }} */
let waiting;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('DEV', false);
  sessionStorage.clear();
  events = [];
  waiting = { state: 'installed', postMessage: vi.fn(), addEventListener() {} };
  const registration = Object.assign(new EventTarget(), { waiting, installing: null });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: { postMessage() {} },
    ready: Promise.resolve(registration),
    register: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.spyOn(location, 'reload').mockImplementation(() => void events.push('reload'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Loads the page anew; resolves to how its new version is changed to, where that is offered. */
async function load(millis = 3000) {
  vi.resetModules();
  /** @type {(() => void) | undefined} */
  let apply;
  const offered = (/** @type {Event} */ event) =>
    void ({ apply } = /** @type {CustomEvent} */ (event).detail);
  addEventListener('merels:update', offered);
  const { keepOffline } = await import('../../www/app/platform/offline.ts');
  await keepOffline();
  await vi.advanceTimersByTimeAsync(millis);
  removeEventListener('merels:update', offered);
  return apply;
}

test('a new version that does not come is asked for by three restarts, then offered again', async () => {
  const apply = await load();
  expect(apply).toBeDefined();
  expect(events).toEqual([]);
  apply?.();
  await vi.advanceTimersByTimeAsync(3000);
  expect(events).toEqual(['reload']);
  for (const [restarts, wait] of /** @type {const} */ ([
    [2, 4000],
    [3, 8000],
  ])) {
    expect(await load(wait - 100)).toBeUndefined();
    expect(events, 'it has more time after each restart').toHaveLength(restarts - 1);
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toHaveLength(restarts);
  }
  expect(await load(16_000)).toBeDefined();
  expect(events).toHaveLength(3);
  // The next load is like any other.
  waiting.postMessage.mockClear();
  expect(await load()).toBeDefined();
  expect(waiting.postMessage).not.toHaveBeenCalled();
});

test('a new version that comes after a restart is not asked for again', async () => {
  (await load())?.();
  await vi.advanceTimersByTimeAsync(3000);
  expect(events).toEqual(['reload']);
  waiting.postMessage.mockImplementation(() => void (waiting.state = 'activating'));
  expect(await load()).toBeUndefined();
  expect(waiting.postMessage).toHaveBeenCalledWith('take over');
  expect(events).toEqual(['reload']);
});

test('where service workers are denied the page plays on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('navigator', {
    get serviceWorker() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  await load();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('offline'), expect.any(DOMException));
});
