/**
 * Files of many games: dropped, chosen or pasted; searched, sorted, opened one after another, saved
 * and removed.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from './audit.js';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { drop, keepWayBack, line, menu, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {number} n */
const game = (n) =>
  `[Event "${n % 5 ? 'Club' : 'Café'}"]\n[Date "20${10 + (n % 15)}.01.01"]\n[White "White ${n}"]\n[Black "${n % 7 ? 'Ann' : 'Žofie'}"]\n[Result "1-0"]\n\n1. d6 f4 2. d2 b4 1-0\n`;
const FINAL = 'nine 3/1W1/3/1B2B1/3/1W1/3 w 7,7 0 3';
/** Five hundred, and a bad one among them. */
const MANY = Array.from({ length: 501 }, (_, i) =>
  i === 250 ? '[White "Nobody"]\n\n1. d6 f4\n2. d6 1-0\n' : game(i + 1),
).join('\n');

/** @param {Page} page */
const sheet = (page) => page.locator('[data-screen=collection]');
/** @param {Page} page */
const rows = (page) => sheet(page).locator('.collection-open');
/** @param {Page} page */
const bar = (page) => page.locator('.collection-bar');
/** @param {Page} page */
const stored = (page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('merels.game.')).length,
  );

test('one bad game among 500 loses nothing; the list is searched, sorted and turned', async ({
  page,
}) => {
  await open(page);
  await drop(page, MANY, 'club.txt');
  await expect(sheet(page).getByRole('heading', { level: 1 })).toHaveText('club.txt');
  await expect(sheet(page).locator('.collection-count')).toHaveText('500 of 500 games');
  await expect(rows(page)).toHaveCount(50);
  const bad = sheet(page).locator('.collection-bad');
  await expect(bad.locator('summary')).toHaveText('1 game can’t be read');
  await bad.locator('summary').click();
  const at = MANY.slice(0, MANY.indexOf('2. d6')).split('\n').length;
  await expect(bad.locator('li')).toHaveText(new RegExp(`^Line ${at}, character 4: `));
  await audit(page, 'the list of a file');
  await bad.locator('summary').click();

  await sheet(page).getByRole('searchbox', { name: 'Search' }).fill('zofie cafe 2020');
  await expect(sheet(page).locator('.collection-count')).not.toHaveText('500 of 500 games');
  for (const text of await rows(page).allInnerTexts())
    expect(text).toMatch(/Žofie[^]*2020[^]*Café/);
  await sheet(page).getByRole('searchbox').fill('no such thing');
  await expect(sheet(page).locator('.collection-count')).toHaveText(
    'No games match. Try fewer words.',
  );
  await sheet(page).getByRole('searchbox').fill('');
  await sheet(page).getByLabel('Sort by').selectOption('newest');
  await expect(rows(page).first()).toContainText('2024.01.01');
  await sheet(page).getByLabel('Sort by').selectOption('white');
  await expect(rows(page).first()).toContainText('White 1 –');
  await sheet(page).getByRole('button', { name: 'Next page' }).click();
  await expect(sheet(page).locator('.collection-pager')).toHaveText('Page 2 of 10');
  await expect(rows(page).first()).toContainText('White 51 –');
  await expect(rows(page).first()).toBeFocused();
  // What is found is shown from its first page on.
  await sheet(page).getByRole('searchbox').fill('cafe');
  await expect(sheet(page).locator('.collection-count')).toHaveText('100 of 500 games');
  await expect(rows(page).first()).toContainText('White 5 –');
});

test('a game of a file that cannot be read asks which it is, and opens', async ({ page }) => {
  await open(page);
  await drop(page, `${game(1)}\n[Variant "Windmill"]\n\n1. a1 d6 2. d1 d2 *\n`, 'club.txt');
  const bad = sheet(page).locator('.collection-bad');
  await bad.locator('summary').click();
  await bad.getByRole('button', { name: /Windmill/ }).press('Enter');
  const remedy = page.locator('#paste-remedy');
  await expect(remedy).toContainText('No game here is called “Windmill”. Which one is it?');
  await remedy.getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => line(page)).toBe('nine 3/1B1/3/6/3/1B1/WW1 w 7,7 0 3');
});

