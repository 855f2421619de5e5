/** Where things stand, at the sizes that people have: measured on every screen. */
import { expect, test } from './fixtures.js';
import { myTurn, open, play, show, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * The sizes, and how large the board is at least at each: with a game, with its analysis, and with
 * a lesson or a puzzle.
 * @type {[width: number, height: number, board: number, studied: number, learnt: number][]}
 */
const SIZES = [
  [320, 568, 285, 210, 230],
  [390, 844, 388, 374, 388],
  [568, 320, 245, 245, 245],
  [844, 390, 365, 365, 365],
  [768, 1024, 610, 490, 610],
  [1440, 900, 840, 840, 840],
  [1920, 1080, 1020, 1020, 1020],
];

/**
 * What is open at an address, and whether it has a board.
 * @type {[hash: string, css: string, board: 'game' | 'analysis' | 'lesson' | null][]}
 */
const SCREENS = [
  ['#/', '#moves', 'game'],
  ['#/analyse', '#analysis', 'analysis'],
  ['#/learn', '.lessons', null],
  ['#/learn/2', '.lesson', 'lesson'],
  ['#/learn/coords', '.lesson', 'lesson'],
  ['#/learn/strategy', '.book', null],
  ['#/learn/world', '.book', null],
  ['#/puzzles', '.puzzle-progress:not(:empty)', null],
  ['#/puzzles/today', '.lesson', 'lesson'],
  ['#/games', '.game .picture', null],
  ['#/games/file', '[data-screen=collection] .collection-empty', null],
  ['#/games/statistics', '[data-screen=statistics] .screen-buttons', null],
];

/** What is wrong with what is seen. @param {Page} page */
const faults = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const rail = innerWidth >= 768 || innerWidth > innerHeight;
    const seen = (/** @type {Element} */ el) => el.checkVisibility({ visibilityProperty: true });
    const name = (/** @type {Element} */ el) =>
      `${el.tagName.toLowerCase()}${el.id && `#${el.id}`}.${el.className} "${el.textContent?.trim().slice(0, 20)}"`;
    /** @param {Element} a @param {Element} b */
    const overlap = (a, b) => {
      const [r, s] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      return (
        Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1 &&
        Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 1
      );
    };
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls');
    // The doors and the settings.
    const doors = [...document.querySelectorAll('.door')];
    if (doors.length !== 6) found.push(`${doors.length} doors`);
    for (const door of doors) {
      const box = door.getBoundingClientRect();
      if (
        !seen(door) ||
        box.left < 0 ||
        box.top < 0 ||
        box.right > innerWidth ||
        box.bottom > innerHeight ||
        box.width < 24 ||
        box.height < 24
      )
        found.push(`out of sight: ${name(door)}`);
    }
    const nav = document.querySelector('#doors')?.getBoundingClientRect();
    if (
      nav &&
      (rail
        ? nav.left > 0 || nav.width > 100
        : nav.bottom < innerHeight - 1 || nav.width < innerWidth)
    )
      found.push('the doors stand elsewhere');
    // The parts of what is shown: none over another, none beyond the window.
    const stage = document.querySelector('.screen') ?? document.querySelector('#page');
    const parts = [
      ...document.querySelectorAll(
        '.door, .bar > *, .board, .analysis-bar, .player, .status, .middle, .actions > *, .screen-title > *, .screen-tabs, .screen-body, .lesson-words, .screen-foot',
      ),
    ].filter(
      (el) =>
        seen(el) &&
        getComputedStyle(el).display !== 'contents' &&
        el.getBoundingClientRect().height > 0,
    );
    parts.forEach((a, i) => {
      for (const b of parts.slice(i + 1))
        if (!a.contains(b) && !b.contains(a) && overlap(a, b))
          found.push(`${name(a)} over ${name(b)}`);
      const box = a.getBoundingClientRect();
      if (
        box.left < -1 ||
        box.right > innerWidth + 1 ||
        box.top < -1 ||
        box.bottom > innerHeight + 1
      )
        found.push(`beyond the window: ${name(a)}`);
      if (!a.matches('.door') && !stage?.contains(a)) found.push(`of another screen: ${name(a)}`);
    });
    // What is written: not cut off at the side, save in the row that scrolls.
    for (const el of document.querySelectorAll('#shell *')) {
      if (
        !(el instanceof HTMLElement) ||
        !seen(el) ||
        el.closest('.unseen, [aria-hidden=true], .twin, .offers') ||
        ![...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim())
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(el);
      const box = range.getBoundingClientRect();
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`cut: ${name(el)}`);
      if (getComputedStyle(el).textOverflow === 'ellipsis' && el.scrollWidth > el.clientWidth + 1)
        found.push(`shortened: ${name(el)}`);
    }
    return found;
  });

