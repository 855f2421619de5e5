/** The exact values of first placings: fetched when the page can be played, kept, and done without where they are not to be had. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/lib/page.mjs';
import { expect, test, untilKeptOffline } from './fixtures.js';
import { line, myTurn, open, play, ready, start } from './table.js';

const FILE = readdirSync(join(DIST, 'assets')).find((name) => name.endsWith('.opening')) ?? 'none';

/** @param {import('@playwright/test').Page} page @param {'learnt' | 'refused'} end */
const untilLearnt = (page, end, name = 'nine.opening') => expect.poll(() => page.evaluate((name) => window.merels.schooling[name], name), { timeout: 40_000 }).toBe(end);

test('they are fetched after the page can be played, and the computer learns them', async ({ page }) => {
  /** @type {boolean[]} */
  const asked = [];
  page.on('request', async (request) => {
    if (request.url().endsWith(FILE)) asked.push(await page.locator('#page[data-ready]').isVisible());
  });
  await open(page);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => window.merels.schooling)).toEqual({});
  await play(page, 'd6');
  await myTurn(page);
  await untilLearnt(page, 'learnt');
  expect(asked).toEqual([true]);
  await play(page, await page.evaluate(() => window.merels.legal[0] ?? ''));
  await myTurn(page);
  expect(await line(page)).toContain(' w ');
});

test('a game that has none of them fetches none', { tag: '@desktop' }, async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(FILE)) asked++;
  });
  await open(page, `./#position=${encodeURIComponent('six WB1/3/4/3/3 w 5,5 0 2')}`);
  await expect.poll(() => line(page)).toContain('six');
  await page.waitForTimeout(3000);
  expect(asked).toBe(0);
  expect(await page.evaluate(() => window.merels.schooling)).toEqual({});
  await start(page, { spec: 'nine' });
  await untilLearnt(page, 'learnt');
  expect(asked).toBe(1);
});

test('they are kept for playing offline', { tag: '@desktop' }, async ({ page, context }) => {
  await open(page);
  await untilKeptOffline(page);
  await untilLearnt(page, 'learnt');
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await untilLearnt(page, 'learnt');
  await play(page, 'd6');
  await myTurn(page);
});

for (const [what, text, serviceWorkers] of /** @type {const} */ ([
  ['missing', null, 'allow'],
  ['damaged', '\u0000 no such values', 'allow'],
  ['damaged and nobody has looked at them before', '\u0000 no such values', 'block'],
]))
  test.describe(`where they are ${what}`, { tag: '@desktop' }, () => {
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
        expect(await page.evaluate(() => window.merels.schooling)).toEqual(serviceWorkers === 'allow' ? {} : { 'nine.opening': 'refused' });
        await play(page, 'd6');
        await myTurn(page);
        await expect(page.locator('.notice')).toHaveCount(0);
        // Bad ones are not kept.
        await expect
          .poll(() => page.evaluate(async () => Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).then((urls) => urls.flat().filter((url) => url.endsWith('.opening'))))
          .toEqual([]);
      } finally {
        site.replaced.delete(`assets/${FILE}`);
      }
      // The next time they are there.
      await page.reload();
      await ready(page);
      await untilLearnt(page, 'learnt');
    });
  });

for (const [spec, name] of /** @type {const} */ ([
  ['lasker', 'lasker.net'],
  ['morabaraba', 'twelve.net'],
]))
  test(`the computer learns to judge ${spec} when it is first played`, { tag: '@desktop' }, async ({ page }) => {
    await open(page);
    await untilLearnt(page, 'learnt');
    await start(page, { spec });
    await untilLearnt(page, 'learnt', name);
    await play(page, 'd6');
    await myTurn(page);
  });
