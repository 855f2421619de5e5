/**
 * The review: turns judged by what they did to the value, the course of the game as a graph,
 * another try; and statistics.
 */
import { expect, test } from './fixtures.js';
import {
  cell,
  line,
  menu,
  myTurn,
  open,
  outcome,
  paste,
  play,
  playOn,
  ready,
  start,
} from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Analysis' });
/** @param {Page} page */
const slider = (page) => panel(page).getByRole('slider', { name: 'Course of the game' });

test('a solved game is judged exactly: turning points, accuracy, graph, another try', async ({
  page,
}) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  // White begins by the edge, which loses; Black does not take the centre, which gives the win
  // back.
  for (const move of ['a2', 'b1', 'b2', 'c2', 'a1', 'c3', 'b2-a3'])
    if ((await outcome(page)) === null) await play(page, move);
  expect(await outcome(page)).toMatchObject({ winner: 'white' });
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(panel(page)).toContainText('Analysis complete.', { timeout: 30_000 });
  const points = panel(page).locator('.turning');
  await expect(points.first()).toContainText(/\d\. (White|Black) .*into a (draw|loss)/);
  // The solver's worker says why.
  await expect(points.first().locator('.turning-why')).toContainText(/\.$/);
  await expect(panel(page)).not.toContainText('(estimate)');
  await expect(panel(page).locator('.accuracy')).toHaveText([/White: \d+\.\d%/, /Black: \d+\.\d%/]);
  await panel(page).getByText('How it’s calculated').click();
  await expect(panel(page)).toContainText('100 · Σ e′ / Σ e');
  await expect(panel(page).locator('.graph-line.estimate')).toHaveCount(0);

  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    'Start, White’s expected score: 100%',
  );
  await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    '1. White a2, turned a win into a loss, White’s expected score: 0%',
  );
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
  expect(await line(page)).toContain(' b 2,3 ');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(
    /^Black wins in \d+ moves\.$/,
  );

  await panel(page).getByRole('button', { name: 'Play White from here: a2' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.locator('.status-text')).toHaveText('Your turn. Place a man.');
  await play(page, 'b2');
  await myTurn(page);
  // The computer has answered, in a game of its own.
  await expect.poll(() => line(page)).toContain(' w 2,2 ');
});

test(
  'on a phone, the review button and then the graph are in view',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page);
    await paste(
      page,
      '[Variant "three"]\n[Result "1-0"]\n\n1. a2 b1 2. b2 c2 3. a1 c3 4. b2-a3 1-0',
    );
    await menu(page, 'Analyse');
    const review = panel(page).getByRole('button', { name: 'Review game' });
    await expect(review).toBeInViewport({ ratio: 1 });
    await expect(slider(page)).toBeHidden();
    await review.click();
    await expect(panel(page)).toContainText('Analysis complete.');
    await expect(slider(page)).toBeInViewport({ ratio: 1 });
  },
);

test.describe('by what is fetched late', () => {
  test.use({ late: true });

  test(
    'a game of Nine that has ended is judged exactly, though nothing was analysed before',
    { tag: '@slow' },
    async ({ page }) => {
      await open(page);
      await start(page, { mode: 'people', spec: 'nine' });
      for (const move of ['d6', 'f4', 'd2', 'b4']) await play(page, move);
      await menu(page, 'Resign');
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Review' }).click();
      await expect(panel(page)).toContainText('Analysis complete.', { timeout: 60_000 });
      await expect(panel(page).locator('.graph-line')).toHaveCount(4);
      await expect(panel(page).locator('.graph-line.estimate')).toHaveCount(0);
    },
  );

  test(
    'the first placings of Nine are judged exactly',
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      await open(page);
      await paste(page, '1. d6 f4 2. d2 b4 3. a7 *');
      await menu(page, 'Analyse');
      await panel(page).getByRole('button', { name: 'Review game' }).click();
      await expect(panel(page)).toContainText('Analysis complete.', { timeout: 60_000 });
      await expect(panel(page).locator('.graph-line')).toHaveCount(5);
      await expect(panel(page).locator('.graph-line.estimate')).toHaveCount(0);
    },
  );
});

