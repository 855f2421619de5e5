/**
 * The opening explorer in the analysis: placings with exact values, by a press or a key, at the
 * points of the board too. The values are the page's own: those of first placings and, after them,
 * of the whole solution.
 */
import { audit } from './audit.js';
import { expect, test } from './fixtures.js';
import { cell, click, line, menu, open, play, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Analysis' });
/** @param {Page} page */
const rows = (page) => panel(page).locator('.explorer-turn');

/** Opens the analysis without the computer's own thoughts. @param {Page} page */
async function analyse(page) {
  await menu(page, 'Analyse');
  await panel(page).getByText('Show', { exact: true }).click();
  await panel(page).getByLabel('Computer analysis').uncheck();
}

test.describe('in Nine', () => {
  test.use({ late: true });

  test('the first placings up to symmetry, with values and replies; a press plays one', async ({
    page,
  }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await analyse(page);
    // Corners and midpoints of the middle ring, and of the other two.
    await expect(rows(page)).toHaveCount(4, { timeout: 60_000 });
    await expect(rows(page).first()).toContainText('Good replies: 23 of 23');
    await expect(rows(page).first()).toHaveAccessibleName(/draw/);
    await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, draw');
    // The rows keep their order while the pointer is over one.
    await rows(page).first().hover();
    const turn = (await rows(page).first().getAttribute('data-turn')) ?? '';
    await rows(page).first().click();
    await expect.poll(() => line(page)).toContain(' b 8,9 ');
    await expect(cell(page, turn)).toHaveAttribute('data-man', 'white');
    await expect(rows(page).first()).toContainText(/Good replies: \d+ of 22/);
  });

  test(
    'a position set up in an analysis is analysed; one that is not finished is not looked up',
    { tag: '@desktop' },
    async ({ page }) => {
      await open(page);
      await start(page, { mode: 'people', spec: 'nine' });
      await analyse(page);
      await play(page, 'd6');
      await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
      await page.locator('[data-action=edit]').click();
      const editor = page.getByRole('region', { name: 'Set up a position' });
      await editor.getByRole('button', { name: 'Clear' }).click();
      const analysis = editor.getByRole('button', { name: 'Analyse' });
      await expect(analysis).toHaveAttribute('aria-disabled', 'true');
      for (const point of ['a7', 'd7', 'b6']) await click(page, point);
      await editor.getByRole('radio', { name: 'Black' }).first().check({ force: true });
      for (const point of ['a1', 'd1', 'f4']) await click(page, point);
      await analysis.click();
      await expect(panel(page).locator('.analysis-worth')).toContainText(/White|Black|Draw/);
      expect(await line(page)).toBe('nine WW1/W2/3/4B1/3/3/BB1 b 0,0 0 1');
      await expect(page.locator('.notice', { hasText: 'stopped responding' })).toHaveCount(0);
    },
  );

  /** After a mill that is threatened, with the keyboard at the first row. @param {Page} page */
  async function threatened(page) {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await analyse(page);
    for (const turn of ['d6', 'f4', 'd7']) await play(page, turn);
    await expect(rows(page).first()).toHaveAttribute('data-turn', 'd5', { timeout: 60_000 });
    await rows(page).first().focus();
  }

  /**
   * Plays the first row by keyboard, where the focus stays.
   * @param {Page} page
   * @param {number} ply
   */
  async function playFirst(page, ply) {
    await page.keyboard.press('Enter');
    await expect.poll(() => line(page)).toContain(ply % 2 ? ' b ' : ' w ');
    await expect(panel(page).locator('.explorer-list')).toHaveAttribute('aria-busy', 'false', {
      timeout: 60_000,
    });
    await expect(rows(page).first()).toBeFocused({ timeout: 60_000 });
  }

  test(
    'wins, draws and losses, the best first; the keyboard stays in the list',
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      await threatened(page);
      // Blocking the mill wins, anything else loses.
      await expect(panel(page)).toContainText('One move wins, the rest lose.');
      await expect(rows(page).first()).toHaveAccessibleName(/wins/);
      await expect(rows(page).last()).toHaveAccessibleName(/loses/);
      await expect(cell(page, 'd5')).toHaveAccessibleName(/^d5, empty.*, wins$/);
      await expect(cell(page, 'g1')).toHaveAccessibleName(/^g1, empty.*, loses$/);
      await playFirst(page, 4);
    },
  );

  test(
    'the keyboard stays in the list also where the replies are no longer known',
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      await threatened(page);
      for (let ply = 4; ply < 12; ply++) await playFirst(page, ply);
    },
  );
});

test.describe('in Eleven', () => {
  test.use({ late: true });

  test(
    'the corners win, and only the corners of the middle ring hold against another point',
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      await open(page);
      await start(page, { mode: 'people', spec: 'eleven' });
      await analyse(page);
      await expect(rows(page)).toHaveCount(4, { timeout: 60_000 });
      await expect(rows(page).first()).toHaveAccessibleName(/wins/);
      // The replies are known when the whole file is read.
      await expect(rows(page).last()).toContainText('Good replies: 4 of 23', { timeout: 60_000 });
      await expect(cell(page, 'a7')).toHaveAccessibleName('a7, empty, wins');
      await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, draw');
      await play(page, 'd6');
      await expect(cell(page, 'b2')).toHaveAccessibleName(
        /^b2, empty, draw, a club player goes wrong: \d+%$/,
        { timeout: 60_000 },
      );
      await expect(cell(page, 'a7')).toHaveAccessibleName('a7, empty, loses');
    },
  );
});

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `a game that is solved here is listed too, and the audit finds nothing to complain of, ${colorScheme}`,
    { tag: colorScheme === 'light' ? '@desktop' : ['@phone', '@slow'] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await open(page);
      await start(page, { mode: 'people', spec: 'three' });
      await analyse(page);
      // The centre wins.
      await expect(rows(page).first()).toHaveAttribute('data-turn', 'b2', { timeout: 60_000 });
      await expect(rows(page).first()).toHaveAccessibleName(/wins/);
      await play(page, 'a1');
      await expect(rows(page).first()).toBeVisible();
      await audit(page, 'explorer');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      // One that is not solved says so.
      await start(page, { mode: 'people', spec: 'morabaraba' });
      await menu(page, 'Analyse');
      await expect(panel(page).locator('.analysis-explorer')).toContainText(
        /This game hasn’t been solved|Only endgames are solved/,
      );
      await page.getByRole('tab', { name: 'All moves' }).click();
      await expect(rows(page).first()).toContainText('%');
    },
  );