/** The width of the board that is seen. @param {Page} page */
const boards = (page) =>
  page
    .locator('.board')
    .evaluateAll((all) =>
      all
        .filter((el) => el.checkVisibility({ visibilityProperty: true }))
        .map((el) => el.getBoundingClientRect().width),
    );

/** Another size of the window, and what follows from it. @param {Page} page @param {number} width @param {number} height */
async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  // What is measured is drawn with the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

test('every screen at every size', { tag: '@desktop' }, async ({ page }) => {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await open(page);
    expect.soft(await faults(page), `as it opens, ${width} x ${height}`).toEqual([]);
  }
  await play(page, 'd6');
  await myTurn(page);
  for (const [hash, css, board] of SCREENS) {
    await page.evaluate((hash) => void (location.hash = hash), hash);
    // Small screens leave no room for the moves.
    await page.locator(css).first().waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    for (const [width, height, ...least] of SIZES) {
      const where = `${hash} at ${width} x ${height}`;
      await resize(page, width, height);
      expect.soft(await faults(page), where).toEqual([]);
      const wide = await boards(page);
      if (!board) expect.soft(wide, `${where}: no board`).toEqual([]);
      else {
        expect.soft(wide, `${where}: one board`).toHaveLength(1);
        expect
          .soft(wide[0], `${where}: the board`)
          .toBeGreaterThanOrEqual(least[['game', 'analysis', 'lesson'].indexOf(board)] ?? 0);
        expect.soft(wide[0], `${where}: the board`).toBeLessThanOrEqual(Math.min(width, height));
      }
    }
  }
});

test(
  'games and puzzles stand side by side only where there is room',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    for (const spec of ['nine', 'six']) {
      await start(page, { mode: 'people', spec });
      await play(page, 'a1');
    }
    /** @param {string} css */
    const boxes = (css) =>
      page
        .locator(css)
        .evaluateAll((all) =>
          all
            .map((el) => el.getBoundingClientRect())
            .map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
        );
    for (const [screen, there, pair] of /** @type {const} */ ([
      ['games', '.game:nth-child(2) .picture', '.game'],
      ['puzzles', '.puzzle-progress:not(:empty)', '.puzzle-today, .puzzle-themes'],
    ])) {
      await show(page, screen);
      await page.locator(there).waitFor();
      for (const [width, height] of /** @type {[number, number][]} */ ([
        [1440, 900],
        [390, 844],
      ])) {
        await resize(page, width, height);
        const [a, b] = await boxes(pair);
        if (!a || !b) throw new Error('something is missing');
        if (width > 1000) expect([a.right <= b.left, a.top === b.top]).toEqual([true, true]);
        else expect([a.left === b.left, a.bottom <= b.top]).toEqual([true, true]);
      }
    }
  },
);

