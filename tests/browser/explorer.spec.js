/** The opening explorer in the analysis: placings with exact values, played by a press or a key, at the points of the board too. */
import { audit } from './audit.js';
import { expect, test } from './fixtures.js';
import { cell, line, menu, open, play, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Analysis' });
/** @param {Page} page */
const rows = (page) => panel(page).locator('.explorer-turn');

/** Opens the analysis without the computer's own thoughts. @param {Page} page */
async function analyse(page) {
  await menu(page, 'Analyse');
  await panel(page).getByText('What is shown').click();
  await panel(page).getByLabel('The computer thinks').uncheck();
}

test('the first placings up to symmetry, with values and replies; a press plays one', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await analyse(page);
  // Corners and midpoints of the middle ring, and of the other two.
  await expect(rows(page)).toHaveCount(4, { timeout: 30_000 });
  await expect(rows(page).first()).toContainText('Replies that hold: 23 of 23');
  await expect(rows(page).first()).toHaveAccessibleName(/draw/);
  await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, draw');
  const turn = (await rows(page).first().getAttribute('data-turn')) ?? '';
  await rows(page).first().scrollIntoViewIfNeeded();
  await rows(page).first().click();
  await expect.poll(() => line(page)).toContain(' b 8,9 ');
  await expect(cell(page, turn)).toHaveAttribute('data-man', 'white');
  await expect(rows(page).first()).toContainText(/Replies that hold: \d+ of 22/);
});

/** After a mill that is threatened, with the keyboard at the first row. @param {Page} page */
async function threatened(page) {
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await analyse(page);
  for (const turn of ['d6', 'f4', 'd7']) await play(page, turn);
  await expect(rows(page).first()).toHaveAttribute('data-turn', 'd5', { timeout: 30_000 });
  await rows(page).first().focus();
}

/** Plays the first row by keyboard, where the focus stays. @param {Page} page @param {number} ply */
async function playFirst(page, ply) {
  await page.keyboard.press('Enter');
  await expect.poll(() => line(page)).toContain(ply % 2 ? ' b ' : ' w ');
  await expect(panel(page).locator('.explorer-list')).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 });
  await expect(rows(page).first()).toBeFocused({ timeout: 40_000 });
}

test('wins, draws and losses, the best first; the keyboard stays in the list', { tag: '@desktop' }, async ({ page }) => {
  await threatened(page);
  // Blocking the mill wins, anything else loses.
  await expect(rows(page).first()).toHaveAccessibleName(/wins.*Replies: 20/);
  await expect(rows(page).last()).toHaveAccessibleName(/loses/);
  await expect(cell(page, 'd5')).toHaveAccessibleName(/^d5, empty.*, wins$/);
  await expect(cell(page, 'g1')).toHaveAccessibleName(/^g1, empty.*, loses$/);
  await playFirst(page, 4);
});

test.describe('beyond the explorer', () => {
  test.use({ late: true });

  test('the keyboard stays in the list also where only loaded values reach', { tag: ['@desktop', '@slow'] }, async ({ page }) => {
    await threatened(page);
    for (let ply = 4; ply < 7; ply++) await playFirst(page, ply);
  });
});

test('a game that is not told of has no explorer', { tag: '@desktop' }, async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(...(/\.explorer$/.exec(request.url()) ?? [])));
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await analyse(page);
  await play(page, 'a1');
  const heading = panel(page).getByText('Opening explorer');
  await expect(heading).toBeHidden();
  expect(asked).toEqual([]);
  // Another game has one, and it is the first to be asked for.
  await start(page, { mode: 'people', spec: 'nine' });
  await menu(page, 'Analyse');
  await expect(heading).toBeVisible();
  expect(asked).toHaveLength(1);
});

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(`the audit finds nothing to complain of in the explorer, ${colorScheme}`, { tag: colorScheme === 'light' ? '@desktop' : '@phone' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await analyse(page);
    for (const turn of ['a7', 'd6']) await play(page, turn);
    await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
    await audit(page, 'explorer');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
