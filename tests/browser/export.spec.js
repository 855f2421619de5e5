// A game as an animation.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { Game } from '../wasm/load.mjs';
import { audit } from './audit.js';
import { expect, test, untilKeptOffline } from './fixtures.js';
import { pick } from './recipe.js';
import { menu, open } from './table.js';

// Where less motion is wanted an animation is not shown.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** A game of so many plies at the most, always the same. @param {number} plies */
function long(plies) {
  const game = Game.start('nine');
  for (let n = 0; n < plies; n++) {
    const { legal } = game.state();
    if (!legal.length) break;
    // Who takes nobody plays on for long.
    const peaceful = legal.map((m) => m.text).filter((text) => !text.includes('x'));
    game.play(pick(peaceful.length ? peaceful : legal.map((m) => m.text), n));
  }
  const text = game.record();
  const { ply } = game.state();
  game.free();
  return { text, ply };
}

/**
 * Opens a game and, in the share sheet, the part for animations.
 * @param {import('@playwright/test').Page} page
 * @param {string} record
 */
async function takeAlong(page, record) {
  await open(page, `./#game=${encodeURIComponent(record.toWellFormed())}`);
  await sheet(page);
}

/** @param {import('@playwright/test').Page} page */
async function sheet(page) {
  await menu(page, 'Share and import');
  await page.getByRole('button', { name: 'Animation' }).click();
  await expect(page.getByRole('heading', { name: 'Animation' })).toBeFocused();
}

/** What a button hands out. @param {import('@playwright/test').Page} page @param {string} name */
async function saved(page, name) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/**
 * How far two pictures are apart: the mean over all pixels, and over the worst square of sixteen,
 * from 0 to 255.
 * @param {Buffer} a
 * @param {Buffer} b
 * @param {number} size
 */
function apart(a, b, size) {
  let sum = 0;
  let worst = 0;
  for (let y = 0; y < size; y += 16)
    for (let x = 0; x < size; x += 16) {
      let here = 0;
      for (let j = y; j < y + 16; j++)
        for (let i = 3 * x; i < 3 * (x + 16); i++)
          here += Math.abs((a[j * size * 3 + i] ?? 0) - (b[j * size * 3 + i] ?? 0));
      sum += here;
      worst = Math.max(worst, here / 768);
    }
  return { mean: sum / (size * size * 3), worst };
}

/**
 * What the board draws of a game at this size, by the element for other pages.
 * @param {import('@playwright/test').Page} page
 * @param {string} record
 * @param {string} look
 * @param {string} ply
 */
async function drawn(page, record, look, ply) {
  const html = `<!doctype html><html lang="en"><title>Board</title><link rel="icon" href="data:,"><style>body { margin: 0; width: 900px; } merels-board { --merels-board: 480px; }</style>
    <script type="module" src="./merels-board.js"></script><merels-board theme="light" moves="off" coordinates="off" look="${look}" ply="${ply}">${record.replace(/</g, '&lt;')}</merels-board>`;
  await page.route('**/board.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.goto('./board.html');
  const canvas = page.locator('merels-board canvas.canvas');
  await expect(canvas).toHaveAttribute('width', '480');
  const [url = '', ground = ''] = await canvas.evaluate(async (el) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return [
      /** @type {HTMLCanvasElement} */ (el).toDataURL('image/png'),
      getComputedStyle(/** @type {Element} */ (el.parentElement)).backgroundColor,
    ];
  });
  return sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
    .flatten({ background: ground })
    .raw()
    .toBuffer();
}

