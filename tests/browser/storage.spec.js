/**
 * Storage that is full, forbidden, cleared, or written to by another tab: the game goes on, nothing
 * is lost, and it is said once.
 */
import { readFileSync } from 'node:fs';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { copyOf, fill, inTime, lastId, makeRoom, notice, records } from './storage.js';
import { cell, click, menu, open, place, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The file that the notice offers. @param {Page} page */
async function saved(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    notice(page).getByRole('button', { name: 'Save' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('where storage is full to the brim the game goes on, is offered as a file, survives a reload, and is stored when there is room', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  await fill(page);
  for (const move of ['a5', 'e1', 'e5']) await play(page, move);
  await expect(notice(page)).toHaveCount(1);
  await expect(notice(page)).toContainText('no space left');
  expect(await saved(page)).toContain('1. a1 a5 2. e1 e5');
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await play(page, 'c5');
  await expect(notice(page)).toHaveCount(0);
  const id = await lastId(page);
  await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('3. c5');
  await page.reload();
  await ready(page);
  await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1', 'e5', 'c5']);
  await play(page, 'c1');
  await makeRoom(page);
  await inTime(page, () => records(page)).toEqual([expect.stringContaining('3. c5 c1')]);
});

test(
  'a game for which there was no room is taken up again from the list as it was left, also after a reload',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.clock.install();
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    await start(page, { mode: 'people', spec: 'three' });
    await play(page, 'b2');
    await menu(page, 'Games');
    await page.locator('.game').last().locator('.game-open').click();
    await fill(page);
    for (const move of ['a5', 'e1', 'e5']) await play(page, move);
    await start(page, { mode: 'people', spec: 'nine' });
    await play(page, 'd6');
    const six = () => page.locator('.game', { hasText: 'Six Men’s Morris' });
    for (const round of ['before', 'after']) {
      if (round === 'after') {
        await page.reload();
        await ready(page);
        await expect(notice(page)).toContainText('no space left');
        await expect(page.locator('.move')).toHaveText(['d6']);
      }
      await menu(page, 'Games');
      await expect(page.locator('.game')).toHaveCount(3);
      await expect(six().locator('.game-state'), round).toHaveText('2 moves · White to move');
      await six().locator('.game-open').click();
      await expect(page.locator('.move'), round).toHaveText(['a1', 'a5', 'e1', 'e5']);
      await menu(page, 'Games');
      await page.locator('.game', { hasText: 'Nine Men’s Morris' }).locator('.game-open').click();
      await expect(page.locator('.move'), round).toHaveText(['d6']);
    }
    await makeRoom(page);
    const sorted = async () =>
      (await records(page)).map((record) => record.trim().split('\n').at(-1)).sort();
    await inTime(page, sorted).toEqual(['1. a1 a5 2. e1 e5 *', '1. b2 *', '1. d6 *']);
  },
);

test(
  'where everything is forbidden the game goes on, and is offered as a file',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const denied = {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, denied);
    });
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1']) await play(page, move);
    await expect(notice(page)).toContainText('isn’t saving data');
    expect(await saved(page)).toContain('1. b2 a1 2. a2 c1');
    await notice(page).getByRole('button', { name: 'Dismiss' }).click();
    await play(page, 'c2');
    // As long as the page is open it knows what it could not store.
    await menu(page, 'Statistics');
    await expect(page.locator('#screen')).toContainText('1 game');
    await expect(notice(page)).toHaveCount(0);
  },
);

test(
  'storage that is cleared while somebody plays has the game again after the next turn',
  { tag: '@desktop' },
  async ({ page, context, site }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    const client = await context.newCDPSession(page);
    await client.send('Storage.clearDataForOrigin', {
      origin: new URL(site.url).origin,
      storageTypes: 'all',
    });
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    await play(page, 'a5');
    await expect.poll(() => records(page)).toEqual([expect.stringContaining('1. a1 a5')]);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveText(['a1', 'a5']);
    await expect(notice(page)).toHaveCount(0);
  },
);

test.describe('with a service worker', { tag: '@desktop' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('results can be seen without a network', { tag: '@slow' }, async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    await untilPartsAreKept(page, /statistics-/, 2);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await menu(page, 'Statistics');
    await expect(page.locator('#screen')).toContainText('1 game');
  });
});

/* Two tabs. */

