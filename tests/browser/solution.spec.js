/**
 * The values of a whole large game: fetched as they are needed, and all of them kept on the device
 * on request.
 */
import { expect, test, untilKeptOffline } from './fixtures.js';
import { test as hosted } from './host.js';
import { legal, menu, open, paste, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

const LINE = 'nine WBW/1W1/BWB/1BW1BW/B1W/1B1/WB1 w 0,0 0 30';
/** Its values take several pieces of each part. */
const SEVERAL = 'nine WB1/1W1/BWB/1BW1BW/B1W/1B1/WB1 w 1,0 0 9';
/** What was asked for of the pack: `index.bin`, `0.bin 100-299`. @type {string[]} */
let asked = [];

test.beforeEach(({ context }) => {
  asked = [];
  context.on('request', async (request) => {
    const name = /\/data\/nine-[0-9a-f]{8}\/(.*)$/.exec(request.url())?.[1];
    if (name) asked.push(`${name} ${(await request.allHeaders()).range ?? ''}`);
  });
});

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Exact values' });

/** @param {Page} page */
const keep = (page) => panel(page).getByRole('button', { name: /^Download the full solution/ });

/** @param {Page} page */
async function showValues(page) {
  // Two people: the computer must not answer.
  await start(page, { mode: 'people', spec: 'nine' });
  await paste(page, LINE);
  await menu(page, 'Show exact values');
}

/** The bytes of pieces that were asked for: all ranges but the heads of parts. */
function bytesAsked() {
  const ranges = asked
    .flatMap((ask) => [...ask.matchAll(/(\d+)-(\d+)/g)])
    .map(([, first, last]) => [Number(first), Number(last)]);
  return ranges.reduce((sum, [first = 0, last = 0]) => sum + (first ? last - first + 1 : 0), 0);
}

/** The bytes of pieces on the device. @param {Page} page */
const bytesKept = (page) =>
  page.evaluate(async () => {
    const result = (/** @type {IDBRequest} */ request) =>
      new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await result(indexedDB.open('merels-nine'));
    const store = database.transaction('pieces').objectStore('pieces');
    const [keys, pieces] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    database.close();
    return pieces.reduce(
      (/** @type {number} */ sum, /** @type {Uint8Array} */ piece, /** @type {number} */ i) =>
        sum + (keys[i].length === 3 ? piece.length : 0),
      0,
    );
  });

/** Plays a turn. @param {Page} page */
async function nextPosition(page) {
  const [move = ''] = await legal(page);
  await play(page, move);
}

/** @param {Page} page @param {number} [timeout] */
async function seeValues(page, timeout) {
  await expect(panel(page)).toContainText(/White wins|Black wins|Draw\./, { timeout });
  await expect(panel(page).getByRole('listitem')).toHaveCount((await legal(page)).length);
}

test('nothing is fetched before values are wanted, and then pieces of some kilobytes', async ({
  page,
}) => {
  await open(page);
  await page.waitForTimeout(2500);
  expect(asked).toEqual([]);
  await showValues(page);
  await seeValues(page);
  // Both at once.
  expect(
    asked
      .slice(0, 2)
      .map((ask) => ask.trim())
      .sort(),
  ).toEqual(['checksums.bin', 'index.bin']);
  expect(asked.slice(2).every((ask) => /^\d+\.bin bytes=\d+-\d+(?:,\d+-\d+)*$/.test(ask))).toBe(
    true,
  );
  await expect(
    panel(page).getByRole('button', { name: /^Download the full solution \(\d+ MB\)$/ }),
  ).toBeVisible();
  // The next time they are here.
  await expect.poll(() => bytesKept(page)).toBe(bytesAsked());
  asked = [];
  await page.reload();
  await ready(page);
  await seeValues(page);
  expect(asked).toEqual([]);
  await paste(page, SEVERAL);
  await seeValues(page);
  expect(
    asked.some((ask) => ask.includes(',')),
    'several pieces are fetched at once',
  ).toBe(true);
});

test.describe('with the values of the first placings, too', () => {
  test.use({ late: true });

  test(
    'their loading pauses while the solution is read, and then continues',
    { tag: '@desktop' },
    async ({ context, page }) => {
      // Longer than a silent worker is taken to be alive.
      const delay = 4_000;
      await context.route(
        /\/data\/nine-[0-9a-f]{8}\/\d+\.bin$/,
        async (route) => {
          await new Promise((resolve) => setTimeout(resolve, delay));
          await route.continue().catch(() => {});
        },
        { times: 1 },
      );
      await page.addInitScript(() =>
        localStorage.setItem('merels.look', '{"version":1,"saved":0,"values":true}'),
      );
      await page.goto(`#position=${encodeURIComponent(SEVERAL)}`);
      await ready(page);
      const file = () => page.evaluate(() => window.merels.files['nine.opening']);
      await expect.poll(file).toBe('loading');
      // As the values come.
      const meanwhile = await page.waitForFunction(
        () =>
          /White wins|Black wins|Draw\./.test(
            document.querySelector('#values')?.textContent ?? '',
          ) && window.merels.files['nine.opening'],
        null,
        { timeout: 60_000 },
      );
      expect(await meanwhile.jsonValue()).toBe('loading');
      await seeValues(page);
      await expect.poll(file, { timeout: 20_000 }).toBe('loaded');
    },
  );
});

test(
  'all of it is kept, over a reload, and nothing is fetched any more',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(300_000);
    await open(page);
    await showValues(page);
    await seeValues(page);
    await keep(page).click();
    await expect(panel(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.reload();
    await ready(page);
    await expect(panel(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Pause' })).toBeHidden({
      timeout: 240_000,
    });
    await expect(keep(page)).toBeHidden();
    asked = [];
    await page.reload();
    await ready(page);
    await seeValues(page);
    expect(asked).toEqual([]);
    await menu(page, 'Settings');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings).toContainText(/The full solution is on this device/);
    await settings.getByRole('button', { name: 'Remove from this device' }).click();
    await expect(
      settings.getByRole('button', { name: /^Download the full solution/ }),
    ).toBeVisible();
  },
);

test.describe('without the network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page that has the solution shows exact values, one that has not says why', async ({
    page,
    context,
    watch,
  }) => {
    test.setTimeout(300_000);
    // The puzzle and the lesson that are offered before the first move may not have been kept yet.
    watch.allowed.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED.*\/assets\/(?:nine|en)-/);
    await open(page);
    await untilKeptOffline(page);
    await context.setOffline(true);
    await showValues(page);
    await expect(panel(page)).toContainText(
      'The exact values aren’t on this device. Go online to load them.',
    );
    await expect(panel(page).getByRole('listitem')).toHaveCount(0);
    await context.setOffline(false);
    await seeValues(page);
    await keep(page).click();
    await expect(panel(page).locator('.solution')).toBeHidden({ timeout: 240_000 });
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await seeValues(page);
  });
});

hosted(
  'a host without ranges sends whole parts; what breaks off, is missing or damaged is named and asked for again',
  { tag: '@slow' },
  async ({ page, host }) => {
    hosted.setTimeout(300_000);
    host.fail(/^data\/.*index/, 'missing', 1);
    await open(page);
    await showValues(page);
    await expect(panel(page)).toContainText('Exact values aren’t available on this site.');
    host.fail(/^data\/.*index/, 'short', 1);
    await nextPosition(page);
    await expect(panel(page)).toContainText(
      'The exact values couldn’t be used. Reload the page to try again.',
    );
    host.fail(/^data\/.*\d\.bin/, 'cut', 1);
    await nextPosition(page);
    // It is asked for again at once.
    await seeValues(page, 40_000);
    const parts = host.asked.filter((name) => /^data\/.*\d\.bin/.test(name));
    expect(new Set(parts).size, 'each part that came, once').toBe(parts.length - 1);
  },
);
