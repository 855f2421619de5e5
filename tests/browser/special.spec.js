import { expect, test } from './fixtures.js';
import { cell, line, open, play, start } from './table.js';

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
  await expect.poll(() => hasInkBeside('a1')).toBe(true);
  for (const turn of ['a7', 'a1', 'd7', 'g1', 'g7xa1']) await play(page, turn);
  await expect(cell(page, 'a1')).toHaveAttribute(
    'aria-label',
    'a1, a dead man; nobody may use the point until all men are placed',
  );
  await expect.poll(() => hasInkBeside('a1')).toBe(false);
  await expect.poll(() => hasInkBeside('d1')).toBe(true);
  expect(await line(page)).toContain('X1B');
});
