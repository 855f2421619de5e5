import sharp from 'sharp';
import { audit } from './audit.js';
import { expect, test } from './fixtures.js';
import {
  cell,
  click,
  menu,
  myTurn,
  open,
  paste,
  place,
  play,
  ready,
  start,
  unfold,
} from './table.js';

/**
 * By day on the desktop, in full; in the dark on the phone, and on the desktop, where there is
 * time.
 */
const AUDITED = { light: ['@desktop'], dark: ['@touch', '@slow'] };

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `the audit finds nothing to complain of, ${colorScheme}`,
    { tag: colorScheme === 'light' ? '@desktop' : '@touch' },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await open(page);
      await audit(page, 'first screen');
      // The colours of the doors below, by day.
      await page.emulateMedia({ colorScheme: 'light' });
      await audit(page, 'first screen, by day', true);
      await page.emulateMedia({ colorScheme });
      await start(page, { mode: 'people', spec: 'nine' });
      for (const move of ['d6', 'a1', 'b6', 'd7', 'f4', 'a4']) await play(page, move);
      await audit(page, 'mid-game');
      await click(page, 'f6');
      await audit(page, 'capture');
      await click(page, 'a1');
      await page.getByRole('button', { name: 'New game' }).click();
      await audit(page, 'new game');
      await unfold(page);
      await audit(page, 'new game, unfolded');
      await page.getByText('Rules in detail').click();
      await audit(page, 'rule options');
      await page.locator('input[name=mode][value=watch]').check();
      await audit(page, 'new game, watching');
      await page.getByRole('button', { name: 'Close' }).click();
      await menu(page, 'Settings');
      for (const look of ['Wood', 'Slate', 'High contrast', 'Paper and ink']) {
        await page.getByLabel(look).check();
        await audit(page, `settings, ${look}`, look !== 'Wood');
      }
    },
  );

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `the audit of the dialogs and the end of a game finds nothing either, ${colorScheme}`,
    { tag: AUDITED[colorScheme] },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await open(page);
      await start(page, { mode: 'people', spec: 'nine' });
      for (const move of ['d6', 'a1']) await play(page, move);
      await menu(page, 'Share and import');
      await page.getByLabel('Open a game or position').fill('nonsense');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await audit(page, 'share and import, with an error');
      await page.getByRole('button', { name: 'Close' }).click();
      await menu(page, 'Rules of this game');
      await audit(page, 'rules');
      await page.getByRole('button', { name: 'Close' }).click();
      await menu(page, 'Keyboard');
      await audit(page, 'keyboard');
      await page.getByRole('button', { name: 'Close' }).click();
      await menu(page, 'Type a move');
      await page.getByLabel('Your move').fill('z9');
      await page.keyboard.press('Enter');
      await audit(page, 'typed move, with an error');
      await page.keyboard.press('Escape');
      await menu(page, 'Set up a position');
      await page.getByText('Game and rules').click();
      await page.getByRole('button', { name: 'Clear' }).click();
      await audit(page, 'setting up a position, with a fault');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await menu(page, 'Resign');
      await audit(page, 'resign');
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await expect(page.locator('.end-line')).toBeAttached();
      await audit(page, 'the end');
      await page.evaluate(() => {
        localStorage.setItem('merels.game.a-1', 'broken');
        localStorage.setItem('merels.current', '{"version":1,"id":"a-1"}');
      });
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await ready(page);
      await expect(page.locator('.notice')).toBeVisible();
      await audit(page, 'notice');
    },
  );

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `the audit of clocks, offers and the list of games finds nothing either, ${colorScheme}`,
    { tag: AUDITED[colorScheme] },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await open(page);
      await page.getByRole('button', { name: 'New game' }).click();
      await unfold(page);
      await page.locator('input[name=mode][value=people]').check();
      await page.getByLabel('Clock', { exact: true }).selectOption('1');
      await audit(page, 'new game, with clocks');
      await page.keyboard.press('Escape');
      await start(page, { spec: 'nine' });
      await play(page, 'd6');
      await start(page, { spec: 'six' });
      for (const move of ['a1', 'a5']) await play(page, move);
      await audit(page, 'clocks');
      await menu(page, 'Offer a draw');
      await audit(page, 'a draw is offered');
      await page.evaluate(() =>
        ['merels.game.odd', 'merels.aside.merels.look.mi7'].forEach((key) =>
          localStorage.setItem(key, 'broken'),
        ),
      );
      await menu(page, 'Games');
      await expect(page.locator('.game .man-white').first()).toBeVisible();
      await audit(page, 'games');
      await page.getByRole('button', { name: 'Rename: Six Men’s Morris' }).click();
      await page.getByRole('button', { name: 'Delete: Nine Men’s Morris' }).click();
      await audit(page, 'games, one being renamed and one deleted');
      await page.getByRole('searchbox', { name: 'Search your games' }).fill('nobody');
      await expect(page.locator('.games-found')).toContainText('No games match.');
      await audit(page, 'games, none found');
      await page.getByRole('button', { name: 'Show all games' }).click();
      await menu(page, 'Play');
      await start(page, { mode: 'watch', spec: 'nine', level: 1 });
      await page.getByRole('button', { name: 'Pause' }).click();
      await audit(page, 'computers, paused');
    },
  );

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `the audit of the analysis, the review and the statistics finds nothing either, ${colorScheme}`,
    { tag: AUDITED[colorScheme] },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await open(page);
      await start(page, { mode: 'computer', spec: 'six', colour: 'white' });
      await menu(page, 'Analyse');
      const panel = page.getByRole('region', { name: 'Analysis' });
      for (const move of ['a1', 'c1', 'b2', 'c2', 'a3']) await play(page, move);
      await page.keyboard.press('ArrowLeft');
      await play(page, 'a5');
      await panel.getByLabel('Comment on a5').fill('The corner');
      await panel.getByRole('button', { name: 'good move', exact: true }).click();
      await panel.getByText('Show', { exact: true }).click();
      await expect(panel.locator('.value-mark').first()).toBeVisible();
      await audit(page, 'analysis');
      await panel.getByRole('button', { name: 'Delete from here' }).click();
      await audit(page, 'analysis, a line deleted');
      await page.getByRole('button', { name: 'Undo' }).click();
      await panel.getByRole('button', { name: 'Review game' }).click();
      await expect(panel).toContainText('Analysis complete.', { timeout: 40_000 });
      await panel.getByText('How it’s calculated').click();
      await audit(page, 'review');
      for (const look of ['Wood', 'Slate', 'High contrast']) {
        await menu(page, 'Settings');
        await page.getByLabel(look).check();
        await page.keyboard.press('Escape');
        await audit(page, `review, ${look}`, true);
      }
      const game = {
        id: 'a',
        ended: Date.UTC(2026, 10, 1),
        spec: 'nine',
        mode: 'computer',
        human: 'white',
        level: 3,
        winner: 'white',
        turns: 40,
        hints: 2,
        accuracy: { white: 91.2, black: 80 },
      };
      await page.evaluate(
        (text) => localStorage.setItem('merels.statistics', text),
        JSON.stringify({
          kind: 'merels-statistics',
          version: 1,
          games: [
            game,
            { ...game, id: 'b', mode: 'people' },
            { ...game, id: 'c', mode: 'people', spec: 'six' },
          ],
        }),
      );
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('won 1, drawn 0, lost 0');
      await audit(page, 'statistics');
    },
  );