test('games are opened one after another, and the one on the table before comes back', async ({
  page,
}) => {
  await keepWayBack(page);
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await play(page, 'a1');
  const before = await line(page);
  await drop(page, MANY, 'club.txt');
  await rows(page).nth(2).click();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => line(page)).toBe(FINAL);
  await expect(bar(page).locator('.collection-title')).toHaveText('3 of 501White 3 – Ann 1-0');
  await audit(page, 'a game of a file');
  const games = await stored(page);
  await bar(page).getByRole('button', { name: 'Next game' }).click();
  await expect(bar(page).locator('.collection-place')).toHaveText('4 of 501');
  await bar(page).getByRole('button', { name: 'Next game' }).click();
  await bar(page).getByRole('button', { name: 'Previous game' }).click();
  await expect(bar(page).locator('.collection-place')).toHaveText('4 of 501');
  expect(await stored(page), 'games that were only looked at are not kept').toBe(games);
  // The list knows which is open, and the game from before is in the list of games.
  await bar(page).locator('.collection-title').click();
  await expect(sheet(page).locator('[aria-current=true]')).toContainText('White 4 –');
  await page.keyboard.press('Escape');
  await page.locator('.notice').getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => line(page)).toBe(before);
  await expect(bar(page)).toBeHidden();
});

test('by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await drop(page, MANY, 'club.txt');
  await sheet(page).getByRole('searchbox').focus();
  await page.keyboard.type('ann');
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(sheet(page).getByRole('button', { name: 'Save selected (1)' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(sheet(page).getByRole('button', { name: 'Save selected (2)' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(sheet(page).locator('.collection-pager')).toContainText('Page 2');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => line(page)).toBe(FINAL);
  // Others have played it: nobody here has won.
  await expect(page.locator('.status-text')).toHaveText('White wins: Black resigned.');
  await expect(page.locator('#player-bottom .player-name')).toHaveText(/^White \d+$/);
  await page.reload();
  await expect(page.locator('#player-bottom .player-name')).toHaveText(/^White \d+$/);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the file is kept, also offline, saved again, and removed', async ({ page, context }) => {
    await open(page);
    await menu(page, 'Games');
    await page.getByRole('link', { name: 'From a file' }).click();
    await sheet(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(MANY) });
    await expect(sheet(page).locator('.collection-count')).toHaveText('500 of 500 games');
    await sheet(page).getByLabel('Select game 2, White 2 – Ann').check();
    await sheet(page).getByLabel('Select game 4, White 4 – Ann').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet(page).getByRole('button', { name: 'Save selected (2)' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8').replace(/\n+/g, '\n')).toBe(
      `${game(2)}${game(4)}`.replace(/\n+/g, '\n'),
    );
    await untilKeptOffline(page);
    await untilPartsAreKept(page, /collection(?:\.worker)?-/, 3);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await menu(page, 'Games');
    await page.getByRole('link', { name: 'From a file' }).click();
    await expect(sheet(page).getByRole('heading', { level: 1 })).toHaveText('mine.pgn');
    await rows(page).first().click();
    await expect.poll(() => line(page)).toBe(FINAL);
    await bar(page).locator('.collection-title').click();
    await sheet(page).getByRole('button', { name: 'Remove file' }).click();
    await expect(sheet(page)).toContainText('removed from this device');
    await expect(bar(page)).toBeHidden();
    await context.setOffline(false);
    await page.reload();
    await ready(page);
    await menu(page, 'Games');
    await page.getByRole('link', { name: 'From a file' }).click();
    await expect(sheet(page)).toContainText('Open a file with many games');
  });
});

/**
 * Changes the games of the kept file.
 * @param {Page} page
 * @param {[(string | number)[], unknown][]} changes a path to what is changed, and its new value
 */
async function changeKept(page, changes) {
  const changed = () =>
    page.evaluate(
      (changes) =>
        new Promise((resolve) => {
          const opening = indexedDB.open('merels-collection', 1);
          opening.onsuccess = () => {
            const files = opening.result.transaction('files', 'readwrite').objectStore('files');
            const asked = files.get('last');
            asked.onsuccess = () => {
              const file = asked.result;
              if (file) {
                for (const [path, value] of changes) {
                  const inside = path
                    .slice(0, -1)
                    .reduce((value, name) => value[name], file.read.games);
                  inside[path.at(-1) ?? 0] = value;
                }
                files.put(file, 'last');
              }
              files.transaction.oncomplete = () => (opening.result.close(), resolve(Boolean(file)));
            };
          };
        }),
      changes,
    );
  await expect.poll(changed).toBe(true);
}

/**
 * Opens the page on a kept file of two games that has been changed.
 * @param {Page} page
 * @param {Parameters<typeof changeKept>[1]} changes
 */
async function openChanged(page, changes) {
  await open(page);
  await drop(page, `${game(1)}\n${game(2)}`, 'first.txt');
  await expect(sheet(page).locator('.collection-count')).toHaveText('2 of 2 games');
  await changeKept(page, changes);
  await page.reload();
  await ready(page);
  await menu(page, 'Games');
  await page.getByRole('link', { name: 'From a file' }).click();
  await expect(sheet(page)).toBeVisible();
}

test(
  'a kept file that is damaged is in nobody’s way, and what can be read of it is opened',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const [what, changes] of /** @type {[string, Parameters<typeof changeKept>[1]][]} */ ([
      ['rules of a later version', [[[0, 'game', 'spec'], 'chess']]],
      [
        'no games',
        [
          [[0, 'game'], null],
          [[1], null],
        ],
      ],
    ]))
      await test.step(what, async () => {
        await openChanged(page, changes);
        await sheet(page)
          .locator('input[type=file]')
          .setInputFiles({
            name: 'second.txt',
            mimeType: 'text/plain',
            buffer: Buffer.from(`${game(3)}\n${game(4)}\n${game(5)}`),
          });
        await expect(sheet(page).locator('.collection-count')).toHaveText('3 of 3 games');
      });
    await test.step('a game that is not where the file says', async () => {
      await openChanged(page, [[[0, 'to'], 0]]);
      await rows(page).first().click();
      await expect(sheet(page).getByRole('status').first()).toHaveText(/nothing to read/);
      await rows(page).last().click();
      await expect(sheet(page)).toBeHidden();
      await expect.poll(() => line(page)).toBe(FINAL);
      await page.getByRole('button', { name: 'Previous game in the file' }).click();
      await expect(sheet(page).getByRole('status').first()).toHaveText(/nothing to read/);
    });
  },
);

