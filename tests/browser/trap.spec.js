/** The page's own WebAssembly fails: the page begins anew with everything that was played. */
import { expect, test } from './fixtures.js';
import {
  cell,
  click,
  legal,
  line,
  menu,
  myTurn,
  oneTurnEach,
  open,
  play,
  ready,
  start,
} from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Lets the page's instance trap whenever `trapNext` names a function of it; what it exports is in
 * `core`.
 * @param {Page} page
 */
const prepare = (page) =>
  page.addInitScript(() => {
    /** A module whose only function traps. */
    const broken = new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1,
      3, 0, 0, 11,
    ]);
    const trap = () =>
      /** @type {() => void} */ (
        new WebAssembly.Instance(new WebAssembly.Module(broken)).exports.f
      )();
    const streaming = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...args) => {
      const made = await streaming(...args);
      const core = { ...made.instance.exports };
      Object.assign(window, { core: made.instance.exports });
      for (const [name, call] of Object.entries(core))
        if (typeof call === 'function')
          core[name] = (/** @type {unknown[]} */ ...rest) => {
            // A reload forgets it, unless it is in the tab's own storage.
            if (
              /** @type {any} */ (window).trapNext === name ||
              sessionStorage.getItem('trapNext') === name
            )
              trap();
            return call(...rest);
          };
      return { ...made, instance: /** @type {any} */ ({ exports: core }) };
    };
  });

/** @param {Page} page @param {string} name */
const trapNext = (page, name) =>
  page.evaluate((name) => Object.assign(window, { trapNext: name }), name);

/** Waits until the page has begun anew. @param {Page} page @param {() => Promise<unknown>} act */
async function afresh(page, act) {
  await page.evaluate(() => Object.assign(window, { old: true }));
  await act();
  await page.waitForFunction(() => !('old' in window));
  await ready(page);
}

// What is still on its way when the page goes.
const GOING = /the rules have failed before|unreachable/;

test.beforeEach(async ({ page, watch }) => {
  watch.allowed.push(GOING);
  await prepare(page);
});

test('a turn over which it traps is played all the same, and the game goes on', async ({
  page,
  context,
}) => {
  await test.step('a turn over which it traps is played all the same', async () => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'a1', 'b6', 'd1']) await play(page, move);
    // It closes a mill, and a man is taken.
    await click(page, 'f6');
    await trapNext(page, 'game_play');
    await afresh(page, () => click(page, 'd1'));
    await expect(page.locator('.notice')).toContainText('Your game is still here.');
    await expect(page.locator('.move').last()).toHaveText('f6xd1');
    expect(await line(page)).toBe('nine 3/WWW/3/6/3/3/B2 b 6,7 0 3');
  });
  await test.step('a turn without a capture is there after it', async () => {
    // Another tab: one that traps again and again lays the game aside.
    const page = await context.newPage();
    await prepare(page);
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await play(page, 'd6');
    await trapNext(page, 'game_play');
    await afresh(page, () =>
      cell(page, 'a1').evaluate((el) => /** @type {HTMLElement} */ (el).click()),
    );
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
    await expect(page.locator('.move')).toHaveCount(2);
    await play(page, 'b4');
    // Not again with the next reload.
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveCount(3);
    await expect(page.locator('.notice')).toHaveCount(0);
  });
  await test.step('against the computer the game goes on', async () => {
    // Another tab: one that traps again and again lays the game aside.
    const page = await context.newPage();
    await prepare(page);
    await open(page);
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
    await play(page, 'd6');
    await myTurn(page);
    const before = await line(page);
    await trapNext(page, 'game_undo');
    await afresh(page, () => page.getByRole('button', { name: 'Take back' }).click());
    expect(await line(page)).toBe(before);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(page.locator('[data-man=white]')).toHaveCount(0);
    await play(page, (await legal(page))[0] ?? '');
    await myTurn(page);
  });
  await test.step('a turn that is tried in the analysis is tried there again, and not played', async () => {
    const page = await context.newPage();
    await prepare(page);
    const stood = await oneTurnEach(page);
    await menu(page, 'Analyse');
    const panel = page.getByRole('region', { name: 'Analysis' });
    await expect(panel).toBeVisible();
    const tried = (await legal(page))[0] ?? '';
    await trapNext(page, 'game_play');
    await afresh(page, () => click(page, tried));
    await expect(cell(page, tried)).toHaveAttribute('data-man', 'white');
    await expect(panel).toBeVisible();
    await page.keyboard.press('x');
    await expect.poll(() => line(page)).toBe(stood);
  });
});

