/**
 * The processor that the page is held to: a cheap phone's, four times slower than the desktop's on
 * which the budgets were set.
 * Machines differ: so before every try a job of a known size is timed, and the processor slowed
 * until it takes as long as on that phone.
 */
import { cpus } from 'node:os';
import { expect } from '../browser/fixtures.js';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').CDPSession} CDPSession */

/** What the job takes on a cheap phone, in milliseconds. */
const PHONE = 27;
/** How often it is done before a try; and at first, until the browser has compiled it. */
const JOBS = 11;
const WARM = 30;
/** In a calm try other programs take no more of the processors than this part of one. */
const CALM = 0.2;
/**
 * So many calm tries count; others are made instead of those that were not, but only so many in
 * all, and so long (in milliseconds).
 */
const COUNTED = 5;
const TRIES = 20;
const PATIENCE = 180_000;

/** @type {WeakMap<Page, CDPSession>} */
const sessions = new WeakMap();

/**
 * @param {Page} page
 * @param {number} rate how many times slower than it is the processor is made
 */
export async function slow(page, rate) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/**
 * Expects that most of five tries keep each promise: a page that is too slow keeps it now and then,
 * and one that is fast enough may miss it.
 * Tries during which other programs had a processor do not count. Where that never ends, all that
 * can be asked is that one try keeps it.
 * @template T
 * @param {Browser} browser
 * @param {(rate: number) => Promise<T>} measure told how many times slower the processor has to be
 *   made to be a cheap phone's
 * @param {(found: T) => Record<string, boolean>} judge which promises are kept, by their names
 * @param {() => Promise<void>} [tidy] done after each try; until then no page may be closed, or its
 *   work would count as that of others
 */
export async function hold(browser, measure, judge, tidy = async () => {}) {
  const system = await browser.newBrowserCDPSession();
  const page = await browser.newPage();
  for (let n = 0; n < WARM; n++) await job(page);
  /** @type {{ others: number, rate: number, kept: Record<string, boolean>, found: T }[]} */
  const tries = [];
  const names = () => Object.keys(tries[0]?.kept ?? {});
  const calm = () => tries.filter(({ others }) => others <= CALM).slice(0, COUNTED);
  const most = (/** @type {string} */ name, /** @type {boolean} */ kept) =>
    calm().filter((one) => one.kept[name] === kept).length > COUNTED / 2;
  const isDecided = () =>
    names().every((name) => most(name, true)) || names().some((name) => most(name, false));
  const begin = performance.now();
  do {
    const rate = Math.max(1, PHONE / (await usual(page)));
    const before = await reading(system);
    const found = await measure(rate);
    const after = await reading(system);
    await tidy();
    tries.push({
      others: (after.busy - before.busy) / (after.time - before.time),
      rate,
      kept: judge(found),
      found,
    });
  } while (!isDecided() && tries.length < TRIES && performance.now() - begin < PATIENCE);
  await page.close();
  await system.detach();
  const missed = names().filter((name) =>
    isDecided() ? most(name, false) : !tries.some(({ kept }) => kept[name]),
  );
  expect(
    missed,
    `what is promised, after ${calm().length} calm tries of ${JSON.stringify(tries, null, 2)}`,
  ).toEqual([]);
}

/**
 * When it is, and how long other programs than the browser and this one have had processors until
 * now, in seconds.
 * @param {CDPSession} system
 */
async function reading(system) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const own = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const { user, system: kernel } = process.cpuUsage();
  const all = cpus();
  const time = performance.now() / 1000;
  // What was taken from a virtual machine is not even there to be idle.
  const idle = all.reduce((sum, { times }) => sum + times.idle, 0) / 1000;
  return { time, busy: time * all.length - idle - own - (user + kernel) / 1e6 };
}

/** How long the job takes as a rule. @param {Page} page */
async function usual(page) {
  const times = [];
  for (let n = 0; n < JOBS; n++) times.push(await job(page));
  return times.sort((a, b) => a - b)[JOBS >> 1] ?? NaN;
}

/** How long a job of a known size takes, in milliseconds. @param {Page} page */
const job = (page) =>
  page.evaluate(() => {
    const begin = performance.now();
    for (let round = 0; round < 40; round++) {
      const words = Array.from({ length: 500 }, (_, n) => ({
        text: `${(n * 7919) % 500}`,
        sum: n,
      }));
      words.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.sum - b.sum));
      JSON.parse(JSON.stringify(words));
    }
    return performance.now() - begin;
  });
