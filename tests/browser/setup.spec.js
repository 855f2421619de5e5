/** Setting up a position, taking games out and in, the rules sheet, the keys, typed moves. */
import { keptIn } from './databases.js';
import { expect, test } from './fixtures.js';
import { cell, click, drop, line, menu, myTurn, open, place, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
async function setUp(page) {
  await menu(page, 'Set up a position');
  await expect(page.getByRole('region', { name: 'Set up a position' })).toBeVisible();
}

/** @param {Page} page @param {'White' | 'Black' | 'Eraser'} tool */
const choose = (page, tool) =>
  page
    .getByRole('group', { name: 'Place' })
    .getByRole('radio', { name: tool })
    .check({ force: true });

/**
 * Waits until the page, which is ready, has asked whether something was being set up; it asks the
 * same first.
 * @param {Page} page
 */
const untilAsked = (page) => page.evaluate(() => navigator.locks.query());

test('a position is set up with a pointer or with keys, validated in words and played', async ({
  page,
}) => {
  await test.step('a position is set up with a pointer, validated in words and played', async () => {
    await open(page);
    await click(page, 'd6');
    await myTurn(page);
    const before = await line(page);
    await setUp(page);
    const faults = page.locator('.faults');
    const go = page.getByRole('button', { name: 'Play from here' });
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(faults).toHaveText('Both players have fewer than three men.');
    await expect(go).toHaveAttribute('aria-disabled', 'true');
    await go.click({ force: true });
    await expect(go).toBeVisible();

    // A finger shows none.
    if (test.info().project.name === 'desktop')
      await test.step('the man that a press would put shows under the pointer', async () => {
        await choose(page, 'Black');
        /** How dark the board is a little beside a point, off the lines. */
        const beside = () =>
          page.evaluate(() => {
            const canvas = /** @type {HTMLCanvasElement} */ (
              document.querySelector('#board .canvas')
            );
            const box = canvas.getBoundingClientRect();
            const point = /** @type {HTMLElement} */ (
              document.querySelector('[data-point=b6]')
            ).getBoundingClientRect();
            const scale = canvas.width / box.width;
            const [x, y] = [
              point.x + point.width * 0.35 - box.x,
              point.y + point.height * 0.35 - box.y,
            ];
            return [
              ...(canvas
                .getContext('2d')
                ?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data ?? []),
            ].join();
          });
        const empty = await beside();
        const { x, y } = await place(page, 'b6');
        await page.mouse.move(x, y);
        await expect.poll(beside).not.toBe(empty);
        await expect(cell(page, 'b6')).toHaveAttribute('data-man', '');
        await page.mouse.move(0, 0);
        await expect.poll(beside).toBe(empty);
      });

    await choose(page, 'White');
    for (const point of ['a7', 'd7', 'b6']) await click(page, point);
    await choose(page, 'Black');
    for (const point of ['a1', 'd1', 'g1', 'f4']) await click(page, point);
    await expect(cell(page, 'f4')).toHaveAttribute('data-man', 'black');
    // The same man again takes it away; the other colour takes its place; the eraser empties.
    await click(page, 'f4');
    await expect(cell(page, 'f4')).toHaveAttribute('data-man', '');
    await choose(page, 'White');
    await click(page, 'g1');
    await expect(cell(page, 'g1')).toHaveAttribute('data-man', 'white');
    await choose(page, 'Eraser');
    await click(page, 'b6');
    await expect(cell(page, 'b6')).toHaveAttribute('data-man', '');
    // A man is dragged from point to point.
    const from = await place(page, 'g1');
    const to = await place(page, 'e4');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await expect(cell(page, 'g1')).toHaveAttribute('data-man', '');
    await expect(cell(page, 'e4')).toHaveAttribute('data-man', 'white');
    await page.getByRole('button', { name: 'Black: one man more in hand' }).click();
    await page
      .getByRole('group', { name: 'Whose turn' })
      .getByRole('radio', { name: 'Black' })
      .check({ force: true });
    await expect(faults).toHaveText('The position is playable.');
    await go.click();
    await expect(page.locator('.editor')).toHaveCount(0);
    await expect.poll(() => line(page)).toBe('nine WW1/3/3/3W2/3/3/BB1 b 0,1 0 1');
    // The game that was on the table can come back.
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(() => line(page)).toBe(before);
  });
  await test.step('a position is set up with keys alone, and left without a trace', async () => {
    await start(page, { mode: 'people', spec: 'three' });
    await play(page, 'b2');
    const before = await line(page);
    await page.keyboard.press('p');
    await expect(page.locator('.editor')).toBeVisible();
    await cell(page, 'b2').focus();
    await page.keyboard.press('Delete');
    await expect(cell(page, 'b2')).toHaveAttribute('data-man', '');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('b');
    await expect(cell(page, 'a2')).toHaveAttribute('data-man', 'black');
    await page.keyboard.press('w');
    await expect(cell(page, 'a2')).toHaveAttribute('data-man', 'white');
    await page.keyboard.press('Enter');
    await expect(cell(page, 'a2')).toHaveAttribute('data-man', '');
    await expect(page.locator('.faults')).toContainText('White has 2 men');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('.editor')).toHaveCount(0);
    await expect.poll(() => line(page)).toBe(before);
    await expect(page.locator('.move')).toHaveCount(1);
    await play(page, 'a1');
  });
});

