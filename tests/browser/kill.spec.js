import { keptIn } from './databases.js';
import { expect, test } from './fixtures.js';
import { launch, newProfile, removeProfile } from './killable.js';
import { cell, click, line, menu, myTurn, open, place, play, show, speak, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** What somebody sees of a game. @param {Page} page */
const seen = (page) =>
  page.evaluate(() => ({
    line: window.merels.line,
    turns: [...document.querySelectorAll('.move')].map((el) => el.textContent),
    at: document.querySelector('.move[aria-current]')?.textContent ?? null,
    status: document.querySelector('.status-text')?.textContent,
    men: [...document.querySelectorAll('[data-man]')]
      .map((el) => el.getAttribute('data-man'))
      .join(),
  }));

/**
 * Are the copies of all games on the disk, long before local storage is? It takes milliseconds, or
 * longer on a busy machine.
 * @param {Page} page
 */
async function untilGamesAreCopied(page) {
  const games = () =>
    page.evaluate(() =>
      Object.entries(localStorage).filter(([key]) => key.startsWith('merels.game.')),
    );
  await expect
    .poll(async () =>
      Promise.all(
        (await games()).map(
          async ([key, text]) =>
            (await keptIn(page, 'merels-games', 'games', key.slice('merels.game.'.length)))
              ?.text === text,
        ),
      ),
    )
    .not.toContain(false);
}

/**
 * One moment after the other, in one game of two people; after each the browser is killed.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const MOMENTS = [
  [
    'four turns in a breath',
    async (page) => {
      await start(page, { mode: 'people', spec: 'nine' });
      for (const move of ['d6', 'a1', 'b6', 'd7']) await play(page, move);
    },
  ],
  [
    'a mill whose capture is still to be chosen',
    async (page) => {
      await click(page, 'f6');
      await expect(page.locator('.status-text')).toHaveText(
        /Mill! (?:White takes|Take) a black piece/,
      );
    },
  ],
];

/** More of them. @type {typeof MOMENTS} */
const LATER = [
  ['the capture', (page) => click(page, 'a1')],
  ['a turn taken back', (page) => page.locator('[data-action=undo]').click()],
  ['another one in its place', (page) => play(page, 'f6xd7')],
  [
    'a win',
    async (page) => {
      await start(page, { mode: 'people', spec: 'three' });
      for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    },
  ],
  [
    'the computer’s answer',
    async (page) => {
      await start(page, { mode: 'computer', spec: 'nine', colour: 'white' });
      await play(page, 'd6');
      await myTurn(page);
      await expect(page.locator('.move')).toHaveCount(2);
    },
  ],
];

for (const [when, moments, tag] of /** @type {[string, typeof MOMENTS, string[]][]} */ ([
  ['', MOMENTS, ['@desktop']],
  [', again and again', [...MOMENTS, ...LATER], ['@desktop', '@slow']],
]))
  test(
    `a browser that is killed right after a turn has it when it is opened again${when}, in all its tabs`,
    { tag },
    async ({ site }) => {
      const profile = newProfile();
      let browser = await launch(profile);
      try {
        await open(browser.page, site.url);
        for (const [moment, happen] of moments) {
          await happen(browser.page);
          const before = await seen(browser.page);
          await untilGamesAreCopied(browser.page);
          await browser.kill();
          browser = await launch(profile);
          await open(browser.page, site.url);
          await expect.poll(() => seen(browser.page), { message: moment }).toEqual(before);
        }
        await start(browser.page, { mode: 'people', spec: 'six' });
        await play(browser.page, 'a1');
        const second = await browser.context.newPage();
        await open(second, site.url);
        await start(second, { mode: 'people', spec: 'three' });
        await play(second, 'b2');
        await browser.page.bringToFront();
        await play(browser.page, 'e1');
        await untilGamesAreCopied(browser.page);
        await browser.kill();
        browser = await launch(profile);
        await open(browser.page, site.url);
        await expect.poll(() => line(browser.page)).toContain('six ');
        await expect(cell(browser.page, 'e1')).toHaveAttribute('data-man', 'black');
        const records = await browser.page.evaluate(() =>
          Object.entries(localStorage)
            .filter(([key]) => key.startsWith('merels.game.'))
            .map(([, text]) => JSON.parse(text).record),
        );
        expect(
          records.some((record) => record.includes('"three"') && record.includes('1. b2')),
        ).toBe(true);
      } finally {
        await browser.kill();
        removeProfile(profile);
      }
    },
  );

/**
 * Is the copy of a thing on the disk, long before local storage is?
 * @param {Page} page
 * @param {string} key
 */
async function isCopied(page, key) {
  const copy = (await keptIn(page, 'merels-others', 'texts', key))?.text ?? '';
  const here = await page.evaluate((key) => localStorage.getItem(key), key);
  return here === null ? copy.includes('"erased":true') : copy === here;
}

test(
  'a browser that is killed has the position that was being set up',
  { tag: ['@desktop', '@slow'] },
  async ({ site }) => {
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
  },
);

/** @param {Page} page */
const sheet = (page) => page.locator('dialog[open], .screen');

/** @param {Page} page @param {'Light' | 'Dark'} theme */
async function choose(page, theme) {
  await show(page, 'settings');
  await sheet(page).getByRole('radio', { name: theme, exact: true }).check();
  await page.keyboard.press('Escape');
}

/**
 * A browser that has ended as a person ends it, in the light look and with one result: what is on
 * the disk is older than what follows.
 * @param {string} url
 */
async function used(url) {
  const profile = newProfile();
  let browser = await launch(profile);
  await open(browser.page, url);
  await choose(browser.page, 'Light');
  await start(browser.page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(browser.page, move);
  await expect.poll(() => isCopied(browser.page, 'merels.statistics')).toBe(true);
  await browser.quit();
  const begin = async () => {
    browser = await launch(profile);
    await open(browser.page, url);
  };
  await begin();
  return {
    page: () => browser.page,
    /**
     * Kills it as soon as these things are copied, and starts it again.
     * @param {string[]} copied
     */
    async again(...copied) {
      for (const key of copied) await expect.poll(() => isCopied(browser.page, key)).toBe(true);
      await browser.kill();
      await begin();
    },
    async leave() {
      await browser.kill();
      removeProfile(profile);
    },
  };
}

test(
  'a browser that is killed has settings, and what was erased stays erased',
  { tag: ['@desktop', '@slow'] },
  async ({ site }) => {
    const { page, again, leave } = await used(site.url);
    try {
      await choose(page(), 'Dark');
      await show(page(), 'statistics');
      await expect(sheet(page())).toContainText('1 game');
      await sheet(page()).getByRole('button', { name: 'Delete all' }).click();
      await again('merels.look', 'merels.statistics');
      await expect(page().locator('html')).toHaveAttribute('data-theme', 'dark');
      await show(page(), 'statistics');
      await expect(sheet(page())).toContainText('No finished games yet.');
    } finally {
      await leave();
    }
  },
);

test(
  'a browser that is killed has language, lessons, puzzles and results',
  { tag: ['@desktop', '@slow'] },
  async ({ site }) => {
    const { page, again, leave } = await used(site.url);
    try {
      await show(page(), 'learn');
      await sheet(page()).locator('[data-lesson=capture]').click();
      for (const point of ['g7', 'b2']) {
        const { x, y } = await place(sheet(page()), point);
        await page().mouse.click(x, y);
      }
      await expect(sheet(page()).locator('.lesson-said')).not.toHaveText('');
      await again('merels.course');
      await show(page(), 'learn');
      await expect(sheet(page())).toContainText('1 of 24 done');
      await show(page(), 'puzzles');
      await sheet(page()).getByRole('button', { name: 'A bit of everything' }).click();
      await sheet(page()).getByRole('button', { name: 'Show the solution' }).click();
      await again('merels.puzzles');
      await show(page(), 'puzzles');
      await expect(sheet(page()).locator('.puzzle-tally')).not.toContainText('1200');

      await page().keyboard.press('Escape');
      await start(page(), { mode: 'people', spec: 'three' });
      for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page(), move);
      await again('merels.statistics');
      await show(page(), 'statistics');
      await expect(sheet(page())).toContainText('2 games');

      await page().keyboard.press('Escape');
      await speak(page(), 'de');
      await again('merels.language');
      await expect(page().locator('html')).toHaveAttribute('lang', 'de');
    } finally {
      await leave();
    }
  },
);
