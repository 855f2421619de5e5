/**
 * The service worker: caches every file of the page, so that it works offline.
 *
 * A new version is fetched in the background and then waits: it takes over when the last tab is
 * closed or when the page requests it (see app/platform/offline.ts). Files are cached only if they
 * match the hash from the build, which rejects truncated files and wrong responses.
 */
import { cacheNames } from 'workbox-core';
import { addPlugins, precacheAndRoute } from 'workbox-precaching';
import { fetchVerified } from './app/platform/fetch-verified.ts';

/** Every file that offline play needs; scripts/lib/page.mjs puts the list here. */
declare const __OFFLINE_FILES__: { url: string; revision: string | null; integrity: string }[];
/**
 * What a page fetches only when it needs it, words of other languages or exact values, relative to
 * the page.
 */
declare const __LATER_FILES__: { url: string; integrity: string }[];

const worker = self as unknown as ServiceWorkerGlobalScope;

addPlugins([{ handlerDidError: recover }]);
// The build inserts the list. Query parameters are for the page and do not select a file.
precacheAndRoute(__OFFLINE_FILES__, { ignoreURLParametersMatching: [/./] });

/**
 * If a file fails to load or does not match its hash during install, retries once, bypassing the
 * HTTP cache. Afterwards, if the page is missing from the cache, falls back to the network,
 * whichever version that has.
 */
async function recover({ request, event }: { request: Request; event: ExtendableEvent }) {
  if (event.type !== 'install') return request.mode === 'navigate' ? fetch(request) : undefined;
  if (request.cache === 'reload') return undefined;
  const response = await fetch(new Request(request, { cache: 'reload' }));
  await (await caches.open(cacheNames.precache)).put(request.url, response.clone());
  return response;
}

/** Aborts requests in flight. */
let inFlight = new AbortController();

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting();
  // The new worker activates once this one is idle, which could take minutes if a host does not
  // answer.
  if (event.data === 'give way') {
    inFlight.abort();
    inFlight = new AbortController();
  }
});

// Take control on the first visit without a reload.
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), deleteOld()])),
);

/*
 * What another program shares comes as a form (see manifest.webmanifest). Files wait in a cache
 * until the page takes them; text goes into its address.
 */

const SHARED = 'merels-shared';

worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && url === `${worker.registration.scope}?share`)
    event.respondWith(takeShared(event.request));
});

async function takeShared(request: Request) {
  const query = new URLSearchParams();
  try {
    const form = await request.formData();
    for (const part of ['title', 'text', 'url']) query.set(part, String(form.get(part) ?? ''));
    const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0);
    if (files.length) query.set('do', 'open');
    const cache = files.length ? await caches.open(SHARED) : null;
    for (const [i, file] of files.entries())
      await cache?.put(`${worker.registration.scope}shared-${i}`, new Response(file));
  } catch {
    // The page says that there is nothing to open.
    query.set('do', 'open');
  }
  return Response.redirect(`${worker.registration.scope}?${query}`, 303);
}

/*
 * Lazy files (words and fonts of other languages, exact values) are cached when first used, and
 * updated with a new version.
 */

const LATER = 'merels-later';
const { scope } = worker.registration;
/** Integrity hashes by URL. */
const later = new Map(
  __LATER_FILES__.map(({ url, integrity }) => [new URL(url, scope).href, integrity]),
);
/** Does a request belong to this page, in any version? Other copies may be on the same host. */
const isOurs = ({ url }: { url: string }) =>
  url.startsWith(scope) && /^(assets\/)?[^/]*$/.test(url.slice(scope.length).replace(/\?.*/, ''));
/** The name of a file such as `…/assets/de-1a2b3c4d.json` without its version. */
const name = (url: string) =>
  url
    .slice(url.lastIndexOf('/') + 1)
    .replace(/-[\w-]{8}\./, '.')
    .replace(/\?.*/, '');
/** The cache key: files without a hash in their name get one appended. */
const key = (url: string) =>
  url.includes('/assets/') ? url : `${url}?${encodeURIComponent(later.get(url) ?? '')}`;

/** The main word file of a language: for `…/de.learn-1a2b3c4d.json` that is `de.json`. */
const language = (url: string) => name(url).replace(/^([a-z]{2})\.\w+(?=\.json$)/, '$1');

worker.addEventListener('fetch', (event) => {
  const { url } = event.request;
  if (!later.has(url)) return;
  event.respondWith(answer(url).catch(() => Response.error()));
  // Also cache the language's other words, for parts first opened offline.
  const parts = [...later.keys()].filter((part) => part !== url && language(part) === name(url));
  event.waitUntil(Promise.allSettled(parts.map(answer)));
});

worker.addEventListener('install', (event) => event.waitUntil(updateCached()));

async function answer(url: string) {
  // If the cache is unavailable, use the network.
  const cache = await caches.open(LATER).catch(() => null);
  const cached = await cache?.match(key(url), { ignoreVary: true }).catch(() => undefined);
  if (cached) return cached;
  const options = { integrity: later.get(url) ?? '', signal: inFlight.signal };
  const response = await fetchVerified(url, options).catch(() =>
    fetchVerified(url, { ...options, cache: 'reload' }),
  );
  await cache?.put(key(url), response.clone()).catch(() => {});
  return response;
}

/** Fetches new versions of the lazy files that the old version has cached. */
async function updateCached() {
  const cache = await caches.open(LATER);
  const cached = new Set((await cache.keys()).filter(isOurs).map(({ url }) => name(url)));
  await Promise.allSettled(
    [...later.keys()]
      .filter((url) => cached.has(name(url)) || cached.has(language(url)))
      .map(answer),
  );
}

async function deleteOld() {
  const cache = await caches.open(LATER);
  const mine = new Set([...later.keys()].map(key));
  await Promise.all(
    (await cache.keys())
      .filter((request) => isOurs(request) && !mine.has(request.url))
      .map((request) => cache.delete(request)),
  );
}
