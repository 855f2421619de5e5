import { expect, test } from './fixtures.js';
import { click, myTurn, open, play, start } from './table.js';

test('nothing shifts, from the first paint through a game', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const shifts = /** @type {string[]} */ ([]);
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries()))
        // As browsers count it: what answers a press is not a shift.
        if (!entry.hadRecentInput)
          shifts.push(
            `${entry.value} ${entry.sources.map((/** @type {any} */ s) => `${s.node?.parentElement?.className}>${s.node?.className ?? s.node?.nodeName} ${JSON.stringify(s.previousRect)} ${JSON.stringify(s.currentRect)}`).join(' | ')}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  await page.evaluate(() => document.fonts.ready);
  await click(page, 'd6');
  await myTurn(page);
  await start(page, { mode: 'people', spec: 'nine' });
  for (const move of ['d6', 'a1', 'b6', 'd7', 'f4', 'a4']) await play(page, move);
  await click(page, 'f6');
  await click(page, 'a1');
  await page.getByRole('button', { name: 'Take back' }).click();
  expect(await page.evaluate(() => /** @type {any} */ (window).shifts)).toEqual([]);
});

/**
 * Counts the frames that the page asks for: `all` of them, and those asked for `inLoop`, while
 * drawing another, as an animation does.
 * @param {import('@playwright/test').Page} page
 */
async function countFrames(page) {
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    const frames = { all: 0, inLoop: 0, last: 0 };
    let drawing = false;
    Object.assign(window, { frames });
    window.requestAnimationFrame = (run) => {
      frames.all++;
      if (drawing) frames.inLoop++;
      frames.last = performance.now();
      return real((now) => {
        drawing = true;
        run(now);
        drawing = false;
      });
    };
  });
}
/**
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<{ all: number, inLoop: number, last: number }>}
 */
const frames = (page) => page.evaluate(() => ({ .../** @type {any} */ (window).frames }));

/**
 * Waits until so many frames of the browser have gone by.
 * @param {import('@playwright/test').Page} page
 * @param {number} n
 */
const wait = (page, n) =>
  page.evaluate(
    (count) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const real = /** @type {Window} */ (frame.contentWindow).requestAnimationFrame;
        let left = count;
        const step = () => (left-- > 0 ? real(step) : (frame.remove(), resolve(null)));
        step();
      }),
    n,
  );

test('a man takes his time to drop where motion is wished, none otherwise, and nothing is drawn while nothing moves', async ({
  page,
}) => {
  await test.step('with motion allowed a man takes his time to drop', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await countFrames(page);
    await page.addInitScript(() => {
      addEventListener('pointerup', () => Object.assign(window, { pressed: performance.now() }), {
        capture: true,
      });
    });
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await wait(page, 10);
    const before = await frames(page);
    await play(page, 'd6');
    await wait(page, 30);
    const after = await frames(page);
    expect(after.inLoop).toBeGreaterThan(before.inLoop);
    // A drop lasts 160 ms; a slow machine draws fewer frames of it, but not sooner.
    expect(
      after.last - (await page.evaluate(() => /** @type {any} */ (window).pressed)),
    ).toBeGreaterThan(100);
  });
  await test.step('no frame is drawn while nothing moves', async () => {
    await play(page, 'a1');
    await wait(page, 24);
    const before = await frames(page);
    await wait(page, 24);
    expect(await frames(page)).toEqual(before);
  });
  await test.step('with reduced motion a move is there at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await wait(page, 10);
    const before = await frames(page);
    await play(page, 'b6');
    await wait(page, 30);
    const after = await frames(page);
    expect(after.all).toBeGreaterThan(before.all);
    expect(after.inLoop).toBe(before.inLoop);
  });
});