test(
  'two tabs wipe neither each other’s settings nor the results of games that end at the same moment',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await test.step('the settings of two tabs do not wipe each other', async () => {
      await open(page);
      const second = await context.newPage();
      await open(second);
      /** @param {Page} tab @param {string} name */
      const choose = async (tab, name) => {
        await tab.bringToFront();
        await menu(tab, 'Settings');
        await tab.getByRole('dialog').getByRole('radio', { name, exact: true }).check();
        await tab.keyboard.press('Escape');
      };
      await choose(page, 'Dark');
      await choose(second, 'Slate');
      await page.reload();
      await ready(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
    });
    await test.step('two tabs that end their games at the same moment count both', async () => {
      const tabs = [page, /** @type {Page} */ (context.pages()[1])];
      for (const tab of tabs) await open(tab);
      for (const tab of tabs) {
        await tab.bringToFront();
        await start(tab, { mode: 'people', spec: 'three' });
        for (const move of ['b2', 'a1', 'a2', 'c1']) await play(tab, move);
      }
      await together(tabs, () => 'c2');
      for (const tab of tabs)
        await expect.poll(() => tab.evaluate(() => window.merels.outcome?.winner)).toBe('white');
      const counted = () =>
        page.evaluate(
          () =>
            JSON.parse(localStorage.getItem('merels.statistics') ?? '{"games":[]}').games.length,
        );
      await expect.poll(counted).toBe(2);
    });
  },
);

/**
 * Presses both at the same moment, from within.
 * @param {Page[]} tabs
 * @param {(page: Page) => string} point
 */
const together = (tabs, point) => Promise.all(tabs.map((tab) => click(tab, point(tab))));

test(
  'what another tab writes over the records, which has not yet seen what is in them, is added to them',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, watch }) => {
    // What a later page has made of two of them is kept aside.
    const later = {
      'merels.course': '{"version":2,"lessons":{"capture":1}}',
      'merels.puzzles': '{"version":2,"ratings":[1400]}',
    };
    await page.addInitScript(
      (later) => Object.entries(later).forEach(([key, text]) => localStorage.setItem(key, text)),
      later,
    );
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    await menu(page, 'Learn');
    const sheet = page.locator('#screen');
    await sheet.locator('[data-lesson=capture]').click();
    for (const point of ['g7', 'b2']) {
      const { x, y } = await place(sheet, point);
      await page.mouse.click(x, y);
    }
    await menu(page, 'Puzzles');
    await sheet.getByRole('button', { name: 'A bit of everything' }).click();
    await sheet.getByRole('button', { name: 'Show the solution' }).click();
    const of = () =>
      page.evaluate(() => {
        const read = (/** @type {string} */ key) => JSON.parse(localStorage.getItem(key) ?? '{}');
        return {
          games: read('merels.statistics').games?.length,
          done: read('merels.course').done,
          tried: Object.keys(read('merels.puzzles').first ?? {}).length,
          rating: Math.round(read('merels.puzzles').rating),
        };
      });
    await expect.poll(of).toMatchObject({ games: 1, done: ['capture'], tried: 1 });
    const { rating } = await of();
    const aside = () =>
      page.evaluate(() =>
        Object.entries(localStorage).flatMap(([key, text]) =>
          key.startsWith('merels.aside.') ? [text] : [],
        ),
      );
    expect((await aside()).sort()).toEqual(Object.values(later).sort());
    // Another tab that is slower, without a page of its own that would know better.
    watch.allowed.push(/favicon/);
    const other = await context.newPage();
    await other.goto(new URL('icons/icon.svg', page.url()).href);
    const game = {
      id: 'other',
      ended: 1,
      spec: 'three',
      mode: 'people',
      human: 'white',
      level: 0,
      winner: null,
      turns: 9,
      hints: 0,
      accuracy: null,
    };
    await other.evaluate((game) => {
      localStorage.setItem(
        'merels.statistics',
        JSON.stringify({ kind: 'merels-statistics', version: 1, games: [game] }),
      );
      localStorage.setItem('merels.course', JSON.stringify({ version: 1, done: ['placing'] }));
      localStorage.setItem(
        'merels.puzzles',
        JSON.stringify({
          version: 1,
          rating: 1250,
          row: 2,
          best: 2,
          days: 0,
          last: 0,
          first: { other: 1, another: 1 },
        }),
      );
    }, game);
    await expect
      .poll(of)
      .toEqual({ games: 2, done: ['placing', 'capture'], tried: 3, rating: 1250 });
    expect(rating).not.toBe(1250);
    // What is erased in one tab is not brought back by another: it hears of what is written in
    // order.
    const heard = page.evaluate(
      () =>
        new Promise((resolve) =>
          addEventListener('storage', ({ key }) => key === 'the last' && resolve(null)),
        ),
    );
    await other.evaluate(() => localStorage.removeItem('merels.statistics'));
    await other.evaluate(
      (game) =>
        localStorage.setItem(
          'merels.statistics',
          JSON.stringify({ kind: 'merels-statistics', version: 1, games: [game] }),
        ),
      game,
    );
    await other.evaluate(() => localStorage.setItem('the last', ''));
    await heard;
    expect(await of()).toMatchObject({ games: 1 });
  },
);