for (const look of ['paper', 'wood'])
  test(
    `a game becomes an animation that another program reads, ${look}`,
    { tag: look === 'paper' ? '@desktop' : ['@desktop', '@slow'] },
    async ({ page }) => {
      test.slow();
      const { text, ply } = long(60);
      await page.addInitScript(
        (material) => localStorage.setItem('merels.look', JSON.stringify({ version: 1, material })),
        look,
      );
      await page.addInitScript(() => {
        const tasks = /** @type {number[]} */ ([]);
        Object.assign(window, { tasks });
        new PerformanceObserver((list) =>
          tasks.push(...list.getEntries().map((e) => e.duration)),
        ).observe({ entryTypes: ['longtask'] });
      });
      await takeAlong(page, text);
      await page.getByLabel('Coordinates').uncheck();
      await page.evaluate(() => /** @type {any} */ (window).tasks.splice(0));
      await page.getByRole('button', { name: 'Create animation' }).click();
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await expect(page.getByText(/Animation ready: \d+ KB\./)).toBeVisible({ timeout: 60_000 });
      await expect(
        page.getByRole('img', { name: 'Animated game: Nine Men’s Morris' }),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create animation' })).toBeFocused();
      await audit(page, 'share, an animation');
      const { name, bytes } = await saved(page, 'Save: Animation');
      expect(name).toBe('merels.gif');
      const tasks = await page.evaluate(() => /** @type {any} */ (window).tasks);
      expect(bytes.length).toBeLessThan(500_000);
      const { pages, delay, width, pageHeight, loop } = await sharp(bytes, {
        animated: true,
      }).metadata();
      expect([pages, width, pageHeight, loop]).toEqual([ply + 1, 480, 480, 0]);
      expect(delay).toEqual([...Array(ply).fill(1000), 4000]);
      const [first, last] = await Promise.all(
        [0, ply].map((n) => sharp(bytes, { page: n }).removeAlpha().raw().toBuffer()),
      );
      if (!first || !last) throw new Error('there are no frames');
      const [start, end] = [
        await drawn(page, text, look, '0'),
        await drawn(page, text, look, 'last'),
      ];
      const found = [apart(first, start, 480), apart(last, end, 480)];
      test.info().annotations.push({
        type: 'measured',
        description: JSON.stringify({ bytes: bytes.length, tasks, found }),
      });
      for (const { mean, worst } of found) {
        expect(mean).toBeLessThan(2);
        expect(worst).toBeLessThan(6);
      }
      expect(apart(first, end, 480).worst, 'an empty board is another picture').toBeGreaterThan(60);
    },
  );

test('an animation from here on, in another size and speed, without coordinates; stopped and made again', async ({
  page,
}) => {
  const { text, ply } = long(40);
  await takeAlong(page, text);
  // The worker comes late, or the animation could be ready before it is stopped.
  /** @type {() => void} */
  let come = () => {};
  const stopped = new Promise((resolve) => (come = () => resolve(null)));
  await page.route('**/gif.worker*', async (route) => {
    await stopped;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create animation' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  come();
  await expect(page.getByRole('button', { name: 'Create animation' })).toBeFocused();
  await expect(page.getByText(/Animation ready/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowLeft');
  await sheet(page);
  await page.getByLabel('From here').check();
  await page.getByLabel('Size').selectOption('240');
  await page.getByLabel('Time per move').selectOption('0.5');
  await page.getByLabel('Coordinates').uncheck();
  await page.getByRole('button', { name: 'Create animation' }).click();
  await expect(page.getByText(/Animation ready/)).toBeVisible();
  const { bytes } = await saved(page, 'Save: Animation');
  const { pages, delay, width } = await sharp(bytes, { animated: true }).metadata();
  expect([pages, width]).toEqual([4, 240]);
  expect(delay).toEqual([500, 500, 500, 2000]);
  expect(ply).toBe(40);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('works offline, once it was asked for', async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    await page.reload();
    await page.locator('#page[data-ready]').waitFor();
    await sheet(page);
    await page.getByRole('button', { name: 'Create animation' }).click();
    await expect(page.getByText(/Animation ready/)).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await page.locator('#page[data-ready]').waitFor();
    await sheet(page);
    await page.getByRole('button', { name: 'Create animation' }).click();
    await expect(page.getByText(/Animation ready/)).toBeVisible();
  });
});

test('on paper a game stands in the place of the page, dark or not, with its comments and boards', async ({
  page,
}) => {
  await page.addInitScript(() => void (window.print = () => {}));
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, `./#game=${encodeURIComponent('1. d6 {A crossing.} f4 2. d2')}`);
  await menu(page, 'Share and import');
  await page.getByRole('button', { name: 'Print this game' }).click();
  await expect(page.locator('.print-game')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-game')).toContainText('A crossing.');
  await expect(page.locator('.print-board')).toHaveCount(2);
  await expect(page.locator('#shell')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  const line = page.locator('.print-board path').first();
  expect(await line.evaluate((el) => getComputedStyle(el).stroke)).toBe('rgb(56, 50, 44)');
});
