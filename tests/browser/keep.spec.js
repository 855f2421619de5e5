import { expect, test } from './fixtures.js';
import { click, legal, line, myTurn, open, outcome, play, ready, start, unfold } from './table.js';

test('the form of a new game survives a reload, and its rules are changed option by option', async ({
  page,
}) => {
  await test.step('a half-filled form survives a reload', async () => {
    await open(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await unfold(page);
    await page.locator('input[name=mode][value=watch]').check();
    await page.locator('input[name=variant][value=morabaraba]').check();
    await page.reload();
    await ready(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await unfold(page);
    await expect(page.locator('input[name=mode][value=watch]')).toBeChecked();
    await expect(page.locator('input[name=variant][value=morabaraba]')).toBeChecked();
  });
  await test.step('the rules can be changed option by option', async () => {
    const form = page.getByRole('dialog', { name: 'New game' });
    await form.locator('input[name=variant][value=nine]').check();
    await form.locator('input[name=mode][value=people]').check();
    await form.getByText('Rules in detail').click();
    await form.getByRole('combobox', { name: 'Flying' }).selectOption('never');
    await form.getByRole('combobox', { name: 'Men per side' }).selectOption('5');
    await expect(form.getByText('Rules in detail · changed')).toBeVisible();
    await form.getByRole('button', { name: 'Start the game' }).click();
    await expect.poll(() => line(page)).toContain('nine[fly=never,men=5] ');
    await expect(page.locator('.variant')).toHaveText(/custom, from Nine Men.s Morris/i);
    await page.reload();
    await ready(page);
    await expect.poll(() => line(page)).toContain('nine[fly=never,men=5] ');
  });
  await test.step('rules that do not go together are refused in words, and what is shown is what begins', async () => {
    await page.getByRole('button', { name: 'New game' }).click();
    const form = await unfold(page);
    await form.locator('input[name=variant][value=nine]').check();
    await form.getByText('Rules in detail').click();
    const board = form.getByRole('combobox', { name: 'Board', exact: true });
    const before = await board.inputValue();
    await board.selectOption({ label: 'Three by three' });
    await expect(form.getByRole('alert').filter({ hasText: 'don’t go together' })).toHaveText(
      'These rules don’t go together. 5 men a side do not fit on a board of 9 points.',
    );
    await expect(board).toHaveValue(before);
    await expect(board).toBeFocused();
  });
});

for (const [what, stored, tag] of /** @type {[string, string, string[]][]} */ ([
  ['is not JSON', '{"version":1,', ['@slow']],
  ['is of another version', '{"version":99,"record":"*"}', []],
  [
    'holds a broken record',
    JSON.stringify({
      version: 1,
      settings: { spec: 'nine', mode: 'people', human: 'white', levels: { white: 1, black: 1 } },
      record: '[Variant "nine"]\n\n1. d6 z9 *',
      path: [],
      half: null,
      flipped: false,
      paused: false,
    }),
    ['@slow'],
  ],
]))
  test(
    `a stored game that ${what} is kept aside and offered, and a new game begins`,
    { tag },
    async ({ page }) => {
      await open(page);
      await page.evaluate((text) => {
        localStorage.setItem('merels.game.a-1', text);
        localStorage.setItem('merels.current', '{"version":1,"id":"a-1"}');
      }, stored);
      await page.reload();
      await ready(page);
      const notice = page.locator('.notice');
      await expect(notice).toContainText('couldn’t be read');
      expect(
        await page.evaluate((text) => Object.values(localStorage).includes(text), stored),
      ).toBe(true);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        notice.getByRole('button', { name: 'Download' }).click(),
      ]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      expect(Buffer.concat(chunks).toString()).toBe(stored);
      await expect(page.locator('.status-text')).toHaveText('Your turn. Place a man.');
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await click(page, 'd6');
      await myTurn(page);
      expect(await outcome(page)).toBeNull();
    },
  );

test(
  'the focus goes along with the turns in their list, and stays on the board where it is there',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'f4']) await play(page, move);
    await page.locator('.move').last().click();
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('.move').first()).toBeFocused();
    await page.locator('body').click({ position: { x: 1, y: 1 } });
    await page.keyboard.press('o');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.locator('.move')).toHaveCount(3);
    await expect(page.locator('[data-point]:focus')).toHaveCount(1);
  },
);

test(
  'a page that the browser kept in its back and forward cache goes on as it was left',
  { tag: ['@desktop', '@slow'] },
  async ({ playwright, launchOptions, site }) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(site.url);
    await ready(page);
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
    );
    await play(page, 'd6');
    await myTurn(page);
    const before = await line(page);
    await page.goto('about:blank');
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => /** @type {any} */ (window).persisted === true);
    expect(await line(page)).toBe(before);
    await play(page, (await legal(page))[0] ?? '');
    await myTurn(page);
    await expect(page.locator('.move')).toHaveCount(4);
    await browser.close();
  },
);
