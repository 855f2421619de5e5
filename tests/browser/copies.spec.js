/**
 * The copies in the databases: missing, late, closed, changed by others, or newer than local
 * storage. The game goes on, and nothing is lost.
 */
import { expect, test } from './fixtures.js';
import { copyOf, fill, inTime, lastId, makeRoom, notice, records } from './storage.js';
import { drop, menu, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

for (const [what, break_] of /** @type {[string, () => void][]} */ ([
  ['is not there', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
  [
    'cannot be opened',
    () =>
      void (IDBFactory.prototype.open = () => {
        throw new DOMException('no', 'SecurityError');
      }),
  ],
  [
    'never answers',
    () =>
      void (IDBFactory.prototype.open = () =>
        /** @type {IDBOpenDBRequest} */ (/** @type {unknown} */ ({}))),
  ],
  [
    'has no room',
    () =>
      void (IDBObjectStore.prototype.put = () => {
        throw new DOMException('no', 'QuotaExceededError');
      }),
  ],
  [
    'is closed in the middle',
    () => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...args) {
        const [stores, mode, options] = args;
        if (mode === 'readwrite') this.close();
        return transaction.call(this, stores, mode, options);
      };
    },
  ],
]))
  test(
    `a database that ${what} is done without`,
    { tag: ['@desktop', '@slow'] },
    async ({ page }) => {
      await page.addInitScript(break_);
      // There may be something in it, so that the page wants to read it as soon as it begins.
      await page.addInitScript(
        () =>
          void (IDBFactory.prototype.databases = async () =>
            ['merels-games', 'merels-others'].map((name) => ({ name, version: 1 }))),
      );
      await open(page);
      await start(page, { mode: 'people', spec: 'six' });
      for (const move of ['a1', 'a5']) await play(page, move);
      await page.reload();
      await ready(page);
      await expect(page.locator('.move')).toHaveText(['a1', 'a5']);
      await play(page, 'e1');
      await expect(notice(page)).toHaveCount(0);
    },
  );

test(
  'a database that a later version has changed is left alone',
  { tag: '@desktop' },
  async ({ page }) => {
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
  },
);

test(
  'a database that does not answer keeps nothing waiting, and is used once it does',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      const { open, databases } = IDBFactory.prototype;
      Object.assign(window, { silent: true });
      IDBFactory.prototype.open = function (...args) {
        return /** @type {any} */ (window).silent
          ? /** @type {IDBOpenDBRequest} */ (/** @type {unknown} */ ({}))
          : open.apply(this, args);
      };
      IDBFactory.prototype.databases = function () {
        return /** @type {any} */ (window).silent ? new Promise(() => {}) : databases.apply(this);
      };
    });
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    await menu(page, 'Games');
    await page.getByRole('link', { name: 'From a file' }).click();
    const sheet = page.locator('[data-screen=collection]');
    await inTime(page, () => sheet.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await drop(page, '1. d6 f4\n\n1. d2 b4\n', 'two.txt');
    await inTime(page, () => sheet.locator('.collection-count').allTextContents()).toEqual([
      '2 of 2 games',
    ]);
    await page.keyboard.press('Escape');
    await page.evaluate(() => Object.assign(window, { silent: false }));
    const id = await lastId(page);
    // What was to be copied meanwhile may still be given up.
    for (const move of ['a5', 'e1', 'e5']) {
      await play(page, move);
      await page.clock.fastForward(5000);
    }
    await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('2. e1 e5');
  },
);

test(
  'what another page has put among the copies is passed over',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    const id = await lastId(page);
    await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('1. a1');
    await expect.poll(() => copyOf(page, 'merels-others', 'texts', 'merels.draft')).not.toBeNull();
    await page.evaluate(async () => {
      for (const [database, objectStore] of [
        ['merels-games', 'games'],
        ['merels-others', 'texts'],
      ])
        await new Promise((resolve) => {
          const opening = indexedDB.open(database ?? '', 1);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(objectStore ?? '', 'readwrite');
            for (const [n, odd] of [
              null,
              7,
              'text',
              [],
              { id: 'a' },
              { id: 7, text: '{}' },
              { id: 'b', text: null },
            ].entries())
              transaction.objectStore(objectStore ?? '').put(odd, `odd-${n}`);
            transaction.oncomplete = () => (opening.result.close(), resolve(null));
          };
        });
    });
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveText(['a1']);
    await play(page, 'a5');
    await expect.poll(() => copyOf(page, 'merels-games', 'games', id)).toContain('1. a1 a5');
  },
);

