/** The values of a whole large game: fetched as they are needed, and all of them kept on the device on request. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/lib/page.mjs';
import { expect, test, untilKeptOffline } from './fixtures.js';
import { legal, menu, open, paste, ready } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Left out with --no-solution. */
const there = readdirSync(DIST).includes('data');
const LINE = process.env.MERELS_LINE ?? 'nine W1W/WBW/WBW/BBWBWB/WBB/BW1/1B1 w 0,0 0 30';
/** What was asked for of the pack: `index.bin`, `0.bin 100-299`. @type {string[]} */
let asked = [];

test.skip(!there, 'this page has no solution');
test.beforeEach(({ context }) => {
  asked = [];
  context.on('request', async (request) => {
    const name = /\/data\/nine-[0-9a-f]{8}\/(.*)$/.exec(request.url())?.[1];
    if (name) asked.push(`${name} ${(await request.allHeaders()).range ?? ''}`);
  });
});

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Exact values' });

/** @param {Page} page */
async function showValues(page) {
  await paste(page, LINE);
  await menu(page, 'Show exact values');
}

/** @param {Page} page */
async function seeValues(page) {
  await expect(panel(page)).toContainText(/White wins|Black wins|A draw with best play/);
  await expect(panel(page).getByRole('listitem')).toHaveCount((await legal(page)).length);
}

test('nothing is fetched before values are wanted, and then pieces of some kilobytes', async ({ page }) => {
  await open(page);
  await page.waitForTimeout(2500);
  expect(asked).toEqual([]);
  await showValues(page);
  await seeValues(page);
  expect(asked[0]).toMatch(/^index\.bin/);
  expect(asked.slice(1).every((ask) => /^\d+\.bin bytes=\d+-\d+$/.test(ask))).toBe(true);
  await expect(panel(page).getByRole('button', { name: /^Keep (?:the whole|the rest of the) solution .*MB\)$/ })).toBeVisible();
  // The next time they are here.
  await expect.poll(() => panel(page).getByRole('button', { name: /^Keep the rest/ }).count()).toBe(1);
  asked = [];
  await page.reload();
  await ready(page);
  await seeValues(page);
  expect(asked).toEqual([]);
});

test('all of it is kept, over a reload, and then it is there without the network', async ({ page, context }) => {
  test.setTimeout(300_000);
  await open(page);
  await showValues(page);
  await seeValues(page);
  await panel(page).getByRole('button', { name: /^Keep the/ }).click();
  await page.reload();
  await ready(page);
  await expect(panel(page)).toContainText(/The whole solution is on this device \(\d+ MB\)/, { timeout: 240_000 });
  asked = [];
  await page.reload();
  await ready(page);
  await seeValues(page);
  expect(asked).toEqual([]);
  await menu(page, 'Settings');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toContainText(/The whole solution is on this device/);
  await settings.getByRole('button', { name: 'Remove from this device' }).click();
  await expect(settings.getByRole('button', { name: /^Keep the whole solution/ })).toBeVisible();
});

test.describe('without the network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page that has the solution shows exact values, one that has not says why', async ({ page, context, watch }) => {
    test.setTimeout(300_000);
    watch.allowed.push(/ERR_INTERNET_DISCONNECTED/);
    await open(page);
    await untilKeptOffline(page);
    await context.setOffline(true);
    await showValues(page);
    await expect(panel(page)).toContainText('The exact values are not on this device and cannot be fetched now.');
    await expect(panel(page).getByRole('listitem')).toHaveCount(0);
    await context.setOffline(false);
    await seeValues(page);
    await panel(page).getByRole('button', { name: /^Keep the/ }).click();
    await expect(panel(page)).toContainText(/The whole solution is on this device/, { timeout: 240_000 });
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await seeValues(page);
  });
});
