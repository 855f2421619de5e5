/**
 * The service worker: keeps every file of the page, so that it opens and plays without a network.
 *
 * A new version is fetched in the background and then waits: it takes over when the last tab is closed, or when the page
 * asks for it (see app/platform/offline.js), never in the middle of a game. Every file is kept only where its hash is the one that
 * the build has written down: a file that was cut off, and whatever else a network may answer in its place, is not.
 */
import { cacheNames } from 'workbox-core';
import { addPlugins, precacheAndRoute } from 'workbox-precaching';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

addPlugins([{ handlerDidError: instead }]);
// The list is put here by the build. What stands after a "?" is for the page, which is the same file whatever it says.
precacheAndRoute(__OFFLINE_FILES__, { ignoreURLParametersMatching: [/./] });

/**
 * Where a file did not come, or not whole: what the browser itself has kept of it may be the reason, so it is asked for past that,
 * once. A page whose files are gone from the cache comes from the network, whichever version that has.
 * @param {{ request: Request, event: ExtendableEvent }} failed
 */
async function instead({ request, event }) {
  if (event.type !== 'install') return request.mode === 'navigate' ? fetch(request) : undefined;
  if (request.cache === 'reload') return undefined;
  const response = await fetch(new Request(request, { cache: 'reload' }));
  await (await caches.open(cacheNames.precache)).put(request.url, response.clone());
  return response;
}

/** Breaks off what is on its way from the network. */
let leaving = new AbortController();

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting();
  // The new one is let in when this one has nothing to do: that would be minutes where a host does not answer.
  if (event.data === 'give way') {
    leaving.abort();
    leaving = new AbortController();
  }
});

// The very first visit is served by the worker at once; later ones start out that way.
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([worker.clients.claim(), tidy()])));

/* Words and letters of other languages, exact values: not all are fetched, but what was needed here once is kept, and comes along to a new version. */

const LATER = 'merels-later';
const { scope } = worker.registration;
/** By address, what each must be. */
const later = new Map(__LATER_FILES__.map(({ url, integrity }) => [new URL(url, scope).href, integrity]));
/** Is that a file of this page, of any version? Another copy of it may lie on the same host. @param {{ url: string }} request */
const isOurs = ({ url }) => url.startsWith(scope) && /^(assets\/)?[^/]*$/.test(url.slice(scope.length).replace(/\?.*/, ''));
/** What a file such as `…/assets/de-1a2b3c4d.json` is called in every version. @param {string} url */
const name = (url) => url.slice(url.lastIndexOf('/') + 1).replace(/-[\w-]{8}\./, '.').replace(/\?.*/, '');
/** Where it is kept: those whose name does not tell their content are told apart by their hash. @param {string} url */
const key = (url) => (url.includes('/assets/') ? url : `${url}?${encodeURIComponent(later.get(url) ?? '')}`);

/** The words that a language begins with: of `…/de.learn-1a2b3c4d.json` that is `de.json`. @param {string} url */
const language = (url) => name(url).replace(/^([a-z]{2})\.\w+(?=\.json$)/, '$1');

worker.addEventListener('fetch', (event) => {
  const { url } = event.request;
  if (!later.has(url)) return;
  event.respondWith(answer(url).catch(() => Response.error()));
  // The other words of a language, for what is first opened without a network.
  const parts = [...later.keys()].filter((part) => part !== url && language(part) === name(url));
  event.waitUntil(Promise.allSettled(parts.map(answer)));
});

worker.addEventListener('install', (event) => event.waitUntil(bringAlong()));

/** @param {string} url */
async function answer(url) {
  // Where nothing can be kept, it comes from the network.
  const cache = await caches.open(LATER).catch(() => null);
  const kept = await cache?.match(key(url), { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const asked = { integrity: later.get(url), signal: leaving.signal };
  const response = await fetch(url, asked).catch(() => fetch(url, { ...asked, cache: 'reload' }));
  await cache?.put(key(url), response.clone()).catch(() => {});
  return response;
}

/** Fetches the new files of those that the old version has kept. */
async function bringAlong() {
  const cache = await caches.open(LATER);
  const kept = new Set((await cache.keys()).filter(isOurs).map(({ url }) => name(url)));
  await Promise.allSettled([...later.keys()].filter((url) => kept.has(name(url)) || kept.has(language(url))).map(answer));
}

async function tidy() {
  const cache = await caches.open(LATER);
  const mine = new Set([...later.keys()].map(key));
  await Promise.all((await cache.keys()).filter((request) => isOurs(request) && !mine.has(request.url)).map((request) => cache.delete(request)));
}
