import { expect, test } from './fixtures.js';
import { click, legal, line, menu, myTurn, open, play, ready, reloaded, start } from './table.js';

test('positions and games are copied out and opened again', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await start(page, { mode: 'people', spec: 'twelve' });
  for (const move of ['a7', 'g1', 'b6', 'f2']) await play(page, move);
  const before = await line(page);
  await menu(page, 'Share and import');
  await page.getByRole('button', { name: 'Copy: This game', exact: true }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const record = await page.evaluate(() => navigator.clipboard.readText());
  expect(record).toContain('[Variant "twelve"]');
  await page.getByRole('button', { name: 'Copy: Link to this game' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^http/);
  const link = await copied();
  await page.getByRole('button', { name: 'Copy: This position', exact: true }).click();
  await expect.poll(copied).toBe(before);
  await page.keyboard.press('Escape');

  await start(page, { mode: 'people', spec: 'three' });
  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill(record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => line(page)).toBe(before);
  await expect(page.locator('.move')).toHaveCount(4);

  await start(page, { mode: 'people', spec: 'three' });
  await play(page, 'b2');
  const three = await line(page);
  await page.goto(link);
  await expect.poll(() => line(page)).toBe(before);
  expect(new URL(page.url()).hash).toBe('');
  // The game that a link took the place of is not lost.
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => line(page)).toBe(three);

  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill(before);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => line(page)).toBe(before);
});

test(
  'a worker that dies is replaced, and the move is asked again',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    // First it answers, so that it is there.
    await click(page, 'd6');
    await myTurn(page);
    await page.workers()[0]?.evaluate(() => self.close());
    // Nobody need hear of one that was ended while it had nothing to do.
    await play(page, await page.evaluate(() => window.merels.legal[0] ?? ''));
    await myTurn(page);
    await expect(page.locator('[data-man=black]')).toHaveCount(2);

    // And one that throws while it thinks.
    await page.workers()[0]?.evaluate(() => {
      self.onmessage = () => {
        throw new Error('broken on purpose');
      };
    });
    await play(page, await page.evaluate(() => window.merels.legal[0] ?? ''));
    await expect(page.locator('.notice')).toContainText('was restarted');
    await myTurn(page);
    await expect(page.locator('[data-man=black]')).toHaveCount(3);
  },
);

for (const [what, tag] of /** @type {[string, string[]][]} */ ([
  ['that dies in loading', ['@desktop']],
  ['may load for long, and if it dies then,', ['@desktop', '@slow']],
]))
  test(`a worker ${what} is replaced soon`, { tag }, async ({ page, watch }) => {
    // The page itself is the first to ask for the WebAssembly, its workers come after it.
    let asked = 0;
    await page.route(/\.wasm$/, (route) => (++asked === 2 ? undefined : route.continue()));
    await open(page);
    await expect.poll(() => asked).toBe(2);
    await click(page, 'd6');
    // As long as it beats it is not given up: this is longer than it may be silent.
    if (tag.includes('@slow')) await page.waitForTimeout(4000);
    await expect(page.locator('.notice')).toBeHidden();
    await expect.poll(() => page.evaluate(() => window.merels.thinking)).toBe(true);
    await page.workers()[0]?.evaluate(() => self.close());
    await expect(page.locator('.notice')).toContainText('was restarted');
    await myTurn(page);
    expect(asked).toBe(3);
    await expect(page.locator('[data-man=black]')).toHaveCount(1);

    await test.step('one whose WebAssembly does not come', async () => {
      watch.allowed.push(/Failed to load resource|Failed to fetch/);
      await page.unrouteAll();
      asked = 0;
      await page.route(/\.wasm$/, (route) => (++asked === 2 ? route.abort() : route.continue()));
      await open(page);
      await myTurn(page);
      await play(page, (await legal(page))[0] ?? '');
      await myTurn(page);
      expect(asked).toBe(3);
      await expect(page.locator('[data-man=black]')).toHaveCount(2);
    });
  });

