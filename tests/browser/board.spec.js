import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { expect, test } from './fixtures.js';
import { cell, click, legal, line, menu, open, place, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Puts a position on the table. @param {Page} page @param {string} text */
async function set(page, text) {
  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => line(page)).toBe(text);
}

/**
 * @param {Page} page
 * @param {(form: import('@playwright/test').Locator) => Promise<unknown>} change
 */
async function settings(page, change) {
  await menu(page, 'Settings');
  const form = page.getByRole('dialog', { name: 'Settings' });
  await change(form);
  await form.getByRole('button', { name: 'Close' }).click();
}

/**
 * With the mouse from one point to another.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 * @param {'left' | 'right'} [button]
 */
async function drag(page, from, to, button = 'left') {
  const a = await place(page, from);
  const b = await place(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button });
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up({ button });
}

/**
 * Waits until whatever follows at once, and with the next frame, has happened.
 * @param {Page} page
 */
const drawn = (page) =>
  page.evaluate(async () => {
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  });

const MOVING = 'nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30';

test('each look has boards and men that stand off, by day and by night; what is chosen is drawn at once, and kept', async ({
  page,
}) => {
  await test.step('each look has boards and men that stand off, by day and by night', async () => {
    await open(page);
    /**
     * What of the colours that are shown now stands off too little, and some of them, to tell looks
     * apart.
     */
    const seen = () =>
      page.evaluate(() => {
        const root = document.documentElement;
        const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const luminance = (/** @type {string} */ name) => {
          if (!pen) return 0;
          pen.fillStyle = getComputedStyle(root).getPropertyValue(name);
          pen.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((n) =>
            n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (/** @type {string} */ a, /** @type {string} */ b) => {
          const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
          return (high + 0.05) / (low + 0.05);
        };
        /** @type {string[]} */
        const faint = [];
        /** @type {[string, string, number][]} */
        const pairs = [];
        for (const ground of ['--ground', '--grain'])
          pairs.push(['--line', ground, 3], ['--mark', ground, 3], ['--board-text', ground, 4.5]);
        for (const value of ['--win', '--draw', '--loss']) {
          pairs.push(['--on-value', value, 4.5]);
          for (const ground of ['--ground', '--grain', '--paper']) pairs.push([value, ground, 3]);
        }
        for (const sheet of ['--paper', '--leaf', '--shade'])
          pairs.push(['--ink', sheet, 4.5], ['--faint', sheet, 4.5]);
        pairs.push(
          ['--accent', '--paper', 4.5],
          ['--accent', '--leaf', 4.5],
          ['--edge', '--leaf', 3],
          ['--white-man', '--black-man', 3],
        );
        for (const [a, b, least] of pairs)
          if (contrast(a, b) < least) faint.push(`${a} on ${b} has ${contrast(a, b).toFixed(2)}`);
        for (const side of ['white', 'black'])
          for (const ground of ['--ground', '--grain', '--paper']) {
            const best = Math.max(
              contrast(`--${side}-man`, ground),
              contrast(`--${side}-edge`, ground),
            );
            if (best < 3) faint.push(`the ${side} man on ${ground} has ${best.toFixed(2)}`);
          }
        return {
          faint,
          colours: ['--ground', '--line', '--paper']
            .map((name) => getComputedStyle(root).getPropertyValue(name))
            .join(),
        };
      });
    const all = new Set();
    await settings(page, async (form) => {
      for (const look of ['Paper and ink', 'Wood', 'Slate', 'High contrast'])
        for (const shade of ['Light', 'Dark']) {
          await form.getByLabel(look).check();
          await form.getByLabel(shade, { exact: true }).check();
          const { faint, colours } = await seen();
          expect(faint, `${look}, ${shade}`).toEqual([]);
          all.add(colours);
        }
    });
    expect(all.size, 'each has its own').toBe(8);
  });
  await test.step('a look and the dark are chosen in the settings, drawn at once, and kept', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await settings(page, async (form) => {
      await form.getByLabel('Paper and ink').check();
      await form.getByLabel('Light', { exact: true }).check();
    });
    /** The colour of the board beside its lines. */
    const ground = () =>
      page.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#board .canvas'));
        const { width } = canvas;
        return [
          ...(canvas.getContext('2d')?.getImageData(width >> 1, width >> 1, 1, 1).data ?? []),
        ].join();
      });
    const before = await ground();
    await settings(page, (form) => form.getByLabel('Wood').check());
    await expect.poll(ground).not.toBe(before);
    const wood = await ground();
    await page.reload();
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.dataset.look)).toBe('wood');
    await expect.poll(ground).toBe(wood);
    const paper = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await settings(page, (form) => form.getByLabel('Paper and ink').check());
    await expect.poll(() => paper()).toBe('rgb(246, 241, 231)');
    await settings(page, (form) => form.getByLabel('Dark', { exact: true }).check());
    await expect.poll(() => paper()).toBe('rgb(29, 27, 25)');
    await page.reload();
    await ready(page);
    await expect.poll(() => paper()).toBe('rgb(29, 27, 25)');
  });
});

