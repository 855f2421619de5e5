/**
 * The page's promises of speed, on a cheap phone's processor (machine.js). Elsewhere nothing is timed; these are held to here
 * because a page that breaks them is broken.
 */
import { expect, test } from '../browser/fixtures.js';
import { click, legal, menu, myTurn, open, play, start } from '../browser/table.js';
import { firstMove } from '../../scripts/lib/firstmove.mjs';
import { pick } from '../browser/recipe.js';
import { hold, phoneRate, slow } from './machine.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Longer than any motion, in milliseconds. */
const REST = 800;

/** 60 frames a second, as a mean of some frames may come out. */
const PACE = 58;

/** How many times slower the processor is made. */
let rate = 1;
test.beforeEach(async ({ browser }) => {
  rate = await phoneRate(browser);
});

test('a first move is accepted within a second of the navigation, with nothing cached, on a cheap phone', async ({ browser, site }) => {
  await hold(async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const time = await firstMove(context, site.url, rate);
    await context.close();
    return time;
  }, (millis) => millis <= 1000);
});

test('the computer’s replies and a person’s turns leave the page free: no task lasts over 50 ms', async ({ page }) => {
  await noteTasks(page);
  await open(page);
  await hold(async () => {
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
  }, (tasks) => tasks.length === 0);
});

test('walking through a game while the computer analyses it takes no task over 50 ms on a cheap phone', async ({ page }) => {
  await noteTasks(page);
  await open(page, `./#game=${encodeURIComponent('1. d6 f4 2. d2 d3 3. b4 b6 4. f6 b2 5. a4 c4 6. g4 e4')}`);
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Analysis' })).toBeVisible();
  await page.waitForTimeout(REST);
  await slow(page, rate);
  const steps = [...Array(6).fill('ArrowLeft'), ...Array(6).fill('ArrowRight')];
  // Each step has to be light once; they need not all be in the same try.
  const light = new Set();
  await hold(async () => {
    const heavy = [];
    for (const [n, key] of steps.entries()) {
      await longTasks(page);
      await page.keyboard.press(key);
      await page.waitForTimeout(250);
      const tasks = await longTasks(page);
      if (tasks.length) heavy.push(`${key} ${n}: ${tasks}`);
      else light.add(n);
    }
    return heavy;
  }, () => light.size === steps.length);
});

test('men drop, slide and are taken at 60 frames a second on a cheap phone', async ({ page }) => {
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
  await keepsPace(async () => {
    const drop = await frameTimes(page, () => click(page, 'f6'));
    const taken = await frameTimes(page, () => click(page, 'a1'));
    await back.click();
    return { drop, taken };
  });
  await start(page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move);
  await keepsPace(async () => {
    const slide = await frameTimes(page, () => play(page, 'b2-b3'));
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
      for (const { startTime, duration } of list.getEntries()) tasks.push(`${Math.round(duration)} ms at ${Math.round(startTime)}`);
    }).observe({ type: 'longtask' });
  });
}

/** Those since the last call. @param {Page} page @returns {Promise<string[]>} */
const longTasks = (page) => page.evaluate(() => /** @type {any} */ (window).tasks.splice(0));

/**
 * Each motion has to be smooth once; they need not all be in the same try.
 * @param {() => Promise<Record<string, number[]>>} measure the times between the frames of each motion
 */
async function keepsPace(measure) {
  /** @type {Set<string>} */
  const smooth = new Set();
  await hold(async () => {
    const motions = await measure();
    const paces = rates(motions);
    for (const [name, pace] of Object.entries(paces)) if (pace >= PACE && (motions[name]?.length ?? 0) > 6) smooth.add(name);
    return paces;
  }, (paces) => Object.keys(paces).every((name) => smooth.has(name)));
}

/** Frames a second, on the average of each motion. @param {Record<string, number[]>} motions */
const rates = (motions) =>
  Object.fromEntries(Object.entries(motions).map(([name, times]) => [name, Math.round((10_000 * times.length) / times.reduce((a, b) => a + b, 0)) / 10]));

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

/** The times between frames from an act until the board has come to rest. @param {Page} page @param {() => Promise<void>} act */
async function frameTimes(page, act) {
  const read = () => page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).frameTimes.splice(0)));
  await page.waitForTimeout(REST);
  await read();
  await slow(page, rate);
  await act();
  await page.waitForTimeout(REST);
  await slow(page, 1);
  return read();
}
