import { expect, test } from './fixtures.js';
import { cell, click, line, open, place } from './table.js';

// The README's picture; `npm run pictures` puts a new one there.
const folder = process.env.MERELS_PICTURES ?? 'test-results';

const GAME = `[Variant "nine"]

1. a4 f2 2. d2 g1 3. c4 b4 4. c3 g4 5. d3 g7xd3 6. d3 e3 7. d1xb4 b4 8. c5xb4 b4 9. a7 a1 10. d2-b2 f2-d2
11. c5-d5 e3-e4 *`;

test('the README’s picture: a mill just closed', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page, `./#game=${encodeURIComponent(GAME)}`);
  expect(await line(page)).toContain(' w 0,0 ');
  await click(page, 'd5');
  await click(page, 'c5');
  await expect(cell(page, 'g4')).toHaveAccessibleName(/protected/);
  const { x, y } = await place(page, 'e4');
  await page.mouse.move(x, y);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: new URL(`../../${folder}/board.png`, import.meta.url).pathname });
});