test(
  'what is set is followed: threatened mills are not marked, men are moved by click alone or by drag alone',
  { tag: '@desktop' },
  async ({ page }) => {
    await test.step('where a mill is threatened is marked, unless switched off', async () => {
      await open(page);
      await start(page, { mode: 'people' });
      await set(page, MOVING);
      await expect(cell(page, 'g4')).toHaveAccessibleName('g4, empty, a mill is threatened here');
      await settings(page, (form) => form.getByLabel('Show threatened mills').uncheck());
      await expect(cell(page, 'g4')).toHaveAccessibleName('g4, empty');
    });
    await test.step('men are moved by click alone or by drag alone where that is chosen', async () => {
      await settings(page, (form) => form.getByLabel('Click only').check());
      await drag(page, 'd6', 'f6');
      expect(await line(page)).toBe(MOVING);
      await settings(page, (form) => form.getByLabel('Drag only').check());
      await page.keyboard.press('Escape');
      await click(page, 'd6');
      await click(page, 'f6');
      expect(await line(page)).toBe(MOVING);
      await drag(page, 'd6', 'f6');
      await expect(cell(page, 'f6')).toHaveAttribute('data-man', 'white');
      expect(await legal(page)).not.toHaveLength(0);
    });
  },
);

test(
  'a press need not hit a point in the middle, and beside the points it plays nothing',
  { tag: '@touch' },
  async ({ page, hasTouch }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    const from = await place(page, 'd7');
    const to = await place(page, 'd6');
    const step = Math.hypot(to.x - from.x, to.y - from.y);
    /** @param {number} dx @param {number} dy in distances of neighbours */
    const press = (dx, dy) => {
      const [x, y] = [to.x + dx * step, to.y + dy * step];
      return hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
    };
    // Half way to b6 and f6 there is nothing; the middle of the board is far from everything.
    for (const [dx = 0, dy = 0] of [
      [1, 0.5],
      [0, 2],
    ])
      await press(dx, dy);
    await drawn(page);
    await expect(page.locator('.move')).toHaveCount(0);
    await press(0.3, 0.3);
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
    // Nearer to d7 than to d6.
    await press(-0.1, -0.6);
    await expect(cell(page, 'd7')).toHaveAttribute('data-man', 'black');
  },
);

