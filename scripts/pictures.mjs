/**
 * `npm run pictures`: takes the README's screenshot, of a mill just closed, and saves it in docs/;
 * then the small pictures of every screen in tests/browser/pictures/, with which `npm run test:all`
 * compares.
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
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await page.goto(`${site.url}#game=${encodeURIComponent(GAME)}`);
  await page.locator('[data-link=play]').click();
  const cell = (/** @type {string} */ point) => page.locator(`[data-point="${point}"]`);
  for (const point of ['d5', 'c5']) await cell(point).click({ force: true });
  await page.locator('[data-point=g4][aria-label*=protected]').waitFor();
  await cell('e4').hover({ force: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(ROOT, 'docs', 'board.png') });
  await browser.close();
  await site.close();
  say('the picture is in docs/; taking those of the screens');
  await run(
    'npx',
    ['playwright', 'test', '--config', 'tests/browser/playwright.config.js', '/pictures.spec'],
    { env: { MERELS_TESTS: 'all', MERELS_PICTURES: 'new' } },
  );
});
