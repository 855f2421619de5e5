/** Hosts as they are: which know no types of files, say wrong things about keeping them, or send one elsewhere. */
import { expect, untilKeptOffline } from './fixtures.js';
import { YEAR, another, built, change, parts, test } from './host.js';
import { cell, menu, myTurn, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ serviceWorkers: 'allow' });

const FIRST = built();
const SECOND = another(FIRST, '2');

/** Plays on without a network. @param {Page} page @param {import('@playwright/test').BrowserContext} context */
async function plays(page, context) {
  await play(page, 'd6');
  await myTurn(page);
  await untilKeptOffline(page);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
  await page.getByRole('button', { name: 'Take back' }).click();
  await play(page, 'f4');
  await myTurn(page);
}

// A host that knows next to no types, below, is one of these.
for (const type of ['application/octet-stream', ''])
  test(`WebAssembly that is sent as ${type || 'nothing'} is played, also offline`, { tag: ['@desktop', '@slow'] }, async ({ page, host, context }) => {
    host.headers = (name) => (name.endsWith('.wasm') ? { 'Content-Type': type } : {});
    await open(page);
    await plays(page, context);
  });

for (const type of ['text/plain', 'application/octet-stream', ''])
  test(`scripts that are sent as ${type || 'nothing'} leave a plain sentence`, { tag: '@desktop' }, async ({ page, host }) => {
    host.headers = (name) => (name.endsWith('.js') ? { 'Content-Type': type } : {});
    await page.goto('./');
    await expect(page.locator('#wrong-type')).toContainText(`served as “${type || 'nothing'}”`);
    await expect(page.locator('#page')).toBeHidden();
    await expect(page.locator('#broken')).toBeHidden();
  });

test('a host that knows no types but those that browsers need is enough', { tag: ['@desktop', '@slow'] }, async ({ page, host, context }) => {
  host.headers = (name) => (/\.(?:js|css|html)$/.test(name) ? {} : { 'Content-Type': '' });
  await open(page);
  await plays(page, context);
});

test('a host that sends index.html elsewhere', { tag: '@desktop' }, async ({ page, host, context, site }) => {
  host.moved.set('index.html', './');
  await open(page, './index.html');
  expect(page.url()).toBe(site.url);
  await plays(page, context);
  await page.goto('./index.html');
  await ready(page);
});

test('the folder without its slash', { tag: ['@desktop', '@slow'] }, async ({ page, context, site }) => {
  await open(page, site.url.replace(/\/$/, ''));
  expect(page.url()).toBe(site.url);
  await plays(page, context);
});

test.describe('where everything is to be kept for a year', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ host, page }) => {
    host.version = FIRST;
    host.headers = () => ({ 'Cache-Control': YEAR });
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await play(page, 'd6');
  });

  test('a new version is found all the same', { tag: '@slow' }, async ({ page, host, context }) => {
    await untilKeptOffline(page);
    host.version = SECOND;
    await page.reload();
    await ready(page);
    await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))).toBe(true);
    expect(await parts(page)).toBe('1 1');
    await change(page, '2');
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    expect(await parts(page)).toBe('2 2');
  });

  test.describe('and nothing is kept for playing offline', () => {
    test.use({ serviceWorkers: 'block' });

    test('an old page is a whole one until it needs a part that is gone, and then the new one comes', async ({ page, host, context }) => {
      host.version = SECOND;
      const second = await context.newPage();
      await open(second);
      expect(await parts(second)).toBe('1 1');
      await expect(cell(second, 'd6')).toHaveAttribute('data-man', 'white');
      await menu(second, 'Learn');
      await expect(second.locator('.notice')).toContainText('A new version is available.');
      await second.getByRole('button', { name: 'Update now' }).click();
      await expect.poll(() => parts(second).catch(() => '')).toBe('2 2');
      await ready(second);
      await expect(cell(second, 'd6')).toHaveAttribute('data-man', 'white');
      await page.close();
    });
  });
});

test('another copy of the page on the same host keeps what it has for offline play', { tag: '@desktop' }, async ({ page, site, watch }) => {
  // Of a text the browser asks for an icon where a host has one.
  watch.allowed.push(/favicon\.ico/);
  const copies = ['elsewhere/assets/de-12345678.js', 'some/sub-path/inner/assets/de-12345678.js', 'elsewhere/manifest.de.webmanifest?sha256-1'];
  const own = ['some/sub-path/assets/de-12345678.js', 'some/sub-path/manifest.de.webmanifest?sha256-1'];
  await page.goto('./licences.txt');
  const kept = () => page.evaluate(async () => (await (await caches.open('merels-later')).keys()).map(({ url }) => url.replace(`${location.origin}/`, '')));
  await page.evaluate(async (urls) => {
    const cache = await caches.open('merels-later');
    for (const url of urls) await cache.put(`/${url}`, new Response('kept'));
  }, [...copies, ...own]);
  expect((await kept()).sort()).toEqual([...copies, ...own].sort());
  await open(page, site.url);
  await untilKeptOffline(page);
  // It tidies up while it takes the page over.
  await expect.poll(async () => (await kept()).filter((url) => own.includes(url))).toEqual([]);
  expect(await kept()).toEqual(expect.arrayContaining(copies));
});
