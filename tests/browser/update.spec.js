/**
 * One version of the page at a time, whatever the network and the host do while it comes or
 * changes.
 */
import { expect, untilKeptOffline } from './fixtures.js';
import { another, built, change, entry, named, parts, test } from './host.js';
import { cell, line, menu, open, play, ready, reloaded, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ serviceWorkers: 'allow' });

const FIRST = built();
const SECOND = another(FIRST, '2');

/**
 * Has the browser look for a new version. Whether one was found and is whole.
 * @param {Page} page
 */
const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    try {
      await registration?.update();
    } catch {
      return 'none';
    }
    const worker = registration?.installing;
    if (!worker) return registration?.waiting ? 'waiting' : 'none';
    return new Promise((resolve) =>
      worker.addEventListener('statechange', () =>
        resolve(worker.state === 'installed' ? 'waiting' : worker.state),
      ),
    );
  });

/** Everything that is kept for playing offline. @param {Page} page @returns {Promise<string[]>} */
const kept = (page) =>
  page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      ),
    );
    return caught.flat();
  });

/** Two people's game of two turns. @param {Page} page */
async function begin(page) {
  await start(page, { mode: 'people', spec: 'nine' });
  for (const move of ['d6', 'a1']) await play(page, move);
}

/** Opens a part that is fetched when it is first wanted. @param {Page} page @param {string} name */
async function shown(page, name) {
  await menu(page, name);
  await expect(page.locator('dialog[open], .screen')).toBeVisible();
}

test.describe('a first visit', { tag: '@desktop' }, () => {
  for (const [
    what,
    files,
    fault,
    tag,
  ] of /** @type {[string, RegExp, 'cut' | 'short', string[]][]} */ ([
    ['after the page itself', /./, 'cut', ['@slow']],
    ['in its script', /index-.*\.js$/, 'cut', ['@slow']],
    ['in another script', /state-.*\.js$/, 'cut', ['@slow']],
    ['in the WebAssembly', /\.wasm$/, 'cut', ['@slow']],
    ['in the WebAssembly, unnoticed', /\.wasm$/, 'short', ['@slow']],
  ]))
    test(`that is cut off ${what} goes on with a reload`, { tag }, async ({ page, host }) => {
      host.fail(what === 'after the page itself' ? /^(?!index\.html)/ : files, fault);
      await page.goto('./');
      if (fault === 'short') await reloaded(page);
      await expect(
        page.getByText(
          fault === 'short'
            ? /Merels can’t start without its file merels_bg-.*\.wasm/
            : 'The game can’t be shown',
        ),
      ).toBeVisible();
      await expect(page.locator('#page[data-ready]:visible')).toHaveCount(0);
      host.restore();
      await page.reload();
      await ready(page);
      expect(await parts(page)).toBe('1 1');
      await begin(page);
      await untilKeptOffline(page);
    });

  test('whose script is missing before the page is all there says so, and goes on with a reload', async ({
    page,
    host,
    watch,
  }) => {
    // What is cut off is all that is amiss.
    watch.allowed.push(/404/);
    host.fail(/index-.*\.js$/, 'missing');
    host.slow = /^index\.html$/;
    await page.goto('./');
    await reloaded(page);
    await expect(
      page.getByText(
        /Merels can’t start without its file index-.*\.js, and for that the server sent\s+the error 404/,
      ),
    ).toBeVisible();
    host.restore();
    await page.reload();
    await ready(page);
    await begin(page);
  });

  for (const [what, files, tag] of /** @type {[string, RegExp, string[]][]} */ ([
    ['its script', /index-.*\.js$/, ['@slow']],
    ['another script', /state-.*\.js$/, []],
    ['the WebAssembly', /\.wasm$/, ['@slow']],
  ]))
    test(
      `that gets something else for ${what}, and would get it for a year, helps itself`,
      { tag },
      async ({ page, host, watch }) => {
        watch.allowed.push(/TypeError/);
        host.fail(files, 'poison', 1);
        await page.goto('./');
        await ready(page);
        await begin(page);
        await untilKeptOffline(page);
      },
    );

  for (const fault of /** @type {const} */ (['cut', 'short', 'portal', 'missing', 'error']))
    test(
      `whose files are not all kept (${fault}) keeps them the next time`,
      { tag: '@slow' },
      async ({ page, host, context }) => {
        // Late in the list, and nothing that this page asks for itself.
        host.fail(/typed-.*\.js$/, fault);
        await open(page);
        await begin(page);
        await expect
          .poll(() => host.asked.filter((name) => /typed-.*\.js$/.test(name)).length)
          .toBeGreaterThan(0);
        await expect
          .poll(() =>
            page.evaluate(
              async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null,
            ),
          )
          .toBeNull();
        expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
        expect((await kept(page)).filter((url) => /typed-.*\.js$/.test(url))).toEqual([]);
        host.restore();
        await page.reload();
        await ready(page);
        await untilKeptOffline(page);
        await context.setOffline(true);
        await page.reload();
        await ready(page);
        await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
        await menu(page, 'Type a move');
      },
    );
});

