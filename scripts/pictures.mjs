/**
 * `npm run pictures`: takes the README's screenshot, of a mill just closed, and its moving picture,
 * of a double mill, and saves them in docs/; then the small pictures of every screen in
 * tests/browser/pictures/, with which `npm run test:all` compares.
 */
import { join } from 'node:path';
import { QUIET_FLAGS, findChromium } from './lib/browsers.mjs';
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { ROOT, main, run, say } from './lib/say.mjs';
import { serve } from './lib/serve.mjs';
import { setup } from './lib/setup.mjs';
import { buildWasm } from './lib/wasm.mjs';

const GAME = `[Variant "nine"]

1. a4 f2 2. d2 g1 3. c4 b4 4. c3 g4 5. d3 g7xd3 6. d3 e3 7. d1xb4 b4 8. c5xb4 b4 9. a7 a1 10. d2-b2 f2-d2
11. c5-d5 e3-e4 *`;

/** White's man on a4 goes back and forth. */
const DOUBLE_MILL = `[Variant "nine"]
[Position "nine W1B/W2/1BB/W3B1/B2/WB1/W1B w 0,0 0 10"]

10. a4-b4xf4 e5-e4 11. b4-a4xd2 e4-f4 12. a4-b4xf4 d5-e5 13. b4-a4xc3 *`;

/** @param {import('@playwright/test').Page} page @param {string} url */
async function takeScreenshot(page, url) {
  await page.goto(`${url}#game=${encodeURIComponent(GAME)}`);
  await page.locator('[data-link=play]').click();
  const cell = (/** @type {string} */ point) => page.locator(`[data-point="${point}"]`);
  for (const point of ['d5', 'c5']) await cell(point).click({ force: true });
  await page.locator('[data-point=g4][aria-label*=protected]').waitFor();
  await cell('e4').hover({ force: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(ROOT, 'docs', 'board.png') });
}

/** @param {import('@playwright/test').Page} page @param {string} url */
async function makeAnimation(page, url) {
  await page.goto(`${url}#game=${encodeURIComponent(DOUBLE_MILL)}`);
  await page.locator('[data-action=share]:visible').click();
  await page.getByRole('button', { name: 'Animation' }).click();
  await page.getByLabel('Coordinates').uncheck();
  await page.locator('select').filter({ hasText: '360' }).selectOption('360');
  await page.getByRole('button', { name: 'Create animation' }).click();
  await page.getByText('Animation ready').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save: Animation' }).click();
  await (await download).saveAs(join(ROOT, 'docs', 'double-mill.gif'));
}

await main(async () => {
  await setup({ browser: true });
  await buildWasm();
  await drawIcons();
  await buildPage();
  const { chromium } = await import('@playwright/test');
  const site = await serve();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...QUIET_FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  /** A page on which nothing has been played. */
  const newPage = () =>
    browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
  await takeScreenshot(await newPage(), site.url);
  await makeAnimation(await newPage(), site.url);
  await browser.close();
  await site.close();
  say('the pictures are in docs/; taking those of the screens');
  await run(
    'npx',
    ['playwright', 'test', '--config', 'tests/browser/playwright.config.js', '/pictures.spec'],
    { env: { MERELS_TESTS: 'all', MERELS_PICTURES: 'new' } },
  );
});