test(
  'a copy that was tampered with takes the place of nothing, is kept aside, and is said once',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page);
    await menu(page, 'Settings');
    await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).check();
    await page
      .getByRole('dialog')
      .getByRole('checkbox', { name: /Single-key shortcuts/ })
      .uncheck();
    await page.keyboard.press('Escape');
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    await start(page, { mode: 'people', spec: 'six' });
    for (const move of ['a1', 'a5']) await play(page, move);
    const game = `merels.game.${await lastId(page)}`;
    const kept = () =>
      page.evaluate(() =>
        Object.fromEntries(
          Object.entries(localStorage).filter(([key]) =>
            /^merels\.(game\.|look|keys|draft|statistics)/.test(key),
          ),
        ),
      );
    const before = await kept();
    await expect
      .poll(() => copyOf(page, 'merels-games', 'games', game.slice('merels.game.'.length)))
      .toBe(before[game]);
    await expect
      .poll(() => copyOf(page, 'merels-others', 'texts', 'merels.statistics'))
      .toBe(before['merels.statistics']);
    // Each says that it is newer than what is here.
    const odd = await page.evaluate(async (game) => {
      const saved = Date.now() + 60_000;
      const with_ = (/** @type {string} */ key, /** @type {object} */ change) =>
        JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), ...change, saved });
      /** @type {Record<string, string>} */
      const odd = {
        [game]: with_(game, { record: '[Variant "six"]\n\n1. a1 z9 *' }),
        'merels.look': JSON.stringify({ version: 99, looks: [], saved }),
        'merels.keys': with_('merels.keys', { single: { yes: 1 } }),
        'merels.statistics': with_('merels.statistics', { games: [null, 7, { id: 'a' }] }),
        // There is no room for this one.
        'merels.draft': with_('merels.draft', { spec: ['x'.repeat(12_000_000)] }),
      };
      for (const [name, objectStore] of /** @type {const} */ ([
        ['merels-games', 'games'],
        ['merels-others', 'texts'],
      ]))
        await new Promise((resolve) => {
          const opening = indexedDB.open(name, 1);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(objectStore, 'readwrite');
            for (const [key, text] of Object.entries(odd)) {
              const id = key.replace('merels.game.', '');
              if ((key === game) === (objectStore === 'games'))
                transaction.objectStore(objectStore).put({ id, text }, id);
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
      if (round === 'first')
        await expect(notice(page)).toContainText('couldn’t be read. It’s kept');
      else await expect(notice(page)).toHaveCount(0);
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('1 game');
      await page.keyboard.press('Escape');
      expect(await kept(), round).toEqual(before);
      const aside = () =>
        page.evaluate(() =>
          Object.entries(localStorage).flatMap(([key, text]) =>
            key.startsWith('merels.aside.') ? [text] : [],
          ),
        );
      expect((await aside()).sort(), round).toEqual(Object.values(odd).sort());
      if (round === 'first') await notice(page).getByRole('button', { name: 'Dismiss' }).click();
    }
    await menu(page, 'Games');
    await expect(page.locator('.game.broken')).toHaveCount(4);
    await page.keyboard.press('Escape');
    await play(page, 'e1');
    await expect
      .poll(() => copyOf(page, 'merels-games', 'games', game.slice('merels.game.'.length)))
      .toContain('2. e1');
  },
);

test(
  'where the browser has no room left for databases, games, settings and results are kept all the same',
  { tag: '@desktop' },
  async ({ page, context, site }) => {
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
            opening.onupgradeneeded = () =>
              opening.result.createObjectStore('probe').put('x'.repeat(1000), 1);
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
    await expect(page.locator('[data-screen=collection] .collection-count')).toHaveText(
      '2 of 2 games',
    );
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveText(['b2', 'a1', 'a2', 'c1', 'c2']);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await menu(page, 'Statistics');
    await expect(page.locator('#screen')).toContainText('1 game');
    await page.keyboard.press('Escape');
    await expect(notice(page)).toHaveCount(0);
    await client.send('Storage.overrideQuotaForOrigin', { origin });
    await start(page, { mode: 'people', spec: 'six' });
    await play(page, 'a1');
    await expect
      .poll(async () => copyOf(page, 'merels-games', 'games', await lastId(page)))
      .toContain('1. a1');
  },
);