test('a captured man stays until the other has landed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  for (const move of ['d6', 'a1', 'b6', 'd7']) await play(page, move);
  const at = await place(page, 'a1');
  /** Where the man to be taken stands, as it is drawn. */
  const corner = () =>
    page.evaluate(({ x, y }) => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#board .canvas'));
      const { left, top, width } = canvas.getBoundingClientRect();
      const scale = canvas.width / width;
      return [
        ...(canvas
          .getContext('2d')
          ?.getImageData((x - left) * scale - 12, (y - top) * scale - 12, 25, 25).data ?? []),
      ].join();
    }, at);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.keyboard.press('f');
  await page.getByLabel('Your move').fill('f6xa1');
  await page.clock.runFor(1000);
  const standing = await corner();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'a1')).toHaveAttribute('data-man', '');
  // One drops for 160 ms, then the other goes to its tray in 320 ms.
  await page.clock.runFor(140);
  expect(await corner(), 'while the one drops').toBe(standing);
  await page.clock.runFor(80);
  const leaving = await corner();
  expect(leaving, 'then the other leaves').not.toBe(standing);
  await page.clock.runFor(500);
  expect(await corner(), 'and is gone').not.toBe(leaving);
});

test(
  'circles and arrows are drawn with the right button, and rubbed out with the left',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people' });
    const before = await line(page);
    await drag(page, 'd6', 'f4', 'right');
    await drag(page, 'a1', 'a1', 'right');
    await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, arrow to f4');
    await expect(cell(page, 'a1')).toHaveAccessibleName('a1, empty, circled');
    // The same again takes it away.
    await drag(page, 'a1', 'a1', 'right');
    await expect(cell(page, 'a1')).toHaveAccessibleName('a1, empty');
    // Without a drag, by Shift and a press.
    await page.keyboard.down('Shift');
    for (const point of ['a7', 'b6']) await click(page, point);
    await page.keyboard.up('Shift');
    await expect(cell(page, 'a7')).toHaveAccessibleName('a7, empty, arrow to b6');
    await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, arrow to f4');
    // By keyboard.
    await cell(page, 'g7').focus();
    await page.keyboard.press('Shift+Enter');
    await expect(page.locator('.status-text')).toHaveText(/Drawing from g7/);
    await page.keyboard.press('Shift+Enter');
    await expect(cell(page, 'g7')).toHaveAccessibleName('g7, empty, circled');
    await page.keyboard.press('Escape');
    await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty');
    expect(await line(page), 'nothing was played').toBe(before);
    await drag(page, 'd6', 'f4', 'right');
    await click(page, 'b4');
    await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty');
    await expect(cell(page, 'b4')).toHaveAttribute('data-man', 'white');
  },
);

test(
  'a finger that rests draws, and a short press that a busy page hears of late plays',
  { tag: '@phone' },
  async ({ page }) => {
    await test.step('a finger that rests draws', async () => {
      await open(page);
      await start(page, { mode: 'people' });
      const { x, y } = await place(page, 'd6');
      const finger = await page.context().newCDPSession(page);
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
      });
      // No finger is quite still.
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: x + 6, y }],
      });
      await expect(page.locator('.status-text')).toHaveText(/Drawing from d6/);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, circled');
    });
    await test.step('a short press that a busy page hears of late is a press, and draws nothing', async () => {
      await open(page);
      await start(page, { mode: 'people', spec: 'three' });
      const finger = await page.context().newCDPSession(page);
      // What an event says of its time is when it happened, not when the page hears of it.
      const press = async (/** @type {string} */ point) => {
        const timestamp = Date.now() / 1000;
        await finger.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [await place(page, point)],
          timestamp,
        });
        await expect(page.locator('.status-text')).toHaveText(new RegExp(`Drawing from ${point}`));
        await finger.send('Input.dispatchTouchEvent', {
          type: 'touchEnd',
          touchPoints: [],
          timestamp: timestamp + 0.1,
        });
      };
      await press('b2');
      await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');
      await expect(cell(page, 'b2')).not.toHaveAccessibleName(/circled/);
      for (const move of ['a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move);
      // A man that is chosen so goes where the next such press is.
      await press('b2');
      await expect(cell(page, 'b2')).toHaveAttribute('aria-selected', 'true');
      await press('b3');
      await expect(cell(page, 'b3')).toHaveAttribute('data-man', 'white');
    });
  },
);

