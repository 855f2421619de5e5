/**
 * Hints in three steps: by pointer, key and ear; put away, counted, and not given where they would
 * be unfair.
 */
import { expect, test } from './fixtures.js';
import { cell, line, menu, open, paste, play, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Opens a position for two people. @param {Page} page @param {string} line */
async function set(page, line) {
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill(line);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** White to move closes a7-d7-g7 with the only sensible turn. */
const MILL = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 0 20';

test('where to look, which turn, why, and away with it', async ({ page }) => {
  await set(page, MILL);
  const text = page.locator('.status-text');
  await page.getByRole('button', { name: 'Hint: where to look' }).click();
  await expect(text).toHaveText('Look here: g4.', { timeout: 20_000 });
  await expect(page.locator('#live')).toHaveText('Look here: g4.');
  await expect(cell(page, 'g4')).toHaveAccessibleName('g4, white piece, circled');
  await page.getByRole('button', { name: 'Hint: which move' }).click();
  await expect(text).toHaveText(/^Move g4 to g7 and take \w\d\.$/);
  await expect(cell(page, 'g4')).toHaveAccessibleName(/arrow to g7/);
  await page.getByRole('button', { name: 'Hint: why' }).click();
  await expect(text).toContainText('This closes the mill a7–d7–g7.');
  await expect(page.locator('#live')).toContainText('This closes the mill a7–d7–g7.');
  await page.getByRole('button', { name: 'Hide the hint' }).click();
  await expect(text).toHaveText('White’s turn. Move a man.');
  await expect(cell(page, 'g4')).toHaveAccessibleName('g4, white piece');
});

test(
  'by the key alone, away with Escape or by playing, and counted with the game',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await set(page, MILL);
    const text = page.locator('.status-text');
    await page.keyboard.press('h');
    await expect(text).toHaveText('Look here: g4.', { timeout: 20_000 });
    await page.keyboard.press('Escape');
    await expect(text).toHaveText('White’s turn. Move a man.');
    await play(page, 'g4-f4');
    await page.keyboard.press('h');
    await expect(text).toContainText('Look here', { timeout: 20_000 });
    await play(page, 'd6-f6');
    await expect(text).toHaveText('White’s turn. Move a man.');
    await page.keyboard.press('k');
    await expect(page.locator('.game-state').first()).toContainText('Hints: 2');
  },
);

test('the coach asks before a turn gives the result away, by the solution', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'merels.draft',
      JSON.stringify({
        version: 1,
        spec: 'nine',
        mode: 'computer',
        colour: 'white',
        levels: { white: 3, black: 3 },
        clock: null,
        turning: false,
        pace: 700,
      }),
    ),
  );
  await open(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByRole('checkbox', { name: 'Coach' }).check();
  await dialog.locator('.ladder [data-level="3"]').click();
  await paste(page, 'nine 3/BBB/3/4BW/2W/BWW/3 w 4,4 0 6');
  await play(page, 'd3');
  const status = page.locator('#status');
  await expect(status).toContainText(
    'Black was threatening to close b6–b4–b2, and d3 doesn’t stop it. Take it back?',
    { timeout: 30_000 },
  );
  await expect(page.locator('#live')).toContainText('Take it back?');
  await status.getByRole('button', { name: 'Take it back' }).click();
  await expect(cell(page, 'd3')).toHaveAttribute('data-man', '');
  await play(page, 'b4');
  await expect.poll(() => line(page)).toContain(' w 3,');
});
