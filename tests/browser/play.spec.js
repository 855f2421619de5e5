import { expect, test } from './fixtures.js';
import {
  cell,
  click,
  keys,
  legal,
  line,
  menu,
  myTurn,
  open,
  outcome,
  paste,
  place,
  play,
  playOut,
  start,
  tap,
} from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} how */
async function isOver(page, how) {
  await expect(page.locator('.status-text')).toHaveText(how);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  expect(await legal(page)).toEqual([]);
}

/** What is left of a game: the last men are placed, moved, fly and are taken, and White wins. */
const NINE = 'nine WW1/3/3/6/1BB/WB1/2B w 1,1 0 1';
const NINE_MOVES = [
  'g7xd2',
  'f4',
  'g7-g4',
  'f4-f6',
  'g4-g7xf6',
  'g1-a4',
  'g7-g4',
  'a4-c5',
  'g4-g7xc5',
];
const SEVEN = 'seven WW1/3/2W2/1BB/B2 w 1,1 0 1';
const SEVEN_MOVES = ['e5xa1', 'c1', 'e5-e3', 'c1-a1', 'e3-e5xa1'];
const SIX = 'six WW1/3/2W1/1B1/B1B w 1,1 0 1';
const SIX_MOVES = ['e5xa1', 'a3', 'e5-e3', 'a3-a1', 'e3-e5xa1'];
const WHITE_WINS = 'White wins: Black has only two men left.';

test(
  'the first screen is a game that can be played at once; another one is played to its end by mouse',
  { tag: '@desktop' },
  async ({ page }) => {
    await test.step('the first screen is a game that can be played at once', async () => {
      await open(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('.status-text')).toHaveText('Your turn. Place a man.');
      await click(page, 'd6');
      await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
      await myTurn(page);
      await expect(page.locator('[data-man=black]')).toHaveCount(1);
      await expect(page.locator('.move')).toHaveCount(2);
    });
    await test.step('a game to its end by mouse', async () => {
      await start(page, { mode: 'people', spec: 'nine' });
      await paste(page, NINE);
      for (const move of NINE_MOVES) await play(page, move);
      await isOver(page, WHITE_WINS);
      expect(await line(page)).toBe('nine WWW/3/3/6/1BB/W2/3 b 0,0 0 5');
      await expect(page.locator('.move')).toHaveText(NINE_MOVES);
    });
  },
);

test(
  'a whole game of Nine Men’s Morris by mouse',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    const played = await playOut(page, click, 400);
    await isOver(page, WHITE_WINS);
    expect(
      played.some((m) => m.includes('x')),
      'men were taken',
    ).toBe(true);
    expect(
      played.some((m) => m.includes('-')),
      'men were moved',
    ).toBe(true);
  },
);

/** Goes on by Tab until it is there. @param {Page} page @param {string} css */
async function tabTo(page, css, key = 'Tab') {
  const focused = page.locator(':focus');
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press(key);
    if (await focused.evaluate((el, css) => el.matches(css), css)) return;
  }
  throw new Error(`no way to ${css} by Tab`);
}

/** Begins a game of Seven Men’s Morris for two people by keyboard alone. @param {Page} page */
async function beginByKeys(page) {
  await open(page);
  // From the top of the page to the form, and through it.
  const form = page.getByRole('dialog', { name: 'New game' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the board' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Play' })).toBeFocused();
  await tabTo(page, '.change');
  await expect(page.getByRole('button', { name: /choose another game/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  // The focus comes back to where it was after a dialog.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /choose another game/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const chosen = form.locator('input[name=variant]:checked');
  await expect(chosen).toBeFocused();
  for (let i = 0; i < 18 && (await chosen.getAttribute('value')) !== 'seven'; i++)
    await page.keyboard.press('ArrowUp');
  await tabTo(page, 'input[name=mode]', 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, '.primary');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-label', /Seven/);
}

test('a game to its end by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await beginByKeys(page);
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, '#paste');
  await page.keyboard.insertText(SEVEN);
  await tabTo(page, '.primary');
  await page.keyboard.press('Enter');
  await expect.poll(() => line(page)).toBe(SEVEN);
  for (const move of SEVEN_MOVES) await play(page, move, keys);
  await isOver(page, WHITE_WINS);
});

test('a whole game by keyboard alone', { tag: ['@desktop', '@slow'] }, async ({ page }) => {
  await beginByKeys(page);
  await playOut(page, keys, 300);
  await isOver(page, WHITE_WINS);
});