test(
  'only what was played to its end here is counted, also where it was tried before',
  { tag: '@desktop' },
  async ({ page }) => {
    const counted = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem('merels.statistics') ?? '{"games":[]}').games.length,
      );
    // What counts is fetched with what shows, if not before.
    const untilCounted = async () => {
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('No finished games yet.');
      await page.keyboard.press('Escape');
    };
    await open(
      page,
      `./#game=${encodeURIComponent('[Variant "three"]\n[Result "1-0"]\n\n1. b2 a1 2. a2 c1 3. c2 1-0')}`,
    );
    await expect.poll(() => outcome(page)).not.toBeNull();
    await menu(page, 'Set up a position');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => outcome(page)).not.toBeNull();
    await untilCounted();
    expect(await counted()).toBe(0);
    await page.evaluate(
      (text) => void (location.hash = `#game=${encodeURIComponent(text)}`),
      '[Variant "three"]\n\n1. b2 a1 2. a2 c1 *',
    );
    await expect(page.locator('.move')).toHaveCount(4);
    await page.keyboard.press('x');
    await expect(panel(page)).toBeVisible();
    await play(page, 'c2');
    await page.keyboard.press('x');
    await expect(panel(page)).toBeHidden();
    await untilCounted();
    expect(await counted()).toBe(0);
    await playOn(page);
    await play(page, 'c2');
    await expect.poll(counted).toBe(1);
  },
);

