/** Storage that is full, forbidden, cleared, closed, or written to by another tab: the game goes on, nothing is lost, and it is said once. */
import { readFileSync } from 'node:fs';
import { keptIn } from './databases.js';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { cell, click, drop, menu, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const notice = (page) => page.locator('.notice');

/** Every stored game's record. @param {Page} page @returns {Promise<string[]>} */
const records = (page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('merels.game.')).map(([, text]) => JSON.parse(text).record));

/** Fills local storage to the last letter. @param {Page} page */
const fill = (page) =>
  page.evaluate(() => {
    for (let n = 1 << 22, i = 0; n >= 1; )
      try {
        localStorage.setItem(`filler.${i++}`, 'x'.repeat(n));
      } catch {
        n >>= 1;
      }
    // What is deleted later has to make room for what was written meanwhile.
    return Object.keys(localStorage).length;
  });

/** @param {Page} page */
const makeRoom = (page) => page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith('filler.') && localStorage.removeItem(key)));

/**
 * What is found while five seconds pass at a time, after which the page tries again, or gives up. Its clock has to be the test's.
 * @template T @param {Page} page @param {() => Promise<T>} look
 */
const inTime = (page, look) => expect.poll(async () => (await page.clock.fastForward(5000), look()));

/** The file that the notice offers. @param {Page} page */
async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), notice(page).getByRole('button', { name: 'Save' }).click()]);
  return readFileSync(await download.path(), 'utf8');
}

test('where storage is full to the brim the game goes on, is offered as a file, survives a reload, and is stored when there is room', async ({ page }) => {
  await page.clock.install();
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  await fill(page);
  for (const move of ['a5', 'e1', 'e5']) await play(page, move);
  await expect(notice(page)).toHaveCount(1);
  await expect(notice(page)).toContainText('no room left');
  expect(await saved(page)).toContain('1. a1 a5 2. e1 e5');
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await play(page, 'c5');
  await expect(notice(page)).toHaveCount(0);
  const id = await lastId(page);
  await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('3. c5');
  await page.reload();
  await ready(page);
  await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1', 'e5', 'c5']);
  await play(page, 'c1');
  await makeRoom(page);
  await inTime(page, () => records(page)).toEqual([expect.stringContaining('3. c5 c1')]);
});

test('a game for which there was no room is taken up again from the list as it was left, also after a reload', { tag: '@desktop' }, async ({ page }) => {
  await page.clock.install();
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  await start(page, { mode: 'people', spec: 'three' });
  await play(page, 'b2');
  await menu(page, 'Your games');
  await page.locator('.game').last().locator('.game-open').click();
  await fill(page);
  for (const move of ['a5', 'e1', 'e5']) await play(page, move);
  await start(page, { mode: 'people', spec: 'nine' });
  await play(page, 'd6');
  const six = () => page.locator('.game', { hasText: 'Six Men’s Morris' });
  for (const round of ['before', 'after']) {
    if (round === 'after') {
      await page.reload();
      await ready(page);
      await expect(notice(page)).toContainText('no room left');
      await expect(page.locator('.move')).toHaveText(['d6']);
    }
    await menu(page, 'Your games');
    await expect(page.locator('.game')).toHaveCount(3);
    await expect(six().locator('.game-state'), round).toHaveText('4 turns · White to move');
    await six().locator('.game-open').click();
    await expect(page.locator('.move'), round).toHaveText(['a1', 'a5', 'e1', 'e5']);
    await menu(page, 'Your games');
    await page.locator('.game', { hasText: 'Nine Men’s Morris' }).locator('.game-open').click();
    await expect(page.locator('.move'), round).toHaveText(['d6']);
  }
  await makeRoom(page);
  const sorted = async () => (await records(page)).map((record) => record.trim().split('\n').at(-1)).sort();
  await inTime(page, sorted).toEqual(['1. a1 a5 2. e1 e5 *', '1. b2 *', '1. d6 *']);
});