test('what is being set up is there again after a reload, in this tab, and gone when it was cancelled', async ({
  page,
  context,
}) => {
  await test.step('what is being set up is there again after a reload, in this tab', async () => {
    const editor = page.locator('.editor');
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    await play(page, 'b2');
    const before = await line(page);
    await setUp(page);
    await page.locator('.editor summary').click();
    await page.getByRole('combobox', { name: 'Game' }).selectOption('six');
    await choose(page, 'Black');
    for (const point of ['a1', 'c1']) await click(page, point);
    await page.getByRole('button', { name: 'White: one man fewer in hand' }).click();
    const set = await line(page);
    const second = await context.newPage();
    await open(second);
    await expect(second.locator('.editor')).toHaveCount(0);
    await page.reload();
    await ready(page);
    await expect(editor).toBeVisible();
    await expect.poll(() => line(page)).toBe(set);
    await expect(cell(page, 'c1')).toHaveAttribute('data-man', 'black');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => line(page)).toBe(before);
    await page.reload();
    await ready(page);
    await untilAsked(page);
    await expect(editor).toHaveCount(0);
  });
  await test.step('what was cancelled does not come back where its copy cannot be written any more', async () => {
    await start(page, { mode: 'people', spec: 'nine' });
    await setUp(page);
    await click(page, 'd6');
    await expect.poll(() => keptIn(page, 'merels-others', 'texts', 'merels.setup')).toBeTruthy();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await ready(page);
    await untilAsked(page);
    await expect(page.locator('.editor')).toHaveCount(0);
  });
});

for (const [how, texts, drafts, tag] of /** @type {[string, string[], unknown[], string[]][]} */ ([
  [
    '',
    ['{"version":9,"draft":{}}'],
    [{ spec: 'nine', men: ['white'], turn: 'white', hands: { white: 9, black: 9 } }],
    [],
  ],
  [
    ' in other ways',
    ['{"version":1', '[]', 'null'],
    [{}, { spec: 'chess', men: [], turn: 7, hands: null }],
    ['@slow'],
  ],
]))
  test(
    `what is stored as being set up is not trusted where it is damaged${how}`,
    { tag },
    async ({ page }) => {
      const editor = page.locator('.editor');
      await open(page);
      await start(page, { mode: 'people', spec: 'three' });
      await play(page, 'b2');
      const before = await line(page);
      const reloadWith = async (/** @type {string} */ text) => {
        await page.evaluate((text) => sessionStorage.setItem('merels.setup', text), text);
        await page.reload();
        await ready(page);
        await untilAsked(page);
      };
      for (const text of texts) {
        await reloadWith(text);
        await expect(editor, text).toHaveCount(0);
      }
      // What is no position begins with the one on the table.
      for (const draft of drafts) {
        await reloadWith(JSON.stringify({ version: 1, draft }));
        await expect(editor).toBeVisible();
        await expect.poll(() => line(page)).toBe(before);
        await page.getByRole('button', { name: 'Cancel' }).click();
      }
    },
  );