for (const [colorScheme, tag] of /** @type {['light' | 'dark', string[]][]} */ ([
  ['light', []],
  ['dark', ['@slow']],
]))
  test(
    `the audit of the end and of learning from mistakes finds nothing either, ${colorScheme}`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await open(page);
      await paste(page, '[Variant "three"]\n\n1. a1 b2 *');
      await menu(page, 'Resign');
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await expect(page.locator('.end-turn')).toContainText('a1');
      await audit(page, 'the end, judged');
      await page.getByRole('button', { name: 'Review' }).click();
      await page
        .locator('#analysis')
        .getByRole('button', { name: 'Learn from my mistakes' })
        .click();
      await expect(page.locator('#board :focus')).toHaveCount(1);
      await audit(page, 'learning from mistakes');
      await page.getByRole('button', { name: 'Show me' }).click();
      await expect(page.locator('.line-move').first()).toBeVisible();
      await audit(page, 'learning from mistakes, shown');
    },
  );

test(
  'every target is large enough, and nothing overflows at 320 pixels or at four times the zoom',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const size of [
      { width: 320, height: 640 },
      { width: 320, height: 256 },
      { width: 844, height: 390 },
      { width: 768, height: 1024 },
    ]) {
      await page.setViewportSize(size);
      await open(page);
      const small = await page
        .locator('button:visible, [data-point]')
        .evaluateAll((all) =>
          all
            .filter(
              (el) =>
                Math.min(el.getBoundingClientRect().width, el.getBoundingClientRect().height) < 24,
            )
            .map((el) => el.outerHTML),
        );
      expect(small).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      if (size.height >= 390)
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
          `${size.width}x${size.height}`,
        ).toBeLessThanOrEqual(0);
    }
  },
);