test(
  'what was being set up is there after it, unless that is what fails',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await menu(page, 'Set up a position');
    await page.getByRole('button', { name: 'Clear' }).click();
    await click(page, 'd6');
    await trapNext(page, 'checkSetup');
    await afresh(page, () => click(page, 'a1'));
    await expect(page.locator('.editor')).toBeVisible();
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
    await expect(page.locator('[data-man=white]')).toHaveCount(1);
    await page.evaluate(() => sessionStorage.setItem('trapNext', 'checkSetup'));
    await page.reload();
    await expect(page.locator('.notice')).toContainText('Your game is still here.');
    await ready(page);
    await expect(page.locator('.editor')).toHaveCount(0);
    await click(page, 'd7');
    await myTurn(page);
  },
);

test(
  'where its memory is used up it begins anew',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    await menu(page, 'Share and import');
    await page.evaluate(() => {
      const { memory } = /** @type {any} */ (window).core;
      for (let pages = 32768; pages >= 1; pages /= 2)
        try {
          for (;;) memory.grow(pages);
        } catch {
          // Refused: less, then.
        }
    });
    const field = page.getByLabel('Open a game or position');
    await field.evaluate(
      (el) =>
        /** @type {HTMLTextAreaElement} */ (
          el.value = `${'{ a long comment }'.repeat(30_000)} 1. d6`
        ),
    );
    await afresh(page, () => page.getByRole('button', { name: 'Open', exact: true }).click());
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'white');
    await play(page, 'a5');
  },
);

test(
  'what it always traps over is laid aside; where nothing helps it says so and does not begin anew for ever',
  { tag: '@desktop' },
  async ({ page, watch, context }) => {
    await test.step('a game that it always traps over is laid aside, and the page is played on', async () => {
      await open(page);
      await start(page, { mode: 'people', spec: 'six' });
      await play(page, 'a1');
      // Only a stored game is read from its record.
      await page.evaluate(() => sessionStorage.setItem('trapNext', 'game_fromRecord'));
      await page.reload();
      await expect(page.locator('.notice')).toContainText('Your game is still here.');
      await ready(page);
      expect(await line(page)).toContain('nine ');
      await start(page, { mode: 'people', spec: 'nine' });
      await play(page, 'd6');
      await page.evaluate(() => sessionStorage.removeItem('trapNext'));
      await menu(page, 'Games');
      const games = page.getByRole('region', { name: 'Your games' }).locator('.game');
      await expect(games).toHaveCount(2);
      await games.last().locator('.game-open').click();
      await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'white');
      // From now on a reload goes on with what is on the table.
      await play(page, 'a5');
      await page.reload();
      await ready(page);
      await expect(page.locator('.move')).toHaveText(['a1', 'a5']);
    });
    await test.step('where nothing helps it says so and does not begin anew for ever', async () => {
      watch.allowed.push(/RuntimeError/);
      const page = await context.newPage();
      await prepare(page);
      await open(page);
      let loads = 0;
      page.on('request', (request) => request.isNavigationRequest() && loads++);
      await page.evaluate(() => sessionStorage.setItem('trapNext', 'levels'));
      await page.reload();
      await expect(page.getByText('The game can’t be shown')).toBeVisible();
      // Until nothing more is asked for.
      await page.waitForLoadState('networkidle');
      expect(loads).toBe(3);
      // Later, it is all well again.
      await page.evaluate(() => sessionStorage.removeItem('trapNext'));
      await page.reload();
      await ready(page);
      await play(page, (await legal(page))[0] ?? '');
    });
  },
);