test(
  'a script that comes empty or cut off is asked for again, and one that never comes leaves a sentence',
  { tag: '@desktop' },
  async ({ context, watch, page }) => {
    await test.step('a script that comes empty or cut off is asked for again, and the game is there', async () => {
      for (const [how, change] of /** @type {[string, (text: string) => string][]} */ ([
        ['empty', () => ''],
        ['cut off', (text) => text.slice(0, text.length / 2)],
      ]))
        await test.step(`a script that comes ${how} is asked for again, and the game is there`, async () => {
          watch.allowed.push(/^uncaught: $|SyntaxError|Unexpected|Invalid or unexpected/);
          let asked = 0;
          // A tab asks anew once only.
          const page = await context.newPage();
          await page.route(/\/index-[\w-]+\.js$/, async (route) => {
            asked++;
            const response = await route.fetch();
            // The first load; after it the page asks for everything past what the browser has kept.
            await route.fulfill({
              response,
              body: asked === 1 ? change(await response.text()) : await response.text(),
            });
          });
          await page.goto('./');
          await ready(page);
          expect(asked).toBeGreaterThan(1);
          await myTurn(page);
          await play(page, (await legal(page))[0] ?? '');
          await page.close();
        });
    });
    await test.step('a script that never comes whole leaves a sentence, and a button for when it does', async () => {
      watch.allowed.push(/^uncaught: $/);
      let broken = true;
      await page.route(/\/index-[\w-]+\.js$/, (route) =>
        broken ? route.fulfill({ contentType: 'text/javascript', body: '{' }) : route.continue(),
      );
      await page.goto('./');
      await reloaded(page);
      await expect(page.locator('#broken')).toBeVisible();
      await expect(page.getByText('Setting up the board')).toBeHidden();
      broken = false;
      await page.getByRole('button', { name: 'Reload' }).click();
      await ready(page);
      await play(page, 'd6');
    });
  },
);

test('a browser that cannot run the page gets a plain sentence', async ({
  page,
  watch,
  browser,
  site,
}) => {
  await test.step('a browser without what is needed gets a plain sentence', async () => {
    watch.allowed.push(/WebAssembly/);
    await page.addInitScript(() => {
      WebAssembly.validate = () => false;
    });
    await page.goto('./');
    await expect(page.getByText('This browser is too old for Merels.')).toBeVisible();
    await expect(page.locator('#page')).toBeHidden();
  });
  await test.step('without JavaScript there is a plain sentence', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url);
    const sentence = page.locator('noscript p').first();
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toContain('needs JavaScript');
    await expect(page.getByText('Setting up the board')).toBeHidden();
    await context.close();
  });
  await test.step('opened from a file there is a plain sentence', async () => {
    watch.allowed.push(/.*/);
    await page.goto(new URL('../../dist/index.html', import.meta.url).href);
    await expect(page.getByText('cannot be played from a file')).toBeVisible();
    await expect(page.locator('#page')).toBeHidden();
  });
});

test('until the game is there it is said that it comes, in the language of the device', async ({
  browser,
  site,
}) => {
  for (const [locale, words, comes] of /** @type {const} */ ([
    ['en-GB', 'Setting up the board…', null],
    ['sv-SE', 'Setting up the board…', null],
    ['de-DE', 'Das Brett wird aufgebaut …', /\/de-[\w-]+\.json$/],
  ])) {
    const context = await browser.newContext({ locale, serviceWorkers: 'block' });
    const page = await context.newPage();
    /** Holds what is fetched until it is let go. @param {RegExp} files */
    const hold = async (files) => {
      let go = () => {};
      const gate = new Promise((resolve) => (go = () => resolve(undefined)));
      await page.route(files, async (route) => (await gate, route.continue()));
      return go;
    };
    const letPlay = await hold(/\.wasm$/);
    const letSpeak = comes ? await hold(comes) : () => {};
    await page.goto(site.url, { waitUntil: 'commit' });
    const status = page.locator('.status-text');
    if (comes) {
      // Not in English meanwhile.
      await expect(status).toHaveCount(1);
      await expect(status).toBeHidden();
      letSpeak();
    }
    await expect(status).toHaveText(words);
    await expect(status).toBeVisible();
    letPlay();
    await ready(page);
    await expect(status).not.toHaveText(words);
    await context.close();
  }
});
