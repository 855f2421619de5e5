/**
 * Workers that are ended, that trap, that run out of memory, or that do not answer: the page goes
 * on. With what they say wrong: tests/wasm/watchdog.test.mjs, tests/page/exact-values.test.js.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/lib/page.mjs';
import { expect, test } from './fixtures.js';
import { cell, click, drop, legal, menu, myTurn, open, play, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * A silence of 2.5 s is noticed, and another worker does the work; on a busy machine that may take
 * a while more.
 */
const SOON = 15_000;

/** @param {string} begin */
const file = (begin) =>
  readdirSync(join(DIST, 'assets')).find((name) => name.startsWith(begin)) ?? 'none';
const ENGINE = file('engine.worker-');
const SOLVER = file('solver.worker-');
const READER = file('collection.worker-');
const GIF = file('gif.worker-');

/** A module whose only function traps. */
const TRAP =
  '[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11]';

/** What may befall a worker: run in it in place of its answer to the first message of a kind. */
const FAULTS = {
  'is ended': 'self.close()',
  traps: `new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(${TRAP}))).exports.f()`,
  'has no memory':
    '/* goes on */ for (let size = 2 ** 30; size >= 1; size /= 2) try { for (;;) ofTest.__wbindgen_malloc(size, 1); } catch {}',
  fails: "throw new Error('broken on purpose')",
  // Without using the processor, which the other tests need.
  'never answers':
    'Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0)',
};

/**
 * Serves a worker's script in which something happens when it is asked, as often as `times` says.
 * @param {Page} page
 * @param {string} name
 * @param {string} fault
 * @param {{ when?: string, times?: number }} [how] `when`: about which message
 */
async function sabotage(page, name, fault, { when = "event.data.type === 'go'", times = 1 } = {}) {
  const script = readFileSync(join(DIST, 'assets', name), 'utf8');
  let served = 0;
  await page.route(`**/${name}`, (route) => {
    const broken = served++ < times;
    const before = `
      let ofTest;
      const streaming = WebAssembly.instantiateStreaming;
      WebAssembly.instantiateStreaming = async (...args) => {
        const made = await streaming(...args);
        ofTest = made.instance.exports;
        return made;
      };
      self.addEventListener('message', (event) => {
        if (!(${when})) return;
        ${fault.startsWith('/* goes on */') ? '' : 'event.stopImmediatePropagation();'}
        ${fault};
      });`;
    return route.fulfill({
      contentType: 'text/javascript',
      body: broken ? before + script : script,
    });
  });
  return () => served;
}

/**
 * What `npm test` has to know of many faults.
 * @param {string} what
 * @param {string[]} representatives
 */
const tags = (what, representatives) =>
  representatives.includes(what) ? ['@desktop'] : ['@desktop', '@slow'];

for (const [what, fault] of Object.entries(FAULTS))
  test(
    `the computer ${what}, is replaced and asked again`,
    // That one never answers: the next test.
    { tag: tags(what, ['traps']) },
    async ({ page }) => {
      const served = await sabotage(page, ENGINE, fault);
      await open(page);
      await click(page, 'd6');
      await expect(page.locator('.notice')).toContainText('was restarted');
      await myTurn(page);
      expect(served()).toBe(2);
      await expect(page.locator('[data-man=black]')).toHaveCount(1);
      await play(page, (await legal(page))[0] ?? '');
      await myTurn(page);
      await expect(page.locator('[data-man=black]')).toHaveCount(2);
    },
  );

test('while it hangs a player prepares a turn, takes back and starts anew', async ({ page }) => {
  await sabotage(page, ENGINE, FAULTS['never answers'], { times: 2 });
  await open(page);
  await play(page, 'd6');
  // For the time after it.
  await click(page, 'b4');
  await expect(page.locator('.status-text')).toContainText('Next move: a man on b4');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(cell(page, 'd6')).not.toHaveAttribute('data-man', 'white');
  await play(page, 'f4');
  await start(page, { mode: 'people', spec: 'three' });
  await play(page, 'b2');
  await play(page, 'a1');
  await start(page, { mode: 'computer', spec: 'nine' });
  await play(page, 'd2');
  await myTurn(page);
  await expect(page.locator('[data-man=black]')).toHaveCount(1);
});

