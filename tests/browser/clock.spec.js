import { expect, test } from './fixtures.js';
import { open, outcome, play, ready, start } from './table.js';

/**
 * The clock of the player at the bottom or the top.
 * @param {import('@playwright/test').Page} page
 * @param {'top' | 'bottom'} where
 */
const clock = (page, where) => page.locator(`#player-${where} .clock`);

/**
 * What a clock shows, in seconds.
 * @param {import('@playwright/test').Page} page
 * @param {'top' | 'bottom'} where
 */
async function seconds(page, where) {
  const text = (await clock(page, where).locator('.clock-time').textContent()) ?? '';
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/**
 * A game with clocks.
 * @param {import('@playwright/test').Page} page
 * @param {Parameters<typeof start>[1]} wish
 * @param {number} minutes
 * @param {number} increment
 */
const timed = (page, wish, minutes, increment, rests = true) =>
  start(page, wish, async (form) => {
    await form.getByLabel('Clock', { exact: true }).selectOption(String(minutes));
    await form.getByLabel('Increment per move').selectOption(String(increment));
    await form.getByLabel('Clocks pause').setChecked(rests);
  });

/**
 * Tells the page that it is hidden, or shown again.
 * @param {import('@playwright/test').Page} page
 * @param {boolean} hidden
 */
const hide = (page, hidden) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('clocks run after the first turn, gain the increment, and a flag that falls ends the game', async ({
  page,
}) => {
  await open(page);
  await timed(page, { mode: 'people', spec: 'nine' }, 1, 5);
  await expect(clock(page, 'bottom')).toHaveText('1:00');
  await page.clock.fastForward(20_000);
  await expect(clock(page, 'bottom')).toHaveText('1:00');
  await play(page, 'd6');
  await expect(clock(page, 'top')).toHaveClass(/runs/);
  await page.clock.fastForward(10_000);
  await expect.poll(() => seconds(page, 'top')).toBeLessThanOrEqual(50);
  await play(page, 'a1');
  await expect.poll(() => seconds(page, 'top')).toBeGreaterThan(50);
  expect(await seconds(page, 'top')).toBeLessThanOrEqual(55);
  await page.clock.fastForward(55_000);
  // Short of time: told by a mark and to the ear, not by colour alone.
  await expect(clock(page, 'bottom')).toHaveClass(/low/);
  await expect(clock(page, 'bottom').locator('.icon')).toBeVisible();
  await expect(page.locator('#player-bottom [role=status]')).toContainText('White has 0:0');
  await expect(clock(page, 'bottom')).toHaveText(/^0:0\d\.\d$/);
  await page.clock.fastForward(9_000);
  await expect.poll(() => outcome(page)).toMatchObject({ winner: 'black', reason: 'time' });
  await expect(page.locator('.status-text')).toHaveText('Black wins: White ran out of time.');
  // The result outlives a reload.
  await page.reload();
  await ready(page);
  expect(await outcome(page)).toMatchObject({ winner: 'black', reason: 'time' });
});

test(
  'a turn taken back gives back the time of that moment, after a reload too',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await timed(page, { mode: 'people', spec: 'nine' }, 10, 5);
    const spend = async (/** @type {string} */ move, /** @type {number} */ time) => {
      await page.clock.fastForward(time);
      await play(page, move);
    };
    await play(page, 'd6');
    await spend('a1', 100_000);
    await spend('b6', 200_000);
    await spend('d7', 150_000);
    await spend('f4', 60_000);
    expect(await seconds(page, 'bottom')).toBeLessThan(360);
    // Looked at from later turns, clocks stand.
    const moment = async () => {
      await page.locator('.move').nth(2).click();
      return [await seconds(page, 'bottom'), await seconds(page, 'top')];
    };
    const [white = 0, black = 0] = await moment();
    // Five seconds are added to each turn, and a test takes some time itself.
    expect(white).toBeGreaterThan(385);
    expect(white).toBeLessThanOrEqual(405);
    for (let turn = 0; turn < 2; turn++) await page.getByRole('button', { name: 'Redo' }).click();
    await page.reload();
    await ready(page);
    expect(await moment()).toEqual([white, black]);
    await play(page, 'a7');
    // Black had all of its time again, for a turn without its clock; from here White's goes on.
    expect(await seconds(page, 'top')).toBe(black);
    await expect(clock(page, 'bottom')).toHaveClass(/runs/);
    await page.clock.fastForward(30_000);
    await expect.poll(() => seconds(page, 'bottom')).toBeLessThanOrEqual(white - 30);
    // The other line keeps its own times.
    await page.locator('.move', { hasText: 'd7' }).click();
    expect(await seconds(page, 'top')).toBeLessThan(black - 100);
  },
);

test(
  'clocks rest while the page is hidden, where that is wished',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    for (const rests of [true, false]) {
      await timed(page, { mode: 'people', spec: 'six' }, 5, 0, rests);
      await play(page, 'a1');
      await hide(page, true);
      const before = await seconds(page, 'top');
      await page.clock.fastForward(60_000);
      await hide(page, false);
      await expect.poll(async () => before - (await seconds(page, 'top')) >= 60).toBe(!rests);
    }
  },
);

test(
  'the board turns to the side to move, where two people want it to',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'six' }, (form) =>
      form.getByLabel('Flip the board after each move').check(),
    );
    await expect(page.locator('#player-bottom')).toHaveAttribute('data-side', 'white');
    await play(page, 'a1');
    await expect(page.locator('#player-bottom')).toHaveAttribute('data-side', 'black');
    await play(page, 'a5');
    await expect(page.locator('#player-bottom')).toHaveAttribute('data-side', 'white');
  },
);

test(
  'computer against computer: paused, stepped, at another pace',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'watch', spec: 'nine', level: 1 });
    await page.getByRole('button', { name: 'Pause' }).click();
    const moves = page.locator('.move');
    const before = await moves.count();
    await page.clock.fastForward(10_000);
    await expect(moves).toHaveCount(before);
    for (const n of [1, 2]) {
      await page.getByRole('button', { name: 'Step' }).click();
      await expect(moves).toHaveCount(before + n);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    }
    // A step goes along what was played already.
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Step' }).click();
    await expect(moves).toHaveCount(before + 2);
    await page.getByRole('button', { name: 'Speed' }).click();
    await page.getByRole('radio', { name: 'Fast' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => moves.count(), { timeout: 15_000 }).toBeGreaterThan(before + 5);
  },
);
