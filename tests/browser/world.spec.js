import { expect, test } from './fixtures.js';
import { cell, line, open, outcome, paste, play, start, tap } from './table.js';

/**
 * Short games to their end: placed and stepped, round a wheel, jumped, and begun with all men on
 * the board.
 */
const GAMES = /** @type {[string, string][]} */ ([
  ['picaria', 'e3 d4 c1 d2 a3 b4 c1-c3'],
  ['shisima', 'c1-b2 c3-c2 a1-a2 c2-c1 b2-c3 b3-b2'],
  ['tsoro-yematatu', 'c5 c1 d3 e1 a1 b3 c5-c3 c1-c5 a1-c1 e1-a1'],
  ['tant-fant', 'b1-b2 c3-c2 a1-a2 b3-c3 c1-b1 c2-c1 a2-a1 a3-a2 b2-a3 a2-b2 a3-a2 b2-c2'],
]);

test(
  'games of the world by finger: to their end, and a man between two takes both',
  { tag: '@touch' },
  async ({ page }) => {
    await test.step('games of the world to their end by finger', async () => {
      await open(page);
      for (const [spec, turns] of GAMES)
        await test.step(`${spec} to its end by finger`, async () => {
          await start(page, { mode: 'people', spec });
          for (const turn of turns.split(' ')) await play(page, turn, tap);
          expect(await outcome(page)).not.toBeNull();
          await expect(page.locator('.status-text')).toContainText('has a mill.');
        });
    });
    await test.step('a man between two takes both by one press, or one of them where a mill could, too', async () => {
      await start(page, { mode: 'people', spec: 'mul-mulan' });
      await paste(page, 'mul-mulan B1B/1W1/1W1/6/3/3/2B w 4,5 0 6');
      await tap(page, 'd7');
      await expect(page.locator('.status-text')).toHaveText(
        'Take a black piece, or the pair you came between.',
      );
      await expect(cell(page, 'a7')).toHaveAttribute(
        'aria-label',
        'a7, black piece, can be taken with g7',
      );
      await tap(page, 'a7');
      await expect(page.locator('.move')).toHaveText(['d7xa7xg7']);
      await expect(cell(page, 'g7')).toHaveAttribute('data-man', '');
      await page.locator('[data-action=undo]').click();
      await tap(page, 'd7');
      await page.getByRole('button', { name: 'Take one' }).click();
      await tap(page, 'g7');
      await expect.poll(() => line(page)).toContain('mul-mulan BW1/1W1/1W1');
    });
  },
);

test(
  'a game of another region is two taps from the list, and found on the map and by the name that it has elsewhere',
  { tag: '@phone' },
  async ({ page }) => {
    await test.step('a game of another region is two taps from the list', async () => {
      await open(page);
      await page.locator('#bar .change').click();
      const list = page.locator('dialog[open] .variants');
      await expect(list.getByRole('heading')).toHaveText([
        'Europe',
        'Africa',
        'Asia',
        'The Americas',
        'House rules',
      ]);
      await list.locator('input[value=shisima]').check();
      await page.locator('dialog[open] .primary').click();
      await expect.poll(() => line(page)).toBe('shisima BBB/3/WWW w 0,0 0 1');
      // Nothing is in hand, and nothing is said of it.
      await expect(page.locator('#player-bottom .player-note')).toHaveText('moving');
    });
    await test.step('by the map and a name of elsewhere', async () => {
      await page.locator('#bar .change').click();
      const form = page.locator('dialog[open]');
      await form.locator('.map-region[data-region=asia]').click();
      await expect(form.getByRole('heading', { name: 'Asia' })).toBeInViewport();
      await form.getByRole('searchbox', { name: 'Find a game' }).fill('tapatan');
      await expect(form.locator('.choice:visible')).toHaveCount(1);
      await form.locator('.choice:visible input').check();
      await form.locator('.primary').click();
      await expect(page.locator('#bar')).toContainText('Three Men’s Morris');
    });
  },
);
