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
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
