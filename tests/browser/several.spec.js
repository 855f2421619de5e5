import { expect, test } from './fixtures.js';
import { cell, click, drop, keepWayBack, line, menu, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Two people's games, one after the other.
 * @param {Page} page
 * @param {[string, string[]][]} games
 */
async function playAll(page, games) {
  for (const [spec, moves] of games) {
    await start(page, { mode: 'people', spec });
    for (const move of moves) await play(page, move);
  }
}

/** @param {Page} page */
async function list(page) {
  await menu(page, 'Games');
  const sheet = page.getByRole('region', { name: 'Your games' });
  await expect(sheet).toBeVisible();
  return { sheet, games: sheet.locator('.game') };
}

/** @param {Page} page */
const stored = (page) =>
  page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith('merels.game.')).length);

test('games are listed with their boards, the latest first, and taken up again', async ({
  page,
}) => {
  await open(page);
  await playAll(page, [
    ['six', ['a1', 'a5', 'e1']],
    ['three', ['b2']],
    ['nine', ['d6', 'a1']],
  ]);
  const { sheet, games } = await list(page);
  await expect(games.locator('.game-name')).toHaveText([
    'Nine Men’s Morris',
    'Three Men’s Morris',
    'Six Men’s Morris',
  ]);
  await expect(games.first().getByRole('button', { name: /Current game/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(games.last().locator('.game-state')).toHaveText('2 moves · Black to move');
  await expect(games.last().locator('.man-white')).toHaveCount(2);
  await games.last().locator('.game-open').click();
  await expect(sheet).toBeHidden();
  await expect.poll(() => line(page)).toContain('six ');
  await expect(page.locator('.move')).toHaveCount(3);
  await play(page, 'e5');
  await page.reload();
  await ready(page);
  await expect(cell(page, 'e5')).toHaveAttribute('data-man', 'black');
  const again = await list(page);
  await expect(again.games.locator('.game-name')).toHaveText([
    'Six Men’s Morris',
    'Nine Men’s Morris',
    'Three Men’s Morris',
  ]);
});

test('a game that comes while a position is being set up is kept as any other, and an empty one that it replaces is not', async ({
  page,
}) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await expect.poll(() => stored(page)).toBe(1);
  for (const [text, moves, games] of /** @type {[string, string[], number][]} */ ([
    ['1. d6 a1 *', ['d6', 'a1'], 1],
    ['1. b2 d6 2. f4 *', ['b2', 'd6', 'f4'], 2],
  ])) {
    await menu(page, 'Set up a position');
    await expect(page.locator('.editor')).toBeVisible();
    await drop(page, text);
    await expect(page.locator('.editor')).toHaveCount(0);
    await expect(page.locator('.move')).toHaveText(moves);
    await expect.poll(() => stored(page)).toBe(games);
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveText(moves);
  }
});

test('games are renamed and deleted, and a deleted one comes back', async ({ page }) => {
  await open(page);
  await playAll(page, [
    ['six', ['a1', 'a5']],
    ['three', ['b2']],
  ]);
  const { sheet, games } = await list(page);
  await sheet.getByRole('button', { name: 'Rename: Six Men’s Morris' }).click();
  await page.keyboard.type('Evening with Anna');
  await page.keyboard.press('Enter');
  await expect(games.last().locator('.game-name')).toHaveText('Evening with Anna');
  await sheet.getByRole('button', { name: 'Rename: Three Men’s Morris' }).click();
  await page.keyboard.type('Thrown away');
  await page.keyboard.press('Escape');
  await expect(games.first().locator('.game-name')).toHaveText('Three Men’s Morris');
  // What is on the table cannot be deleted from under the player.
  await expect(sheet.getByRole('button', { name: 'Delete: Three Men’s Morris' })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Delete: Evening with Anna' }).click();
  await expect(games.last()).toContainText('Evening with Anna deleted.');
  await expect.poll(() => stored(page)).toBe(1);
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => stored(page)).toBe(2);
  await games.last().locator('.game-open').click();
  await expect.poll(() => line(page)).toContain('six ');
  await page.reload();
  await ready(page);
  const again = await list(page);
  await expect(again.games.first().locator('.game-name')).toHaveText('Evening with Anna');
  await again.sheet.getByRole('button', { name: 'Rename: Evening with Anna' }).click();
  await page.keyboard.type('And Ben');
  await again.sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await page.reload();
  await ready(page);
  await expect((await list(page)).games.first().locator('.game-name')).toHaveText('And Ben');
});

test('two tabs with the same game lose nothing of each other’s', async ({ page, context }) => {
  await open(page);
  await playAll(page, [['six', ['a1', 'a5']]]);
  const second = await context.newPage();
  await second.addInitScript(() => {
    const write = Storage.prototype.setItem;
    Object.assign(window, { written: 0 });
    Storage.prototype.setItem = function (key, text) {
      if (key.startsWith('merels.game.')) /** @type {any} */ (window).written++;
      return write.call(this, key, text);
    };
  });
  const written = () => second.evaluate(() => /** @type {any} */ (window).written);
  await open(second);
  await expect(second.locator('.move')).toHaveCount(2);
  // Each is played in while it is in front, as by a person: a tab behind is slow to draw.
  await page.bringToFront();
  await play(page, 'e1');
  // The other tab is told, and may follow…
  await second.bringToFront();
  await expect(second.locator('.notice')).toContainText('continued in another tab');
  const before = await written();
  await second.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(second.locator('.move')).toHaveCount(3);
  // Whoever only looks writes nothing: it could come between the turns of the other.
  expect(await written()).toBe(before);
  await expect.poll(() => stored(page)).toBe(1);
  // …or play on by itself, in a game of its own.
  await page.bringToFront();
  await play(page, 'e5');
  await second.bringToFront();
  await expect(second.locator('.notice')).toContainText('continued in another tab');
  await play(second, 'c5');
  await expect(second.locator('.notice')).toContainText('saved separately');
  // What one tab stores another may see a little later.
  await expect.poll(() => stored(page)).toBe(2);
  for (const [tab, point] of /** @type {[Page, string][]} */ ([
    [page, 'e5'],
    [second, 'c5'],
  ])) {
    await tab.bringToFront();
    await tab.reload();
    await ready(tab);
    await expect(cell(tab, point)).toHaveAttribute('data-man', 'black');
  }
  // A new game in one tab is none of the other's business.
  await start(second, { mode: 'people', spec: 'three' });
  await play(second, 'b2');
  await page.bringToFront();
  await page.reload();
  await ready(page);
  await expect(cell(page, 'e5')).toHaveAttribute('data-man', 'black');
  await expect.poll(() => stored(page)).toBe(3);
});

/**
 * Takes the game of Six Men's Morris up in a tab of its own, plays on in it, and closes the tab.
 * @param {Page} page
 * @param {string[]} moves
 */
async function elsewhere(page, moves) {
  const tab = await page.context().newPage();
  await open(tab);
  await (
    await list(tab)
  ).games
    .filter({ hasText: 'Six Men’s Morris' })
    .locator('.game-open')
    .click();
  for (const move of moves) await play(tab, move);
  const turns = await sixes(tab);
  await tab.close();
  await page.bringToFront();
  await untilSeen(page, ...turns);
}

/**
 * What one tab stores another may see a little later.
 * @param {Page} page
 * @param {...string} turns of the stored games of Six Men's Morris
 */
const untilSeen = (page, ...turns) => expect.poll(() => sixes(page)).toEqual(turns);

/**
 * The turns of the stored games of Six Men's Morris.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
const sixes = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('merels.game.') && JSON.parse(text).settings.spec === 'six'
        ? [JSON.parse(text).path.join(' ')]
        : [],
    ),
  );

test(
  'a list of games that was open while another tab played on takes up, renames and deletes what is there now',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await playAll(page, [
      ['six', ['a1', 'a5']],
      ['three', ['b2']],
    ]);
    const { sheet, games } = await list(page);
    await elsewhere(page, ['e1']);
    await sheet.getByRole('button', { name: 'Rename: Six Men’s Morris' }).click();
    await page.keyboard.type('Evening with Anna');
    await page.keyboard.press('Enter');
    await expect(games.last().locator('.game-state')).toHaveText('2 moves · Black to move');
    await expect.poll(() => sixes(page)).toEqual(['a1 a5 e1']);
    await elsewhere(page, ['e5']);
    await sheet.getByRole('button', { name: 'Delete: Evening with Anna' }).click();
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await expect(games.last().locator('.game-state')).toHaveText('2 moves · White to move');
    await expect.poll(() => sixes(page)).toEqual(['a1 a5 e1 e5']);
    await elsewhere(page, ['c5']);
    await games.last().locator('.game-open').click();
    await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1', 'e5', 'c5']);
    await play(page, 'c1');
    await expect.poll(() => sixes(page)).toEqual(['a1 a5 e1 e5 c5 c1']);
    await expect(page.locator('.notice')).toHaveCount(0);
  },
);

test(
  'a game that another tab has renamed keeps its name when it is played on',
  { tag: '@slow' },
  async ({ page, context }) => {
    await open(page);
    await playAll(page, [['six', ['a1', 'a5']]]);
    const second = await context.newPage();
    await open(second);
    await start(second, { mode: 'people', spec: 'three' });
    await play(second, 'b2');
    const { sheet, games } = await list(second);
    await sheet.getByRole('button', { name: 'Rename: Six Men’s Morris' }).click();
    await second.keyboard.type('Sunday with Anna');
    await second.keyboard.press('Enter');
    await expect(games.filter({ hasText: 'Sunday with Anna' })).toHaveCount(1);
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toContain('Sunday with Anna');
    await page.bringToFront();
    await play(page, 'e1');
    await page.reload();
    await ready(page);
    await expect(cell(page, 'e1')).toHaveAttribute('data-man', 'white');
    await expect((await list(page)).games.filter({ hasText: 'Sunday with Anna' })).toHaveCount(1);
  },
);

test(
  'the undo of a deletion writes over nothing that another tab has stored since',
  { tag: '@slow' },
  async ({ page, context }) => {
    await open(page);
    await playAll(page, [['six', ['a1', 'a5']]]);
    const second = await context.newPage();
    await open(second);
    await expect(second.locator('.move')).toHaveCount(2);
    await page.bringToFront();
    await playAll(page, [['three', ['b2']]]);
    const { sheet, games } = await list(page);
    await sheet.getByRole('button', { name: 'Delete: Six Men’s Morris' }).click();
    await second.bringToFront();
    await play(second, 'e1');
    await page.bringToFront();
    await untilSeen(page, 'a1 a5 e1');
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await expect(games.last().locator('.game-state')).toHaveText('2 moves · Black to move');
    await expect.poll(() => sixes(page)).toEqual(['a1 a5 e1']);
  },
);

test(
  'the way back to a game leads to what another tab has made of it',
  { tag: '@slow' },
  async ({ page, context }) => {
    await keepWayBack(page);
    await open(page);
    await playAll(page, [['six', ['a1', 'a5']]]);
    const second = await context.newPage();
    await open(second);
    await expect(second.locator('.move')).toHaveCount(2);
    await page.bringToFront();
    await drop(page, '1. d6 a1 *');
    await expect(page.locator('.notice')).toBeVisible();
    await second.bringToFront();
    await play(second, 'e1');
    await page.bringToFront();
    await untilSeen(page, 'a1 a5 e1');
    await page.locator('.notice button').first().click();
    await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1']);
    await expect.poll(() => sixes(page)).toEqual(['a1 a5 e1']);
  },
);

test('the shortcuts of the installed page', async ({ page, request }) => {
  await page.goto('./');
  const address = await page
    .locator('link[rel=manifest]')
    .evaluate((el) => /** @type {HTMLLinkElement} */ (el).href);
  const manifest = await (await request.get(address)).json();
  const urls = manifest.shortcuts.map(
    (/** @type {{ url: string }} */ s) => new URL(s.url, address).href,
  );
  expect(urls).toHaveLength(3);
  await open(page, urls[0]);
  await expect(page.getByRole('dialog', { name: 'New game' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.keyboard.press('Escape');
  await open(page, urls[1]);
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible();
  await open(page, urls[2]);
  // Nothing to go on with: the list has what there is.
  await expect(page.getByRole('region', { name: 'Your games' })).toBeVisible();
  await page.keyboard.press('Escape');
  await click(page, 'd6');
  await open(page, urls[2]);
  await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
