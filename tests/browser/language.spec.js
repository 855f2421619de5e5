// The language: chosen by the browser or by hand, and changed in the middle of a game.
import { words } from './catalogue.js';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { cell, click, line, open, play, ready, show, speak, start } from './table.js';

test.describe('a browser in German', () => {
  test.use({ locale: 'de-AT', serviceWorkers: 'allow' });

  test('is answered in German, fetches no other language, and needs no network then', async ({
    page,
    context,
  }) => {
    /** @type {string[]} */
    const fetched = [];
    page.on('request', (request) =>
      fetched.push(...(/\/([a-z]{2})[\w.-]+\.json$/.exec(request.url())?.slice(1) ?? [])),
    );
    await open(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await expect(page).toHaveTitle('Mühle · Merels');
    await expect(page.locator('.status-text')).toHaveText('Du bist am Zug. Setze einen Stein.');
    await expect(page.getByRole('grid', { name: 'Brett, Mühle' })).toBeVisible();
    await untilKeptOffline(page);
    expect([...new Set(fetched)]).toEqual(['de']);
    await untilPartsAreKept(page, /\/de[\w.-]+\.json/, 7);
    // What is offered before the first move may still be on its way.
    for (const part of [/\/nine-[^/]+\.txt$/, /\/de-[^/]+\.js$/])
      await untilPartsAreKept(page, part);
    await context.setOffline(true);
    await page.goto('./?from=a-shared-link#and-more');
    await ready(page);
    await page.reload();
    await ready(page);
    await expect(page.locator('.status-text')).toHaveText('Du bist am Zug. Setze einen Stein.');
    // Its words were not asked for before.
    await show(page, 'rules');
    await expect(page.locator('.rules-section').first()).toContainText(
      words('de')['rule.section.board'],
    );
  });
});

test('the rules of the game and what is refused are said in the language spoken', async ({
  page,
}) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  for (const move of ['d6', 'd2']) await play(page, move);
  for (const code of ['pl', 'zh']) {
    await speak(page, code);
    const catalogue = words(code);
    await show(page, 'rules');
    await expect(page.locator('.rules-section').first()).toContainText(
      catalogue['rule.section.board'],
    );
    await expect(page.locator('.rule').first()).toContainText(
      (catalogue['rule.men'].many ?? catalogue['rule.men']).replace('{men}', '9'),
    );
    await expect(page.locator('.sheet-rules [lang=en]:not(.sources li)')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await click(page, 'd6');
    await expect(page.locator('.status-text')).toHaveText(
      catalogue['explain.in-hand'].replace('{side}', catalogue['side.white']),
    );
    await show(page, 'type');
    await page.locator('#typed').fill('d6-d7');
    await page.keyboard.press('Enter');
    await expect(page.locator('#typed-error')).toHaveText(
      catalogue['error.must-place'].replace('{side}', catalogue['side.white']),
    );
    await page.keyboard.press('Escape');
    await show(page, 'share');
    await page.locator('#paste').fill('nine 3/12/3/6/3/3/3 w 9,9 0 1');
    await page.locator('.sheet-share .field-end .primary').click();
    await expect(page.locator('#paste-error')).toHaveText(
      catalogue['error.at.column']
        .replace('{column}', '9')
        .replace('{reason}', catalogue['error.two-digits']),
    );
    await page.keyboard.press('Escape');
  }
});

test('the page is installed under its name in the language spoken', async ({ page, request }) => {
  await open(page);
  const told = async () => {
    const address = await page
      .locator('link[rel=manifest]')
      .evaluate((link) => /** @type {HTMLLinkElement} */ (link).href);
    const response = await request.get(address);
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    return response.json();
  };
  const english = await told();
  await test.step('it has icons and a start, all below the same path', async () => {
    expect(new URL(english.start_url, page.url()).href).toBe(new URL('./', page.url()).href);
    const address = await page
      .locator('link[rel=manifest]')
      .evaluate((link) => /** @type {HTMLLinkElement} */ (link).href);
    for (const { src, sizes, type } of english.icons) {
      const icon = await request.get(new URL(src, address).href);
      expect(icon.headers()['content-type'], src).toBe(type);
      if (type !== 'image/png') continue;
      const body = await icon.body();
      expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });
  expect(english.name).toBe('Merels');
  await speak(page, 'hu');
  await expect.poll(async () => (await told()).lang).toBe('hu');
  const { name, description, lang, dir, shortcuts, ...same } = await told();
  const catalogue = words('hu');
  expect([name, description, lang, dir]).toEqual([
    catalogue['manifest.name'],
    catalogue['manifest.description'],
    'hu',
    'ltr',
  ]);
  expect(shortcuts.map((/** @type {{ name: string }} */ s) => s.name)).toEqual([
    catalogue['action.new'],
    catalogue['offers.puzzle'],
    catalogue['manifest.continue'],
  ]);
  // What it is, where it begins and its icons do not hang on the language.
  expect(english).toMatchObject(same);
  await speak(page, '');
  await expect.poll(told).toEqual(english);
});

test('the language changes in the middle of a turn, the game stays, and the choice is kept; one that cannot be fetched leaves everything as it is', async ({
  page,
  watch,
}) => {
  await test.step('the language changes in the middle of a turn, the game stays, and the choice is kept', async () => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'a1', 'b6', 'd7']) await play(page, move);
    await click(page, 'f6');
    const before = await line(page);
    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
    await show(page, 'settings');
    const choice = page.getByRole('combobox', { name: 'Language' });
    await choice.focus();
    await choice.selectOption('de');
    // The open sheet follows at once, and the choice keeps the focus.
    await expect(page.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeFocused();
    await page.getByRole('button', { name: 'Schließen' }).click();
    await expect(page.locator('.status-text')).toHaveText(
      'Mühle! Weiß schlägt einen schwarzen Stein.',
    );
    await expect(page.locator('#live')).toHaveText('Mühle! Weiß schlägt einen schwarzen Stein.');
    await expect(cell(page, 'a1')).toHaveAccessibleName(
      'a1, schwarzer Stein, kann geschlagen werden',
    );
    await expect(page.locator('#bar h1')).toHaveText('Mühle');
    await expect(page.locator('.player-bottom')).toHaveAttribute(
      'aria-label',
      'Weiß: Weiß, am Zug',
    );
    expect(await line(page)).toBe(before);
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    await click(page, 'a1');
    await expect(page.locator('.move').last()).toHaveText('f6xa1');
    await page.reload();
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await speak(page, '');
    await expect(page.locator('.status-text')).toHaveText('Black’s turn. Place a man.');
  });
  await test.step('a language that cannot be fetched leaves everything as it is, and says so', async () => {
    watch.allowed.push(/Failed to load resource/);
    await page.route(/\/ja-[\w-]+\.json$/, (route) => route.abort());
    await open(page);
    await show(page, 'settings');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
    await expect(page.locator('.notice')).toContainText('couldn’t be loaded');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('');
  });
});

test.describe('where none of the device’s languages is spoken', () => {
  test.use({ locale: 'th-TH' });

  test(
    'the page says so on the first visit, and where another is chosen',
    { tag: '@desktop' },
    async ({ page }) => {
      await open(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator('.status-text')).toHaveText('Your turn. Place a man.');
      const notice = page.locator('.notice');
      await expect(notice).toContainText('Merels isn’t available in your device’s language yet.');
      await notice.getByRole('button', { name: 'Language' }).click();
      await page
        .getByRole('dialog', { name: 'Settings' })
        .locator('select')
        .first()
        .selectOption('fr');
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      await page.reload();
      await expect(page.locator('#page[data-ready]')).toBeAttached();
      await expect(notice).toHaveCount(0);
    },
  );
});