test('where everything is forbidden the game goes on, and is offered as a file', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() => {
    const denied = { get: () => { throw new DOMException('denied', 'SecurityError'); } };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, denied);
  });
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'a2', 'c1']) await play(page, move);
  await expect(notice(page)).toContainText('stores nothing');
  expect(await saved(page)).toContain('1. b2 a1 2. a2 c1');
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await play(page, 'c2');
  // As long as the page is open it knows what it could not store.
  await menu(page, 'Statistics');
  await expect(page.getByRole('dialog')).toContainText('1 game');
  await expect(notice(page)).toHaveCount(0);
});

for (const [what, break_] of /** @type {[string, () => void][]} */ ([
  ['is not there', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
  ['cannot be opened', () => void (IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); })],
  ['never answers', () => void (IDBFactory.prototype.open = () => /** @type {IDBOpenDBRequest} */ (/** @type {unknown} */ ({})))],
  ['has no room', () => void (IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError'); })],
  ['is closed in the middle', () => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...args) {
      const [stores, mode, options] = args;
      if (mode === 'readwrite') this.close();
      return transaction.call(this, stores, mode, options);
    };
  }],
]))
  test(`a database that ${what} is done without`, { tag: ['@desktop', ...(/never|closed/.test(what) ? [] : ['@slow'])] }, async ({ page }) => {
    await page.addInitScript(break_);
    // There may be something in it, so that the page wants to read it as soon as it begins.
    await page.addInitScript(() => void (IDBFactory.prototype.databases = async () => ['merels-games', 'merels-others'].map((name) => ({ name, version: 1 }))));
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    for (const move of ['a1', 'a5']) await play(page, move);
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveText(['a1', 'a5']);
    await play(page, 'e1');
    await expect(notice(page)).toHaveCount(0);
  });

test('a database that a later version has changed is left alone', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  const change = () =>
    page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('merels-games', 2);
          opening.onsuccess = () => (opening.result.close(), resolve(null));
          opening.onerror = reject;
        }),
    );
  await change();
  for (const move of ['a5', 'e1']) await play(page, move);
  await page.reload();
  await ready(page);
  await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1']);
});

/** The text of a copy, or null. @param {Page} page @param {string} database @param {string} objectStore @param {string} id @returns {Promise<string | null>} */
const copyOf = async (page, database, objectStore, id) => (await keptIn(page, database, objectStore, id))?.text ?? null;

/** The id of the game that was played last. @param {Page} page @returns {Promise<string>} */
const lastId = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('merels.current') ?? '').id);

test('a database that does not answer keeps nothing waiting, and is used once it does', { tag: '@desktop' }, async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const { open, databases } = IDBFactory.prototype;
    Object.assign(window, { silent: true });
    IDBFactory.prototype.open = function (...args) {
      return /** @type {any} */ (window).silent ? /** @type {IDBOpenDBRequest} */ (/** @type {unknown} */ ({})) : open.apply(this, args);
    };
    IDBFactory.prototype.databases = function () {
      return /** @type {any} */ (window).silent ? new Promise(() => {}) : databases.apply(this);
    };
  });
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  await menu(page, 'Your games');
  await page.getByRole('button', { name: 'From a file' }).click();
  const sheet = page.locator('dialog[open][data-dialog=collection]');
  await inTime(page, () => sheet.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await drop(page, '1. d6 f4\n\n1. d2 b4\n', 'two.txt');
  await inTime(page, () => sheet.locator('.collection-count').allTextContents()).toEqual(['2 of 2 games']);
  await page.keyboard.press('Escape');
  await page.evaluate(() => Object.assign(window, { silent: false }));
  const id = await lastId(page);
  // What was to be copied meanwhile may still be given up.
  for (const move of ['a5', 'e1', 'e5']) {
    await play(page, move);
    await page.clock.fastForward(5000);
  }
  await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('2. e1 e5');
});