test(
  'back, forward and a reload know the screens, a link leads to one, and the game waits',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    await play(page, 'd6');
    await myTurn(page);
    const title = page.locator('#screen h1');
    await show(page, 'learn');
    await page.locator('[data-lesson=mill]').click();
    await expect(title).toHaveText('Lesson 2');
    await expect(title).toBeFocused();
    await show(page, 'games');
    await expect(title).toHaveText('Your games');
    await page.goBack();
    await expect(title).toHaveText('Lesson 2');
    await page.goBack();
    await expect(title).toHaveText('Learn');
    await page.goForward();
    await expect(title).toHaveText('Lesson 2');
    await expect(page.getByRole('link', { name: 'Learn' })).toHaveAttribute('aria-current', 'page');
    await page.reload();
    await expect(title).toHaveText('Lesson 2');
    await page.getByRole('link', { name: 'Your game: your turn', exact: true }).click();
    await expect(page.locator('.move')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goto('./#/analyse');
    await expect(page.locator('#analysis')).toBeVisible();
    await page.reload();
    await expect(page.locator('#analysis')).toBeVisible();
    await expect(page).toHaveURL(/#\/analyse$/);
    await page.goto('./#/nowhere');
    await expect(page.locator('#analysis')).toBeHidden();
    await expect(page.locator('.move')).toHaveCount(2);
    // A game in a link is opened where one is, and shown.
    await show(page, 'puzzles');
    await expect(title).toHaveText('Puzzles');
    await page.evaluate(() => void (location.hash = '#game=1. a1 d2 b4 *'));
    await expect(page.locator('.move')).toHaveCount(3);
    await expect(page.locator('#screen')).toBeHidden();
  },
);

test(
  'a new game takes two taps, on small screens and from every screen of the page',
  { tag: '@phone' },
  async ({ page }) => {
    await test.step('the chosen level, a friend and what else is chosen are in view', async () => {
      await open(page);
      for (const [width, height] of /** @type {[number, number][]} */ ([
        [320, 568],
        [844, 390],
      ])) {
        await page.setViewportSize({ width, height });
        await page.locator('[data-action=new]').tap();
        const form = page.getByRole('dialog', { name: 'New game' });
        for (const seen of [
          form.locator('.step[aria-pressed=true]'),
          form.locator('[data-item=friend]'),
          form.locator('[data-item=change]'),
        ])
          await expect(seen).toBeInViewport({ ratio: 1 });
        await form.getByRole('button', { name: /^2 Beginner/ }).tap();
        await expect(form).toBeHidden();
        await expect(page.locator('#player-top .player-name')).toHaveText('Computer · Beginner');
      }
    });
    await test.step('from every screen', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const [hash, css, board] of SCREENS) {
        await page.evaluate((hash) => void (location.hash = hash), hash);
        if (board !== 'game') await page.locator(css).first().waitFor();
        await page.getByRole('button', { name: 'New game' }).tap();
        await page
          .getByRole('dialog', { name: 'New game' })
          .getByRole('button', { name: /^2 Beginner/ })
          .tap();
        await expect(page.getByRole('dialog')).toBeHidden();
        await expect.poll(() => new URL(page.url()).hash, hash).toMatch(/^(?:#\/)?$/);
        await expect(page.locator('#player-top .player-name'), hash).toHaveText(
          'Computer · Beginner',
        );
      }
    });
  },
);

test(
  'on phones a lesson, a puzzle and a level are offered in sight, to a first visitor and later',
  { tag: '@phone' },
  async ({ page }) => {
    await test.step('a first visitor is taught, on low screens too, beside a new game', async () => {
      for (const [width, height] of /** @type {[number, number][]} */ ([
        [320, 568],
        [390, 664],
        [360, 740],
      ])) {
        await page.setViewportSize({ width, height });
        await open(page);
        await page.getByRole('button', { name: 'New game' }).tap();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
        await page.getByRole('link', { name: /^Teach me/ }).tap();
        await expect(
          page.getByRole('heading', { name: 'The whole game in two minutes' }),
        ).toBeVisible();
        await expect(page.locator('.offers'), 'offered beside the board only').toBeHidden();
      }
    });
    await test.step('on low phones there is a row of levels, to those who are not new', async () => {
      await page.addInitScript(() =>
        localStorage.setItem('merels.course', JSON.stringify({ version: 1, done: ['first'] })),
      );
      for (const [width, height] of /** @type {[number, number][]} */ ([
        [360, 680],
        [390, 720],
      ])) {
        await page.setViewportSize({ width, height });
        await open(page);
        await expect(page.locator('[data-level="1"]'), `at ${width} x ${height}`).toBeInViewport({
          ratio: 1,
        });
        await page.locator('[data-level="2"]').tap();
        await expect(page.locator('#player-top .player-name')).toHaveText('Computer · Beginner');
      }
    });
    await test.step('the lesson, the puzzle and the level are in sight on phones, to a first visitor and later', async () => {
      for (const [width, height] of /** @type {[number, number][]} */ ([
        [360, 740],
        [390, 844],
      ])) {
        await page.setViewportSize({ width, height });
        await page.addInitScript(() => localStorage.removeItem('merels.course'));
        await open(page);
        for (const css of ['[data-offer=teach]', '[data-level="1"]', '[data-offer=puzzle]'])
          await expect(page.locator(css), `${css} at ${width} x ${height}`).toBeInViewport({
            ratio: 1,
          });
        await page.addInitScript(() =>
          localStorage.setItem('merels.course', '{"version":1,"done":["placing"]}'),
        );
        await open(page);
        for (const css of ['[data-offer=lesson]', '[data-level="1"]', '[data-offer=puzzle]'])
          await expect(page.locator(css), `${css} at ${width} x ${height}`).toBeInViewport({
            ratio: 1,
          });
      }
    });
  },
);

test(
  'a first visitor sees the level and the puzzle on tablets, none of it cut',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const [width, height] of /** @type {[number, number][]} */ ([
      [820, 1180],
      [1180, 820],
      [1440, 900],
    ])) {
      await page.setViewportSize({ width, height });
      await open(page);
      for (const css of ['.offer-first', '.offer-how', '.offer-opponent', '[data-offer=puzzle]'])
        await expect(page.locator(css), `${css} at ${width} x ${height}`).toBeInViewport({
          ratio: 1,
        });
    }
  },
);

