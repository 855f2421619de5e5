/**
 * The page's promises of speed, on a cheap phone's processor (machine.js). Elsewhere nothing is
 * timed; these are held to here because a page that breaks them is broken.
 */
import { expect, test } from '../browser/fixtures.js';
import { click, legal, menu, myTurn, open, play, start } from '../browser/table.js';
import { firstMove } from '../../scripts/lib/firstmove.mjs';
import { pick } from '../browser/recipe.js';
import { hold, slow } from './machine.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Longer than any motion, in milliseconds. */
const REST = 800;

/** 60 frames a second, as a mean of some frames may come out. */
const PACE = 58;

test('a first move is accepted within a second of the navigation, with nothing cached, on a cheap phone', async ({
  browser,
  site,
}) => {
  /** @type {import('@playwright/test').BrowserContext | undefined} */
  let context;
  await hold(
    browser,
    async (rate) => {
      context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      return firstMove(context, site.url, rate);
    },
    (millis) => ({ 'a second': millis <= 1000 }),
    async () => context?.close(),
  );
});

test('the computer’s replies and a person’s turns leave the page free: no task lasts over 50 ms', async ({
  browser,
  page,
}) => {
  await noteTasks(page);
  await open(page);
  await hold(
    browser,
    async () => {
      await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 3 });
      await page.waitForTimeout(300);
      await longTasks(page);
      for (let n = 0; n < 14; n++) {
        await myTurn(page);
        const moves = await legal(page);
        if (!moves.length) break;
        await play(page, pick(moves, 2 * n));
      }
      return longTasks(page);
    },
    (tasks) => ({ 'no long task': tasks.length === 0 }),
  );
});

test('walking through a game while the computer analyses it takes no task over 50 ms on a cheap phone', async ({
  browser,
  page,
}) => {
  await noteTasks(page);
  await open(
    page,
    `./#game=${encodeURIComponent('1. d6 f4 2. d2 d3 3. b4 b6 4. f6 b2 5. a4 c4 6. g4 e4')}`,
  );
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Analysis' })).toBeVisible();
  await page.waitForTimeout(REST);
  const steps = [...Array(6).fill('ArrowLeft'), ...Array(6).fill('ArrowRight')];
  // Each step for itself: what disturbs one need not disturb the others.
  await hold(
    browser,
    async (rate) => {
      await slow(page, rate);
      /** @type {Record<string, string[]>} */
      const tasks = {};
      for (const [n, key] of steps.entries()) {
        await longTasks(page);
        await page.keyboard.press(key);
        await page.waitForTimeout(250);
        tasks[`${key} ${n}`] = await longTasks(page);
      }
      await slow(page, 1);
      return tasks;
    },
    (tasks) =>
      Object.fromEntries(Object.entries(tasks).map(([step, found]) => [step, found.length === 0])),
  );
});

test('men drop, slide and are taken at 60 frames a second on a cheap phone', async ({
  browser,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await noteFrames(page);
  await open(page);
  // The look that has the most to draw.
  await menu(page, 'Settings');
  await page.getByLabel('Wood').check();
  await page.keyboard.press('Escape');
  const back = page.getByRole('button', { name: 'Take back' });
  await start(page, { mode: 'people', spec: 'nine' });
  for (const move of ['d6', 'a1', 'b6', 'd7', 'f4', 'a4']) await play(page, move);
  await keepsPace(browser, async (rate) => {
    const drop = await frameTimes(page, rate, () => click(page, 'f6'));
    const taken = await frameTimes(page, rate, () => click(page, 'a1'));
    await back.click();
    return { drop, taken };
  });
  await start(page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move);
  await keepsPace(browser, async (rate) => {
    const slide = await frameTimes(page, rate, () => play(page, 'b2-b3'));
    await back.click();
    return { slide };
  });
});

/** Notes the tasks that leave a page no time for anything else. @param {Page} page */
async function noteTasks(page) {
  await page.addInitScript(() => {
    const tasks = /** @type {string[]} */ ([]);
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        tasks.push(`${Math.round(duration)} ms at ${Math.round(startTime)}`);
    }).observe({ type: 'longtask' });
  });
}

/** Those since the last call. @param {Page} page @returns {Promise<string[]>} */
const longTasks = (page) => page.evaluate(() => /** @type {any} */ (window).tasks.splice(0));

/**
 * Each motion has to be smooth.
 * @param {import('@playwright/test').Browser} browser
 * @param {(rate: number) => Promise<Record<string, number[]>>} measure the times between the frames
 *   of each motion
 */
const keepsPace = (browser, measure) =>
  hold(
    browser,
    async (rate) =>
      Object.entries(await measure(rate)).map(([name, times]) => ({
        name,
        frames: times.length,
        pace: pace(times),
      })),
    (motions) =>
      Object.fromEntries(
        motions.map(({ name, frames, pace }) => [name, frames > 6 && pace >= PACE]),
      ),
  );

/** Frames a second, on the average. @param {number[]} times */
const pace = (times) => Math.round((10_000 * times.length) / times.reduce((a, b) => a + b, 0)) / 10;

/** Notes the time between frames of one motion. @param {Page} page */
async function noteFrames(page) {
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    let drawing = -1;
    Object.assign(window, { frameTimes: [] });
    window.requestAnimationFrame = (run) => {
      // Only a frame that is asked for while another is drawn goes on with its motion.
      const before = drawing;
      return real((now) => {
        if (before >= 0) /** @type {any} */ (window).frameTimes.push(now - before);
        drawing = now;
        run(now);
        drawing = -1;
      });
    };
  });
}

/**
 * The times between frames from an act until the board has come to rest.
 * @param {Page} page
 * @param {number} rate
 * @param {() => Promise<void>} act
 */
async function frameTimes(page, rate, act) {
  const read = () =>
    page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).frameTimes.splice(0)));
  await page.waitForTimeout(REST);
  await read();
  await slow(page, rate);
  await act();
  await page.waitForTimeout(REST);
  await slow(page, 1);
  return read();
}
