/**
 * Playing without a network: starts the service worker (../../sw.js) and tells the page what becomes of it.
 *
 * Two events are sent to `window`:
 * - `merels:offline`: from now on the page opens without a network. Sent once a load.
 * - `merels:update`: a new version is there and waits. `event.detail.apply()` changes to it, which reloads the page; until
 *   it is called nothing changes, and the new version takes over by itself once every tab is closed. `event.detail.pressing`:
 *   this version cannot go on as it is.
 */

/** @typedef {CustomEvent<{ apply: () => void, pressing: boolean }>} UpdateEvent */

/**
 * Call once, when the page is ready to be played and its listeners are in place. Does nothing in the development
 * server, and where the browser has no service workers (an insecure address, some private windows).
 * @returns {Promise<void>}
 */
export async function keepOffline() {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const restarts = restartsSoFar();
  asked = restarts > 0;
  try {
    // In a sandboxed frame even this is denied.
    const { serviceWorker } = navigator;
    watchTakeover(serviceWorker);
    keepEarlier(serviceWorker);
    const registration = await serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
    // A new version may have come before anything listened, may be on its way, or may come from now on.
    const { waiting } = registration;
    if (asked && waiting)
      take(waiting, () => {
        if (restarts < MAX_RESTARTS) return restart(restarts + 1);
        asked = false;
        offerUpdate(waiting);
      });
    else if (waiting && serviceWorker.controller) offerUpdate(waiting);
    else if (asked) void lookForUpdate();
    registration.addEventListener('updatefound', () => watchInstall(registration.installing));
    // Where the first one is given up, since a file did not come whole, there will be none to wait for.
    await Promise.race([serviceWorker.ready, new Promise((_, reject) => watchInstall(registration.installing, reject))]);
    window.dispatchEvent(new CustomEvent('merels:offline'));
  } catch (error) {
    // Storage may be full or forbidden; the page plays on, it only needs the network next time.
    console.warn('Merels cannot be kept for offline play:', error);
  }
}

/** Set as soon as this tab has asked for the new version. */
let asked = false;

/** @param {ServiceWorkerContainer} serviceWorker */
function watchTakeover(serviceWorker) {
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    // Another tab has changed to the new version: this one stays as it is until its player agrees.
    else if (controlled) announce(() => location.reload());
    controlled = true;
  });
}

/** What is fetched when it is wanted, as words, letters and parts of the page are. */
const LATER = /\/assets\/[^/]+\.(?:js|css|json|woff2|txt|explorer)$/;

/**
 * From when it takes over the service worker answers, and keeps what it fetches: what was asked for before is asked for again, which
 * costs nothing where the browser still has it. What is on its way just then follows when it has come.
 * @param {ServiceWorkerContainer} serviceWorker
 */
function keepEarlier(serviceWorker) {
  if (serviceWorker.controller) return;
  /** @type {Set<string>} */
  const had = new Set();
  /** @param {string} name */
  const again = (name) => {
    // What is broken off for a new version would only be in its way.
    if (asked || had.has(name)) return;
    had.add(name);
    fetch(name).catch(() => {});
  };
  /** @param {PerformanceEntryList} entries */
  const look = (entries) => {
    for (const { name, workerStart } of /** @type {PerformanceResourceTiming[]} */ (entries)) if (!workerStart && LATER.test(name)) again(name);
  };
  const begin = () => {
    new PerformanceObserver((list) => look(list.getEntries())).observe({ type: 'resource', buffered: true });
    const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=manifest]'));
    if (link) again(link.href);
  };
  serviceWorker.addEventListener('controllerchange', begin, { once: true });
}

/** @param {ServiceWorker | null} worker @param {(reason: string) => void} [failed] */
function watchInstall(worker, failed) {
  worker?.addEventListener('statechange', () => {
    // Without a controller this is the first version, not a new one.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
    if (worker.state === 'redundant') failed?.('a file is missing');
  });
}

/**
 * For where a part of the page cannot be fetched: has the server another version by now? Then that is offered at once,
 * in the middle of a game too, for this one will not get its parts any more.
 * @returns {Promise<boolean>} whether it still has this one, so that a reload gets what a browser asks for only once
 */
export async function lookForUpdate() {
  try {
    // It names every file of its version, and always comes from the network.
    const worker = await (await fetch('sw.js', { cache: 'no-store' })).text();
    if (worker.includes(import.meta.url.replace(/.*\//, ''))) return true;
    if (!/\/index-/.test(worker)) return false;
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update();
    pressing = true;
    const { waiting, installing } = registration ?? {};
    // What is being fetched is offered as soon as it is there.
    if (!installing) announce(waiting ? () => take(waiting) : () => location.reload());
  } catch {
    // No network: it can wait.
  }
  return false;
}

/** Can it not wait for the end of a game? */
let pressing = false;

/** @type {ServiceWorker | null} */
let offered = null;

/** @param {ServiceWorker} waiting */
function offerUpdate(waiting) {
  if (waiting === offered) return;
  offered = waiting;
  announce(() => take(waiting));
}

/** How long a new version is waited for, in milliseconds. */
const PATIENCE = 2000;

/**
 * A browser activates a new version once the old one is idle. If that is busy at the moment, the browser may not check again for
 * minutes; it does when the page is loaded again, which then knows from session storage that this version has been asked for.
 * @param {ServiceWorker} waiting @param {() => void} [otherwise] if it does not come
 */
function take(waiting, otherwise = () => restart(1)) {
  asked = true;
  navigator.serviceWorker.controller?.postMessage('give way');
  waiting.postMessage('take over');
  setTimeout(() => waiting.state === 'installed' && otherwise(), PATIENCE);
}

const CHANGING = 'merels.changing';
/** How often the page is loaded again for a version: a loading page may itself keep the old one busy. */
const MAX_RESTARTS = 3;

/** @param {number} number which restart in a row this is */
function restart(number) {
  try {
    sessionStorage.setItem(CHANGING, String(number));
  } catch {
    // It will be offered again.
  }
  location.reload();
}

/** How often this tab has just been loaded again for a version that it asked for. */
function restartsSoFar() {
  try {
    const restarts = Number(sessionStorage.getItem(CHANGING));
    sessionStorage.removeItem(CHANGING);
    return restarts;
  } catch {
    return 0;
  }
}

/** @param {() => void} apply */
function announce(apply) {
  window.dispatchEvent(new CustomEvent('merels:update', { detail: { apply, pressing } }));
}