test('letters of twice the size', { tag: '@desktop' }, async ({ page, context }) => {
  await test.step('with letters of twice the size the bar has the whole name of the game, also at 320 pixels, and players their names', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      await open(page);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        '32px',
      );
      const bar = await page.locator('#bar').boundingBox();
      const name = page.locator('#bar h1');
      expect(await name.evaluate((el) => el.scrollWidth > el.clientWidth), `${width}`).toBe(false);
      const box = await name.boundingBox();
      expect(box && bar && box.y >= bar.y && box.y + box.height <= bar.y + bar.height).toBe(true);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
    const cut = await page
      .locator('.player-name, .player-note')
      .evaluateAll((all) =>
        all.filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.textContent),
      );
    expect(cut).toEqual([]);
  });
  await test.step('with letters of twice the size a lesson and the puzzle of the day can be read and answered', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, './#/learn/first');
    const lesson = page.locator('.screen .lesson');
    for (const css of ['.lesson-task', '.lesson-foot button:visible']) {
      const part = lesson.locator(css);
      await part.scrollIntoViewIfNeeded();
      await expect(part, css).toBeInViewport({ ratio: 1 });
    }
    await page.goto('./#/puzzles');
    const button = page.locator('.puzzle-today .button');
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
  });
});

/**
 * The board as it is seen: how light it is at a place in the window, from 0 to 255.
 * @param {import('@playwright/test').Page} page
 */
async function boardSeen(page) {
  const canvas = page.locator('#board .canvas');
  const frame = await canvas.boundingBox();
  const { data, info } = await sharp(await canvas.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (!frame) throw new Error('there is no board');
  const scale = info.width / frame.width;
  /** @param {number} x @param {number} y in the window */
  const at = (x, y) =>
    data[Math.round((y - frame.y) * scale) * info.width + Math.round((x - frame.x) * scale)] ?? 0;
  return at;
}

test('forced colours', { tag: '@desktop' }, async ({ page }) => {
  await test.step('forced colours keep the lines of the board, and each man where he stands', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await open(
      page,
      `./#position=${encodeURIComponent('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30')}`,
    );
    for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      // Two corners with a man each, and the empty point between them; from each, a way inwards that
      // meets no line.
      const found = async () => {
        const at = await boardSeen(page);
        /** @param {string} point @param {1 | -1} aside */
        const look = async (point, aside) => {
          const { x, y } = await place(page, point);
          // A point's cell is two and a half times as wide as a man's radius.
          const r = ((await cell(page, point).boundingBox())?.width ?? 0) / 2.5;
          const away = (/** @type {number} */ k) =>
            at(x + (aside * k * r) / Math.SQRT2, y + (k * r) / Math.SQRT2);
          const ground = away(1.4);
          const off = (/** @type {number} */ light) => Math.abs(light - ground) > 100;
          return {
            fill: off(away(0.55)),
            rim: Array.from({ length: 13 }, (_, i) => away(0.88 + i / 100)).some(off),
          };
        };
        const [a, b] = [await place(page, 'a7'), await place(page, 'd7')];
        const across = Array.from({ length: 9 }, (_, i) => at((a.x + b.x) / 2, a.y + i - 4));
        const line = Math.max(...across) - Math.min(...across) > 100;
        return {
          white: await look('a7', 1),
          black: await look('g7', -1),
          empty: await look('d7', 1),
          line,
        };
      };
      const dark = colorScheme === 'dark';
      await expect.poll(found, { message: colorScheme }).toEqual({
        white: { fill: dark, rim: true },
        black: { fill: !dark, rim: true },
        empty: { fill: false, rim: false },
        line: true,
      });
    }
  });
  await test.step('forced colours keep words on dark ground readable', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await open(page);
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white' });
    await click(page, 'd6');
    await myTurn(page);
    for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: 'New game' }).click();
      await unfold(page);
      for (const css of ['dialog .primary', 'input[name=mode]:checked + span'])
        expect(await strokes(page.locator(css)), `${colorScheme}: ${css}`).toBeGreaterThan(8);
      await page.keyboard.press('Escape');
      expect(
        await strokes(page.locator('.move[aria-current]')),
        `${colorScheme}: the current move`,
      ).toBeGreaterThan(4);
    }
  });
});

/**
 * How often at most light and dark change along one line of pixels: letters do it often, an empty
 * box twice.
 * @param {import('@playwright/test').Locator} element
 */
async function strokes(element) {
  const { data, info } = await sharp(await element.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let most = 0;
  for (let y = 0; y < info.height; y++) {
    let changes = 0;
    for (let x = 1; x < info.width; x++) {
      const [a = 0, b = 0] = [data[y * info.width + x - 1], data[y * info.width + x]];
      if (Math.abs(a - b) > 40) changes++;
    }
    most = Math.max(most, changes);
  }
  return most;
}
