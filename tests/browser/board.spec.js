import { expect, test } from './fixtures.js';
import { cell, click, legal, line, menu, open, place, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Puts a position on the table. @param {Page} page @param {string} text */
async function set(page, text) {
  await menu(page, 'Copy and paste');
  await page.getByLabel('Open a position or a game').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await line(page)).toBe(text);
}

/** @param {Page} page @param {(form: import('@playwright/test').Locator) => Promise<unknown>} change */
async function settings(page, change) {
  await menu(page, 'Settings');
  const form = page.getByRole('dialog', { name: 'Settings' });
  await change(form);
  await form.getByRole('button', { name: 'Close' }).click();
}

/** With the mouse from one point to another. @param {Page} page @param {string} from @param {string} to @param {'left' | 'right'} [button] */
async function drag(page, from, to, button = 'left') {
  const a = await place(page, from);
  const b = await place(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button });
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up({ button });
}

const MOVING = 'nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30';

test('each look has boards and men that stand off, by day and by night', async ({ page }) => {
  await open(page);
  const faults = await page.evaluate(() => {
    const root = document.documentElement;
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (/** @type {string} */ name) => {
      if (!pen) return 0;
      pen.fillStyle = getComputedStyle(root).getPropertyValue(name);
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((n) => (n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (/** @type {string} */ a, /** @type {string} */ b) => {
      const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    /** @type {string[]} */
    const found = [];
    for (const look of ['paper', 'wood', 'slate', 'contrast'])
      for (const shade of ['light', 'dark']) {
        Object.assign(root.dataset, { look, shade, theme: shade });
        /** @type {[string, string, number][]} */
        const pairs = [];
        for (const ground of ['--ground', '--grain'])
          pairs.push(['--line', ground, 3], ['--mark', ground, 3], ['--board-text', ground, 4.5]);
        for (const sheet of ['--paper', '--leaf', '--shade']) pairs.push(['--ink', sheet, 4.5], ['--faint', sheet, 4.5]);
        pairs.push(['--accent', '--paper', 4.5], ['--accent', '--leaf', 4.5], ['--edge', '--leaf', 3], ['--white-man', '--black-man', 3]);
        for (const [a, b, least] of pairs) if (contrast(a, b) < least) found.push(`${look}, ${shade}: ${a} on ${b} has ${contrast(a, b).toFixed(2)}`);
        for (const side of ['white', 'black'])
          for (const ground of ['--ground', '--grain', '--paper']) {
            const best = Math.max(contrast(`--${side}-man`, ground), contrast(`--${side}-edge`, ground));
            if (best < 3) found.push(`${look}, ${shade}: the ${side} man on ${ground} has ${best.toFixed(2)}`);
          }
      }
    return found;
  });
  expect(faults).toEqual([]);
});

test('a look is chosen in the settings, drawn at once, and kept', async ({ page }) => {
  await open(page);
  /** The colour of the board beside its lines. */
  const ground = () =>
    page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#canvas'));
      const { width } = canvas;
      return [...(canvas.getContext('2d')?.getImageData(width >> 1, width >> 1, 1, 1).data ?? [])].join();
    });
  const before = await ground();
  await settings(page, (form) => form.getByLabel('Wood').check());
  await expect.poll(ground).not.toBe(before);
  const wood = await ground();
  await page.reload();
  await ready(page);
  expect(await page.evaluate(() => document.documentElement.dataset.look)).toBe('wood');
  await expect.poll(ground).toBe(wood);
});

test('where a mill is threatened is marked, unless switched off', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people' });
  await set(page, MOVING);
  await expect(cell(page, 'g4')).toHaveAccessibleName('g4, empty, a mill is threatened here');
  await settings(page, (form) => form.getByLabel('Mark where a mill is threatened').uncheck());
  await expect(cell(page, 'g4')).toHaveAccessibleName('g4, empty');
});

test('the draws by a count are told as they come near', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people' });
  const limits = page.locator('#limits');
  await set(page, 'nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 59 30');
  await expect(limits).toBeHidden();
  await play(page, 'd6-f6');
  await expect(limits).toHaveText('Turns without a capture before a draw: 40');
  await set(page, 'nine[ten=both] W1B/1W1/3/W5/3/3/1BB w 0,0 18 30');
  await expect(limits).toHaveText('Turns left before the ten-move draw: 2');
  await set(page, MOVING);
  for (const move of ['d6-f6', 'b4-c4', 'f6-d6', 'c4-b4']) await play(page, move);
  await expect(limits).toHaveText('Position seen twice');
});

test('circles and arrows are drawn with the right button, and rubbed out with the left', { tag: '@desktop' }, async ({ page }) => {
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
});

test('a finger that rests draws', { tag: '@phone' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people' });
  const { x, y } = await place(page, 'd6');
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(page.locator('.status-text')).toHaveText(/Drawing from d6/);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty, circled');
});

