/**
 * The service worker: keeps every file of the page, so that it opens and plays without a network.
 *
 * A new version is fetched in the background and then waits: it takes over when the last tab is closed, or when the page
 * asks for it (see app/offline.js), never in the middle of a game.
 */
import { precacheAndRoute } from 'workbox-precaching';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// The list is put here by the build. What stands after a "?" is for the page, which is the same file whatever it says.
precacheAndRoute(__OFFLINE_FILES__, { ignoreURLParametersMatching: [/./] });

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting();
});

// The very first visit is served by the worker at once; later ones start out that way.
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([worker.clients.claim(), tidy()])));

/* Words and letters of other languages, exact values: not all are fetched, but what was needed here once is kept, and comes along to a new version. */

const LATER = 'merels-later';
const later = __LATER_FILES__.map((file) => new URL(file, worker.registration.scope).href);
/** What a file such as `…/assets/de-1a2b3c4d.json` is called in every version. @param {string} url */
const name = (url) => url.slice(url.lastIndexOf('/') + 1).replace(/-[\w-]{8}\./, '.');

worker.addEventListener('fetch', (event) => {
  if (later.includes(event.request.url)) event.respondWith(answer(event.request));
});

worker.addEventListener('install', (event) => event.waitUntil(bringAlong()));

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(LATER);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(() => {});
  return response;
}

/** Fetches the new files of those that the old version has kept. */
async function bringAlong() {
  const cache = await caches.open(LATER);
  const kept = new Set((await cache.keys()).map(({ url }) => name(url)));
  await Promise.allSettled(later.filter((url) => kept.has(name(url))).map((url) => cache.add(url)));
}

async function tidy() {
  const cache = await caches.open(LATER);
  await Promise.all((await cache.keys()).filter(({ url }) => !later.includes(url)).map((key) => cache.delete(key)));
}