test('an only turn is named, and what the analysis finds by the way goes into the graph', async ({
  page,
}) => {
  await test.step('an only turn is named, and what the analysis finds by the way goes into the graph', async () => {
    await open(page);
    // The centre is the only first turn that wins.
    await paste(page, '[Variant "three"]\n\n1. b2 a1 *');
    await menu(page, 'Analyse');
    // Nobody has asked for a review: only what was looked at is in the graph.
    const points = panel(page).locator('.graph-point');
    await expect(points).toHaveCount(1);
    await expect(points).not.toHaveClass(/estimate/);
    await expect(panel(page).locator('.graph-line')).toHaveCount(0);
    await expect(panel(page).getByRole('button', { name: 'Review game' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(panel(page).locator('.graph-line')).toHaveCount(1);
    await page.keyboard.press('ArrowLeft');
    await expect(panel(page).locator('.graph-line')).toHaveCount(2);
    await expect(panel(page).locator('.graph-line.estimate')).toHaveCount(0);
    await expect(slider(page)).toHaveAttribute(
      'aria-valuetext',
      'Start, White’s expected score: 100%',
    );
    await page.keyboard.press('End');
    await panel(page).getByRole('button', { name: 'Review game' }).click();
    await expect(panel(page)).toContainText('Analysis complete.', { timeout: 30_000 });
    await panel(page)
      .getByText(/^Only moves found: \d+$/)
      .click();
    const first = panel(page).locator('.only-turns .turning').first();
    await expect(first).toContainText('1. White b2');
    await expect(first).toContainText('the only move that kept the result');
    await first.getByRole('button').click();
    await expect(slider(page)).toHaveAttribute(
      'aria-valuetext',
      '1. White b2, the only move that kept the result, White’s expected score: 100%',
    );
  });
  await test.step('where nothing is proved the graph shows what was looked at as estimates', async () => {
    await menu(page, 'Play');
    await paste(page, '[Variant "morabaraba"]\n\n1. d6 f4 2. d2 *');
    await menu(page, 'Analyse');
    await expect(panel(page).locator('.graph-point.estimate')).toHaveCount(1, { timeout: 20_000 });
    await page.keyboard.press('ArrowLeft');
    await expect(panel(page).locator('.graph-line.estimate')).toHaveCount(1, { timeout: 20_000 });
    await expect(slider(page)).toHaveAttribute(
      'aria-valuetext',
      /White’s expected score: about \d+%$/,
    );
  });
});

test(
  'what cannot be proved is judged by estimate, can be stopped, and started again',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    // Long enough to be stopped and named before it is judged.
    const placings =
      '1. d6 f4 2. d2 b4 3. a7 g1 4. g7 a1 5. e5 c3 6. e3 c5 7. b2 b6 8. d5 g4 9. a4 d7 10. d1 f2 11. c4 d3 12. e4xg4 g4';
    await paste(page, `[Variant "morabaraba"]\n\n${placings} *`);
    await menu(page, 'Analyse');
    await panel(page).getByRole('button', { name: 'Review game' }).click();
    await expect(panel(page).getByRole('progressbar')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await expect(panel(page)).toContainText(/Stopped\. Positions not analysed: \d+/);
    // Meanwhile the game gets a name; the analysis ends as one leaves it.
    await menu(page, 'Games');
    const sheet = page.getByRole('region', { name: 'Your games' });
    await sheet
      .getByRole('button', { name: /^Rename/ })
      .first()
      .click();
    await sheet.getByRole('textbox').fill('Judged');
    await page.keyboard.press('Enter');
    await menu(page, 'Analyse');
    await panel(page).getByRole('button', { name: 'Review game' }).click();
    await expect(panel(page)).toContainText('Analysis complete.', { timeout: 60_000 });
    await expect(panel(page).locator('.graph-line.estimate')).not.toHaveCount(0);
    await panel(page).getByText('How it’s calculated').click();
    await expect(panel(page)).toContainText('Some values in this game are estimates');
  },
);

test('results are counted once, with the accuracy of a review; kept, saved, erased and read again', async ({
  page,
}) => {
  await open(page);
  await start(page, { mode: 'computer', spec: 'three', colour: 'white', level: 1 });
  await menu(page, 'Statistics');
  await expect(page.locator('#screen')).toContainText('No finished games yet.');
  await menu(page, 'Play');
  await play(page, 'b2');
  await myTurn(page);
  await menu(page, 'Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect.poll(() => outcome(page)).toMatchObject({ winner: 'black' });
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(panel(page)).toContainText('Analysis complete.', { timeout: 30_000 });
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('x');
  await page.reload();
  await ready(page);
  await menu(page, 'Statistics');
  const sheet = page.locator('#screen');
  await expect(sheet).toContainText('1 game · won 0, drawn 0, lost 1');
  await expect(sheet).toContainText('Accuracy 100.0% (games reviewed: 1)');
  for (const part of ['By levelNovice', 'By gameThree Men’s Morris'])
    await expect(sheet).toContainText(part);

  const saved = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save to a file' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('merels-statistics.json');
  const path = await file.path();
  await sheet.getByRole('button', { name: 'Delete all' }).click();
  await expect(sheet).toContainText('No finished games yet.');
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await expect(sheet).toContainText('1 game ·');
  await sheet.getByRole('button', { name: 'Delete all' }).click();
  const choosing = page.waitForEvent('filechooser');
  await sheet.getByRole('button', { name: 'Add from a file' }).click();
  await (await choosing).setFiles(path);
  await expect(sheet).toContainText('1 game added.');
  await expect(sheet).toContainText('won 0, drawn 0, lost 1');
  for (const bad of [
    'nonsense',
    '{"kind":"merels-statistics","version":2,"games":[]}',
    '{"kind":"merels-statistics","version":1,"games":[{"id":"a"}]}',
  ]) {
    const again = page.waitForEvent('filechooser');
    await sheet.getByRole('button', { name: 'Add from a file' }).click();
    await (
      await again
    ).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(bad) });
    await expect(sheet).toContainText(
      'This file contains no statistics. Choose one that was saved from Merels.',
    );
    await expect(sheet).toContainText('1 game ·');
  }
  await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');
});
