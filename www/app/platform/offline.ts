/**
 * Offline support: registers the service worker (../../sw.js) and notifies the page of its state.
 *
 * Dispatches two events on `window`:
 * - `merels:offline`: the page now works offline. Sent once per load.
 * - `merels:update`: a new version is waiting. `event.detail.apply()` activates it and reloads the
 *   page; otherwise it takes over once every tab is closed. `event.detail.pressing`: the running
 *   version can no longer load all its parts.
 */

import { fetchWhole } from './fetch-whole.ts';

export type UpdateEvent = CustomEvent<{ apply: () => void; pressing: boolean }>;

/**
 * Call once, when the page is ready and its listeners are in place. Does nothing on the development
 * server or where service workers are unavailable (insecure origins, some private windows).
 */
export async function keepOffline(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const restarts = restartsSoFar();
  requested = restarts > 0;
  try {
    // Throws in a sandboxed frame.
    const { serviceWorker } = navigator;
    followTakeover(serviceWorker);
    cacheEarlierRequests(serviceWorker);
    const registration = await serviceWorker.register(new URL('sw.js', document.baseURI), {
      updateViaCache: 'none',
    });
    // A new version may already be waiting, may be installing, or may be found later.
    const { waiting } = registration;
    if (requested && waiting)
      activate(waiting, restarts, () => {
        if (restarts < MAX_RESTARTS) return restart(restarts + 1);
        requested = false;
        offerUpdate(waiting);
      });
    else if (waiting && serviceWorker.controller) offerUpdate(waiting);
    // The new version took over while this page was still loading from the old one.
    else if (requested && restarts < MAX_RESTARTS) return restart(restarts + 1);
    else if (requested) void lookForUpdate();
    registration.addEventListener('updatefound', () => followInstall(registration.installing));
    // If the first install fails (a file was incomplete), `ready` never resolves.
    await Promise.race([
      serviceWorker.ready,
      new Promise((_, reject) => followInstall(registration.installing, reject)),
    ]);
    window.dispatchEvent(new CustomEvent('merels:offline'));
  } catch (error) {
    // Storage may be full or denied: the page still works, but needs the network next time.
    console.warn('Merels cannot be kept for offline play:', error);
  }
}

/** The name of this script, which differs in every version. */
const VERSION = import.meta.url.replace(/.*\//, '');

/** Has this tab requested the new version? */
let requested = false;

function followTakeover(serviceWorker: ServiceWorkerContainer) {
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (requested) location.reload();
    // Another tab activated the new version: do not reload this one until its player agrees.
    else if (controlled) announce(() => location.reload());
    controlled = true;
  });
}

/** Files that are loaded lazily: words, fonts and parts of the page. */
const LATER = /\/assets\/[^/]+\.(?:js|css|json|woff2|txt)$/;

/**
 * On the first visit, requests made before the service worker took control bypassed it. Repeats
 * them so that it caches the files too; they usually come from the HTTP cache. Requests in flight
 * at that moment follow when they complete.
 */
function cacheEarlierRequests(serviceWorker: ServiceWorkerContainer) {
  if (serviceWorker.controller) return;
  const seen: Set<string> = new Set();
  const refetch = (name: string) => {
    // These requests would only delay a pending takeover.
    if (requested || seen.has(name)) return;
    seen.add(name);
    fetch(name).catch(() => {});
  };
  const check = (entries: PerformanceEntryList) => {
    for (const { name, workerStart } of entries as PerformanceResourceTiming[])
      if (!workerStart && LATER.test(name)) refetch(name);
  };
  const start = () => {
    new PerformanceObserver((list) => check(list.getEntries())).observe({
      type: 'resource',
      buffered: true,
    });
    const link = document.querySelector('link[rel=manifest]') as HTMLLinkElement | null;
    if (link) refetch(link.href);
  };
  serviceWorker.addEventListener('controllerchange', start, { once: true });
}

function followInstall(worker: ServiceWorker | null, failed?: (reason: string) => void) {
  worker?.addEventListener('statechange', () => {
    // Without a controller this is the first version, not a new one.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
    if (worker.state === 'redundant') failed?.('a file is missing');
  });
}

/**
 * Called when a part of the page fails to load: checks whether the server has a newer version. If
 * so, it is offered at once, even during a game, since the old parts are gone.
 * @returns does the server still have this version? Then a reload can fetch what browsers do not
 *   retry
 */
export async function lookForUpdate(): Promise<boolean> {
  try {
    // sw.js names every file of its version and always comes from the network.
    const worker = await (await fetchWhole('sw.js', { cache: 'no-store' })).text();
    if (worker.includes(VERSION)) return true;
    if (!/\/index-/.test(worker)) return false;
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update();
    pressing = true;
    const { waiting, installing } = registration ?? {};
    // A version still installing is offered when it is ready.
    if (!installing) announce(waiting ? () => activate(waiting) : () => location.reload());
  } catch {
    // Offline: try again next time.
  }
  return false;
}

/** Should the update be offered even during a game? */
let pressing = false;

let offered: ServiceWorker | null = null;

function offerUpdate(waiting: ServiceWorker) {
  if (waiting === offered) return;
  offered = waiting;
  announce(() => activate(waiting));
}

/**
 * How long to wait for the new version to activate, in milliseconds; twice as long after each
 * restart, for a slow device.
 */
const TAKEOVER_TIMEOUT = 2000;

/**
 * A browser activates a new version once the old worker is idle. If that is busy, the browser may
 * not check again for minutes, but it does on a reload; session storage then tells the page that it
 * has requested this version.
 * @param restarts so far
 * @param onTimeout called if it does not activate in time
 */
function activate(waiting: ServiceWorker, restarts = 0, onTimeout: () => void = () => restart(1)) {
  requested = true;
  navigator.serviceWorker.controller?.postMessage('give way');
  waiting.postMessage('take over');
  setTimeout(() => waiting.state === 'installed' && onTimeout(), TAKEOVER_TIMEOUT * 2 ** restarts);
}

const RESTARTS_KEY = 'merels.changing';
/** The maximum number of reloads in a row: loading the page may itself keep the old worker busy. */
const MAX_RESTARTS = 3;

/** @param number of this restart in a row, from 1 */
function restart(number: number) {
  try {
    sessionStorage.setItem(RESTARTS_KEY, `${number} ${VERSION}`);
  } catch {
    // The update will be offered again.
  }
  location.reload();
}

/** How many times in a row this version has just reloaded the tab to get the new one. */
function restartsSoFar() {
  try {
    const [restarts, version] = (sessionStorage.getItem(RESTARTS_KEY) ?? '').split(' ');
    sessionStorage.removeItem(RESTARTS_KEY);
    // The new version itself needs no further restart.
    return version === VERSION ? Number(restarts) : 0;
  } catch {
    return 0;
  }
}

function announce(apply: () => void) {
  window.dispatchEvent(new CustomEvent('merels:update', { detail: { apply, pressing } }));
}