/** Keeps the computer's answers back until the test lets them go. @param {Page} page */
async function holdAnswers(page) {
  await page.addInitScript(() => {
    const state = { hold: false, /** @type {(() => void)[]} */ held: [] };
    Object.assign(window, { answers: state });
    const Real = window.Worker;
    window.Worker = class extends Real {
      /** @param {((event: MessageEvent) => void) | null} hear */
      set onmessage(hear) {
        super.onmessage = (event) => {
          if (event.data.type !== 'best' || !state.hold) return hear?.(event);
          // Signs of life, or it would be taken for dead.
          const alive = setInterval(
            () => hear?.(new MessageEvent('message', { data: { type: 'alive' } })),
            200,
          );
          state.held.push(() => (clearInterval(alive), hear?.(event)));
        };
      }
    };
  });
}
/** @param {Page} page @param {boolean} hold */
const answers = (page, hold) =>
  page.evaluate((h) => {
    const state = /** @type {any} */ (window).answers;
    state.hold = h;
    if (!h) for (const go of state.held.splice(0)) go();
  }, hold);

test(
  'a turn is prepared and played also after the one before it was tried in the analysis',
  { tag: '@slow' },
  async ({ page }) => {
    await holdAnswers(page);
    await open(page);
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
    await set(page, 'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20');
    await page.keyboard.press('x');
    await expect(page.getByRole('region', { name: 'Analysis' })).toBeVisible();
    for (const point of ['a7', 'd7', 'a1', 'a4']) await click(page, point);
    await expect(cell(page, 'a4')).toHaveAttribute('data-man', 'black');
    await page.keyboard.press('x');
    await expect(cell(page, 'a7')).toHaveAttribute('data-man', 'white');
    await answers(page, true);
    for (const point of ['a7', 'd7', 'd7', 'g7']) await click(page, point);
    await expect(page.locator('.status-text')).toHaveText(
      'Next move: d7 to g7. Press again to cancel.',
    );
    await answers(page, false);
    await expect(page.locator('.move[aria-current]')).toHaveCount(1);
    await expect(cell(page, 'g7')).toHaveAttribute('data-man', 'white');
  },
);

const PREPARED = 'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20';
/** Prepares a turn, while the computer's answer is there and kept back. @param {Page} page */
async function prepare(page) {
  await set(page, PREPARED);
  await answers(page, true);
  for (const point of ['a7', 'd7']) await click(page, point);
  await expect(cell(page, 'd7')).toHaveAttribute('data-man', 'white');
  for (const point of ['d7', 'g7']) await click(page, point);
  await expect(page.locator('.status-text')).toHaveText(
    'Next move: d7 to g7. Press again to cancel.',
  );
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).answers.held.length))
    .toBe(1);
}

test(
  'a prepared turn can be cancelled while the answer moves',
  { tag: '@slow' },
  async ({ page }) => {
    await holdAnswers(page);
    await open(page);
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
    for (const cancels of [false, true]) {
      // The computer's turn waits until the person's man has come to rest: he does not move, the
      // answer does.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await prepare(page);
      await drawn(page);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      // No frame is drawn while the answer moves, and then one when it is over.
      await page.evaluate(() => {
        const kept = window.requestAnimationFrame;
        /** @type {FrameRequestCallback[]} */
        const held = [];
        window.requestAnimationFrame = (draw) => held.push(draw);
        Object.assign(window, {
          letGo: () => {
            window.requestAnimationFrame = kept;
            for (const draw of held) draw(performance.now() + 1000);
          },
        });
      });
      await answers(page, false);
      await expect(page.locator('.move')).toHaveCount(2);
      if (cancels) {
        await click(page, 'g4');
        await expect(page.locator('.status-text')).not.toHaveText(/Next move: d7/);
      }
      await page.evaluate(() => /** @type {any} */ (window).letGo());
      if (!cancels) await expect(page.locator('.move').nth(2)).toHaveText('d7-g7');
      await drawn(page);
      if (cancels) await expect(page.locator('.move')).toHaveCount(2);
    }
  },
);

