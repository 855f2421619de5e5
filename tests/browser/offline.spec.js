import { readFileSync } from 'node:fs';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { cell, drop, menu, open, play, ready, start } from './table.js';

test.use({ serviceWorkers: 'allow' });

const WORKER = new URL('../../dist/sw.js', import.meta.url);

/**
 * The service worker is registered only when `begin` is called.
 * @param {import('@playwright/test').Page} page
 */
async function lateWorker(page) {
  await page.addInitScript(() => {
    const register = ServiceWorkerContainer.prototype.register;
    const may = new Promise((resolve) => Object.assign(window, { mayKeep: resolve }));
    ServiceWorkerContainer.prototype.register = async function (...args) {
      await may;
      return register.apply(this, args);
    };
  });
  return { begin: () => page.evaluate(() => /** @type {any} */ (window).mayKeep()) };
}

/**
 * The page's own script has run and got the WebAssembly; what went wrong on the way is caught by
 * the fixture.
 * @param {import('@playwright/test').Page} page
 */
async function isLoaded(page) {
  await expect(page).toHaveTitle(/Merels/);
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name, responseStatus }) => name.endsWith('.wasm') && responseStatus === 200),
  );
}

test(
  'a file that another program shares is opened, and its text where it shares no file',
  { tag: '@desktop' },
  async ({ page, site }) => {
    await page.goto('./');
    await untilKeptOffline(page);
    /**
     * The system sends a form; the page itself may send none.
     * @param {string} text
     * @param {string} [file]
     */
    async function share(text, file) {
      await page.goto('about:blank');
      await page.setContent(
        `<form method="post" enctype="multipart/form-data" action="${site.url}?share"><input name="text" value="${text}"><input name="files" type="file"><button></button></form>`,
      );
      if (file)
        await page
          .locator('[type=file]')
          .setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(file) });
      await page.locator('button').click();
      await ready(page);
    }
    await share('1. d2 *');
    await expect(page.locator('.move')).toHaveText(['d2']);
    await share('A game', '1. d6 f4 *');
    await expect(page.locator('.move')).toHaveText(['d6', 'f4']);
    await expect.poll(() => page.evaluate(() => caches.has('merels-shared'))).toBe(false);
  },
);

test(
  'a part of the page that was asked for before anything was kept is kept too',
  { tag: '@desktop' },
  async ({ page, context }) => {
    const worker = await lateWorker(page);
    await open(page);
    await menu(page, 'Learn');
    await expect(page.locator('[data-view=coords]')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await worker.begin();
    await untilKeptOffline(page);
    await untilPartsAreKept(page, /learn(?:\.words)?-/, 3);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await menu(page, 'Learn');
    await expect(page.locator('[data-view=coords]')).toBeVisible();
  },
);

test(
  'a part of the page comes from the network where nothing can be kept',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    const [worker] = context.serviceWorkers();
    expect(worker).toBeDefined();
    await worker?.evaluate(
      () =>
        void (CacheStorage.prototype.open = () =>
          Promise.reject(new DOMException('no', 'UnknownError'))),
    );
    await menu(page, 'Learn');
    await expect(page.locator('[data-view=coords]')).toBeVisible();
    expect(
      await page.evaluate(
        async () =>
          (await (await caches.open('merels-later')).keys()).filter(({ url }) => /learn-/.test(url))
            .length,
      ),
    ).toBe(0);
  },
);

for (const [what, late, tag] of /** @type {[string, RegExp, string[]][]} */ ([
  ['a part of the page', /collection-[^/]+$/, ['@desktop', '@slow']],
  ['a part’s worker', /collection\.worker-[^/]+$/, ['@desktop']],
])) {
  test(
    `${what} that is on its way when the service worker takes over is kept too`,
    { tag },
    async ({ page }) => {
      const worker = await lateWorker(page);
      let held = 0;
      await page.route(late, async (route) => {
        held++;
        await untilKeptOffline(page);
        await route.continue();
      });
      await open(page);
      await drop(page, '1. d6 f4\n\n1. d2 b4\n', 'two.txt');
      await expect.poll(() => held).toBeGreaterThan(0);
      await worker.begin();
      await expect(page.locator('#screen .collection-count')).toHaveText('2 of 2 games');
      await untilPartsAreKept(page, /collection(?:\.worker)?-/, 3);
    },
  );
}

test.describe('where a style does not come', { tag: '@desktop' }, () => {
  test.use({ serviceWorkers: 'block' });

  test('its part is not shown without it, and comes when asked for again', async ({
    page,
    watch,
  }) => {
    watch.allowed.push(/Failed to load resource/);
    await page.route(/\/learn-[\w-]+\.css$/, (route) => route.abort());
    await open(page);
    await menu(page, 'Learn');
    await expect(page.locator('.notice')).toContainText('couldn’t be loaded');
    // The second try must have failed before the style may come.
    const refused = page.waitForEvent('requestfailed', (request) =>
      /\/learn-[\w-]+\.css$/.test(request.url()),
    );
    await menu(page, 'Learn');
    await refused;
    await expect(page.locator('[data-view=coords]')).toHaveCount(0);
    await page.unroute(/\/learn-[\w-]+\.css$/);
    await menu(page, 'Learn');
    await expect(page.locator('[data-view=coords]')).toHaveCSS('text-align', 'start');
  });
});

test('a new version waits until the player agrees, and is announced, but not in the middle of a game', async ({
  page,
  site,
}) => {
  await open(page);
  await untilKeptOffline(page);
  await start(page, { mode: 'people', spec: 'three' });
  await play(page, 'b2');
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
  site.replaced.set('sw.js', `${readFileSync(WORKER, 'utf8')}\n// A newer version.`);
  try {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect
      .poll(() =>
        page.evaluate(async () =>
          Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
        ),
      )
      .toBe(true);
    await menu(page, 'Settings');
    await expect(page.getByRole('button', { name: 'Update to the new version' })).toBeVisible();
    await expect(page.locator('.notice')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await menu(page, 'Resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect(page.locator('.notice')).toContainText('A new version is available.');
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    // The end of a game fetches the statistics. The reload would cut that off, and the browser
    // would note it.
    const fetched = () =>
      page.evaluate(
        () =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/statistics-[^/]*\.(?:js|css)$/.test(name)).length,
      );
    await expect.poll(fetched).toBe(2);
    await page.getByRole('button', { name: 'Update now' }).click();
    await page.waitForFunction(() => !('stillTheSamePage' in window));
    await isLoaded(page);
    expect(
      await page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
      ),
    ).toBe(null);
    await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');
  } finally {
    site.replaced.delete('sw.js');
  }
});