test('a short press that a busy page hears of late is a press, and draws nothing', { tag: '@phone' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  const finger = await page.context().newCDPSession(page);
  // What an event says of its time is when it happened, not when the page hears of it.
  const press = async (/** @type {string} */ point) => {
    const timestamp = Date.now() / 1000;
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await place(page, point)], timestamp });
    await expect(page.locator('.status-text')).toHaveText(new RegExp(`Drawing from ${point}`));
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.1 });
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
          const alive = setInterval(() => hear?.(new MessageEvent('message', { data: { type: 'alive' } })), 200);
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

test('a turn is prepared while the computer thinks, and played', async ({ page }) => {
  await holdAnswers(page);
  await open(page);
  await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
  // Black can reach none of the points that White uses.
  await set(page, 'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20');
  await answers(page, true);
  await click(page, 'a7');
  await click(page, 'd7');
  await expect(cell(page, 'd7')).toHaveAttribute('data-man', 'white');
  const status = page.locator('.status-text');
  const prepare = async () => {
    await click(page, 'd7');
    await click(page, 'g7');
    await expect(status).toHaveText('Then d7 to g7. Press again to cancel.');
  };
  // Given up by another press, and by Escape.
  await prepare();
  await click(page, 'g4');
  await expect(status).toHaveText('Black is thinking…');
  await prepare();
  await page.keyboard.press('Escape');
  await expect(status).toHaveText('Black is thinking…');
  await prepare();
  await expect(cell(page, 'g7')).toHaveAccessibleName(/your next man goes here/);
  await expect(cell(page, 'g7')).toHaveAttribute('data-man', '');
  await answers(page, false);
  await expect(page.locator('.move')).toHaveCount(4);
  await expect(page.locator('.move').nth(2)).toHaveText('d7-g7');
});

test('a turn is prepared and played also after the one before it was tried in the analysis', async ({ page }) => {
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
  await expect(page.locator('.status-text')).toHaveText('Then d7 to g7. Press again to cancel.');
  await answers(page, false);
  await expect(page.locator('.move[aria-current]')).toHaveCount(1);
  await expect(cell(page, 'g7')).toHaveAttribute('data-man', 'white');
});

test('a prepared turn is of one game only, is given up where the game is looked into, and can be cancelled while the answer moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await holdAnswers(page);
  await open(page);
  await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
  const begin = 'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20';
  const status = page.locator('.status-text');
  const prepare = async () => {
    await set(page, begin);
    await answers(page, true);
    for (const point of ['a7', 'd7']) await click(page, point);
    await expect(cell(page, 'd7')).toHaveAttribute('data-man', 'white');
    for (const point of ['d7', 'g7']) await click(page, point);
    await expect(status).toHaveText('Then d7 to g7. Press again to cancel.');
  };
  // In another game, one ply further, the same turn is legal.
  await prepare();
  const link = await page.evaluate((text) => `#game=${encodeURIComponent(text)}`, `[Position "${begin}"]\n\n20. a7-d7 a1-a4 *`);
  await page.evaluate((hash) => void (location.hash = hash), link);
  await expect(page.locator('.move')).toHaveCount(2);
  await expect(status).toHaveText(/^Your turn/);
  await page.waitForTimeout(600);
  await expect(page.locator('.move')).toHaveCount(2);
  await answers(page, false);
  // In the analysis both sides are the person's.
  await prepare();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Analysis' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(status).not.toHaveText(/Then d7/);
  await answers(page, false);
  // The answer has come, and still moves: no frame is drawn meanwhile.
  await prepare();
  await page.evaluate(() => {
    const kept = window.requestAnimationFrame;
    /** @type {FrameRequestCallback[]} */
    const held = [];
    window.requestAnimationFrame = (draw) => held.push(draw);
    Object.assign(window, { letGo: () => ((window.requestAnimationFrame = kept), held.forEach((draw) => kept(draw))) });
  });
  await answers(page, false);
  await expect(page.locator('.move')).toHaveCount(2);
  await click(page, 'g4');
  await expect(status).not.toHaveText(/Then d7/);
  await page.evaluate(() => /** @type {any} */ (window).letGo());
  await page.waitForTimeout(600);
  await expect(page.locator('.move')).toHaveCount(2);
});

test('an offer to the computer that is left for something else lapses, and is in the way of nothing', { tag: '@desktop' }, async ({ page }) => {
  await holdAnswers(page);
  await open(page);
  await answers(page, true);
  const lamp = page.locator('[data-do=hint]');
  await expect(lamp).toBeVisible();
  await menu(page, 'Offer a draw');
  await expect(page.locator('.status-text')).toHaveText(/thinks about your offer/);
  // A second one changes nothing.
  await menu(page, 'Offer a draw');
  await page.waitForTimeout(200);
  await expect(page.locator('.status-text')).toHaveText(/thinks about your offer/);
  // No hint meanwhile, which would break it off.
  await expect(lamp).toBeHidden();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Analysis' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.locator('.status-text')).toHaveText(/^Your turn/);
  await expect(lamp).toBeVisible();
  await answers(page, false);
  await page.waitForTimeout(300);
  await expect(page.locator('.status-text')).toHaveText(/^Your turn/);
});

