/**
 * What every browser test stands on. Import `test` and `expect` from here, never from Playwright
 * itself:
 * - the built page is served from a sub-path, and `page.goto('./')` opens it;
 * - a test fails when the page logs an error, throws, or asks any other host for anything;
 * - there is no service worker, and what the page fetches late to make the computer stronger is not
 *   there; tests that are about them say `test.use({ serviceWorkers: 'allow' })` and
 *   `test.use({ late: true })`.
 */
import { test as base, expect } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/lib/page.mjs';
import { serve } from '../../scripts/lib/serve.mjs';

export { expect };

/**
 * @typedef {object} Watch
 * @property {string[]} problems what the page has done wrong so far
 * @property {RegExp[]} allowed problems that this test expects: `watch.allowed.push(/…/)`
 */

/**
 * @typedef {import('../../scripts/lib/serve.mjs').Site} Site
 * @typedef {import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions}
 *   TestArgs
 * @typedef {import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions}
 *   WorkerArgs
 */

/**
 * What is fetched in the background may be on its way when a test takes the network away, or not be
 * there at all (see `late`).
 */
const ON_ITS_WAY =
  /Failed to load resource: (?:net::ERR_|the server responded with a status of 404).*\.(?:opening|net)/;

/** A host may add these files; a browser notes that it did not. */
const NOT_ADDED = /status of 404.*(?:ice-servers|rendezvous)\.json/;

/**
 * Exact values, and weights of other games than Nine, that the page fetches when it has nothing
 * else to do; unpacking them takes seconds.
 */
const lateFiles = () =>
  readdirSync(join(DIST, 'assets'))
    .filter((name) => /\.opening$|^(?!nine-).*\.net$/.test(name))
    .map((name) => `assets/${name}`);

/**
 * @type {import('@playwright/test').Fixtures<{ watch: Watch, late: boolean, withheld: void }, { site: Site }, TestArgs, WorkerArgs>}
 */
const fixtures = {
  late: [false, { option: true }],

  withheld: [
    async ({ late, site }, use) => {
      const files = late ? [] : lateFiles();
      for (const file of files) site.replaced.set(file, null);
      await use();
      for (const file of files) site.replaced.delete(file);
    },
    { auto: true },
  ],

  site: [
    async ({}, use) => {
      const site = await serve({ path: '/some/sub-path/' });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  watch: [
    async ({ context, site }, use) => {
      /** @type {Watch} */
      const watch = { problems: [], allowed: [ON_ITS_WAY, NOT_ADDED] };
      const { origin } = new URL(site.url);
      context.on('console', (message) => {
        if (message.type() === 'error')
          watch.problems.push(`console error: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) =>
        watch.problems.push(`uncaught: ${error.error().stack ?? error.error()}`),
      );
      // Also those of workers and of the service worker.
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin)
          watch.problems.push(`request to ${url}`);
      });
      await use(watch);
      const unexpected = watch.problems.filter(
        (problem) => !watch.allowed.some((pattern) => pattern.test(problem)),
      );
      expect(unexpected, 'the page logs no error and asks no other host').toEqual([]);
    },
    { auto: true },
  ],
};

/**
 * @type {import('@playwright/test').TestType<TestArgs & { watch: Watch, late: boolean }, WorkerArgs & { site: Site }>}
 */
export const test = base.extend(/** @type {any} */ (fixtures));

/**
 * Waits until the page is served by its service worker, so that it may go offline.
 * @param {import('@playwright/test').Page} page
 */
export async function untilKeptOffline(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/**
 * Waits until parts that were asked for are kept for playing offline.
 * @param {import('@playwright/test').Page} page
 * @param {RegExp} parts by their names
 * @param {number} [count] so many at least
 */
export async function untilPartsAreKept(page, parts, count = 1) {
  const kept = () =>
    page.evaluate(async () =>
      (await (await caches.open('merels-later')).keys()).map(({ url }) => url),
    );
  await expect
    .poll(async () => (await kept()).filter((url) => parts.test(url)).length)
    .toBeGreaterThanOrEqual(count);
}