/** Notes when a sound is started. @param {Page} page */
const noteSounds = (page) =>
  page.addInitScript(() => {
    const started = /** @type {number[]} */ ([]);
    Object.assign(window, { started });
    const begin = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when) {
      started.push(this.buffer?.duration ?? 0);
      return begin.call(this, when);
    };
  });
/** @param {Page} page @returns {Promise<number[]>} */
const started = (page) => page.evaluate(() => /** @type {any} */ (window).started);

test('the very first man that is placed is heard, and none where the volume is off', async ({
  page,
}) => {
  await noteSounds(page);
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await page.reload();
  await ready(page);
  expect(await started(page)).toEqual([]);
  await click(page, 'd6');
  await expect.poll(() => started(page), { message: 'a knock' }).toEqual([expect.closeTo(0.14, 2)]);
  await settings(page, async (form) => {
    await form.getByLabel('Volume').focus();
    await page.keyboard.press('Home');
    await expect(form.getByLabel('Volume')).toHaveAttribute('aria-valuetext', 'Off');
  });
  await click(page, 'a1');
  await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
  expect(await started(page)).toHaveLength(1);
});

test(
  'the board is a component of its own: two people play three men’s morris on it, with nothing else of Merels',
  { tag: '@desktop' },
  async ({ page }) => {
    const folder = join(import.meta.dirname, '../../www/app/board');
    await page.route('**/board-alone/*', async (route) => {
      const path = join(folder, basename(new URL(route.request().url()).pathname));
      if (!path.endsWith('.ts')) return route.fulfill({ path });
      const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
      return route.fulfill({ contentType: 'text/javascript', body: code });
    });
    await page.goto('./board-alone/example.html');
    // Colours of its own, as the page sets none; a board to look at is no larger than its element.
    const seen = await page.evaluate(async (address) => {
      /** @type {typeof import('../../www/app/board/view.ts')} */
      const { createView } = await import(address);
      const element = document.body.appendChild(document.createElement('div'));
      element.style.cssText = 'inline-size: 200px; aspect-ratio: 1';
      const points = [0, 1, 2].map((x) => ({ name: `${x}`, x, y: 0 }));
      const view = createView(element, { board: { name: 'a', side: 3, points, edges: [] } });
      const { white, black } = view.theme();
      const { width } = view.canvas.getBoundingClientRect();
      const ground = getComputedStyle(element).backgroundColor;
      element.remove();
      return { ground, white: white.fill, black: black.fill, width };
    }, './view.ts');
    const ground = 'rgb(246, 241, 231)';
    expect(seen).toEqual({ ground, white: '#fdf9ee', black: '#3a3d43', width: 200 });
    const said = page.locator('#said');
    await expect(said).toHaveText('white to place.');
    for (const point of ['b2', 'a1', 'b1', 'b3', 'c3', 'c1']) await click(page, point);
    await expect(said).toHaveText('white to move.');
    await click(page, 'b3');
    await expect(said).toHaveText('There is nothing to be done at b3.');
    // A man is moved by mouse, another by keyboard.
    await drag(page, 'b2', 'a2');
    await expect(cell(page, 'a2')).toHaveAccessibleName('a2, white');
    await cell(page, 'a1').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect(cell(page, 'b3')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(cell(page, 'b2')).toHaveAccessibleName('b2, empty, the man can move here');
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('white to move.');
    for (const point of ['c3', 'c2', 'b2', 'b3', 'b1', 'b2']) await click(page, point);
    await expect(said).toHaveText('white wins.');
    await page.getByRole('button', { name: 'Play again' }).click();
    await expect(page.locator('[data-man=white], [data-man=black]')).toHaveCount(0);
  },
);
