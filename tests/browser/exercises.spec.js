/**
 * Practice: exercises of a game that is solved on this device, with what follows a mistake,
 * kept, and without the network.
 */
import { audit } from './audit.js';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { open, place, ready, show } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const sheet = (page) => page.locator('[data-screen=learn]');

/** The exercises of Five Men's Morris, which takes no time to solve. @param {Page} page */
async function exercises(page) {
  await show(page, 'learn');
  await sheet(page).locator('[data-view=exercises]').click();
  await sheet(page).getByLabel('Game', { exact: true }).selectOption('five');
  await expect(sheet(page).locator('.learn-item[data-kind]')).toHaveCount(4);
}

/** Presses points. @param {Page} page @param {string} turn */
async function play(page, turn) {
  for (const point of turn.split(/[-x]/)) {
    const { x, y } = await place(sheet(page), point);
    await page.mouse.click(x, y);
  }
}

/** Has the answer shown, and plays it. @param {Page} page */
async function playShown(page) {
  await sheet(page).getByRole('button', { name: 'Show me' }).click();
  const said = sheet(page).locator('.lesson-said');
  await expect(said).toContainText('Better: ');
  const [, turn = ''] = /Better: ([^ ,.]+)/.exec((await said.textContent()) ?? '') ?? [];
  await play(page, turn);
}

test('one exercise follows the other, and how it went is kept', async ({ page }) => {
  await open(page);
  await exercises(page);
  await audit(page, 'where exercises are chosen');
  await sheet(page).locator('[data-kind=take]').click();
  const task = sheet(page).locator('.lesson-task');
  const next = sheet(page).getByRole('button', { name: 'Next position' });
  await expect(task).toHaveText(/ to play: close a mill and take the right man\.$/);
  await expect(task).toBeFocused();
  await audit(page, 'an exercise');
  await playShown(page);
  await expect(sheet(page).locator('.lesson-said')).toHaveText('Solved, but not on the first try.');
  await expect(next).toBeFocused();
  await expect(sheet(page).getByText(/^Your rating: 1,?1\d\d /)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(next).toBeHidden();
  await expect(task).toBeFocused();
  await page.reload();
  await ready(page);
  await sheet(page).locator('.screen-back').click();
  await expect(sheet(page).locator('[data-kind=take]')).toContainText('0 of 1 without a mistake');
});

test(
  'Nine Men’s Morris is practised from its solution, piece by piece',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await show(page, 'learn');
    await sheet(page).locator('[data-view=exercises]').click();
    await sheet(page).locator('[data-kind=fly]').click();
    const said = sheet(page).locator('.lesson-said');
    await expect(sheet(page).locator('.lesson-task')).toHaveText(/Three men may fly\.$/);
    await said.evaluate((el) => {
      const heard = /** @type {(string | null)[]} */ ([]);
      Object.assign(window, { heard });
      new MutationObserver(() => heard.push(el.textContent)).observe(el, { childList: true });
    });
    await playShown(page);
    // Until Merels has replied.
    await expect
      .poll(() => page.evaluate(() => /** @type {any} */ (window).heard.slice(-2)))
      .toEqual([expect.stringMatching(/gives nothing away\.$/), '']);
  },
);

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('they go on without the network', { tag: '@slow' }, async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    await exercises(page);
    await sheet(page).locator('[data-kind=mixed]').click();
    await sheet(page).locator('.lesson-task').waitFor();
    await untilPartsAreKept(page, /\b(?:learn|exercises|practice\.worker)-.*\.js$/, 3);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await sheet(page).locator('.screen-back').click();
    await sheet(page).getByLabel('Game', { exact: true }).selectOption('five');
    await sheet(page).locator('[data-kind=hold]').click();
    await expect(sheet(page).locator('.lesson-task')).toHaveText(/ to play: hold the draw\.$/);
  });
});
