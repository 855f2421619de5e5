// How soon the computer answers, and how long it may think: what is chosen reaches it. By which
// rules: tests/page/timing.test.js.
import { expect, test } from './fixtures.js';
import { legal, line, menu, myTurn, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

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

/** @param {Page} page @param {string} time */
const think = (page, time) =>
  settings(page, (form) => form.getByLabel('Maximum thinking time').selectOption(time));

/**
 * The computer's worker, which from now on notes what it is asked and how often it answers.
 * @param {Page} page
 */
async function overhear(page) {
  const find = () => page.workers().find((w) => w.url().includes('engine.worker'));
  await expect.poll(find).toBeTruthy();
  const worker = /** @type {import('@playwright/test').Worker} */ (find());
  await worker.evaluate(() => {
    const { onmessage, postMessage } = self;
    Object.assign(self, { asked: [], answers: 0 });
    self.onmessage = (event) => {
      if (event.data.type === 'go') /** @type {any} */ (self).asked.push(event.data);
      onmessage?.call(self, event);
    };
    self.postMessage = (/** @type {any} */ message) => {
      if (message.type === 'best') /** @type {any} */ (self).answers++;
      postMessage.call(self, message);
    };
  });
  return {
    /** @returns {Promise<{ millis: number, limits: Record<string, number> }[]>} */
    asked: () =>
      worker.evaluate(() =>
        /** @type {any} */ (self).asked.map((/** @type {any} */ { millis, limits }) => ({
          millis,
          limits,
        })),
      ),
    /** @returns {Promise<number>} */
    answers: () => worker.evaluate(() => /** @type {any} */ (self).answers),
  };
}

/** @param {Page} page */
const playFirst = async (page) => play(page, (await legal(page))[0] ?? '');

test('the computer thinks as long as a person lets it', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 3 });
  await playFirst(page);
  await myTurn(page);
  const { asked } = await overhear(page);
  await think(page, '15 seconds');
  await playFirst(page);
  // It does not take all of it: its own limits end its search.
  await myTurn(page);
  await think(page, 'Set by level');
  await playFirst(page);
  await myTurn(page);
  const limits = { level: 3, seed: expect.any(Number) };
  expect(await asked()).toEqual([
    { millis: 15_000, limits },
    { millis: 1000, limits },
  ]);
});

test(
  'only the strongest level goes beyond its own limits, and is stopped where it is given less time',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    // A game without a book of openings, from which it would play at once.
    await start(page, { mode: 'computer', spec: 'morabaraba', colour: 'white', level: 10 });
    const { asked } = await overhear(page);
    const last = async () => (await asked()).at(-1);
    const own = { level: 10, seed: expect.any(Number) };
    await playFirst(page);
    await expect.poll(last).toEqual({ millis: 2000, limits: own });
    await myTurn(page);
    await think(page, '15 seconds');
    await playFirst(page);
    await expect.poll(last).toEqual({ millis: 15_000, limits: {} });
    // A player who finds that too long can cut it short.
    await think(page, '1 second');
    await expect.poll(last).toEqual({ millis: 1000, limits: own });
    await myTurn(page);
    expect((await asked()).map(({ millis }) => millis)).toEqual([2000, 15_000, 1000]);
  },
);

test(
  'the computer answers no sooner than a person wishes, with and without motion',
  { tag: '@slow' },
  async ({ page }) => {
    await page.clock.install();
    await open(page);
    await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
    const { answers } = await overhear(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    let turns = 0;
    for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
      await page.emulateMedia({ reducedMotion });
      for (const [reply, early, late] of /** @type {[string, number, number][]} */ ([
        ['At once', 90, 500],
        ['At a natural pace', 390, 800],
        ['Slowly', 1190, 1300],
      ])) {
        await settings(page, (form) => form.getByLabel(reply).check());
        await playFirst(page);
        const before = await line(page);
        // It knows what to play, and waits.
        await expect.poll(answers).toBe(++turns);
        await page.clock.runFor(early);
        expect(await line(page), `${reply}, ${reducedMotion}`).toBe(before);
        await page.clock.runFor(late - early);
        await expect
          .poll(() => line(page), { message: `${reply}, ${reducedMotion}` })
          .not.toBe(before);
        await page.clock.runFor(1000);
      }
    }
  },
);

test(
  'how much time the computer takes is kept, and what is stored is not trusted',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await settings(page, async (form) => {
      await expect(form.getByLabel('At a natural pace')).toBeChecked();
      await form.getByLabel('Slowly').check();
      await form.getByLabel('Maximum thinking time').selectOption('5 seconds');
    });
    await page.reload();
    await ready(page);
    await settings(page, async (form) => {
      await expect(form.getByLabel('Slowly')).toBeChecked();
      await expect(form.getByLabel('Maximum thinking time')).toHaveValue('5000');
    });
    await page.evaluate(() => {
      const look = JSON.parse(localStorage.getItem('merels.look') ?? '');
      localStorage.setItem(
        'merels.look',
        JSON.stringify({ ...look, material: 'wood', reply: 'never', thinking: 1e9 }),
      );
    });
    await page.reload();
    await ready(page);
    await settings(page, async (form) => {
      await expect(form.getByLabel('Wood')).toBeChecked();
      await expect(form.getByLabel('At a natural pace')).toBeChecked();
      await expect(form.getByLabel('Maximum thinking time')).toHaveValue('0');
    });
  },
);
