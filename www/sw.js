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

/* Languages, words and letters: not all are fetched, but what was needed here once is kept, and comes along to a new version. */

const SPOKEN = 'merels-languages';
const languages = __LANGUAGE_FILES__.map((file) => new URL(file, worker.registration.scope).href);
/** What a file such as `…/assets/de-1a2b3c4d.json` is called in every version. @param {string} url */
const name = (url) => url.slice(url.lastIndexOf('/') + 1).replace(/-[\w-]{8}\./, '.');

worker.addEventListener('fetch', (event) => {
  if (languages.includes(event.request.url)) event.respondWith(speak(event.request));
});

worker.addEventListener('install', (event) => event.waitUntil(bringAlong()));

/** @param {Request} request */
async function speak(request) {
  const cache = await caches.open(SPOKEN);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(() => {});
  return response;
}

/** Fetches the new files of the languages that the old version has kept. */
async function bringAlong() {
  const cache = await caches.open(SPOKEN);
  const kept = new Set((await cache.keys()).map(({ url }) => name(url)));
  await Promise.allSettled(languages.filter((url) => kept.has(name(url))).map((url) => cache.add(url)));
}

async function tidy() {
  const cache = await caches.open(SPOKEN);
  await Promise.all((await cache.keys()).filter(({ url }) => !languages.includes(url)).map((key) => cache.delete(key)));
}
