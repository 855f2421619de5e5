/** Every screen as it looked before, by day and in the dark: for `npm run test:all`. */
import { expect, test } from './fixtures.js';
import { looksAsBefore } from './pictures.js';
import { click, open, paste, play, show, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The day of the puzzle, and of all that is dated. */
const TODAY = new Date('2026-03-14T12:00:00Z');

/** Games and results of an earlier day. */
const KEPT = (() => {
  const players = {
    human: 'white',
    levels: { white: 3, black: 3 },
    clock: null,
    turning: false,
    pace: 700,
  };
  const game = (
    /** @type {string} */ id,
    /** @type {object} */ settings,
    /** @type {string[]} */ path,
    /** @type {number} */ day,
    name = '',
  ) => [
    `merels.game.${id}`,
    {
      version: 3,
      name,
      begun: 0,
      hints: 0,
      played: Date.UTC(2026, 2, day),
      settings: { ...players, ...settings },
      record: `[Variant "six"]\n\n${path.join(' ')} *`,
      path,
      half: null,
      flipped: false,
      paused: false,
      study: null,
      clock: null,
    },
  ];
  const result = (/** @type {number} */ i) => ({
    id: String(i),
    ended: Date.UTC(2026, i % 3, 9),
    spec: i % 2 ? 'six' : 'nine',
    mode: 'computer',
    human: i % 4 ? 'white' : 'black',
    level: 1 + (i % 3),
    winner: ['white', 'black', null][i % 3],
    turns: 40,
    hints: 0,
    accuracy: null,
  });
  return [
    game('a', { spec: 'six', mode: 'computer' }, ['a1', 'c1', 'e1', 'a5'], 12),
    game('b', { spec: 'six', mode: 'people' }, ['a1', 'e1'], 9, 'At the club'),
    [
      'merels.statistics',
      {
        kind: 'merels-statistics',
        version: 1,
        games: Array.from({ length: 12 }, (_, i) => result(i)),
      },
    ],
  ].map(([key, value]) => [key, JSON.stringify(value)]);
})();

/** @param {import('@playwright/test').Page} page @param {string} name */
async function sheet(page, name) {
  await show(page, name);
  await expect(page.locator(`dialog[open][data-dialog=${name}]`)).toBeVisible();
}

/**
 * How each screen is reached from the first.
 * @type {Record<string, (page: Page) => Promise<unknown>>}
 */
const SCREENS = {
  first: async (page) => expect(page.locator('[data-offer=teach]')).toBeVisible(),
  game: async (page) => {
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'a1', 'b6', 'd7', 'f4', 'a4']) await play(page, move);
    await click(page, 'f6');
  },
  end: async (page) => {
    await paste(page, '[Variant "three"]\n\n1. a1 b2 *');
    await show(page, 'resign');
    await page.locator('dialog [data-item=resign]').click();
    await expect(page.locator('.end-turn')).toContainText('a1');
  },
  learn: async (page) => {
    await show(page, 'learn');
    await expect(page.locator('.lessons')).toBeVisible();
  },
  lesson: async (page) => {
    await page.goto('./#/learn/2');
    await expect(page.locator('.lesson')).toBeVisible();
  },
  puzzles: async (page) => {
    await show(page, 'puzzles');
    await expect(page.locator('.puzzle-progress')).not.toBeEmpty();
  },
  puzzle: async (page) => {
    await page.goto('./#/puzzles/today');
    await expect(page.locator('.lesson')).toBeVisible();
  },
  // A game whose values are all known at once: an engine that goes on thinking never looks the
  // same.
  analysis: async (page) => {
    await start(page, { mode: 'people', spec: 'three' });
    await show(page, 'analyse');
    for (const move of ['b2', 'a1']) await play(page, move);
    await expect(page.locator('#analysis .value-mark').first()).toBeVisible();
  },
  setup: async (page) => {
    await show(page, 'edit');
    await expect(page.locator('#page.editing')).toBeVisible();
  },
  games: async (page) => {
    await show(page, 'games');
    await expect(page.locator('.game .man-white').first()).toBeVisible();
  },
  // Loaded on demand: until then the list of games is still shown.
  file: async (page) => {
    await show(page, 'file');
    await expect(page.locator('#screen h1')).toHaveText('Games from a file');
  },
  statistics: async (page) => {
    await show(page, 'statistics');
    await expect(page.locator('#screen h1')).toHaveText('Statistics');
    await expect(page.locator('.bar-of-games').first()).toBeVisible();
  },
  new: async (page) => {
    await page.locator('[data-action=new]').click();
    await expect(page.locator('dialog[open] .ladder')).toBeVisible();
  },
  settings: async (page) => sheet(page, 'settings'),
  share: async (page) => sheet(page, 'share'),
  rules: async (page) => sheet(page, 'rules'),
};

for (const [name, reach] of Object.entries(SCREENS))
  test(`${name} looks as before`, { tag: '@slow' }, async ({ page }) => {
    await page.clock.setFixedTime(TODAY);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.addInitScript(
      (kept) => kept.forEach(([key, text]) => localStorage.setItem(key ?? '', text ?? '')),
      /(?:games|statistics)/.test(name) ? KEPT : [],
    );
    await open(page);
    // What is offered beside the board comes last; it is seen behind a sheet too.
    await expect(page.locator('.offer').first()).toBeAttached();
    await reach(page);
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    // The pointer lies on nothing.
    await page.mouse.move(0, 0);
    await looksAsBefore(page, `${name}-light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-shade', 'dark');
    await looksAsBefore(page, `${name}-dark`);
  });