test(
  'the end of a game shows what may follow, and the analysis the current move, at every size',
  { tag: '@phone' },
  async ({ page }) => {
    await test.step('the end of a game shows what may follow at every size', async () => {
      await open(page);
      await play(page, 'd6');
      await show(page, 'resign');
      await page.locator('dialog [data-item=resign]').click();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const name of ['Rematch', 'Review'])
          await expect(
            page.locator('.end').getByRole('button', { name }),
            `${name} at ${width} x ${height}`,
          ).toBeInViewport({ ratio: 0.99 });
      }
      // The board keeps what the texts can spare.
      for (const [width, height, least] of /** @type {[number, number, number][]} */ ([
        [360, 740, 312],
        [390, 664, 236],
      ])) {
        await page.setViewportSize({ width, height });
        await expect
          .poll(async () => (await page.locator('.board').boundingBox())?.width)
          .toBeGreaterThanOrEqual(least);
        for (const name of ['Rematch', 'Review'])
          await expect(page.locator('.end').getByRole('button', { name })).toBeInViewport({
            ratio: 0.99,
          });
      }
    });
    await test.step('analysis shows the current move at every size, below the value and the lines', async () => {
      await open(
        page,
        './#game=1. a4 f2 2. d2 g1 3. c4 b4 4. c3 g4 5. d3 g7xd3 6. d3 e3 7. d1xb4 b4 8. c5xb4 b4 9. a7 f6 *',
      );
      await show(page, 'analyse');
      await expect(page.locator('.line-move').first()).toBeVisible();
      for (const [width, height] of [...SIZES, [360, 740]]) {
        await page.setViewportSize({ width, height });
        // On a phone the moves run aside: nothing scrolls within what scrolls.
        if (Math.min(width, height) < 480)
          await expect
            .poll(
              () =>
                page.locator('.analysis-tree').evaluate((el) => el.scrollHeight - el.clientHeight),
              `${width} x ${height}`,
            )
            .toBe(0);
        for (const css of ['.analysis-worth', '.analysis-line', '.tree-move[aria-current]'])
          await expect(page.locator(css).first(), `${css} at ${width} x ${height}`).toBeInViewport({
            ratio: 0.99,
          });
      }
    });
  },
);

