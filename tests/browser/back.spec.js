/**
 * Back to a page that was frozen in the back/forward cache, with its worker and its connections.
 */
import { expect, test } from './fixtures.js';
import { copyOf, lastId, notice } from './storage.js';
import { legal, line, myTurn, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

// Playwright switches this cache off, and the Chromium without windows does not have it: these
// tests need that of `npm run test:all`.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

/**
 * Waits until the game is stored: a page in which something is still to be written is not frozen.
 * @param {Page} page
 */
async function untilStored(page) {
  const id = await lastId(page);
  const stored = await page.evaluate((id) => localStorage.getItem(`merels.game.${id}`), id);
  await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toBe(stored);
}

/** Follows a link away from the page. @param {Page} page */
async function leave(page, address = 'about:blank') {
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  );
  await page.goto(address);
}

/** A page that is restored does not load. @param {Page} page */
async function goBack(page) {
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).persisted)).toBe(true);
}

test(
  'a game that was left while the computer was thinking goes on',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context }) => {
    await open(page);
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 5 });
    await play(page, 'd6');
    await leave(page);
    // Longer than a worker may be silent.
    await page.waitForTimeout(4000);
    await goBack(page);
    await myTurn(page);
    await expect(page.locator('.move')).toHaveCount(2);
    await expect(notice(page)).toHaveCount(0);
    await untilStored(page);
    // Another tab goes on with it meanwhile.
    await leave(page);
    const tab = await context.newPage();
    await open(tab);
    const [move = ''] = await legal(tab);
    await play(tab, move);
    await tab.close();
    await goBack(page);
    await expect(notice(page)).toContainText('continued in another tab');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.locator('.move').nth(2)).toHaveText(move);
  },
);

test(
  'a reload afterwards opens the same game, whatever the tab has shown in between',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    await play(page, 'b2');
    const other = await lastId(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    await untilStored(page);
    const id = await lastId(page);
    expect(id).not.toBe(other);
    // Of another origin first: in the process of the same origin the browser may find the page at
    // work, and drop it.
    await leave(page);
    await page.route('**/between', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><link rel="icon" href="data:,">',
      }),
    );
    await page.goto('./between');
    await page.evaluate(
      ([id, other = '']) => {
        const [key] = Object.entries(sessionStorage).find(([, value]) => value === id) ?? [];
        if (!key) throw new Error('the tab has no game');
        sessionStorage.setItem(key, other);
      },
      [id, other],
    );
    await page.goBack();
    await goBack(page);
    await page.reload();
    await ready(page);
    expect(await line(page)).toContain('six ');
    await expect(page.locator('.move')).toHaveText(['a1']);
  },
);
