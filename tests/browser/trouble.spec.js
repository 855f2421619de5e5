import { expect, test } from './fixtures.js';
import { cell, click, line, menu, myTurn, open, play, ready, reloaded, start } from './table.js';

const BROKEN = [
  'nonsense',
  'nine 3/3/3/6/3/3/3 w 9,9 0',
  'nine 3/3/3/6/3/3/4 w 9,9 0 1',
  'nine 3/3/3/6/3/3/3 w 12,9 0 1',
  'nine[fly=sideways] 3/3/3/6/3/3/3 w 9,9 0 1',
  '[Variant "nine"]\n\n1. d6 d6 *',
  '[Variant "ten thousand"]\n\n*',
  '********/********/*** w p p 0 9 0 9 0 0 0 0 0',
  '12 12',
  'x',
  '\u0000\uffff',
];

test('broken texts leave a message at the field and the game as it was', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await play(page, 'd6');
  const before = await line(page);
  await menu(page, 'Share and import');
  const field = page.getByLabel('Open a game or position');
  for (const text of BROKEN) {
    await field.fill(text);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(field, text).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#paste-error'), text).not.toBeEmpty();
    await expect(field).toBeFocused();
    expect(await line(page)).toBe(before);
  }
  await field.fill('');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('#paste-error')).toHaveText('Paste something or choose a file first.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.move')).toHaveCount(1);
});

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
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy: This position', exact: true }).click();
  const position = await page.evaluate(() => navigator.clipboard.readText());
  expect(position).toBe(before);
  await page.keyboard.press('Escape');

  await start(page, { mode: 'people', spec: 'three' });
  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill(record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await line(page)).toBe(before);
  await expect(page.locator('.move')).toHaveCount(4);

  await start(page, { mode: 'people', spec: 'three' });
  await play(page, 'b2');
  const three = await line(page);
  await page.goto(link);
  await expect.poll(() => line(page)).toBe(before);
  expect(new URL(page.url()).hash).toBe('');
  // The game that a link took the place of is not lost.
  await page.getByRole('button', { name: 'Go back' }).click();
  expect(await line(page)).toBe(three);

  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill(position);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  expect(await line(page)).toBe(before);
});

test('other programs’ positions and games are opened', async ({ page }) => {
  await open(page);
  const field = page.getByLabel('Open a game or position');
  for (const [text, expected] of [
    ['********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1', 'nine 3/3/3/6/3/3/3 w 9,9 0 1'],
    ['1. 5 14 2. 1', 'nine W2/1W1/3/4B1/3/3/3 b 7,8 0 2'],
    ['  six 3/3/4/3/3 b 6,6 0 1\n', 'six 3/3/4/3/3 b 6,6 0 1'],
  ]) {
    await menu(page, 'Share and import');
    await field.fill(text ?? '');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('dialog'), text).toHaveCount(0);
    expect(await line(page)).toBe(expected);
  }
});

test('a link opens a position, a damaged one says so and leaves the game alone', async ({
  page,
}) => {
  await open(page);
  await click(page, 'd6');
  await myTurn(page);
  const before = await line(page);
  await page.goto('./#position=nine%203/3/3/6/3');
  await expect(page.getByRole('dialog', { name: 'Share and import' })).toBeVisible();
  await expect(page.locator('#paste-error')).toContainText('This link doesn’t work');
  expect(await line(page)).toBe(before);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goto('./#game=%E0%A4%A');
  await expect(page.locator('#paste-error')).toContainText('This link doesn’t work');
  expect(await line(page)).toBe(before);
  await page.getByRole('button', { name: 'Close' }).click();
  const good = 'six W3B/3/4/3/3 b 5,5 0 2';
  await page.goto(`./#position=${encodeURIComponent('six WB1/3/4/3/3 w 5,5 0 2')}`);
  await expect.poll(() => line(page)).toContain('six WB1/3/4/3/3 w 5,5 0 2');
  expect(good).not.toBe(await line(page));
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
    expect(await page.locator('[data-man=black]').count()).toBe(2);

    // And one that throws while it thinks.
    await page.workers()[0]?.evaluate(() => {
      self.onmessage = () => {
        throw new Error('broken on purpose');
      };
    });
    await play(page, await page.evaluate(() => window.merels.legal[0] ?? ''));
    await expect(page.locator('.notice')).toContainText('was restarted');
    await myTurn(page);
    expect(await page.locator('[data-man=black]').count()).toBe(3);
  },
);