test('a prepared turn that closes a mill asks for the capture', async ({ page }) => {
  await holdAnswers(page);
  await open(page);
  await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
  // Black can neither reach d5 nor close a mill.
  await set(page, 'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20');
  await answers(page, true);
  for (const point of ['a7', 'd7', 'd6', 'd5']) await click(page, point);
  await expect(page.locator('.status-text')).toHaveText('Then d6 to d5. Press again to cancel.');
  await answers(page, false);
  await expect(page.locator('.status-text')).toHaveText('Your mill. Take a black man.');
  await expect(page.locator('[data-act=take]').first()).toBeVisible();
});

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

test('the very first man that is placed is heard', async ({ page }) => {
  await noteSounds(page);
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  await page.reload();
  await ready(page);
  expect(await started(page)).toEqual([]);
  await click(page, 'd6');
  await expect.poll(() => started(page), { message: 'a knock' }).toEqual([expect.closeTo(0.14, 2)]);
});

test.describe('before the sound is there', () => {
  test.use({ serviceWorkers: 'block' });

  for (const late of [true, false])
    test(`a man that is placed is heard ${late ? 'never where it comes too late' : 'as soon as it comes'}`, async ({ page }) => {
      await noteSounds(page);
      let fetched = 0;
      /** @type {() => void} */
      let send = () => {};
      const released = new Promise((resolve) => (send = () => resolve(null)));
      await page.route(/\/sound-[\w-]+\.js$/, async (route) => {
        fetched += 1;
        await released;
        await route.continue();
      });
      await page.addInitScript(() => {
        const real = performance.now.bind(performance);
        performance.now = () => /** @type {any} */ (window).hour ?? real();
      });
      const hour = (/** @type {number} */ time) => page.evaluate((now) => Object.assign(window, { hour: now }), time);
      await open(page);
      await start(page, { mode: 'people', spec: 'nine' });
      await expect.poll(() => fetched, { message: 'the sound is on its way' }).toBe(1);
      // The page's own time stands still, whatever the machine does meanwhile.
      await hour(3_600_000);
      await play(page, 'd6');
      await hour(3_600_000 + (late ? 1000 : 100));
      send();
      if (late) await play(page, 'a1');
      await expect.poll(async () => (await started(page)).length, { message: late ? 'the second man' : 'the first man' }).toBe(1);
    });
});

test('sounds are short, and silent when switched off', async ({ page }) => {
  await page.addInitScript(() => {
    const heard = /** @type {{ seconds: number, peak: number, gain: number }[]} */ ([]);
    Object.assign(window, { heard });
    const peaks = new WeakMap();
    const copy = AudioBuffer.prototype.copyToChannel;
    AudioBuffer.prototype.copyToChannel = function (samples, channel, start) {
      peaks.set(this, samples.reduce((most, n) => Math.max(most, Math.abs(n)), 0));
      return copy.call(this, samples, channel, start);
    };
    const connect = AudioNode.prototype.connect;
    let gain = 0;
    AudioNode.prototype.connect = /** @type {any} */ (function (/** @type {AudioNode} */ to) {
      // @ts-expect-error: called with what it was called with.
      const result = connect.apply(this, arguments);
      if (to instanceof GainNode) gain = to.gain.value;
      return result;
    });
    const begin = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when) {
      heard.push({ seconds: this.buffer?.duration ?? 0, peak: peaks.get(this.buffer), gain });
      return begin.call(this, when);
    };
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (window).heard);
  await open(page);
  await start(page, { mode: 'people', spec: 'nine' });
  // A sample is heard when the volume is set.
  await settings(page, async (form) => {
    await form.getByLabel('Volume').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await heard()).length, { message: 'a sample' }).toBeGreaterThan(0);
  });
  const first = (await heard()).length;
  for (const move of ['d6', 'a1', 'b6', 'd7', 'f6xa1']) await play(page, move);
  // Five knocks, the mill, the capture.
  await expect.poll(async () => (await heard()).length - first).toBe(7);
  for (const { seconds, peak, gain } of await heard()) {
    expect(seconds).toBeLessThanOrEqual(0.25);
    expect(peak).toBeGreaterThan(0.1);
    expect(peak).toBeLessThanOrEqual(1);
    expect(gain, 'quiet unless asked for more').toBeLessThan(0.25);
  }
  await settings(page, async (form) => {
    await form.getByLabel('Volume').focus();
    await page.keyboard.press('Home');
    await expect(form.getByLabel('Volume')).toHaveAttribute('aria-valuetext', 'Off');
  });
  const before = (await heard()).length;
  await play(page, 'g1');
  expect((await heard()).length).toBe(before);
});

test('single keys work until they are switched off', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people' });
  const top = page.locator('#player-top');
  await page.keyboard.press('t');
  await expect(top).toHaveAttribute('data-side', 'white');
  await settings(page, (form) => form.getByLabel('Single keys are commands').uncheck());
  await page.keyboard.press('t');
  await play(page, 'd6');
  await expect(top).toHaveAttribute('data-side', 'white');
});

test('men are moved by click alone or by drag alone where that is chosen', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people' });
  await set(page, MOVING);
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