test(
  'on a desktop nothing scrolls within what scrolls, and the analysis uses the room beside the board',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(
      page,
      './#game=1. a4 f2 2. d2 g1 3. c4 b4 4. c3 g4 5. d3 g7xd3 6. d3 e3 7. d1xb4 b4 8. c5xb4 b4 *',
    );
    await show(page, 'analyse');
    await page.getByRole('tab', { name: 'All moves' }).click();
    await expect(page.locator('.explorer-turn').first()).toBeVisible({ timeout: 60_000 });
    await page.locator('.explorer-more').click();
    for (const [width, height, least] of /** @type {[number, number, number][]} */ ([
      [1280, 800, 340],
      [1440, 900, 360],
      [1920, 1080, 640],
    ])) {
      await page.setViewportSize({ width, height });
      const found = () =>
        page.locator('#analysis').evaluate((analysis, least) => {
          const scrolls = (/** @type {Element} */ el) =>
            /auto|scroll/.test(getComputedStyle(el).overflowY);
          const all = [analysis, ...analysis.querySelectorAll('*')].filter(
            (el) => !el.matches('textarea') && scrolls(el),
          );
          return {
            nested: all
              .filter((el) => all.some((other) => other !== el && other.contains(el)))
              .map((el) => el.className),
            wide: analysis.getBoundingClientRect().width >= least,
            column: analysis.scrollHeight - analysis.clientHeight,
          };
        }, least);
      await expect
        .poll(found, `${width} x ${height}`)
        .toEqual({ nested: [], wide: true, column: 0 });
      for (const css of [
        '.analysis-worth',
        '.analysis-tally',
        '.analysis-tab',
        '.tree-move[aria-current]',
      ])
        await expect(page.locator(css).first(), `${css} at ${width} x ${height}`).toBeInViewport({
          ratio: 0.99,
        });
    }
    await page.keyboard.press('Home');
    await expect(
      page.locator('.tree-move').first(),
      'the moves follow to the start',
    ).toBeInViewport({ ratio: 0.99 });
  },
);

test.describe('in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 568 } });

  test(
    'the actions of a game stand in a line each, also where a turn was taken back',
    { tag: '@desktop' },
    async ({ page }) => {
      await page.goto('./#game=1. d6 f4 2. d2 b4 *');
      await page.locator('[data-link=play]').click();
      await page.locator('[data-action=undo]').click();
      await expect(page.locator('[data-action=redo]')).toBeVisible();
      const sizes = await page.locator('.action:visible').evaluateAll((all) =>
        all.map((el) => ({
          words: el.textContent,
          height: el.querySelector('span')?.getBoundingClientRect().height ?? 0,
          icon: el.querySelector('.icon')?.getBoundingClientRect().width ?? 0,
          right: el.getBoundingClientRect().right,
        })),
      );
      expect(sizes.map(({ words }) => words)).toContain('Neues Spiel');
      for (const { words, height, icon, right } of sizes) {
        expect(height, words).toBeLessThan(20);
        expect(icon, words).toBeGreaterThanOrEqual(20);
        expect(right, words).toBeLessThanOrEqual(320);
      }
    },
  );
});

test.describe('in French, whose actions are the longest', { tag: '@desktop' }, () => {
  test.use({ locale: 'fr-FR', viewport: { width: 568, height: 320 } });

  test('the smallest phone on its side holds the table and the analysis', async ({ page }) => {
    await open(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    expect.soft(await faults(page), 'the table').toEqual([]);
    await show(page, 'analyse');
    await page.locator('#analysis').waitFor();
    expect.soft(await faults(page), 'the analysis').toEqual([]);
  });
});
