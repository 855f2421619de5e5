import AxeBuilder from '@axe-core/playwright';
import sharp from 'sharp';
import { expect, test } from './fixtures.js';
import { cell, click, menu, open, play, ready, start } from './table.js';

/** @param {import('@playwright/test').Page} page @param {string} where */
async function audit(page, where) {
  // Colours are measured when nothing is half faded in.
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished)));
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  expect(violations.map((v) => `${where}: ${v.id}: ${v.nodes.map((n) => `${n.target} ${n.failureSummary}`).join('; ')}`)).toEqual([]);
}

/** The phone is audited in the dark alone. */
const AUDITED = { light: ['@desktop'], dark: [] };

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(`the audit finds nothing to complain of, ${colorScheme}`, { tag: AUDITED[colorScheme] }, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await open(page);
    await audit(page, 'first screen');
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'a1', 'b6', 'd7', 'f4', 'a4']) await play(page, move);
    await audit(page, 'mid-game');
    await click(page, 'f6');
    await audit(page, 'capture');
    await click(page, 'a1');
    await page.getByRole('button', { name: 'New game' }).click();
    await audit(page, 'new game');
    await page.getByText('Rules in detail').click();
    await audit(page, 'rule options');
    await page.locator('input[name=mode][value=watch]').check();
    await audit(page, 'new game, watching');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await audit(page, 'menu');
    await page.getByRole('button', { name: 'Settings' }).click();
    for (const look of ['Wood', 'Slate', 'High contrast', 'Paper and ink']) {
      await page.getByLabel(look).check();
      await audit(page, `settings, ${look}`);
    }
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Copy and paste' }).click();
    await page.getByLabel('Open a position or a game').fill('nonsense');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await audit(page, 'copy and paste, with an error');
    await page.getByRole('button', { name: 'Close' }).click();
    await menu(page, 'Rules of this game');
    await audit(page, 'rules');
    await page.getByRole('button', { name: 'Close' }).click();
    await menu(page, 'Keyboard');
    await audit(page, 'keyboard');
    await page.getByRole('button', { name: 'Close' }).click();
    await menu(page, 'Type a move');
    await page.getByLabel('Your move').fill('z9');
    await page.keyboard.press('Enter');
    await audit(page, 'typed move, with an error');
    await page.keyboard.press('Escape');
    await menu(page, 'Set up a position');
    await page.getByText('Game and rules').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await audit(page, 'setting up a position, with a fault');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await menu(page, 'Resign');
    await audit(page, 'resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await audit(page, 'the end');
    await page.evaluate(() => localStorage.setItem('merels.game', 'broken'));
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await ready(page);
    await expect(page.locator('.notice')).toBeVisible();
    await audit(page, 'notice');
  });

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(`the audit of clocks, offers and the list of games finds nothing either, ${colorScheme}`, { tag: AUDITED[colorScheme] }, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await open(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('input[name=mode][value=people]').check();
    await page.getByLabel('Clock', { exact: true }).selectOption('1');
    await audit(page, 'new game, with clocks');
    await page.keyboard.press('Escape');
    await start(page, { spec: 'nine' });
    await play(page, 'd6');
    await start(page, { spec: 'six' });
    for (const move of ['a1', 'a5']) await play(page, move);
    await audit(page, 'clocks');
    await menu(page, 'Offer a draw');
    await audit(page, 'a draw is offered');
    await page.evaluate(() => ['merels.game.odd', 'merels.aside.merels.look.mi7'].forEach((key) => localStorage.setItem(key, 'broken')));
    await menu(page, 'Your games');
    await expect(page.locator('.game .man-white').first()).toBeVisible();
    await audit(page, 'games');
    await page.getByRole('button', { name: 'Rename: Six Men’s Morris' }).click();
    await page.getByRole('button', { name: 'Delete: Nine Men’s Morris' }).click();
    await audit(page, 'games, one being renamed and one deleted');
    await page.getByRole('button', { name: 'Close' }).click();
    await start(page, { mode: 'watch', spec: 'nine', level: 1 });
    await page.getByRole('button', { name: 'Pause' }).click();
    await audit(page, 'computers, paused');
  });

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(`the audit of the analysis, the review and the statistics finds nothing either, ${colorScheme}`, { tag: AUDITED[colorScheme] }, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await open(page);
    await start(page, { mode: 'computer', spec: 'six', colour: 'white' });
    await menu(page, 'Analyse');
    const panel = page.getByRole('region', { name: 'Analysis' });
    for (const move of ['a1', 'c1', 'b2', 'c2', 'a3']) await play(page, move);
    await page.keyboard.press('ArrowLeft');
    await play(page, 'a5');
    await panel.getByLabel('Comment on a5').fill('The corner');
    await panel.getByRole('button', { name: 'good', exact: true }).click();
    await panel.getByText('What is shown').click();
    await expect(panel.locator('.line-value').first()).toBeVisible();
    await audit(page, 'analysis');
    await panel.getByRole('button', { name: 'Delete from here on' }).click();
    await audit(page, 'analysis, a line deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Review the game' }).click();
    await expect(panel).toContainText('The game is judged.', { timeout: 40_000 });
    await panel.getByText('How it is worked out').click();
    await audit(page, 'review');
    for (const material of ['wood', 'slate', 'contrast']) {
      await page.evaluate((look) => (document.documentElement.dataset.look = look), material);
      await audit(page, `review, ${material}`);
    }
    const game = { id: 'a', ended: Date.UTC(2026, 10, 1), spec: 'nine', mode: 'computer', human: 'white', level: 3, winner: 'white', turns: 40, hints: 2, accuracy: { white: 91.2, black: 80 } };
    await page.evaluate((text) => localStorage.setItem('merels.statistics', text), JSON.stringify({ kind: 'merels-statistics', version: 1, games: [game, { ...game, id: 'b', mode: 'people' }] }));
    await menu(page, 'Statistics');
    await expect(page.getByRole('dialog')).toContainText('won 1, drawn 0, lost 0');
    await audit(page, 'statistics');
  });