test('what another page has put among the copies is passed over', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  const id = await lastId(page);
  await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('1. a1');
  await expect.poll(() => copyOf(page, 'merels-others', 'texts', 'merels.draft')).not.toBeNull();
  await page.evaluate(async () => {
    for (const [database, objectStore] of [['merels-games', 'games'], ['merels-others', 'texts']])
      await new Promise((resolve) => {
        const opening = indexedDB.open(database ?? '', 1);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(objectStore ?? '', 'readwrite');
          for (const [n, odd] of [null, 7, 'text', [], { id: 'a' }, { id: 7, text: '{}' }, { id: 'b', text: null }].entries()) transaction.objectStore(objectStore ?? '').put(odd, `odd-${n}`);
          transaction.oncomplete = () => (opening.result.close(), resolve(null));
        };
      });
  });
  await page.reload();
  await ready(page);
  await expect(page.locator('.move')).toHaveText(['a1']);
  await play(page, 'a5');
  await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('1. a1 a5');
});

test('a copy that was tampered with takes the place of nothing, is kept aside, and is said once', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await menu(page, 'Settings');
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('dialog').getByRole('checkbox', { name: /Single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await start(page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
  await start(page, { mode: 'people', spec: 'six' });
  for (const move of ['a1', 'a5']) await play(page, move);
  const game = `merels.game.${await lastId(page)}`;
  const kept = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => /^merels\.(game\.|look|keys|draft|statistics)/.test(key))));
  const before = await kept();
  await expect.poll(() => copyOf(page, 'merels-games', 'games', game.slice('merels.game.'.length))).toBe(before[game]);
  await expect.poll(() => copyOf(page, 'merels-others', 'texts', 'merels.statistics')).toBe(before['merels.statistics']);
  // Each says that it is newer than what is here.
  const odd = await page.evaluate(async (game) => {
    const saved = Date.now() + 60_000;
    const with_ = (/** @type {string} */ key, /** @type {object} */ change) => JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), ...change, saved });
    /** @type {Record<string, string>} */
    const odd = {
      [game]: with_(game, { record: '[Variant "six"]\n\n1. a1 z9 *' }),
      'merels.look': JSON.stringify({ version: 99, looks: [], saved }),
      'merels.keys': with_('merels.keys', { single: { yes: 1 } }),
      'merels.statistics': with_('merels.statistics', { games: [null, 7, { id: 'a' }] }),
      // There is no room for this one.
      'merels.draft': with_('merels.draft', { spec: ['x'.repeat(12_000_000)] }),
    };
    for (const [name, objectStore] of /** @type {const} */ ([['merels-games', 'games'], ['merels-others', 'texts']]))
      await new Promise((resolve) => {
        const opening = indexedDB.open(name, 1);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(objectStore, 'readwrite');
          for (const [key, text] of Object.entries(odd)) {
            const id = key.replace('merels.game.', '');
            if ((key === game) === (objectStore === 'games')) transaction.objectStore(objectStore).put({ id, text }, id);
          }
          transaction.oncomplete = () => (opening.result.close(), resolve(null));
        };
      });
    delete odd['merels.draft'];
    return odd;
  }, game);
  for (const round of ['first', 'second']) {
    await page.reload();
    await ready(page);
    await expect(page.locator('.move'), round).toHaveText(['a1', 'a5']);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    if (round === 'first') await expect(notice(page)).toContainText('It is kept aside.');
    else await expect(notice(page)).toHaveCount(0);
    await menu(page, 'Statistics');
    await expect(page.getByRole('dialog')).toContainText('1 game');
    await page.keyboard.press('Escape');
    expect(await kept(), round).toEqual(before);
    const aside = () => page.evaluate(() => Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('merels.aside.') ? [text] : [])));
    expect((await aside()).sort(), round).toEqual(Object.values(odd).sort());
    if (round === 'first') await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  }
  await menu(page, 'Your games');
  await expect(page.locator('.game.broken')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await play(page, 'e1');
  await expect.poll(() => copyOf(page, 'merels-games', 'games', game.slice('merels.game.'.length))).toContain('2. e1');
});