test(
  'what is erased in one tab is not brought back by another that waits for room',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context }) => {
    await page.clock.install();
    await open(page);
    const end = async (/** @type {Page} */ tab) => {
      await tab.bringToFront();
      await start(tab, { mode: 'people', spec: 'three' });
      for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(tab, move);
    };
    await end(page);
    await expect
      .poll(() =>
        page.evaluate(
          () => JSON.parse(localStorage.getItem('merels.statistics') ?? '{}').games?.length,
        ),
      )
      .toBe(1);
    const second = await context.newPage();
    await open(second);
    await fill(page);
    await end(second);
    await menu(second, 'Statistics');
    await expect(second.locator('#screen')).toContainText('2 games');
    await page.bringToFront();
    await menu(page, 'Statistics');
    await page.getByRole('button', { name: 'Delete all' }).click();
    // Once the other tab has heard of it:
    await expect
      .poll(() => second.evaluate(() => localStorage.getItem('merels.statistics')))
      .toBeNull();
    await makeRoom(page);
    // Its game waits in the same way, and is stored by now.
    await inTime(
      page,
      async () => (await records(page)).filter((record) => record.includes('3. c2')).length,
    ).toBe(2);
    expect(await page.evaluate(() => localStorage.getItem('merels.statistics'))).toBeNull();
    await second.bringToFront();
    await second.reload();
    await ready(second);
    await menu(second, 'Statistics');
    await expect(second.locator('#screen')).toContainText('No finished games yet.');
  },
);

for (const [rounds, tag] of /** @type {[number, string[]][]} */ ([
  [2, ['@desktop']],
  [8, ['@desktop', '@slow']],
]))
  test(
    `two tabs that play in one game at the same moment lose no turn, ${rounds} times`,
    { tag },
    async ({ page, context }) => {
      test.slow();
      await open(page);
      for (let round = 0; round < rounds; round++) {
        await page.bringToFront();
        await start(page, { mode: 'people', spec: 'nine' });
        await play(page, 'd6');
        const second = await context.newPage();
        await open(second);
        await expect(second.locator('.move')).toHaveText(['d6']);
        const before = await records(page);
        await together([page, second], (tab) => (tab === page ? 'a1' : 'g7'));
        await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
        await expect(cell(second, 'g7')).toHaveAttribute('data-man', 'black');
        // One of them is a game of its own now, and both go on.
        await expect.poll(async () => (await records(page)).length).toBe(before.length + 1);
        await Promise.all([play(page, 'f4'), play(second, 'b2')]);
        await second.close();
        // What one tab stores, another sees a moment later.
        const turns = async () =>
          (await records(page)).map((record) => record.trim().split('\n').at(-1)).sort();
        const both = ['1. d6 a1 2. f4 *', '1. d6 g7 2. b2 *'];
        await expect
          .poll(turns, `round ${round}`)
          .toEqual(both.flatMap((one) => Array(round + 1).fill(one)));
      }
    },
  );

test('all of it is saved as one file, and added to what another device has', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  await menu(page, 'Settings');
  await page.getByRole('radio', { name: 'Wood' }).check();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a back-up' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('merels-backup.json');
  const text = readFileSync(await file.path(), 'utf8');
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await page.goto('about:blank');
  await open(page);
  await menu(page, 'Settings');
  const add = page.getByLabel('Add a back-up');
  const choose = (/** @type {string} */ content) =>
    add.setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  await choose(text.slice(0, -20));
  await expect(page.getByText('This back-up is damaged or incomplete.')).toBeVisible();
  await choose(text);
  await expect(page.getByText('The back-up was added to what is here.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('data-look', 'wood');
  await expect.poll(() => records(page)).toEqual([expect.stringContaining('1. a1')]);
});