test.describe('copies that come late', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('slow')) return;
      const { getAll } = IDBObjectStore.prototype;
      const come = new Promise((resolve) => Object.assign(window, { letCome: resolve }));
      IDBObjectStore.prototype.getAll = function (...args) {
        const asked = getAll.apply(this, args);
        const slow = /** @type {any} */ ({});
        asked.onsuccess = () =>
          void come.then(() => (Object.assign(slow, { result: asked.result }), slow.onsuccess()));
        return slow;
      };
    });
  });

  /** Lets the copies come. @param {Page} page */
  const letCome = (page) => page.evaluate(() => /** @type {any} */ (window).letCome());

  /**
   * Reloads with these texts in local storage, as after a kill, and with copies that load slowly.
   * @param {Page} page
   * @param {Record<string, string>} texts
   */
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

  test('bring back a game that was not touched, and keep both where it was played on', async ({
    page,
  }) => {
    await open(page);
    /** @type {[string, string, string][]} */
    const games = [];
    for (const [spec, first, then, line] of /** @type {const} */ ([
      ['three', 'b2', ['a1', 'c3'], '1. b2 a1 2. c3'],
      ['six', 'a1', ['a5', 'e1'], '1. a1 a5 2. e1'],
    ])) {
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
    const lines = async () =>
      (await records(page)).map((record) => record.trim().split('\n').at(-1)).sort();
    expect(await lines()).toEqual(['1. a1 e5 2. c5 *', '1. b2 *']);
    await letCome(page);
    await expect.poll(lines).toEqual(['1. a1 a5 2. e1 *', '1. a1 e5 2. c5 *', '1. b2 a1 2. c3 *']);
    await play(page, 'c1');
    await expect
      .poll(async () => copyOf(page, 'merels-games', 'games', await lastId(page)))
      .toContain('2. c5 c1');
  });

  test(
    'offer the game on the table as it was, where nothing was done in it',
    { tag: '@slow' },
    async ({ page }) => {
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
      await notice(page).getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1']);
    },
  );

  test(
    'are added to settings and records that were changed meanwhile',
    { tag: '@slow' },
    async ({ page }) => {
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
      const counted = async () =>
        JSON.parse((await text(page, 'merels.statistics')) || '{}').games?.length;
      await choose('Light');
      await end();
      await expect.poll(counted).toBe(1);
      const before = {
        'merels.look': await text(page, 'merels.look'),
        'merels.statistics': await text(page, 'merels.statistics'),
      };
      await choose('Dark');
      await end();
      for (const key of ['merels.look', 'merels.statistics'])
        await expect
          .poll(
            async () =>
              (await copyOf(page, 'merels-others', 'texts', key)) === (await text(page, key)) &&
              (await text(page, key)) !== before[/** @type {keyof before} */ (key)],
          )
          .toBe(true);
      await killed(page, before);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      await choose('Slate');
      await end();
      await expect.poll(counted).toBe(2);
      await letCome(page);
      await expect
        .poll(async () => JSON.parse(await text(page, 'merels.look')))
        .toMatchObject({ theme: 'dark', material: 'slate' });
      await page.reload();
      await ready(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('3 games');
    },
  );
});

test(
  'of a setting and its copy the newer counts, and what has no time is not written over',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
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
    /**
     * Stores another look with an earlier or later time, and reloads.
     * @param {number | null} later in milliseconds; null for no time
     */
    async function put(later) {
      await page.evaluate((later) => {
        const { saved, ...look } = JSON.parse(localStorage.getItem('merels.look') ?? '');
        localStorage.setItem(
          'merels.look',
          JSON.stringify({
            ...look,
            theme: 'light',
            ...(later === null ? {} : { saved: saved + later }),
          }),
        );
      }, later);
      await page.reload();
      await ready(page);
    }
    await choose('Dark');
    const text = await page.evaluate(() => localStorage.getItem('merels.look'));
    await expect.poll(copied).toBe(text);
    await put(-1);
    await expect.poll(theme).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('merels.look'))).toBe(text);
    for (const later of [0, 1, null]) {
      await put(later);
      await expect.poll(theme).toBe('light');
    }
    // Where it finds no room the copy counts all the same, and is not lost with what is written
    // next.
    await choose('Dark');
    await expect.poll(copied).toContain('"dark"');
    await page.evaluate(() =>
      localStorage.setItem('merels.look', '{"version":1,"theme":"light","saved":1}'),
    );
    await fill(page);
    await page.reload();
    await ready(page);
    await expect.poll(theme).toBe('dark');
    await choose('Slate');
    await makeRoom(page);
    await inTime(page, () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('merels.look') ?? '')),
    ).toMatchObject({ theme: 'dark', material: 'slate' });
  },
);

test(
  'a setting that was changed after the clock was set back is not beaten by its older copy',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
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
    // Here the clock is right again, and what is written now comes to the disk a moment too late
    // for the copies.
    await expect
      .poll(() => copyOf(page, 'merels-others', 'texts', 'merels.look'))
      .toContain('slate');
    await page.reload();
    await ready(page);
    await page.evaluate(
      () =>
        void (IDBObjectStore.prototype.put = () => {
          throw new DOMException('no', 'QuotaExceededError');
        }),
    );
    await choose('Dark');
    await page.reload();
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
  },
);
