/**
 * The processor that the page is held to: a cheap phone's, four times slower than the desktop's on which the budgets were set.
 * Machines differ, and what else they do differs from minute to minute. So a processor is slowed until a job of a known size takes
 * as long as on that phone, and a try in which the machine does not keep this pace in an empty page says nothing of ours.
 */
import { expect, test } from '../browser/fixtures.js';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

/** What the job takes on a cheap phone, in milliseconds. */
const PHONE = 27;
/** How much longer it may take while another thread of the same page computes. */
const SLACK = 2;
/** 60 frames a second, as a mean of some frames may come out. */
export const PACE = 58;
/** How often a promise may be missed by the page while the machine could have kept it. */
const TRIES = 20;
/** How long it is tried in all, fair or not, in milliseconds. */
const PATIENCE = 120_000;

/** @type {WeakMap<Page, import('@playwright/test').CDPSession>} */
const sessions = new WeakMap();

/** @param {Page} page @param {number} rate how many times slower than it is the processor is made */
export async function slow(page, rate) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** An empty page that tells what the machine can do. @typedef {Awaited<ReturnType<typeof control>>} Control */

/** @param {Browser} browser */
export async function control(browser) {
  const { viewport, deviceScaleFactor, isMobile } = test.info().project.use;
  const page = await browser.newPage({ viewport, deviceScaleFactor, isMobile });
  let best = Infinity;
  for (let n = 0; n < 20; n++) best = Math.min(best, await job(page));
  expect(best).toBeGreaterThan(0);
  const rate = Math.max(1, PHONE / best);
  await slow(page, rate);
  return {
    /** How many times slower the processor has to be made to be a cheap phone's. */
    rate,
    works: async () => (await job(page)) <= SLACK * PHONE,
    draws: async () => (await pace(page)) >= PACE,
    close: () => page.close(),
  };
}

/**
 * Measures until a promise is kept. A busy machine only ever makes a measurement worse, so once is enough; what the page itself is
 * too slow for fails every time. Where the machine had too much else to do for anything to be learnt, the test is skipped.
 * @template T
 * @param {() => Promise<boolean>} able whether the machine keeps its pace just now
 * @param {() => Promise<T>} measure
 * @param {(found: T) => boolean} kept
 */
export async function hold(able, measure, kept) {
  /** @type {T[]} */
  const all = [];
  let fair = 0;
  const begin = performance.now();
  while (fair < TRIES && performance.now() - begin < PATIENCE) {
    const before = await able();
    const found = await measure();
    if (kept(found)) return;
    all.push(found);
    if (before && (await able())) fair++;
  }
  test.skip(fair < TRIES, `The machine does too much else: ${fair} of ${all.length} tries were fair.`);
  expect(all, 'one try of these keeps the promise').toBe('kept');
}

/** How long a job of a known size takes, in milliseconds. @param {Page} page */
const job = (page) => page.evaluate(() => {
  const begin = performance.now();
  for (let round = 0; round < 40; round++) {
    const words = Array.from({ length: 500 }, (_, n) => ({ text: `${(n * 7919) % 500}`, sum: n }));
    words.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.sum - b.sum));
    JSON.parse(JSON.stringify(words));
  }
  return performance.now() - begin;
});

/** Frames a second of a motion that costs next to nothing to draw. @param {Page} page */
const pace = (page) => page.evaluate(async () => {
  const canvas = document.body.appendChild(document.createElement('canvas'));
  const size = Math.round(innerWidth * devicePixelRatio);
  Object.assign(canvas, { width: size, height: size });
  canvas.style.width = `${innerWidth}px`;
  const brush = canvas.getContext('2d');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const begin = await frame();
  let now = begin;
  const FRAMES = 10;
  for (let n = 0; n < FRAMES; n++) {
    brush?.fillRect(10 * n, 10 * n, 10, 10);
    now = await frame();
  }
  canvas.remove();
  return (1000 * FRAMES) / (now - begin);
});