test('where the browser has no room left for databases, games, settings and results are kept all the same', { tag: '@desktop' }, async ({ page, context, site }) => {
  const client = await context.newCDPSession(page);
  const { origin } = new URL(site.url);
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  const fits = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('probe', 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore('probe').put('x'.repeat(1000), 1);
          opening.onsuccess = () => resolve('stored');
          opening.onerror = () => resolve(opening.error?.name);
        }),
    );
  expect(await fits()).not.toBe('stored');
  for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
  await menu(page, 'Settings');
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).check();
  await page.keyboard.press('Escape');
  // A file of games is listed, though it cannot be kept.
  await drop(page, '1. d6 f4\n\n1. d2 b4\n', 'two.txt');
  await expect(page.locator('dialog[open][data-dialog=collection] .collection-count')).toHaveText('2 of 2 games');
  await page.reload();
  await ready(page);
  await expect(page.locator('.move')).toHaveText(['b2', 'a1', 'a2', 'c1', 'c2']);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu(page, 'Statistics');
  await expect(page.getByRole('dialog')).toContainText('1 game');
  await page.keyboard.press('Escape');
  await expect(notice(page)).toHaveCount(0);
  await client.send('Storage.overrideQuotaForOrigin', { origin });
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  await expect.poll(async () => copyOf(page, 'merels-games', 'games', await lastId(page))).toContain('1. a1');
});

test.describe('copies that come late', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('slow')) return;
      const { getAll } = IDBObjectStore.prototype;
      const come = new Promise((resolve) => Object.assign(window, { letCome: resolve }));
      IDBObjectStore.prototype.getAll = function (...args) {
        const asked = getAll.apply(this, args);
        const slow = /** @type {any} */ ({});
        asked.onsuccess = () => void come.then(() => (Object.assign(slow, { result: asked.result }), slow.onsuccess()));
        return slow;
      };
    });
  });

  /** Lets the copies come. @param {Page} page */
  const letCome = (page) => page.evaluate(() => /** @type {any} */ (window).letCome());

  /** Begins anew with these texts in local storage, as after a kill, and copies that are slow to come. @param {Page} page @param {Record<string, string>} texts */
  async function killed(page, texts) {
    await page.evaluate((texts) => {
      for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
      sessionStorage.setItem('slow', 'yes');
    }, texts);
    await page.reload();
    await ready(page);
  }

  /** @param {Page} page @param {string} key */
  const text = (page, key) => page.evaluate((key) => localStorage.getItem(key) ?? '', key);

  test('bring back a game that was not touched, and keep both where it was played on', async ({ page }) => {
    await open(page);
    /** @type {[string, string, string][]} */
    const games = [];
    for (const [spec, first, then, line] of /** @type {const} */ ([['three', 'b2', ['a1', 'c3'], '1. b2 a1 2. c3'], ['six', 'a1', ['a5', 'e1'], '1. a1 a5 2. e1']])) {
      await start(page, { mode: 'people', spec });
      await play(page, first);
      const id = await lastId(page);
      const key = `merels.game.${id}`;
      games.push([key, await text(page, key), line]);
      for (const move of then) await play(page, move);
      await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain(line);
    }
    await killed(page, Object.fromEntries(games));
    await expect(page.locator('.move')).toHaveText(['a1']);
    for (const move of ['e5', 'c5']) await play(page, move);
    const lines = async () => (await records(page)).map((record) => record.trim().split('\n').at(-1)).sort();
    expect(await lines()).toEqual(['1. a1 e5 2. c5 *', '1. b2 *']);
    await letCome(page);
    await expect.poll(lines).toEqual(['1. a1 a5 2. e1 *', '1. a1 e5 2. c5 *', '1. b2 a1 2. c3 *']);
    await play(page, 'c1');
    await expect.poll(async () => copyOf(page, 'merels-games', 'games', await lastId(page))).toContain('2. c5 c1');
  });

  test('offer the game on the table as it was, where nothing was done in it', async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    const id = await lastId(page);
    const before = await text(page, `merels.game.${id}`);
    for (const move of ['a5', 'e1']) await play(page, move);
    await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('2. e1');
    await killed(page, { [`merels.game.${id}`]: before });
    await expect(page.locator('.move')).toHaveText(['a1']);
    await letCome(page);
    await notice(page).getByRole('button', { name: 'Show it' }).click();
    await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1']);
  });

  test('are added to settings and records that were changed meanwhile', async ({ page }) => {
    await open(page);
    const choose = async (/** @type {string} */ name) => {
      await menu(page, 'Settings');
      await page.getByRole('dialog').getByRole('radio', { name, exact: true }).check();
      await page.keyboard.press('Escape');
    };
    const end = async () => {
      await start(page, { mode: 'people', spec: 'three' });
      for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    };
    const counted = async () => JSON.parse((await text(page, 'merels.statistics')) || '{}').games?.length;
    await choose('Light');
    await end();
    await expect.poll(counted).toBe(1);
    const before = { 'merels.look': await text(page, 'merels.look'), 'merels.statistics': await text(page, 'merels.statistics') };
    await choose('Dark');
    await end();
    for (const key of ['merels.look', 'merels.statistics']) await expect.poll(async () => (await copyOf(page, 'merels-others', 'texts', key)) === (await text(page, key)) && (await text(page, key)) !== before[/** @type {keyof before} */ (key)]).toBe(true);
    await killed(page, before);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await choose('Slate');
    await end();
    await expect.poll(counted).toBe(2);
    await letCome(page);
    await expect.poll(async () => JSON.parse(await text(page, 'merels.look'))).toMatchObject({ theme: 'dark', material: 'slate' });
    await page.reload();
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
    await menu(page, 'Statistics');
    await expect(page.getByRole('dialog')).toContainText('3 games');
  });
});