test('a game to its end by touch', { tag: '@phone' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await paste(page, SIX);
  for (const move of SIX_MOVES) await play(page, move, tap);
  await isOver(page, WHITE_WINS);
});

test('a whole game by touch', { tag: ['@phone', '@slow'] }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await playOut(page, tap, 300);
  await isOver(page, WHITE_WINS);
});

test('a game to its end against the computer', async ({ page, hasTouch }) => {
  await open(page);
  await start(page, { mode: 'computer', spec: 'six', level: 1 });
  // The computer has one answer.
  await paste(page, 'six BW1/3/W3/WWW/B1B w 0,0 7 16');
  await play(page, 'c2-c1', hasTouch ? tap : click);
  await expect(page.locator('.move').last()).toHaveText('e1-e3');
  await myTurn(page);
  await play(page, 'c1-c2xa5', hasTouch ? tap : click);
  await isOver(page, 'You win: Black has only two men left.');

  await test.step('it agrees to a draw where it is losing, and plays on where it wins', async () => {
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white' });
    await paste(page, 'nine WWW/WBW/WWW/B4B/1B1/3/3 w 0,0 0 30');
    await menu(page, 'Offer a draw');
    // White has twice as many men: the computer is only too glad.
    await expect.poll(() => outcome(page)).toMatchObject({ winner: null, reason: 'agreement' });
    await paste(page, 'nine BBB/BWB/BBB/W4W/1W1/3/3 w 0,0 0 30');
    await menu(page, 'Offer a draw');
    await expect(page.locator('.status-text')).toHaveText(
      'The computer declines: it thinks it’s ahead.',
    );
    expect(await outcome(page)).toBeNull();
  });
});

test('a whole game against the computer', { tag: '@slow' }, async ({ page, hasTouch }) => {
  await open(page);
  await start(page, { mode: 'computer', spec: 'five', level: 1, colour: 'black' });
  await playOut(page, hasTouch ? tap : click, 150);
  const { winner, text } = (await outcome(page)) ?? { winner: null, text: 'none' };
  const own = text
    .replace(/^Black has/, 'you have')
    .replace('fewer than three men', 'only two men left');
  await isOver(
    page,
    winner ? `You ${winner === 'black' ? 'win' : 'lose'}: ${own}.` : `Draw: ${text}.`,
  );
});

test(
  'a man is dragged from the tray, and from point to point',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    const tray = await page.locator('#player-bottom .tray').boundingBox();
    const to = await place(page, 'b2');
    if (!tray) throw new Error('no tray');
    await page.mouse.move(tray.x + tray.width - 20, tray.y + tray.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 20, { steps: 4 });
    await expect(page.locator('#board .held')).toBeVisible();
    await page.mouse.move(to.x, to.y, { steps: 2 });
    await page.mouse.up();
    await expect(page.locator('#board .held')).toBeHidden();
    await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');

    for (const move of ['a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move);
    const [from, goal] = ['b2', 'b3'];
    expect(await legal(page)).toContain(`${from}-${goal}`);
    const a = await place(page, from);
    const b = await place(page, goal);
    // Dropped beside the board it stays where it was.
    const before = await line(page);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(a.x + 30, a.y + 60, { steps: 3 });
    await page.mouse.up();
    expect(await line(page)).toBe(before);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 5 });
    await page.mouse.up();
    await expect(cell(page, goal)).toHaveAttribute('data-man', 'white');
    await expect(cell(page, from)).toHaveAttribute('data-man', '');
  },
);

test(
  'a finger drags a man from the tray, and from point to point',
  { tag: '@phone' },
  async ({ page, context }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    const cdp = await context.newCDPSession(page);
    /** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
    const drag = async (from, to) => {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (const k of [0.3, 0.6, 1]) {
        const at = { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k };
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
      }
      await expect(page.locator('#board .held')).toBeVisible();
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const tray = await page.locator('#player-bottom .tray').boundingBox();
    if (!tray) throw new Error('no tray');
    await drag(
      { x: tray.x + tray.width - 20, y: tray.y + tray.height / 2 },
      await place(page, 'b2'),
    );
    await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');
    for (const move of ['a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move, tap);
    await drag(await place(page, 'b2'), await place(page, 'b3'));
    await expect(cell(page, 'b3')).toHaveAttribute('data-man', 'white');
    await expect(page.locator('.move').last()).toHaveText('b2-b3');
  },
);

test(
  'the computer plays against itself, and can be stopped',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'watch', spec: 'six', level: 1 });
    await expect(page.locator('.move').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    expect(await page.evaluate(() => window.merels.thinking)).toBe(false);
  },
);