test('points are named for the ear, and moves and results are announced', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  const grid = page.getByRole('grid', { name: 'Board, Three Men’s Morris' });
  await expect(grid.getByRole('row')).toHaveCount(3);
  await expect(cell(page, 'b2')).toHaveAccessibleName('b2, empty');
  const live = page.locator('#live');
  await play(page, 'b2');
  await expect(cell(page, 'b2')).toHaveAccessibleName('b2, white man, last move');
  await expect(live).toHaveText('White places b2. Black to place a man.');
  for (const move of ['a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move);
  await click(page, 'b2');
  await expect(cell(page, 'b2')).toHaveAccessibleName('b2, white man, chosen');
  await expect(cell(page, 'b3')).toHaveAccessibleName('b3, empty, the man can go here');
  await expect(live).toHaveText('Choose where the man on b2 goes.');
});

test('every target is large enough, and nothing overflows at 320 pixels or at four times the zoom', { tag: '@desktop' }, async ({ page }) => {
  for (const size of [{ width: 320, height: 640 }, { width: 320, height: 256 }, { width: 844, height: 390 }, { width: 768, height: 1024 }]) {
    await page.setViewportSize(size);
    await open(page);
    const small = await page.locator('button:visible, [data-point]').evaluateAll((all) =>
      all.filter((el) => Math.min(el.getBoundingClientRect().width, el.getBoundingClientRect().height) < 24).map((el) => el.outerHTML),
    );
    expect(small).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    if (size.height >= 390) expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), `${size.width}x${size.height}`).toBeLessThanOrEqual(0);
  }
});

test('with letters of twice the size the bar has the whole name of the game, also at 320 pixels', { tag: '@desktop' }, async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await open(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    const bar = await page.locator('#bar').boundingBox();
    const name = page.locator('#bar .variant span');
    expect(await name.evaluate((el) => el.scrollWidth > el.clientWidth), `${width}`).toBe(false);
    const box = await name.boundingBox();
    expect(box && bar && box.y >= bar.y && box.y + box.height <= bar.y + bar.height).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('the focus comes back to where it was after a dialog', async ({ page }) => {
  await open(page);
  const more = page.getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('light and dark can be chosen, and the choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await paper()).toBe('rgb(246, 241, 231)');
  await menu(page, 'Settings');
  await page.getByLabel('Dark').check();
  expect(await paper()).toBe('rgb(29, 27, 25)');
  await page.reload();
  await ready(page);
  expect(await paper()).toBe('rgb(29, 27, 25)');
});

test('forced colours keep the board and the men', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  await click(page, 'd6');
  const ink = await page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const ctx = canvas?.getContext('2d');
    if (!canvas || !ctx) return 0;
    const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
    let painted = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i]) painted++;
    return painted;
  });
  expect(ink).toBeGreaterThan(1000);
});

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(`forced colours keep words on dark ground readable, ${colorScheme}`, { tag: '@desktop' }, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await open(page);
    await click(page, 'd6');
    await page.getByRole('button', { name: 'New game' }).click();
    for (const css of ['dialog .primary', 'input[name=mode]:checked + span']) expect(await strokes(page.locator(css)), css).toBeGreaterThan(8);
    await page.keyboard.press('Escape');
    expect(await strokes(page.locator('.move[aria-current]')), 'the current move').toBeGreaterThan(4);
  });

/** How often at most light and dark change along one line of pixels: letters do it often, an empty box twice. @param {import('@playwright/test').Locator} element */
async function strokes(element) {
  const { data, info } = await sharp(await element.screenshot()).greyscale().raw().toBuffer({ resolveWithObject: true });
  let most = 0;
  for (let y = 0; y < info.height; y++) {
    let changes = 0;
    for (let x = 1; x < info.width; x++) {
      const [a = 0, b = 0] = [data[y * info.width + x - 1], data[y * info.width + x]];
      if (Math.abs(a - b) > 40) changes++;
    }
    most = Math.max(most, changes);
  }
  return most;
}