test('of a setting and its copy the newer counts, and what has no time is not written over', { tag: '@desktop' }, async ({ page }) => {
  await page.clock.install();
  await open(page);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  /** @param {string} name */
  async function choose(name) {
    await menu(page, 'Settings');
    await page.getByRole('dialog').getByRole('radio', { name, exact: true }).check();
    await page.keyboard.press('Escape');
  }
  const copied = () => copyOf(page, 'merels-others', 'texts', 'merels.look');
  /** Puts another look there, so long before or after, and begins anew. @param {number | null} later in milliseconds; null for no time */
  async function put(later) {
    await page.evaluate((later) => {
      const { saved, ...look } = JSON.parse(localStorage.getItem('merels.look') ?? '');
      localStorage.setItem('merels.look', JSON.stringify({ ...look, theme: 'light', ...(later === null ? {} : { saved: saved + later }) }));
    }, later);
    await page.reload();
    await ready(page);
    return theme();
  }
  await choose('Dark');
  const text = await page.evaluate(() => localStorage.getItem('merels.look'));
  await expect.poll(copied).toBe(text);
  expect(await put(-1)).toBe('dark');
  expect(await page.evaluate(() => localStorage.getItem('merels.look'))).toBe(text);
  expect(await put(0)).toBe('light');
  expect(await put(1)).toBe('light');
  expect(await put(null)).toBe('light');
  // Where it finds no room the copy counts all the same, and is not lost with what is written next.
  await choose('Dark');
  await expect.poll(copied).toContain('"dark"');
  await page.evaluate(() => localStorage.setItem('merels.look', '{"version":1,"theme":"light","saved":1}'));
  await fill(page);
  await page.reload();
  await ready(page);
  expect(await theme()).toBe('dark');
  await choose('Slate');
  await makeRoom(page);
  await inTime(page, () => page.evaluate(() => JSON.parse(localStorage.getItem('merels.look') ?? ''))).toMatchObject({ theme: 'dark', material: 'slate' });
});

test('a setting that was changed after the clock was set back is not beaten by its older copy', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  const choose = async (/** @type {string} */ name) => {
    await menu(page, 'Settings');
    await page.getByRole('dialog').getByRole('radio', { name, exact: true }).check();
    await page.keyboard.press('Escape');
  };
  await choose('Light');
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 31_536_000_000;
  });
  await choose('Slate');
  // Here the clock is right again, and what is written now comes to the disk a moment too late for the copies.
  await expect.poll(() => copyOf(page, 'merels-others', 'texts', 'merels.look')).toContain('slate');
  await page.reload();
  await ready(page);
  await page.evaluate(() => void (IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError'); }));
  await choose('Dark');
  await page.reload();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
});