test(
  'what cannot be read is spoken of: a file that is gone, a folder that is dropped',
  { tag: '@desktop' },
  async ({ page }) => {
    await test.step('a folder that is dropped is refused in words', async () => {
      await open(page);
      const session = await page.context().newCDPSession(page);
      const data = { items: [], files: [tmpdir()], dragOperationsMask: 1 };
      for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
        await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
      }
      await expect(sheet(page)).toContainText('or is a folder.');
    });
    await test.step('a file that cannot be read is spoken of', async () => {
      const path = join(tmpdir(), `merels-${process.pid}-gone.txt`);
      writeFileSync(path, game(1));
      // What is on the disk when it was chosen may be gone when it is read.
      await page.addInitScript(() => {
        const { text } = Blob.prototype;
        Blob.prototype.text = async function () {
          while (!('gone' in window)) await new Promise((resolve) => setTimeout(resolve, 20));
          return text.call(this);
        };
      });
      await open(page);
      await menu(page, 'Share and import');
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path);
      rmSync(path);
      await page.evaluate(() => Object.assign(window, { gone: true }));
      await expect(sheet(page)).toContainText('The file couldn’t be read: it was moved');
    });
  },
);

test(
  'many games may be pasted, and one is opened at once; reading can be stopped, and the file from before stays',
  { tag: '@desktop' },
  async ({ page }) => {
    await test.step('many games may be pasted, and one is opened at once', async () => {
      await open(page);
      await menu(page, 'Share and import');
      const paste = page.getByLabel('Open a game or position');
      await paste.fill(`${game(1)}\n1. a7 d7\n`);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(sheet(page).locator('.collection-count')).toHaveText('2 of 2 games');
      await page.keyboard.press('Escape');
      await menu(page, 'Share and import');
      await paste.fill(game(1));
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(sheet(page)).toBeHidden();
      await expect.poll(() => line(page)).toBe(FINAL);
      await drop(page, '[White "x"]\n\n1. zz\n', 'club.txt');
      await expect(page.locator('#paste-error')).toContainText('Line 3, character 4');
    });
    await test.step('reading can be stopped, and the file from before stays', async () => {
      await page.keyboard.press('Escape');
      await drop(page, MANY, 'club.txt');
      await expect(sheet(page).locator('.collection-count')).toHaveText('500 of 500 games');
      await page.keyboard.press('Escape');
      // Its reader does not come before somebody has pressed Stop.
      let release = () => {};
      const pressed = new Promise((resolve) => (release = () => resolve(undefined)));
      await page.route('**/collection.worker*', async (route) => {
        await pressed;
        await route.continue();
      });
      await drop(page, LARGE(1000), 'large.txt');
      await sheet(page).getByRole('button', { name: 'Stop' }).click();
      release();
      await expect(sheet(page)).toContainText('Stopped. Nothing was changed.');
      await expect(sheet(page).getByRole('heading', { level: 1 })).toHaveText('club.txt');
    });
  },
);

/** A file that takes a while to read. @param {number} [games] */
const LARGE = (games = 20_000) => Array.from({ length: games }, (_, i) => game(i + 1)).join('\n');

test(
  '20,000 games are read while the page goes on',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    test.slow();
    await open(page);
    await drop(page, LARGE(), 'large.txt');
    await expect(sheet(page).locator('.collection-count')).toHaveText('20,000 of 20,000 games', {
      timeout: 60_000,
    });
    await sheet(page).getByRole('searchbox').fill('white 19999');
    await expect(sheet(page).locator('.collection-count')).toHaveText('1 of 20,000 games');
  },
);
