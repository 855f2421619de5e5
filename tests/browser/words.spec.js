// The words of every language: complete on the screen, and with room where they are longer or run
// the other way.
import { audit } from './audit.js';
import { CODES, words, wordsOf } from './catalogue.js';
import { expect, test } from './fixtures.js';
import { click, open, play, show, speak, start, still, unfold } from './table.js';

/* With a catalogue in which every word is marked: what is not marked did not come from it. */

test.describe('in a language made for tests', () => {
  /**
   * Puts a catalogue in German's place.
   * @param {import('@playwright/test').Page} page
   * @param {(text: string, key: string) => string} change
   */
  async function pretend(page, change) {
    const made = (/** @type {string} */ part) =>
      Object.fromEntries(
        Object.entries(wordsOf('de', part)).map(([key, entry]) => [
          key,
          typeof entry === 'string'
            ? change(entry, key)
            : Object.fromEntries(
                Object.entries(entry).map(([form, text]) => [form, change(text, key)]),
              ),
        ]),
      );
    const files = /\/de(?:\.(\w+))?-[\w-]+\.json$/;
    await page.route(files, (route) =>
      route.fulfill({ json: made(files.exec(route.request().url())?.[1] ?? 'main') }),
    );
  }

  /** Every word marked. @param {string} text @param {string} key */
  const marked = (text, key) =>
    key === 'language.direction' ? text : text.replace(/\p{L}[\p{L}\p{M}’-]*(?![^{]*\})/gu, '$&◦');

  /**
   * Visible words, labels and descriptions that the catalogue has not marked, other than those of
   * lessons.
   * @param {import('@playwright/test').Page} page
   */
  const unmarked = (page) =>
    page.evaluate(() => {
      /** @type {string[]} */
      const found = [];
      const plain = (/** @type {string} */ text) =>
        /\p{L}{2,}/u.test(
          text.replace(
            /\b(Merels|Achi|Djara-Badakh|FlyOrDie|Mlýn|Les Pendus|Triodi|Tule Paid|Fettas|La Chascona|Mylna|Sujjua|Rundmühle|Mlabalaba|Afrikaans|Bahasa Indonesia|English|Deutsch|Español|Français|Italiano|Magyar|Nederlands|Polski|Português)\b|Čeština|Türkçe|Русский|Українська|العربية|فارسی|中文|日本語|한국어|[a-z]\d(?:[-x][a-z]\d)*/gu,
            '',
          ),
        ) && !text.includes('◦');
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const el = node.parentElement;
        if (
          el &&
          !el.closest(
            'script, noscript, [lang=en], textarea, [hidden], dialog:not([open]), .lessons, .lesson-first, [data-offer=lesson]',
          ) &&
          plain(node.textContent ?? '')
        )
          found.push(node.textContent ?? '');
      }
      for (const name of [
        'aria-label',
        'aria-roledescription',
        'aria-valuetext',
        'title',
        'alt',
        'placeholder',
      ])
        for (const el of document.querySelectorAll(`[${name}]`))
          if (!el.closest('dialog:not([open])') && plain(el.getAttribute(name) ?? ''))
            found.push(`${name}: ${el.getAttribute(name)}`);
      if (plain(document.title)) found.push(`title: ${document.title}`);
      return [...new Set(found)];
    });

  /** What can be opened, and what it brings. @type {Record<string, string>} */
  const SHOWS = {
    ...Object.fromEntries(
      ['together', 'share', 'rules', 'help', 'settings', 'resign'].map((name) => [
        name,
        `dialog[open][data-dialog=${name}]`,
      ]),
    ),
    ...Object.fromEntries(
      ['learn', 'puzzles', 'games', 'statistics', 'analyse'].map((name) => [
        name,
        `[data-screen=${name}]`,
      ]),
    ),
    file: '[data-screen=collection]',
    edit: '.editor',
    type: 'form.typed:not([hidden])',
    read: '#reading:not(:empty)',
    offer: '#status button + button',
  };

  /**
   * What the sheet of what can be taken along has besides.
   * @param {import('@playwright/test').Page} page
   */
  async function more(page) {
    await page.locator('[data-export=more]').click();
    await page.locator('[data-export=gif]').waitFor();
  }

  test('every word on every screen follows the language', async ({ page }) => {
    await pretend(page, marked);
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'a1', 'b6', 'd7', 'f4', 'a4']) await play(page, move);
    await click(page, 'd6');
    // Every dialog is opened once in English, so that what stays in the page is seen to follow.
    for (const action of await page
      .locator('.actions button:visible')
      .evaluateAll((all) => all.map((el) => el.getAttribute('data-action')))) {
      // Made later: it can be made only once.
      if (action === 'draw') continue;
      await page.locator(`[data-action="${action}"]`).click();
      if (!/^(?:new|resign)$/.test(action ?? '')) continue;
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
    }
    await speak(page, 'de');
    await expect.poll(() => unmarked(page), { message: 'the first screen' }).toEqual([]);
    await page.locator('[data-action=new]').click();
    await unfold(page);
    await page.locator('input[name=mode][value=watch]').check();
    await page.locator('details summary').click();
    await expect.poll(() => unmarked(page), { message: 'new game' }).toEqual([]);
    await page.keyboard.press('Escape');
    for (const item of Object.keys(SHOWS)) {
      await show(page, item);
      await page.locator(SHOWS[item] ?? '').waitFor({ state: 'attached' });
      await expect.poll(() => unmarked(page), { message: item }).toEqual([]);
      if (item === 'share') {
        await more(page);
        // Without motion it is not shown.
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await page.locator('[data-export=gif] .primary').click();
        await page.locator('[data-export=gif] img').waitFor();
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await expect.poll(() => unmarked(page), { message: 'an animation' }).toEqual([]);
      }
      if (await page.locator('dialog[open], .screen').count()) await page.keyboard.press('Escape');
      if (item === 'edit') await page.locator('.editor-foot .editor-row button').first().click();
    }
  });

  test('files of games follow the language', { tag: '@desktop' }, async ({ page }) => {
    await pretend(page, marked);
    await open(page);
    await speak(page, 'de');
    await show(page, 'file');
    const sheet = page.locator('[data-screen=collection]');
    await sheet.locator('.collection-empty').waitFor();
    await expect.poll(() => unmarked(page), { message: 'without a file' }).toEqual([]);
    const games = [...Array(60)].map((_, i) => `[White "${i}"]\n\n1. d6 f4 1-0\n`);
    // What is wrong with a game is said in words that have numbers, points and sides in them.
    const buffer = Buffer.from(['1. d6 d6 *\n', ...games].join('\n'));
    await sheet
      .locator('input[type=file]')
      .setInputFiles({ name: '1', mimeType: 'text/plain', buffer });
    await sheet.locator('.collection-open').first().waitFor();
    await sheet.locator('.collection-bad summary').click();
    await sheet.locator('.collection-box input').first().check();
    await expect.poll(() => unmarked(page), { message: 'a list' }).toEqual([]);
    await sheet.locator('.collection-open').first().click();
    await expect(sheet).toBeHidden();
    await expect.poll(() => unmarked(page), { message: 'a game of the file' }).toEqual([]);
    await page.locator('.collection-title').click();
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page, 'a list on a narrow screen');
    await page.keyboard.press('Escape');
    await fits(page, 'a game of the file on a narrow screen');
  });

  test(
    'puzzles and the opening explorer follow the language',
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      await pretend(page, marked);
      await open(page);
      await start(page, { mode: 'people', spec: 'three' });
      await speak(page, 'de');
      await show(page, 'puzzles');
      await expect(page.locator('.puzzle-progress')).not.toBeEmpty();
      await expect.poll(() => unmarked(page), { message: 'where puzzles are chosen' }).toEqual([]);
      await page.locator('[data-view=daily]').click();
      await page.locator('.lesson-buttons button:visible').first().click();
      await expect(page.locator('.puzzle-change')).not.toBeEmpty();
      await expect.poll(() => unmarked(page), { message: 'a puzzle' }).toEqual([]);
      await page.keyboard.press('Escape');
      await show(page, 'analyse');
      await page.getByRole('tab').nth(1).click();
      await page.locator('.explorer-turn').first().waitFor();
      await expect.poll(() => unmarked(page), { message: 'the explorer' }).toEqual([]);
    },
  );

  /**
   * Nothing scrolls sideways, and no word is cut off.
   * @param {import('@playwright/test').Page} page
   * @param {string} where
   */
  async function fits(page, where) {
    await still(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${where}: sideways`,
    ).toBeLessThanOrEqual(0);
    const cut = await page.evaluate(() => {
      const top = document.querySelector('dialog[open]') ?? document.body;
      /** @type {string[]} */
      const found = [];
      for (const el of top.querySelectorAll('*')) {
        if (
          !(el instanceof HTMLElement) ||
          !el.checkVisibility({ visibilityProperty: true }) ||
          el.closest('.unseen, [aria-hidden=true], .twin')
        )
          continue;
        const own = [...el.childNodes].some(
          (n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim(),
        );
        if (!own || el instanceof HTMLOptionElement) continue;
        // The words themselves against every box that would clip them, and against the window.
        const range = document.createRange();
        range.selectNodeContents(el);
        const box = range.getBoundingClientRect();
        if (
          getComputedStyle(el).textOverflow !== 'ellipsis' &&
          (box.left < -1 || box.right > innerWidth + 1)
        )
          found.push(
            `${el.className || el.tagName}: ${el.textContent} ${Math.round(box.left)}–${Math.round(box.right)}`,
          );
        for (
          let outer = /** @type {HTMLElement | null} */ (el);
          outer && outer !== document.body;
          outer = outer.parentElement
        ) {
          const style = getComputedStyle(outer);
          const around = outer.getBoundingClientRect();
          // What shortens with dots says so, and is a name whose whole is said elsewhere.
          if (style.textOverflow === 'ellipsis') break;
          if (
            /hidden|clip/.test(style.overflowX) &&
            (box.left < around.left - 1 || box.right > around.right + 1)
          )
            found.push(`${outer.className} cuts ${el.textContent}`);
        }
      }
      return found;
    });
    expect(cut, where).toEqual([]);
    const over = await page.evaluate(() => {
      // Neighbours in the rows of the page stay apart.
      const parts = [
        ...document.querySelectorAll(
          '.bar > *, .gear, .player-words, .tray, .status > *, .actions > *, .screen-title > *',
        ),
      ].filter((el) => el.checkVisibility({ visibilityProperty: true }));
      const boxes = parts.map((el) => ({
        name: `${el.className}`,
        box: el.getBoundingClientRect(),
      }));
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            (b) =>
              Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
              Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
          )
          .map((b) => `${a.name} over ${b.name}`),
      );
    });
    expect(over, where).toEqual([]);
  }

  /**
   * Opens the analysis of a game and has it judged.
   * @param {import('@playwright/test').Page} page
   */
  async function judge(page) {
    await start(page, { mode: 'computer', spec: 'five', colour: 'white' });
    await show(page, 'analyse');
    await page.locator('#analysis:not([hidden])').waitFor();
    for (const move of ['a1', 'c1', 'b2', 'c2', 'a3']) await play(page, move);
    await page.locator('.analysis-review button').first().click();
    await page.locator('.accuracy').first().waitFor({ timeout: 40_000 });
    await page
      .locator('#analysis details')
      .evaluateAll((all) => all.forEach((el) => el.setAttribute('open', '')));
  }

  test(
    'every word of the analysis, the review and the statistics follows the language',
    { tag: '@slow' },
    async ({ page }) => {
      test.slow();
      await pretend(page, marked);
      await open(page);
      await judge(page);
      await speak(page, 'de');
      await page.locator('.analysis-line:visible').first().waitFor();
      await expect.poll(() => unmarked(page), { message: 'analysis' }).toEqual([]);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => unmarked(page), { message: 'a turn back' }).toEqual([]);
      const game = {
        id: 'a',
        ended: 0,
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
          games: [game, { ...game, id: 'b', mode: 'people' }],
        }),
      );
      await show(page, 'statistics');
      await page.locator('.statistics').first().waitFor();
      // The months are written by the browser.
      expect(
        (await unmarked(page)).filter((text) => text !== 'Januar 1970'),
        'statistics',
      ).toEqual([]);
    },
  );

  /** @type {[number, number][]} */
  const sizes =
    process.env.MERELS_TESTS === 'all'
      ? [
          [320, 640],
          [390, 844],
          [844, 390],
          [1440, 900],
        ]
      : [[320, 640]];
  for (const [
    what,
    change,
    tag,
  ] of /** @type {[string, (text: string, key: string) => string, string[]][]} */ ([
    [
      'that runs from right to left',
      (text, key) => (key === 'language.direction' ? 'rtl' : text),
      ['@desktop', '@slow'],
    ],
    [
      'that needs twice as many letters',
      (text, key) =>
        key === 'language.direction' ? text : text.replace(/(\p{L}+)(?![^{]*\})/gu, '$1 $1'),
      ['@desktop'],
    ],
  ]))
    test(`the page holds a language ${what}`, { tag }, async ({ page }) => {
      test.slow();
      await pretend(page, change);
      await open(page);
      await start(page, { mode: 'people', spec: 'nine' });
      // In the middle of a turn, where there is most to be said.
      for (const move of ['d6', 'a1', 'b6', 'd7']) await play(page, move);
      await click(page, 'f6');
      await speak(page, 'de');
      await expect(page.locator('html')).toHaveAttribute(
        'dir',
        what.includes('right') ? 'rtl' : 'ltr',
      );
      for (const [width, height] of sizes) {
        const at = `${width}x${height}`;
        await page.setViewportSize({ width, height });
        await fits(page, `${at} a mill`);
        await page.locator('[data-action=new]').click();
        await fits(page, `${at} new game`);
        await unfold(page);
        await fits(page, `${at} new game, unfolded`);
        await page.locator('dialog[open] details summary').click();
        await fits(page, `${at} rules`);
        await page.keyboard.press('Escape');
        for (const item of [
          'learn',
          'puzzles',
          'together',
          'share',
          'rules',
          'settings',
          'games',
          'file',
          'statistics',
          'help',
        ]) {
          await show(page, item);
          await page.locator(SHOWS[item] ?? '').waitFor();
          if (item === 'share') await more(page);
          if (item === 'together') {
            await fits(page, `${at} an invitation to be made`);
            // Once made, the invitation is there again.
            const [invite, code] = [
              page.locator('[data-do=invite]'),
              page.locator('.together-code'),
            ];
            await invite.or(code).waitFor();
            if (await invite.count()) await invite.click();
            await code.waitFor();
          }
          await fits(page, `${at} ${item}`);
          await page.keyboard.press('Escape');
        }
        await show(page, 'edit');
        await page.locator('.editor').waitFor();
        await fits(page, `${at} editor`);
        await page.locator('.editor-foot .editor-row button').first().click();
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await speak(page, 'en');
      await judge(page);
      await speak(page, 'de');
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await fits(page, `${width}x${height} analysis`);
      }
    });
});

test(
  'in every language the page fits, and the audit finds nothing',
  { tag: '@phone' },
  async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page);
    for (const code of CODES) {
      await speak(page, code);
      const catalogue = words(code);
      await expect(page.locator('html')).toHaveAttribute('dir', /ar|fa/.test(code) ? 'rtl' : 'ltr');
      await expect(page.locator('.status-text')).toHaveText(catalogue['status.place.you']);
      await expect(page.locator('#bar h1')).toHaveText(catalogue['variant.nine.name']);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        code,
      ).toBeLessThanOrEqual(0);
      const cut = await page
        .locator('.action span, .door span, .status-text')
        .evaluateAll((all) =>
          all
            .filter(
              (el) =>
                el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== 'inline',
            )
            .map((el) => el.textContent),
        );
      expect(cut, code).toEqual([]);
      const broken = await page.locator(':is(.action, .door) span').evaluateAll((all) =>
        all.flatMap((el) => {
          const text = el.firstChild;
          return [
            ...(text?.textContent ?? '').matchAll(/\p{Script=Latin}+|\p{Script=Cyrillic}+/gu),
          ].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            if (!text) return [];
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 ? [word] : [];
          });
        }),
      );
      expect(broken, `${code}: words broken in two`).toEqual([]);
      const crowded = await page
        .locator('.action, .door')
        .evaluateAll((all) =>
          all.filter((el) => el.scrollWidth > el.clientWidth + 1).map((el) => el.textContent),
        );
      expect(crowded, `${code}: the row of actions`).toEqual([]);
    }
    await show(page, 'settings');
    await audit(page, 'the settings in Chinese');
  },
);