test('storage that is cleared while somebody plays has the game again after the next turn', { tag: '@desktop' }, async ({ page, context, site }) => {
  await open(page);
  await start(page, { mode: 'people', spec: 'six' });
  await play(page, 'a1');
  const client = await context.newCDPSession(page);
  await client.send('Storage.clearDataForOrigin', { origin: new URL(site.url).origin, storageTypes: 'all' });
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await play(page, 'a5');
  await expect.poll(() => records(page)).toEqual([expect.stringContaining('1. a1 a5')]);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await ready(page);
  await expect(page.locator('.move')).toHaveText(['a1', 'a5']);
  await expect(notice(page)).toHaveCount(0);
});

test.describe('with a service worker', { tag: '@desktop' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('results can be seen without a network', async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    await untilPartsAreKept(page, /(?:statistics|library\.words)-/, 3);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await menu(page, 'Statistics');
    await expect(page.getByRole('dialog')).toContainText('1 game');
  });
});

/* Two tabs. */

test('the settings of two tabs do not wipe each other', { tag: '@desktop' }, async ({ page, context }) => {
  await open(page);
  const second = await context.newPage();
  await open(second);
  /** @param {Page} tab @param {string} name */
  const choose = async (tab, name) => {
    await tab.bringToFront();
    await menu(tab, 'Settings');
    await tab.getByRole('dialog').getByRole('radio', { name, exact: true }).check();
    await tab.keyboard.press('Escape');
  };
  await choose(page, 'Dark');
  await choose(second, 'Slate');
  await page.reload();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
});

/** Presses both at the same moment, from within. @param {Page[]} tabs @param {(page: Page) => string} point */
const together = (tabs, point) => Promise.all(tabs.map((tab) => click(tab, point(tab))));

test('two tabs that end their games at the same moment count both', { tag: '@desktop' }, async ({ page, context }) => {
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) await open(tab);
  for (const tab of tabs) {
    await tab.bringToFront();
    await start(tab, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1']) await play(tab, move);
  }
  await together(tabs, () => 'c2');
  for (const tab of tabs) await expect.poll(() => tab.evaluate(() => window.merels.outcome?.winner)).toBe('white');
  const counted = () => page.evaluate(() => JSON.parse(localStorage.getItem('merels.statistics') ?? '{"games":[]}').games.length);
  await expect.poll(counted).toBe(2);
});

test('what another tab writes over the records, which has not yet seen what is in them, is added to them', { tag: '@desktop' }, async ({ page, context, watch }) => {
  // What a later page has made of two of them is kept aside.
  const later = { 'merels.course': '{"version":2,"lessons":{"capture":1}}', 'merels.puzzles': '{"version":2,"ratings":[1400]}' };
  await page.addInitScript((later) => Object.entries(later).forEach(([key, text]) => localStorage.setItem(key, text)), later);
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
  await page.locator('[data-action=more]').click();
  await page.locator('[data-item=learn]').click();
  const sheet = page.locator('dialog[open][data-dialog=learn]');
  await sheet.locator('[data-view=course]').click();
  await sheet.locator('[data-lesson=capture]').click();
  for (const point of ['g7', 'b2']) {
    const box = await sheet.locator(`[data-point="${point}"]`).boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  }
  await sheet.locator('.learn-back').click();
  await sheet.locator('.learn-back').click();
  await sheet.locator('[data-view=puzzles]').click();
  await sheet.getByRole('button', { name: 'Begin' }).click();
  await sheet.getByRole('button', { name: 'Show the solution' }).click();
  const of = () =>
    page.evaluate(() => {
      const read = (/** @type {string} */ key) => JSON.parse(localStorage.getItem(key) ?? '{}');
      return { games: read('merels.statistics').games?.length, done: read('merels.course').done, tried: Object.keys(read('merels.puzzles').first ?? {}).length, rating: Math.round(read('merels.puzzles').rating) };
    });
  await expect.poll(of).toMatchObject({ games: 1, done: ['capture'], tried: 1 });
  const { rating } = await of();
  const aside = () => page.evaluate(() => Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('merels.aside.') ? [text] : [])));
  expect((await aside()).sort()).toEqual(Object.values(later).sort());
  // Another tab that is slower, without a page of its own that would know better.
  watch.allowed.push(/favicon/);
  const other = await context.newPage();
  await other.goto(new URL('icons/icon.svg', page.url()).href);
  const game = { id: 'other', ended: 1, spec: 'three', mode: 'people', human: 'white', level: 0, winner: null, turns: 9, hints: 0, accuracy: null };
  await other.evaluate((game) => {
    localStorage.setItem('merels.statistics', JSON.stringify({ kind: 'merels-statistics', version: 1, games: [game] }));
    localStorage.setItem('merels.course', JSON.stringify({ version: 1, done: ['placing'] }));
    localStorage.setItem('merels.puzzles', JSON.stringify({ version: 1, rating: 1250, row: 2, best: 2, days: 0, last: 0, first: { other: 1, another: 1 } }));
  }, game);
  await expect.poll(of).toEqual({ games: 2, done: ['placing', 'capture'], tried: 3, rating: 1250 });
  expect(rating).not.toBe(1250);
  // What is erased in one tab is not brought back by another: it hears of what is written in order.
  const heard = page.evaluate(() => new Promise((resolve) => addEventListener('storage', ({ key }) => key === 'the last' && resolve(null))));
  await other.evaluate(() => localStorage.removeItem('merels.statistics'));
  await other.evaluate((game) => localStorage.setItem('merels.statistics', JSON.stringify({ kind: 'merels-statistics', version: 1, games: [game] })), game);
  await other.evaluate(() => localStorage.setItem('the last', ''));
  await heard;
  expect(await of()).toMatchObject({ games: 1 });
});