test.describe('a new version', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ page, host }) => {
    host.version = FIRST;
    await open(page);
    await untilKeptOffline(page);
  });

  test('waits while a game is played, and then is a whole one', async ({ page, host }) => {
    await begin(page);
    await shown(page, 'Learn');
    await page.locator('[data-view=coords]').waitFor();
    await page.keyboard.press('Escape');
    const learning = async () =>
      (await kept(page)).filter((url) => /\/learn\.words-/.test(url)).length;
    await expect.poll(learning).toBe(1);
    host.version = SECOND;
    expect(await update(page)).toBe('waiting');
    // It has what the old one had kept, though nobody has asked it for that.
    await expect.poll(learning).toBe(2);
    // The old one goes on, with parts that only it has and that were never asked for.
    await play(page, 'b6');
    await shown(page, 'Keyboard');
    await page.keyboard.press('Escape');
    await expect(page.locator('.notice')).toHaveCount(0);
    await page.reload();
    await ready(page);
    expect(await parts(page)).toBe('1 1');
    const before = await line(page);
    await change(page, '2');
    expect(await line(page)).toBe(before);
    // Of the old one nothing is left.
    const main = entry(FIRST);
    await expect
      .poll(async () => (await kept(page)).filter((url) => url.endsWith(main)))
      .toEqual([]);
  });

  for (const [fault, file, tag] of /** @type {[import('./host.js').Fault, string, string[]][]} */ ([
    ['missing', 'assets/help-', ['@slow']],
    ['error', 'assets/index-', ['@slow']],
    ['cut', 'assets/merels_bg-', []],
    ['short', 'assets/typed-', ['@slow']],
    ['portal', 'assets/rules-', ['@slow']],
    ['short', 'index.html', ['@slow']],
  ]))
    test(
      `of which ${file} does not come (${fault}) changes nothing, and comes later`,
      { tag },
      async ({ page, host, context }) => {
        await begin(page);
        host.version = SECOND;
        host.fail(new RegExp(`^${file}`), fault);
        expect(await update(page)).toBe('redundant');
        await context.setOffline(true);
        await page.reload();
        await ready(page);
        expect(await parts(page)).toBe('1 1');
        await shown(page, 'Keyboard');
        await page.keyboard.press('Escape');
        await play(page, 'b6');
        await context.setOffline(false);
        host.restore();
        expect(await update(page)).toBe('waiting');
        await change(page, '2');
        await expect(cell(page, 'b6')).toHaveAttribute('data-man', 'white');
        await context.setOffline(true);
        await page.reload();
        await ready(page);
        expect(await parts(page)).toBe('2 2');
      },
    );

  test(
    'takes over also while a file of the old one does not come',
    { tag: '@slow' },
    async ({ page, host }) => {
      await begin(page);
      const words = named(FIRST, 'assets/de-');
      host.fail(/^assets\/de-/, 'hang');
      await page.evaluate((words) => void fetch(words).catch(() => {}), words);
      await expect.poll(() => host.asked.includes(words)).toBe(true);
      host.version = SECOND;
      expect(await update(page)).toBe('waiting');
      await change(page, '2');
      await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
    },
  );

  test('takes over also while the old one answers', { tag: '@slow' }, async ({ page, host }) => {
    await begin(page);
    const late = [...FIRST.keys()].find((name) => /^assets\/nine-.*\.txt$/.test(name)) ?? 'none';
    const fetched = () =>
      page.evaluate(
        (late) => fetch(late).then(async (response) => (await response.arrayBuffer()).byteLength),
        late,
      );
    expect(await fetched()).toBeGreaterThan(0);
    host.version = SECOND;
    expect(await update(page)).toBe('waiting');
    // Of what is asked for as the button is pressed, some is on its way when the new one asks to be
    // let in.
    await page.evaluate((late) => {
      const ask = () =>
        [0, 2, 4].forEach((wait) => setTimeout(() => fetch(late).catch(() => {}), wait));
      document.addEventListener(
        'click',
        (event) =>
          String(/** @type {Element} */ (event.target).textContent).includes('new version') &&
          ask(),
        { capture: true },
      );
    }, late);
    await change(page, '2');
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
  });

  test('takes over also while the page is reloading for it', async ({ page, host }) => {
    await begin(page);
    host.version = SECOND;
    expect(await update(page)).toBe('waiting');
    // Asked to take over as the old one's page begins to load, it is active before that page's
    // script runs.
    await page.addInitScript(async () =>
      (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage('take over'),
    );
    const script = entry(FIRST).replace('assets/', '');
    await page.evaluate(
      (script) => sessionStorage.setItem('merels.changing', `1 ${script}`),
      script,
    );
    await page.reload();
    await expect.poll(() => parts(page).catch(() => '')).toBe('2 2');
    await ready(page);
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
  });

  test('that is taken back gives way to the old one', { tag: '@slow' }, async ({ page, host }) => {
    await begin(page);
    host.version = SECOND;
    expect(await update(page)).toBe('waiting');
    await change(page, '2');
    host.version = FIRST;
    expect(await update(page)).toBe('waiting');
    await change(page, '1');
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
    await shown(page, 'Keyboard');
  });

  test(
    'behind a network that answers everything itself is not one',
    { tag: '@slow' },
    async ({ page, host }) => {
      await begin(page);
      host.version = SECOND;
      host.fail(/./, 'portal');
      expect(await update(page)).toBe('none');
      await page.reload();
      await ready(page);
      expect(await parts(page)).toBe('1 1');
      await play(page, 'b6');
      // What was never kept does not come, and nothing else is taken for it.
      await menu(page, 'Learn');
      await expect(page.locator('.notice')).toContainText('couldn’t be loaded');
      expect((await kept(page)).filter((url) => /learn-/.test(url))).toEqual([]);
      host.restore();
      host.version = FIRST;
      // What a browser has failed to fetch once it may not ask for again: then the page begins
      // anew.
      await menu(page, 'Learn');
      const again = page.getByRole('button', { name: 'Try again' });
      const there = page.locator('[data-view=coords]');
      await expect(again.or(there)).toBeVisible();
      if (await again.isVisible()) {
        await again.click();
        await page.waitForFunction(
          () =>
            performance
              .getEntriesByType('navigation')
              .some(
                (entry) => /** @type {PerformanceNavigationTiming} */ (entry).type === 'reload',
              ) && 'merels' in window,
        );
        await ready(page);
        await menu(page, 'Learn');
      }
      // With its style.
      await expect(there).toHaveCSS('text-align', 'start');
      await page.keyboard.press('Escape');
      await expect(cell(page, 'b6')).toHaveAttribute('data-man', 'white');
    },
  );

  test(
    'is offered at once where a part of the old one is gone',
    { tag: '@slow' },
    async ({ page, host }) => {
      await begin(page);
      host.version = SECOND;
      await menu(page, 'Learn');
      await expect(page.locator('.notice')).toContainText('A new version is available.');
      await page.getByRole('button', { name: 'Update now' }).click();
      await expect.poll(() => parts(page).catch(() => '')).toBe('2 2');
      await ready(page);
      await expect(cell(page, 'a1')).toHaveAttribute('data-man', 'black');
      await shown(page, 'Learn');
    },
  );
});

test.describe('a page that nothing is kept of', { tag: '@desktop' }, () => {
  test.use({ serviceWorkers: 'block' });

  test('is offered the new version where its own parts are gone, and goes to and fro between versions', async ({
    page,
    host,
  }) => {
    await test.step('is offered the new version where its own parts are gone', async () => {
      await open(page);
      await begin(page);
      await shown(page, 'Keyboard');
      await page.keyboard.press('Escape');
      host.version = SECOND;
      await menu(page, 'Rules of this game');
      await expect(page.locator('.notice')).toContainText('A new version is available.');
      await play(page, 'b6');
      await page.getByRole('button', { name: 'Update now' }).click();
      await expect.poll(() => parts(page).catch(() => '')).toBe('2 2');
      await ready(page);
      await expect(cell(page, 'b6')).toHaveAttribute('data-man', 'white');
      await shown(page, 'Rules of this game');
    });
    await test.step('goes to and fro between versions', async () => {
      for (const [version, expected] of /** @type {const} */ ([
        [FIRST, '1 1'],
        [SECOND, '2 2'],
        [FIRST, '1 1'],
      ])) {
        host.version = version;
        await open(page);
        expect(await parts(page)).toBe(expected);
      }
    });
  });
});
