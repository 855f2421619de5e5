/**
 * The processor that the page is held to: a cheap phone's, four times slower than the desktop's on which the budgets were set.
 * Machines differ: so a processor is slowed until a job of a known size takes as long as on that phone.
 */
import { expect } from '../browser/fixtures.js';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

/** What the job takes on a cheap phone, in milliseconds. */
const PHONE = 27;
const JOBS = 41;
/** How often a promise may be missed at the least, and how long it is tried in all, in milliseconds. */
const TRIES = 20;
const PATIENCE = 120_000;

/** @type {WeakMap<Page, import('@playwright/test').CDPSession>} */
const sessions = new WeakMap();

/** @param {Page} page @param {number} rate how many times slower than it is the processor is made */
export async function slow(page, rate) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** How many times slower this machine's processor has to be made to be a cheap phone's. @param {Browser} browser */
export async function phoneRate(browser) {
  const page = await browser.newPage();
  /** @type {number[]} */
  const times = [];
  for (let n = 0; n < JOBS; n++) times.push(await job(page));
  await page.close();
  // What the machine gives most of the time, whatever else it does beside it.
  const usual = times.sort((a, b) => a - b)[JOBS >> 1] ?? NaN;
  expect(usual).toBeGreaterThan(0);
  return Math.max(1, PHONE / usual);
}

/**
 * Measures until a promise is kept. A busy machine only ever makes a measurement worse, so once is enough; what the page itself is
 * too slow for fails every time.
 * @template T
 * @param {() => Promise<T>} measure
 * @param {(found: T) => boolean} kept
 */
export async function hold(measure, kept) {
  /** @type {T[]} */
  const all = [];
  const begin = performance.now();
  while (all.length < TRIES || performance.now() - begin < PATIENCE) {
    const found = await measure();
    if (kept(found)) return;
    all.push(found);
  }
  expect(all, 'one of these tries keeps the promise').toBe('kept');
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
