import { keptIn } from './databases.js';
import { expect, test } from './fixtures.js';
import { launch, newProfile, removeProfile } from './killable.js';
import { cell, click, line, menu, myTurn, open, play, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** What somebody sees of a game. @param {Page} page */
const seen = (page) =>
  page.evaluate(() => ({
    line: window.merels.line,
    turns: [...document.querySelectorAll('.move')].map((el) => el.textContent),
    at: document.querySelector('.move[aria-current]')?.textContent ?? null,
    status: document.querySelector('.status-text')?.textContent,
    men: [...document.querySelectorAll('[data-man]')].map((el) => el.getAttribute('data-man')).join(),
  }));

/** One moment after the other, in one game of two people; after each the browser is killed. @type {[string, (page: Page) => Promise<void>][]} */
const MOMENTS = [
  ['a new game with its first turn', async (page) => (await start(page, { mode: 'people', spec: 'nine' }), play(page, 'd6'))],
  ['the next turn', (page) => play(page, 'a1')],
  ['three turns in a breath', async (page) => (await play(page, 'b6'), await play(page, 'd7'), play(page, 'g1'))],
  ['a turn taken back', (page) => page.locator('[data-action=undo]').click()],
  ['another one in its place', (page) => play(page, 'f6xa1')],
  ['a mill whose capture is still to be chosen', async (page) => {
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'a1', 'b6', 'd7']) await play(page, move);
    await click(page, 'f6');
    await expect(page.locator('.status-text')).toHaveText(/Take a black man/);
  }],
  ['the capture', (page) => click(page, 'a1')],
  ['a win', async (page) => {
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
  }],
  ['the computer’s answer', async (page) => {
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white' });
    await play(page, 'd6');
    await myTurn(page);
    await expect(page.locator('.move')).toHaveCount(2);
  }],
];

test('a browser that is killed right after a turn has it when it is opened again', { tag: '@desktop' }, async ({ site }) => {
  test.setTimeout(180_000);
  const profile = newProfile();
  let browser = await launch(profile);
  try {
    await open(browser.page, site.url);
    for (const [moment, happen] of MOMENTS) {
      await happen(browser.page);
      const before = await seen(browser.page);
      await browser.kill();
      browser = await launch(profile);
      await open(browser.page, site.url);
      await expect.poll(() => seen(browser.page), { message: moment }).toEqual(before);
    }
  } finally {
    await browser.kill();
    removeProfile(profile);
  }
});

test('a browser that is killed has the games of all its tabs', { tag: '@desktop' }, async ({ site }) => {
  test.setTimeout(90_000);
  const profile = newProfile();
  let browser = await launch(profile);
  try {
    const second = await browser.context.newPage();
    await open(browser.page, site.url);
    await start(browser.page, { mode: 'people', spec: 'six' });
    await play(browser.page, 'a1');
    await open(second, site.url);
    await start(second, { mode: 'people', spec: 'three' });
    await play(second, 'b2');
    await play(browser.page, 'e1');
    await browser.kill();
    browser = await launch(profile);
    await open(browser.page, site.url);
    expect(await line(browser.page)).toContain('six ');
    await expect(cell(browser.page, 'e1')).toHaveAttribute('data-man', 'black');
    const records = await browser.page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('merels.game.')).map(([, text]) => JSON.parse(text).record));
    expect(records.some((record) => record.includes('"three"') && record.includes('1. b2'))).toBe(true);
  } finally {
    await browser.kill();
    removeProfile(profile);
  }
});

/** Is the copy of a thing on the disk, long before local storage is? @param {Page} page @param {string} key */
async function isCopied(page, key) {
  const copy = (await keptIn(page, 'merels-others', 'texts', key))?.text ?? '';
  const here = await page.evaluate((key) => localStorage.getItem(key), key);
  return here === null ? copy.includes('"erased":true') : copy === here;
}

test('a browser that is killed has the position that was being set up', { tag: '@desktop' }, async ({ site }) => {
  const profile = newProfile();
  let browser = await launch(profile);
  try {
    await open(browser.page, site.url);
    await menu(browser.page, 'Set up a position');
    await browser.page.getByRole('button', { name: 'Clear' }).click();
    for (const point of ['d6', 'a1']) await click(browser.page, point);
    const before = await line(browser.page);
    await expect.poll(() => isCopied(browser.page, 'merels.setup')).toBe(true);
    await browser.kill();
    browser = await launch(profile);
    await open(browser.page, site.url);
    await expect(browser.page.locator('.editor')).toBeVisible();
    await expect.poll(() => line(browser.page)).toBe(before);
  } finally {
    await browser.kill();
    removeProfile(profile);
  }
});

test('a browser that is killed has settings, language, lessons, puzzles and results, and what was erased stays erased', { tag: '@desktop' }, async ({ site }) => {
  test.setTimeout(120_000);
  const profile = newProfile();
  let browser = await launch(profile);
  const sheet = () => browser.page.locator('dialog[open]');
  const item = async (/** @type {string} */ name) => {
    await browser.page.locator('[data-action=more]').click();
    await browser.page.locator(`[data-item=${name}]`).click();
  };
  /** Kills it as soon as a thing is copied, or lets it end. @param {string} [copied] */
  const again = async (copied) => {
    if (copied) await expect.poll(() => isCopied(browser.page, copied)).toBe(true);
    await browser[copied ? 'kill' : 'quit']();
    browser = await launch(profile);
    await open(browser.page, site.url);
  };
  try {
    // What is on the disk is older than what follows.
    await open(browser.page, site.url);
    await item('settings');
    await sheet().getByRole('radio', { name: 'Light', exact: true }).check();
    await browser.page.keyboard.press('Escape');
    await start(browser.page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(browser.page, move);
    await again();

    await item('settings');
    await sheet().getByRole('radio', { name: 'Dark', exact: true }).check();
    await browser.page.keyboard.press('Escape');
    await again('merels.look');
    await expect(browser.page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await item('learn');
    await sheet().locator('[data-view=course]').click();
    await sheet().locator('[data-lesson=capture]').click();
    for (const point of ['g7', 'b2']) {
      const { x, y, width, height } = (await sheet().locator(`[data-point="${point}"]`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await browser.page.mouse.click(x + width / 2, y + height / 2);
    }
    await expect(sheet().locator('.lesson-said')).not.toHaveText('');
    await again('merels.course');
    await item('learn');
    await expect(sheet()).toContainText('1 of 24 done');
    await sheet().locator('[data-view=puzzles]').click();
    await sheet().getByRole('button', { name: 'Begin' }).click();
    await sheet().getByRole('button', { name: 'Show the solution' }).click();
    await again('merels.puzzles');
    await item('learn');
    await sheet().locator('[data-view=puzzles]').click();
    await expect(sheet().locator('.puzzle-tally')).not.toContainText('1200');

    await browser.page.keyboard.press('Escape');
    await item('statistics');
    await expect(sheet()).toContainText('1 game');
    await sheet().getByRole('button', { name: 'Erase all' }).click();
    await again('merels.statistics');
    await item('statistics');
    await expect(sheet()).toContainText('No game has been played to its end here yet.');

    await browser.page.keyboard.press('Escape');
    await browser.page.locator('[data-action=more]').click();
    await browser.page.getByRole('combobox').last().selectOption('de');
    await expect(browser.page.locator('html')).toHaveAttribute('lang', 'de');
    await again('merels.language');
    await expect(browser.page.locator('html')).toHaveAttribute('lang', 'de');
  } finally {
    await browser.kill();
    removeProfile(profile);
  }
});