test('a computer that dies again and again is given up: both sides are played by hand until it is asked again', async ({
  page,
}) => {
  const served = await sabotage(page, ENGINE, FAULTS.fails, { times: 4 });
  await open(page);
  await play(page, 'd6');
  const notice = page.locator('.notice');
  await expect(notice).toContainText('isn’t responding. You can play both sides for now.', {
    timeout: 15_000,
  });
  expect(served()).toBe(4);
  await expect(page.locator('#page[data-ready]')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // Its turn, and the person's own.
  await expect(page.locator('.status-text')).toHaveText(/^Black/);
  await play(page, 'f4');
  await play(page, 'd2');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(cell(page, 'd2')).not.toHaveAttribute('data-man', 'white');
  await expect(cell(page, 'f4')).toHaveAttribute('data-man', 'black');
  await play(page, 'd2');
  await expect(page.locator('[data-man=black]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await myTurn(page);
  await expect(page.locator('[data-man=black]')).toHaveCount(2);
  expect(served()).toBe(5);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test(
  'two computers that are given up leave the board to people, and a new game asks them again',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await sabotage(page, ENGINE, FAULTS.traps, { times: 4 });
    await open(page);
    await start(page, { mode: 'watch', spec: 'six' });
    await expect(page.locator('.notice').getByRole('button', { name: 'Try again' })).toBeVisible({
      timeout: 15_000,
    });
    await play(page, 'a1');
    await play(page, 'a5');
    await start(page, { mode: 'watch', spec: 'six' });
    await expect(page.locator('.notice')).toHaveCount(0);
    await expect(page.locator('.move')).not.toHaveCount(0, { timeout: 20_000 });
  },
);

test(
  'an analysis whose worker dies goes on with another',
  { tag: '@desktop' },
  async ({ page }) => {
    const served = await sabotage(page, ENGINE, FAULTS['never answers'], {
      when: "event.data.type === 'analyse'",
      times: 2,
    });
    await open(page);
    await menu(page, 'Analyse');
    await expect(page.locator('#analysis')).toContainText(/\d/, { timeout: 20_000 });
    await expect(page.locator('.analysis-line').first()).toBeVisible({ timeout: 20_000 });
    expect(served()).toBeGreaterThan(2);
  },
);

for (const what of /** @type {const} */ (['is ended', 'traps', 'never answers']))
  test(
    `exact values whose worker ${what} are had from another`,
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      const served = await sabotage(page, SOLVER, FAULTS[what], {
        when: "event.data.type === 'values'",
      });
      await open(page);
      await start(page, { mode: 'people', spec: 'three' });
      await menu(page, 'Show exact values');
      await expect(page.getByRole('region', { name: 'Exact values' })).toContainText(
        /White wins in \d+ moves\./,
        { timeout: 20_000 },
      );
      expect(served()).toBe(2);
      await play(page, 'b2');
      await expect(page.getByRole('region', { name: 'Exact values' })).toContainText(
        /Black loses in \d+ moves\./,
      );
    },
  );

test(
  'a worker that hangs while it solves is replaced soon',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    const served = await sabotage(page, SOLVER, FAULTS['never answers'], {
      when: "event.data.type === 'open'",
    });
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    await menu(page, 'Show exact values');
    await expect(page.getByRole('region', { name: 'Exact values' })).toContainText(
      /White wins in \d+ moves\./,
      { timeout: SOON },
    );
    expect(served()).toBe(2);
  },
);

test(
  'exact values for which there is no memory are done without, in words',
  { tag: '@desktop' },
  async ({ page }) => {
    await sabotage(page, SOLVER, FAULTS['has no memory'], {
      when: "event.data.type === 'open'",
      times: 9,
    });
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await menu(page, 'Show exact values');
    await expect(page.getByRole('region', { name: 'Exact values' })).toContainText(
      'couldn’t compute',
      { timeout: 20_000 },
    );
    await play(page, 'a1');
  },
);

test(
  'a perfect computer whose values do not come plays without them',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await sabotage(page, SOLVER, FAULTS['never answers'], {
      when: "event.data.type === 'values'",
      times: 9,
    });
    await open(page);
    await start(page, { mode: 'computer', spec: 'three', colour: 'white', level: 11 });
    await play(page, 'a1');
    await myTurn(page);
    await expect(page.locator('[data-man=black]')).toHaveCount(1);
  },
);

/** A file of many games. */
const GAMES = Array.from(
  { length: 450 },
  (_, i) => `[White "W${i}"]\n[Black "B"]\n\n1. d6 f4 2. d2 b4 *\n`,
).join('\n');

for (const [what, fault] of /** @type {const} */ ([
  ['is ended', 'self.close()'],
  ['traps', FAULTS.traps],
  ['never answers', FAULTS['never answers']],
  ['talks rubbish', "self.postMessage({ type: 'games', games: 7, progress: 'none' })"],
  // It begins well.
  [
    'traps in the middle',
    `/* goes on */ const own = self.postMessage; let n = 0; self.postMessage = (m) => { own.call(self, m); if (m.type === 'games' && ++n === 2) ${FAULTS.traps}; }`,
  ],
]))
  test(
    `a file of games whose reader ${what} is read by another`,
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      const served = await sabotage(page, READER, fault, { when: 'true' });
      await open(page);
      await drop(page, GAMES, 'many.txt');
      await expect(page.locator('.collection-count')).toHaveText('450 of 450 games', {
        timeout: SOON,
      });
      expect(served()).toBe(2);
    },
  );