test(
  'what is being set up is there in another tab when its own is closed, not before, and once',
  { tag: '@slow' },
  async ({ page, context }) => {
    const editor = (/** @type {import('@playwright/test').Page} */ at) => at.locator('.editor');
    await open(page);
    await setUp(page);
    await click(page, 'd6');
    const set = await line(page);
    const second = await context.newPage();
    await open(second);
    await setUp(second);
    for (const point of ['a1', 'g7']) await click(second, point);
    const later = await line(second);
    // What one tab stores another may see a little later.
    const stored = (/** @type {import('@playwright/test').Page} */ at) =>
      at.evaluate(() => localStorage.getItem('merels.setup') ?? '');
    const last = await stored(second);
    await expect.poll(() => stored(page)).toBe(last);
    // The first has nothing of its own to erase any more.
    await page.bringToFront();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(editor(page)).toHaveCount(0);
    await second.close();
    await page.goto('about:blank');

    const third = await context.newPage();
    await open(third);
    await expect(editor(third)).toBeVisible();
    expect(later).not.toBe(set);
    await expect.poll(() => line(third)).toBe(later);
    const fourth = await context.newPage();
    await open(fourth);
    // Closed at once, before its copy may be written.
    await third.bringToFront();
    await third.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => stored(fourth)).toBe('');
    await third.close();
    await fourth.bringToFront();
    await fourth.reload();
    await ready(fourth);
    await untilAsked(fourth);
    await expect(editor(fourth)).toHaveCount(0);
  },
);

