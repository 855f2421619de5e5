/**
 * The exact values of first placings: fetched when the page can be played, kept, and done without
 * where they are unavailable.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/lib/page.mjs';
import { keptIn } from './databases.js';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { legal, line, myTurn, open, play, ready, start } from './table.js';

test.use({ serviceWorkers: 'allow', late: true });

const FILE =
  readdirSync(join(DIST, 'assets')).find((name) => /^nine-.*\.opening$/.test(name)) ?? 'none';

/** @param {import('@playwright/test').Page} page @param {string} [name] @param {RegExp} [how] */
const untilLoaded = (page, name = 'nine.opening', how = /^loaded$/) =>
  expect
    .poll(() => page.evaluate((name) => window.merels.files[name] ?? 'none', name), {
      timeout: 60_000,
    })
    .toMatch(how);

test('they are fetched after the page can be played, and the computer loads them', async ({
  page,
}) => {
  /** @type {boolean[]} */
  const asked = [];
  page.on('request', async (request) => {
    if (request.url().endsWith(FILE))
      asked.push(await page.locator('#page[data-ready]').isVisible());
  });
  await open(page);
  await play(page, 'd6');
  await myTurn(page);
  await untilLoaded(page);
  expect(asked).toEqual([true]);
  await play(page, (await legal(page))[0] ?? '');
  await myTurn(page);
  expect(await line(page)).toContain(' w ');
  // Decoded once, they are kept; what is kept and is none of them is decoded again.
  const packed = async () =>
    (await keptIn(page, 'merels-values', 'values', 'nine.opening'))?.packed;
  await expect.poll(packed).toBe(true);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('merels-values');
        opening.onsuccess = () => {
          const written = opening.result
            .transaction('values', 'readwrite')
            .objectStore('values')
            .put({ bytes: new Blob(['no values']), packed: false }, 'nine.opening');
          written.onsuccess = () => (opening.result.close(), resolve(null));
        };
      }),
  );
  expect(await packed()).toBe(false);
  await page.reload();
  await ready(page);
  await untilLoaded(page);
  await expect.poll(packed).toBe(true);
});

test.describe('where nothing is kept for playing offline', () => {
  test.use({ serviceWorkers: 'block' });

  test('a game that has none of them fetches none', { tag: '@desktop' }, async ({ page }) => {
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(FILE)) asked++;
    });
    await open(page, `./#position=${encodeURIComponent('six WB1/3/4/3/3 w 5,5 0 2')}`);
    await expect.poll(() => line(page)).toContain('six');
    // It waits until there is nothing else to do.
    await page.clock.runFor(5000);
    expect(await page.evaluate(() => window.merels.files)).toEqual({});
    expect(asked).toBe(0);
    await start(page, { spec: 'nine' });
    await expect.poll(() => asked).toBe(1);
  });
});

test.describe('the weights of Nine', () => {
  test.use({ serviceWorkers: 'block', late: false });

  test(
    'are fetched when the page can be played; the computer waits for them, and plays also where they do not come',
    { tag: '@desktop' },
    async ({ page }) => {
      for (const comes of [true, false])
        await test.step(`are fetched when the page can be played; the computer waits for them ${comes ? 'and plays' : 'in vain, and plays all the same'}`, async () => {
          /** @type {boolean[]} */
          const asked = [];
          await page.unrouteAll();
          await page.route(/\/nine-[^/]+\.net$/, async (route) => {
            asked.push(await page.locator('#page[data-ready]').isVisible());
            if (comes) await route.continue();
          });
          await open(page);
          await start(page, { mode: 'computer', spec: 'nine', colour: 'white' });
          await play(page, 'd6');
          await myTurn(page);
          expect(asked).toEqual([true]);
          expect(await line(page)).toContain(' w 8,8 ');
        });
    },
  );
});

test(
  'they are kept for playing offline',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    await untilPartsAreKept(page, /\.opening$/);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await untilLoaded(page);
    await play(page, 'd6');
    await myTurn(page);
  },
);

for (const [
  what,
  text,
  serviceWorkers,
  tag,
] of /** @type {[string, string | null, 'allow' | 'block', string[]][]} */ ([
  ['missing', null, 'allow', ['@desktop', '@slow']],
  ['damaged', '\u0000 no such values', 'allow', ['@desktop']],
  [
    'damaged and nobody has looked at them before',
    '\u0000 no such values',
    'block',
    ['@desktop', '@slow'],
  ],
]))
  test.describe(`where they are ${what}`, { tag }, () => {
    test.use({ serviceWorkers });

    test('the computer plays without', async ({ page, site, watch }) => {
      // What the browser itself says of a file that is not found, or is another than it should be.
      watch.allowed.push(new RegExp(`(?:404|ERR_FAILED|digest).*${FILE}`));
      /** @type {string[]} */
      const warnings = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      site.replaced.set(`assets/${FILE}`, text);
      try {
        await open(page);
        await expect.poll(() => warnings.join('\n'), { timeout: 20_000 }).toContain('nine.opening');
        await expect
          .poll(() => page.evaluate(() => window.merels.files))
          .toEqual(serviceWorkers === 'allow' ? {} : { 'nine.opening': 'refused' });
        await play(page, 'd6');
        await myTurn(page);
        await expect(page.locator('.notice')).toHaveCount(0);
        // Bad ones are not kept.
        await expect
          .poll(() =>
            page
              .evaluate(async () =>
                Promise.all(
                  (await caches.keys()).map(async (name) =>
                    (await (await caches.open(name)).keys()).map(({ url }) => url),
                  ),
                ),
              )
              .then((urls) => urls.flat().filter((url) => url.endsWith('.opening'))),
          )
          .toEqual([]);
      } finally {
        site.replaced.delete(`assets/${FILE}`);
      }
      // The next time they are there. Where nobody looked at them before, it is the computer that
      // refuses them.
      await page.reload();
      await ready(page);
      await untilLoaded(
        page,
        'nine.opening',
        serviceWorkers === 'allow' ? /^load(?:ing|ed)$/ : /^loaded$/,
      );
    });
  });

for (const [spec, name, tag] of /** @type {[string, string, string[]][]} */ ([
  ['eleven', 'eleven.opening', ['@desktop', '@slow']],
  ['twelve', 'twelve.opening', ['@desktop', '@slow']],
  ['lasker', 'lasker.opening', ['@desktop', '@slow']],
  ['lasker', 'lasker.net', ['@desktop']],
  ['morabaraba', 'twelve.net', ['@desktop', '@slow']],
  ['zhi-qi', 'cham-gonu.net', ['@desktop', '@slow']],
]))
  test(`the computer loads ${name} when ${spec} is first played`, { tag }, async ({ page }) => {
    // The exact values, which take long to decode, have nothing to do with weights.
    if (name.endsWith('.net')) await page.route(/\.opening$/, (route) => route.abort());
    await open(page);
    await start(page, { spec });
    await untilLoaded(page, name);
    await play(page, 'd6');
    await myTurn(page);
  });