test(
  'a file that no reader survives leaves a sentence, and the game as it was; another reader reads it',
  { tag: '@desktop' },
  async ({ page }) => {
    const served = await sabotage(page, READER, FAULTS.traps, { when: 'true', times: 4 });
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    await play(page, 'b2');
    await drop(page, GAMES, 'many.txt');
    const sheet = page.locator('[data-screen=collection]');
    await expect(sheet).toContainText('isn’t responding', { timeout: 20_000 });
    expect(served()).toBe(4);
    await page.keyboard.press('Escape');
    await play(page, 'a1');
    await drop(page, GAMES, 'many.txt');
    await expect(page.locator('.collection-count')).toHaveText('450 of 450 games', {
      timeout: 20_000,
    });
  },
);

/** Plays three turns and makes an animation of them. @param {Page} page */
async function animate(page) {
  await start(page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'c1']) await play(page, move);
  await menu(page, 'Share and import');
  await page.getByRole('button', { name: 'Animation' }).click();
  await page.getByRole('button', { name: 'Create animation' }).click();
  await expect(page.getByText(/Animation ready/)).toBeVisible({ timeout: SOON });
}

for (const [what, fault] of /** @type {const} */ ([
  ['is ended', 'self.close()'],
  ['fails', FAULTS.fails],
  ['never answers', FAULTS['never answers']],
  ['talks rubbish', 'self.postMessage({ no: "picture" })'],
]))
  test(
    `an animation whose worker ${what} is made by another`,
    { tag: tags(what, ['fails']) },
    async ({ page }) => {
      const served = await sabotage(page, GIF, fault, { when: "event.data.kind === 'frame'" });
      await open(page);
      await animate(page);
      expect(served()).toBe(2);
    },
  );

test(
  'an animation whose worker fails while the page draws is made by another',
  { tag: ['@desktop', '@slow'] },
  async ({ page, watch }) => {
    watch.allowed.push(/broken on purpose/);
    let served = 0;
    await page.route(`**/${GIF}`, (route) =>
      served++
        ? route.fallback()
        : route.fulfill({
            contentType: 'text/javascript',
            body: "throw new Error('broken on purpose')",
          }),
    );
    let started = 0;
    page.on('worker', (worker) => (started += Number(/\/gif\.worker-/.test(worker.url()))));
    await page.addInitScript(() => {
      const { getImageData } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.getImageData = function (...args) {
        for (const until = performance.now() + 250; performance.now() < until;);
        return getImageData.apply(this, args);
      };
    });
    await open(page);
    await animate(page);
    // The script may be asked for once more, to see whether a worker that starts late has one.
    expect(started).toBe(2);
  },
);

test(
  'a browser that starts no workers says so, and two people can play',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.addInitScript(() => {
      window.Worker = /** @type {any} */ (
        class {
          constructor() {
            throw new DOMException('denied', 'SecurityError');
          }
        }
      );
    });
    await open(page);
    await click(page, 'd6');
    await expect(page.locator('.notice')).toContainText('The computer can’t run in this browser');
    // For the computer, too.
    await click(page, 'a1');
    await click(page, 'd7');
    await expect(page.locator('[data-man=white]')).toHaveCount(2);
    await start(page, { mode: 'people', spec: 'three' });
    await play(page, 'b2');
    await play(page, 'a1');
    await expect(page.locator('.notice')).toBeHidden();
  },
);
