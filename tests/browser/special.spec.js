import { expect, test } from './fixtures.js';
import { cell, line, open, paste, play, start, tap } from './table.js';

/** Both sides have men enough. */
const MEN = 'W1W/1B1/3/W1B2B/1W1/3/B1B w 0,0 0 13';
/** White is shut in. */
const SHUT_IN = 'WBW/3/3/B4B/3/3/WB1 w 0,0 0 10';

test(
  'men are removed by finger, a blocked side passes and is freed',
  { tag: '@touch' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'el-filja' });
    await paste(page, `el-filja ${MEN} 2,1`);
    const status = page.locator('.status-text');
    await expect(status).toHaveText('White takes 2 men: now a black piece.');
    await expect(cell(page, 'd6')).toHaveAttribute('data-act', 'take');
    await tap(page, 'd6');
    await expect(status).toHaveText('White takes a black piece.');
    await tap(page, 'a1');
    await expect(status).toHaveText('Black takes a white piece.');
    await tap(page, 'd3');
    await expect(page.locator('.move')).toHaveText(['xd6', 'xa1', 'xd3']);
    await paste(page, `shax ${SHUT_IN} 0,0 - -`);
    await page.getByRole('button', { name: 'Pass' }).click();
    await expect(status).toHaveText(
      'White can’t move. Free a white piece; nothing is taken this turn.',
    );
    await play(page, 'd7-d6', tap);
    await expect(status).toHaveText('White’s turn. Move a man.');
  },
);

test('a dead man is drawn on its point', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'cham-gonu' });
  /**
   * Is there ink beside the middle of a point: a line, but none within a dead man's outline?
   * @param {string} point
   */
  const hasInkBeside = (point) =>
    page.evaluate((name) => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#board .canvas'));
      const [box, at] = [
        canvas.getBoundingClientRect(),
        document.querySelector(`#board [data-point="${name}"]`)?.getBoundingClientRect(),
      ];
      const k = canvas.width / box.width;
      const [red = 255] = at
        ? (canvas
            .getContext('2d')
            ?.getImageData(
              (at.x + at.width * 0.68 - box.x) * k,
              (at.y + at.height / 2 - box.y) * k,
              1,
              1,
            ).data ?? [])
        : [];
      return red < 128;
    }, point);
  expect(await hasInkBeside('a1')).toBe(true);
  for (const turn of ['a7', 'a1', 'd7', 'g1', 'g7xa1']) await play(page, turn);
  await expect(cell(page, 'a1')).toHaveAttribute(
    'aria-label',
    'a1, a dead man; nobody may use the point until all men are placed',
  );
  await expect.poll(() => hasInkBeside('a1')).toBe(false);
  expect(await hasInkBeside('d1')).toBe(true);
  expect(await line(page)).toContain('X1B');
});

test(
  'the map leads to a region, and a name of elsewhere to its game',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page);
    await page.locator('#bar .change').click();
    const form = page.locator('dialog[open]');
    await form.locator('.map-region[data-region=asia]').click();
    await expect(form.getByRole('heading', { name: 'Asia' })).toBeInViewport();
    await form.getByRole('searchbox', { name: 'Find a game' }).fill('tapatan');
    await expect(form.locator('.choice:visible')).toHaveCount(1);
    await form.locator('.choice:visible input').check();
    await form.locator('.primary').click();
    await expect(page.locator('#bar')).toContainText('Three Men’s Morris');
  },
);
