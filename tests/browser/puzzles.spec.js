/** Puzzles: chosen, solved and missed on the board; what is kept of them; offline. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { audit } from './audit.js';
import { expect, test, untilKeptOffline } from './fixtures.js';
import { line, open, place, ready, show } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The lines of a game's file. @param {string} game */
const file = (game) =>
  readFileSync(new URL(`../../data/puzzles/${game}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
/**
 * @param {string} text a line of a file; of the wrong turns each group begins with their value and
 *   the reply
 */
function parts(text) {
  const [position = '', asked = '', solution = '', rating = '', wrong = ''] = text.split(';');
  const [kind = '', turns = ''] = asked.split(' ');
  return {
    position,
    kind,
    turns,
    solution: solution.split(' '),
    rating: Number(rating),
    wrong: wrong.split(','),
  };
}
/**
 * The one of a kind that comes first to whoever has the first rating.
 * @param {string} game
 * @param {string} kind
 */
function nearest(game, kind) {
  const [first] = file(game)
    .map(parts)
    .filter((p) => p.kind === kind)
    .sort((a, b) => Math.abs(a.rating - 1200) - Math.abs(b.rating - 1200));
  if (!first) throw new Error('no such puzzle');
  return first;
}

/** @param {Page} page */
const sheet = (page) => page.locator('[data-screen=puzzles]');
/** @param {Page} page */
const said = (page) => sheet(page).locator('.lesson-said');

/** @param {Page} page */
async function puzzles(page) {
  await show(page, 'puzzles');
  await expect(sheet(page).locator('.puzzle-progress')).not.toBeEmpty();
}

/** @param {Page} page @param {string} game @param {string} kind */
async function begin(page, game, kind) {
  await sheet(page).getByLabel('Game', { exact: true }).selectOption(game);
  await sheet(page).locator(`[data-kind=${kind}]`).click();
  await sheet(page).locator('.lesson-task').waitFor();
}

/** @param {Page} page @param {string} turn @param {boolean} [touch] */
async function play(page, turn, touch = false) {
  for (const point of turn.split(/[-x]/)) {
    const { x, y } = await place(sheet(page), point);
    await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  }
}

/** Waits for the other side's turn. @param {Page} page @param {string} turn */
async function replied(page, turn) {
  const to = turn.split('x')[0]?.slice(-2) ?? '';
  await expect(sheet(page).locator(`[data-point="${to}"]`)).not.toHaveAttribute('data-man', '');
}

test('a win is found, the replies are shown, and the rating grows', async ({ page, hasTouch }) => {
  const { solution, rating, turns } = nearest('six', 'win');
  await open(page);
  const before = await line(page);
  await puzzles(page);
  await expect(sheet(page).locator('.puzzle-tally')).toContainText('1200');
  await begin(page, 'six', 'win');
  await expect(sheet(page).locator('.lesson-task')).toContainText(`win in ${turns} moves.`);
  await expect(sheet(page)).toContainText(`Difficulty ${rating}`);
  await expect(said(page)).toHaveText('Only the first try counts.');
  for (const [i, turn] of solution.entries()) {
    if (i % 2) {
      await replied(page, turn);
    } else {
      await play(page, turn, hasTouch);
      await expect(said(page)).toHaveText(
        i === solution.length - 1 ? 'Solved.' : 'Correct. Go on.',
      );
    }
  }
  // Of each turn, but soon after another it is the reply's.
  await expect(sheet(page).locator('.lesson-reply.quiet')).toContainText(
    / (plays|moves) .* This .*\.$/,
  );
  const now = Math.round(1200 + 40 * (1 - 1 / (1 + 10 ** ((rating - 1200) / 400))));
  await expect(sheet(page).locator('.puzzle-change')).toHaveText(
    `Your rating: ${now} (+${now - 1200}).`,
  );
  if (!hasTouch)
    await expect(sheet(page).getByRole('button', { name: 'Next puzzle' })).toBeFocused();
  await sheet(page).getByRole('button', { name: 'Next puzzle' }).click();
  await expect(said(page)).toHaveText('Only the first try counts.');
  await page.reload();
  await ready(page);
  await puzzles(page);
  await expect(sheet(page).locator('.puzzle-tally')).toContainText(String(now));
  await expect(sheet(page).locator('.puzzle-tally')).toContainText('1, best 1');
  await sheet(page).getByLabel('Game', { exact: true }).selectOption('six');
  await expect(sheet(page).locator('.puzzle-progress')).toHaveText(
    `Solved on the first try: 1 of ${file('six').length}`,
  );
  await page.keyboard.press('Escape');
  expect(await line(page)).toBe(before);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'they are fetched when asked for, kept offline, and what is kept is checked',
    { tag: '@desktop' },
    async ({ page, context }) => {
      /** @type {string[]} */
      const asked = [];
      page.on('request', (request) =>
        asked.push(...(/\/(\w+)-[\w-]+\.txt$/.exec(request.url())?.slice(1) ?? [])),
      );
      await page.addInitScript(() =>
        localStorage.setItem('merels.puzzles', '{"version":1,"rating":"high","first":{}}'),
      );
      await open(page);
      await untilKeptOffline(page);
      // The puzzle of the day is offered before the first move.
      expect(asked.filter((name) => name !== 'nine')).toEqual([]);
      await puzzles(page);
      await expect(sheet(page).locator('.puzzle-tally')).toContainText('1200');
      expect([...new Set(asked)]).toEqual(['nine']);
      await context.setOffline(true);
      await page.reload();
      await ready(page);
      await puzzles(page);
      await expect(sheet(page).locator('.puzzle-progress')).toHaveText(
        `Solved on the first try: 0 of ${file('nine').length}`,
      );
    },
  );
});

test(
  'a list that cannot be fetched is asked for again, and one that was changed on its way refused',
  { tag: '@desktop' },
  async ({ page, watch }) => {
    await test.step('a list that cannot be fetched is asked for again', async () => {
      watch.allowed.push(/Failed to load resource/);
      const progress = sheet(page).locator('.puzzle-progress');
      await page.route(/\/twelve-[\w-]+\.txt$/, (route) => route.abort());
      await open(page);
      await puzzles(page);
      await sheet(page).getByLabel('Game', { exact: true }).selectOption('twelve');
      await expect(progress).toHaveText(
        'The puzzles couldn’t be loaded. Try again when you’re online.',
      );
      await page.unroute(/\/twelve-[\w-]+\.txt$/);
      await sheet(page).getByRole('button', { name: 'Win in a few moves' }).click();
      await expect(sheet(page).locator('.lesson-task')).toBeVisible();
    });
    await test.step('a list that was changed on its way is refused, though it can be read', async () => {
      watch.allowed.push(/integrity/);
      await page.route(/\/six-[\w-]+\.txt$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(';924;', ';925;') });
      });
      await page.keyboard.press('Escape');
      await puzzles(page);
      await sheet(page).getByLabel('Game', { exact: true }).selectOption('six');
      await expect(sheet(page).locator('.puzzle-progress')).toHaveText(
        'The puzzles couldn’t be loaded. Try again when you’re online.',
      );
    });
  },
);

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `the audit finds nothing to complain of in puzzles, ${colorScheme}`,
    { tag: colorScheme === 'light' ? '@desktop' : ['@phone', '@slow'] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      if (colorScheme === 'dark') await page.setViewportSize({ width: 320, height: 640 });
      await open(page);
      await puzzles(page);
      for (const where of [
        'where they are chosen',
        'a puzzle',
        'a wrong turn',
        'three minutes',
        'a run',
        'the end of a run',
      ]) {
        if (where === 'a puzzle') await begin(page, 'nine', 'hold');
        if (where === 'a wrong turn')
          await play(page, (nearest('nine', 'hold').wrong[0] ?? '').split(' ')[1] ?? '');
        if (where === 'three minutes') {
          await puzzles(page);
          await sheet(page).locator('[data-rush=timed]').click();
        }
        if (where === 'a run') await sheet(page).getByRole('button', { name: 'Start' }).click();
        if (where === 'the end of a run')
          await sheet(page).getByRole('button', { name: 'End the run' }).click();
        await audit(page, where);
        expect(
          await sheet(page).evaluate((el) => el.scrollWidth - el.clientWidth),
          where,
        ).toBeLessThanOrEqual(0);
      }
    },
  );

test('the record is saved as a file, erased, brought back and read again', async ({ page }) => {
  await open(page);
  await page.evaluate(() =>
    localStorage.setItem(
      'merels.puzzles',
      JSON.stringify({
        version: 1,
        rating: 1333,
        row: 2,
        best: 5,
        days: 0,
        last: 0,
        first: { abc: 1, def: 0 },
      }),
    ),
  );
  await puzzles(page);
  const tally = sheet(page).locator('.puzzle-tally');
  await expect(tally).toContainText('1333');
  await sheet(page).getByText('Progress file').click();
  const saved = page.waitForEvent('download');
  await sheet(page).getByRole('button', { name: 'Save progress to a file' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('merels-puzzles.json');
  const path = await file.path();
  await sheet(page).getByRole('button', { name: 'Delete progress' }).click();
  await expect(sheet(page)).toContainText('Puzzle progress deleted.');
  await expect(tally).toContainText('1200');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('merels.puzzles'))).toBeNull();
  await sheet(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tally).toContainText('1333');
  await sheet(page).getByRole('button', { name: 'Delete progress' }).click();
  const chooser = sheet(page).locator('input[type=file]');
  await chooser.setInputFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"kind":"merels-puzzles","version":9}'),
  });
  await expect(sheet(page)).toContainText(
    'This file contains no puzzle progress. Choose one that was saved from Merels.',
  );
  await chooser.setInputFiles(path);
  await expect(sheet(page)).toContainText('Progress from the file was added.');
  await expect(tally).toContainText('1333');
  await expect(tally).toContainText('2, best 5');
  await audit(page, 'the record');
});

test(
  'what is shared of the puzzle of the day has its position as a picture',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const last = Math.floor(Date.now() / 86_400_000);
      localStorage.setItem(
        'merels.puzzles',
        JSON.stringify({ version: 1, rating: 1200, row: 0, best: 0, days: 1, last, first: {} }),
      );
      /** @type {any} */ (window).shared = new Promise((resolve) =>
        Object.assign(navigator, {
          canShare: () => true,
          share: async (/** @type {ShareData} */ { files }) =>
            resolve([...new Uint8Array((await files?.[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]),
        }),
      );
    });
    await open(page);
    await puzzles(page);
    await sheet(page).getByRole('button', { name: 'Share' }).click();
    const png = await page.evaluate(() => /** @type {any} */ (window).shared);
    const { data, info } = await sharp(Buffer.from(png))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(info.height);
    // The board's ground, its lines, and the men of both sides: more than a few colours.
    const colours = new Set();
    for (let i = 0; i < data.length; i += info.channels)
      colours.add(data.subarray(i, i + 3).join());
    expect(colours.size).toBeGreaterThan(50);
  },
);