test('links and files are opened, and a position goes out as FEN, as numbers and as a picture', async ({
  page,
}) => {
  await test.step('a link opens a game with custom rules or a position', async () => {
    await open(page, './#m=nine(fly=never,mills=each)~d6.f4');
    await expect
      .poll(() => line(page))
      .toBe('nine[fly=never,mills=each] 3/1W1/3/4B1/3/3/3 w 8,8 0 2');
    await expect(page.locator('.move')).toHaveCount(2);
    await page.goto('./#m=morabaraba_3/1W1/3/4B1/3/3/3_w_11,11_0_2_-,-');
    await expect.poll(() => line(page)).toContain('morabaraba 3/1W1/3/4B1');
    const before = await line(page);
    await page.goto('./#m=nine~d6.d6');
    await expect(page.locator('#paste-error')).toContainText('Character 9');
    await expect.poll(() => line(page)).toBe(before);
    await page.keyboard.press('Escape');

    await test.step('a reload goes on with the game', async () => {
      await open(page, `./#position=${encodeURIComponent('three 3/1W1/3 b 2,3 0 1')}`);
      await expect.poll(() => line(page)).toBe('three 3/1W1/3 b 2,3 0 1');
      await play(page, 'a1');
      await myTurn(page);
      const after = await line(page);
      await page.reload();
      await ready(page);
      expect(await line(page)).toBe(after);
    });
  });
  await test.step('a file is opened, chosen or dropped, and a bad one refused at the field', async () => {
    await open(page);
    await menu(page, 'Share and import');
    const file = (/** @type {string} */ text) => ({
      name: 'game.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    const chooser = page.getByLabel('Choose a file');
    await chooser.setInputFiles(file('[Variant "six"]\n\n1. a1 b2 2. zz'));
    await expect(page.locator('#paste-error')).toContainText('Line 3');
    await expect(page.getByLabel('Open a game or position')).toHaveValue(/Variant/);
    await chooser.setInputFiles(file('[Variant "six"]\n\n1. a1 b2'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => line(page)).toBe('six 3/3/4/B2/W2 w 5,5 0 2');

    await drop(page, 'three 3/1W1/3 b 2,3 0 1', 'game.txt', '#board');
    await expect.poll(() => line(page)).toBe('three 3/1W1/3 b 2,3 0 1');
    await drop(page, 'three 3/1W/3 b 2,3 0 1', 'game.txt', '#board');
    await expect(page.locator('#paste-error')).toContainText('rank 2');
    expect(await line(page)).toBe('three 3/1W1/3 b 2,3 0 1');
  });
  await test.step('the position goes out as FEN, as numbers and as a picture', async () => {
    await page.keyboard.press('Escape');
    await open(page, './#m=nine~d6.f4');
    await menu(page, 'Share and import');
    await expect(
      page.getByRole('textbox', { name: 'This position as FEN, for other programs' }),
    ).toHaveValue(/^\*{8}\//);
    await expect(page.getByRole('textbox', { name: 'This game in PlayOK notation' })).toHaveValue(
      /1\. 5 14/,
    );
    await expect(page.getByRole('textbox', { name: 'Link to this game' })).toHaveValue(
      /#m=nine~d6\.f4$/,
    );
    const picture = page.getByRole('img', { name: /The current board/ });
    await expect(picture).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save: Picture' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('merels.png');
    const stream = await saved.createReadStream();
    /** @type {Buffer[]} */
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const png = Buffer.concat(chunks);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1080]);
  });
});

test('the game and its rules are chosen while a position is set up, and what was changed is taken back', async ({
  page,
}) => {
  await test.step('what was changed while setting up is taken back, and made again', async () => {
    await open(page);
    await setUp(page);
    const editor = page.getByRole('region', { name: 'Set up a position' });
    const back = editor.getByRole('button', { name: 'Take back' });
    const again = editor.getByRole('button', { name: 'Redo' });
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await click(page, 'd6');
    await choose(page, 'Black');
    await click(page, 'a1');
    await editor.getByText('Game and rules').click();
    await editor.getByLabel('Which game').selectOption('six');
    await expect(page.locator('[data-point]')).toHaveCount(16);
    await back.click();
    await expect(page.locator('[data-point]')).toHaveCount(24);
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
    await back.click();
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', '');
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
    await page.keyboard.press('Control+z');
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', '');
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+y');
    await again.click();
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
    // A change of another kind ends what could be made again; the man in hand stays the one that was
    // chosen.
    await click(page, 'g7');
    await expect(cell(page, 'g7')).toHaveAttribute('data-man', 'black');
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await editor.getByRole('button', { name: 'From the game' }).click();
    await expect(page.locator('[data-man=black]')).toHaveCount(0);
    await back.click();
    await expect(cell(page, 'g7')).toHaveAttribute('data-man', 'black');
    // Left, or the editor opens again in the next step, some time after the page is ready.
    await editor.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('another game and other rules are chosen while a position is set up', async () => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await play(page, 'd6');
    await setUp(page);
    await page.getByText('Game and rules').click();
    await page
      .getByRole('region', { name: 'Set up a position' })
      .getByLabel('Which game')
      .selectOption('lasker');
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
    await page
      .getByRole('region', { name: 'Set up a position' })
      .getByLabel('Which game')
      .selectOption('six');
    await expect(page.locator('[data-point]')).toHaveCount(16);
    await page
      .getByRole('region', { name: 'Set up a position' })
      .getByLabel('Flying')
      .selectOption('3');
    await choose(page, 'Black');
    await click(page, 'a1');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await expect.poll(() => line(page)).toBe('six[fly=3] 3/3/4/3/B2 b 6,5 0 1');
    await page.reload();
    await ready(page);
    await expect.poll(() => line(page)).toBe('six[fly=3] 3/3/4/3/B2 b 6,5 0 1');
  });
});

test(
  'the editor fills what the board leaves, and all that a position is made of is in view',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const [width, height] of /** @type {const} */ ([
      [320, 568],
      [390, 844],
      [768, 1024],
      [1440, 900],
    ]))
      await test.step(`at ${width} x ${height}`, async () => {
        await page.setViewportSize({ width, height });
        await open(page);
        const board = page.locator('#board');
        const before = await board.boundingBox();
        await setUp(page);
        const editor = page.getByRole('region', { name: 'Set up a position' });
        const body = await editor.locator('.editor-body').boundingBox();
        const [stage, box, play, on] = await Promise.all([
          page.locator('.stage').boundingBox(),
          editor.boundingBox(),
          page.getByRole('button', { name: 'Play from here' }).boundingBox(),
          board.boundingBox(),
        ]);
        if (!stage || !box || !body || !play || !on || !before) throw new Error('not shown');
        // Nothing is wasted below or beside it, and nothing else shows through.
        expect(Math.round(box.y + box.height)).toBeGreaterThanOrEqual(
          Math.round(stage.y + stage.height) - (width < 800 ? 1 : 40),
        );
        if (width < 800) {
          expect(Math.abs(box.width - stage.width)).toBeLessThanOrEqual(1);
          expect(box.y - (on.y + on.height)).toBeLessThan(2);
        } else expect(on).toEqual(before);
        await expect(page.locator('.middle')).toBeHidden();
        // The men, the hands and the side to move need no scrolling.
        for (const name of ['Place', 'Men in hand', 'Whose turn']) {
          const part = await editor.getByRole('group', { name, exact: true }).boundingBox();
          expect(
            part && part.y >= body.y && part.y + part.height <= body.y + body.height + 1,
            `${name}: ${JSON.stringify(part)} in ${JSON.stringify(body)}`,
          ).toBe(true);
        }
        expect(play.y + play.height).toBeLessThanOrEqual(height);
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
        ).toBeLessThanOrEqual(0);
        await page.getByRole('button', { name: 'Cancel' }).click();
      });
  },
);