test('what is erased in one tab is not brought back by another that waits for room', { tag: '@desktop' }, async ({ page, context }) => {
  await page.clock.install();
  await open(page);
  const end = async (/** @type {Page} */ tab) => {
    await tab.bringToFront();
    await start(tab, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(tab, move);
  };
  await end(page);
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('merels.statistics') ?? '{}').games?.length)).toBe(1);
  const second = await context.newPage();
  await open(second);
  await fill(page);
  await end(second);
  await menu(second, 'Statistics');
  await expect(second.getByRole('dialog')).toContainText('2 games');
  await page.bringToFront();
  await menu(page, 'Statistics');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase all' }).click();
  // Once the other tab has heard of it:
  await expect.poll(() => second.evaluate(() => localStorage.getItem('merels.statistics'))).toBeNull();
  await makeRoom(page);
  // Its game waits in the same way, and is stored by now.
  await inTime(page, async () => (await records(page)).filter((record) => record.includes('3. c2')).length).toBe(2);
  expect(await page.evaluate(() => localStorage.getItem('merels.statistics'))).toBeNull();
  await second.bringToFront();
  await second.reload();
  await ready(second);
  await menu(second, 'Statistics');
  await expect(second.getByRole('dialog')).toContainText('No game has been played to its end here yet.');
});

for (const [rounds, tag] of /** @type {[number, string[]][]} */ ([[2, ['@desktop']], [8, ['@desktop', '@slow']]]))
  test(`two tabs that play in one game at the same moment lose no turn, ${rounds} times`, { tag }, async ({ page, context }) => {
    test.slow();
    await open(page);
    for (let round = 0; round < rounds; round++) {
      await page.bringToFront();
      await start(page, { mode: 'people', spec: 'nine' });
      await play(page, 'd6');
      const second = await context.newPage();
      await open(second);
      await expect(second.locator('.move')).toHaveText(['d6']);
      const before = await records(page);
      await together([page, second], (tab) => (tab === page ? 'a1' : 'g7'));
      await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
      await expect(cell(second, 'g7')).toHaveAttribute('data-man', 'black');
      // One of them is a game of its own now, and both go on.
      await expect.poll(async () => (await records(page)).length).toBe(before.length + 1);
      await Promise.all([play(page, 'f4'), play(second, 'b2')]);
      await second.close();
      // What one tab stores, another sees a moment later.
      const turns = async () => (await records(page)).map((record) => record.trim().split('\n').at(-1)).sort();
      const both = ['1. d6 a1 2. f4 *', '1. d6 g7 2. b2 *'];
      await expect.poll(turns, `round ${round}`).toEqual(both.flatMap((one) => Array(round + 1).fill(one)));
    }
  });