for (const [what, tag] of /** @type {[string, string[]][]} */ ([
  ['that dies in loading', ['@desktop']],
  ['may load for long, and if it dies then,', ['@desktop', '@slow']],
]))
  test(`a worker ${what} is replaced soon`, { tag }, async ({ page }) => {
    // The page itself is the first to ask for the WebAssembly, its workers come after it.
    let asked = 0;
    await page.route(/\.wasm$/, (route) => (++asked === 2 ? undefined : route.continue()));
    await open(page);
    await expect.poll(() => asked).toBe(2);
    await click(page, 'd6');
    // As long as it beats it is not given up: this is longer than it may be silent.
    if (tag.includes('@slow')) await page.waitForTimeout(4000);
    await expect(page.locator('.notice')).toBeHidden();
    expect(await page.evaluate(() => window.merels.thinking)).toBe(true);
    await page.workers()[0]?.evaluate(() => self.close());
    await expect(page.locator('.notice')).toContainText('was restarted', { timeout: 10_000 });
    await myTurn(page);
    expect(asked).toBe(3);
    expect(await page.locator('[data-man=black]').count()).toBe(1);
  });

test(
  'a worker whose WebAssembly does not come is replaced',
  { tag: '@desktop' },
  async ({ page, watch }) => {
    watch.allowed.push(/Failed to load resource|Failed to fetch/);
    let asked = 0;
    await page.route(/\.wasm$/, (route) => (++asked === 2 ? route.abort() : route.continue()));
    await open(page);
    await click(page, 'd6');
    await myTurn(page);
    expect(asked).toBe(3);
    expect(await page.locator('[data-man=black]').count()).toBe(1);
  },
);

for (const [how, change] of /** @type {[string, (text: string) => string][]} */ ([
  ['empty', () => ''],
  ['cut off', (text) => text.slice(0, text.length / 2)],
]))
  test(
    `a script that comes ${how} is asked for again, and the game is there`,
    { tag: '@desktop' },
    async ({ page, watch }) => {
      watch.allowed.push(/^uncaught: $|SyntaxError|Unexpected|Invalid or unexpected/);
      let asked = 0;
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
      await play(page, 'd6');
    },
  );

test(
  'a script that never comes whole leaves a sentence, and a button for when it does',
  { tag: '@desktop' },
  async ({ page, watch }) => {
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
  },
);

test('a browser without what is needed gets a plain sentence', async ({ page, watch }) => {
  watch.allowed.push(/WebAssembly/);
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto('./');
  await expect(page.getByText('This browser is too old for Merels.')).toBeVisible();
  await expect(page.locator('#page')).toBeHidden();
});

test('without JavaScript there is a plain sentence', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  const sentence = page.locator('noscript p');
  await expect(sentence).toBeVisible();
  expect(await sentence.textContent()).toContain('needs JavaScript');
  await expect(page.getByText('Setting up the board')).toBeHidden();
  await context.close();
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

test('opened from a file there is a plain sentence', async ({ page, watch }) => {
  watch.allowed.push(/.*/);
  await page.goto(new URL('../../dist/index.html', import.meta.url).href);
  await expect(page.getByText('cannot be played from a file')).toBeVisible();
  await expect(page.locator('#page')).toBeHidden();
});

test('a reload after opening a link goes on with the game', async ({ page }) => {
  await open(page, './#position=' + encodeURIComponent('three 3/1W1/3 b 2,3 0 1'));
  await ready(page);
  await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');
  await play(page, 'a1');
  await myTurn(page);
  const after = await line(page);
  await page.reload();
  await ready(page);
  expect(await line(page)).toBe(after);
});
