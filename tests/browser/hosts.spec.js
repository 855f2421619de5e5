/**
 * Hosts as they are: which know no types of files, say wrong things about keeping them, or send one
 * elsewhere.
 */
import { expect, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { YEAR, another, built, change, named, parts, test } from './host.js';
import { cell, legal, menu, myTurn, open, play, ready, start } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ serviceWorkers: 'allow' });

const FIRST = built();
const SECOND = another(FIRST, '2');

/** What a browser says of what a policy stopped. */
const STOPPED = /Content Security [Pp]olicy/;

/**
 * Plays on without a network.
 * @param {Page} page
 * @param {import('@playwright/test').BrowserContext} context
 */
async function plays(page, context) {
  await play(page, 'd6');
  await myTurn(page);
  await untilKeptOffline(page);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
  await page.getByRole('button', { name: 'Take back' }).click();
  await play(page, 'f4');
  await myTurn(page);
}

// A host that knows next to no types, below, is one of these.
for (const type of ['application/octet-stream', ''])
  test(
    `WebAssembly that is sent as ${type || 'nothing'} is played, also offline`,
    { tag: ['@desktop', '@slow'] },
    async ({ page, host, context }) => {
      host.headers = (name) => (name.endsWith('.wasm') ? { 'Content-Type': type } : {});
      await open(page);
      await plays(page, context);
    },
  );

/** @type {[what: string, change: (host: import('./host.js').Host) => unknown, sent: string][]} */
const FAULTS = [
  ['is not there', (host) => host.fail(/\.wasm$/, 'missing'), 'the error 404'],
  [
    'is empty',
    (host) =>
      (host.version = new Map(FIRST).set(named(FIRST, 'assets/merels_bg-'), Buffer.alloc(0))),
    'an empty file',
  ],
  ['is another page', (host) => host.fail(/\.wasm$/, 'portal'), 'something else, as “text/html”'],
  [
    'is half there',
    (host) => host.fail(/\.wasm$/, 'short'),
    'something else, as “application/wasm”',
  ],
];

test(
  'scripts of another type and files that do not come as they are leave a plain sentence',
  { tag: '@desktop' },
  async ({ context, host }) => {
    /** Each in a tab of its own: which asks anew once only. @param {(page: Page) => Promise<void>} see */
    async function inTab(see) {
      const page = await context.newPage();
      await page.goto('./');
      await see(page);
      await page.close();
    }
    for (const type of ['text/plain', 'application/octet-stream', ''])
      await test.step(`scripts that are sent as ${type || 'nothing'}`, () => {
        host.headers = (name) => (name.endsWith('.js') ? { 'Content-Type': type } : {});
        return inTab(async (page) => {
          await expect(page.locator('#wrong-type')).toContainText(
            `served as “${type || 'nothing'}”`,
          );
          await expect(page.locator('#page')).toBeHidden();
          await expect(page.locator('#broken')).toBeHidden();
        });
      });
    host.headers = () => ({});
    for (const [what, change, sent] of FAULTS)
      await test.step(`WebAssembly that ${what}`, async () => {
        change(host);
        await inTab(async (page) => {
          await expect(page.locator('#wrong-file')).toContainText(
            `its file ${named(FIRST, 'assets/merels_bg-').slice('assets/'.length)}, and for that the server sent ${sent}.`,
          );
          await expect(page.locator('#page:visible, #broken:visible')).toHaveCount(0);
        });
        host.restore();
        host.version = FIRST;
      });
    await test.step('a script that is not there', () => {
      host.fail(/\/index-[\w-]+\.js$/, 'missing');
      return inTab((page) =>
        expect(page.locator('#wrong-file')).toContainText(
          /its file index-[\w-]+\.js, and for that the server sent\s+the error 404/,
        ),
      );
    });
  },
);

/**
 * The page with something that a host or an extension adds.
 * @param {string} before
 * @param {string} added
 */
const withAdded = (before, added) =>
  new Map(FIRST).set(
    'index.html',
    Buffer.from(String(FIRST.get('index.html')).replace(before, (found) => added + found)),
  );

test.describe('where nothing is kept of the page', { tag: '@desktop' }, () => {
  test.use({ serviceWorkers: 'block' });

  test('a script that a host adds, and that fails, neither stops the page nor what rescues it', async ({
    page,
    host,
    watch,
  }) => {
    for (const [where, before, added] of /** @type {[string, string, string][]} */ ([
      ['at the end', '</body>', '<script src="/x.js"></script>'],
      [
        'at the beginning',
        '<meta charset',
        '<script src="/x.js" defer></script><link rel="preload" as="script" href="/y.js">',
      ],
      ['beside its own files', '</body>', '<script type="module" src="./assets/x.js"></script>'],
    ]))
      await test.step(where, async () => {
        host.version = withAdded(before, added);
        await open(page);
        await expect(page.locator('#broken')).toBeHidden();
        await play(page, (await legal(page))[0] ?? '');
        await myTurn(page);
      });
    await test.step('what rescues the page', async () => {
      // What is left of the script may end anywhere.
      watch.allowed.push(/^uncaught: /);
      host.version = withAdded('</body>', '<script src="/x.js"></script>');
      host.fail(/\/index-[\w-]+\.js$/, 'short', 1);
      await page.route('**/x.js', (route) => route.abort());
      await open(page);
      await play(page, (await legal(page))[0] ?? '');
    });
  });

  test('a page that is ready after all is shown', async ({ page }) => {
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        dispatchEvent(new Event('merels:broken')),
      ),
    );
    await open(page);
    await expect(page.locator('#broken')).toBeHidden();
    await play(page, 'd6');
    await myTurn(page);
  });
});

const HELMET =
  "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests";
/** What docs/hosting.md says a host has to allow. */
const LEAST = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:";

test(
  'a host’s policy that is too strict is named, at once or after a while',
  { tag: '@desktop' },
  async ({ page, host, watch }) => {
    await test.step("a host's policy that is too strict is named", async () => {
      for (const [policy, directive] of /** @type {[string, string][]} */ ([
        ["default-src 'self'", 'script-src'],
        [HELMET, 'script-src'],
        ["script-src 'self' 'unsafe-inline'", 'script-src'],
        ["connect-src 'none'", 'connect-src'],
        ['trusted-types other', 'trusted-types'],
      ]))
        await test.step(`a host's policy that is too strict is named: ${policy.slice(0, 50)}`, async () => {
          watch.allowed.push(STOPPED, /createPolicy/);
          host.headers = (name) =>
            name === 'index.html' ? { 'Content-Security-Policy': policy } : {};
          await page.goto('./');
          await expect(page.locator('#policy')).toContainText(`needs (${directive}).`);
          await expect(page.locator('#policy code')).toHaveText(LEAST);
          await expect(page.locator('#page:visible, #broken:visible')).toHaveCount(0);
        });
    });
    await test.step("a host's policy that forbids all scripts is named after a while", async () => {
      watch.allowed.push(STOPPED);
      host.headers = (name) =>
        name === 'index.html' ? { 'Content-Security-Policy': "script-src 'none'" } : {};
      await page.goto('./');
      await expect(page.getByText('Setting up the board')).toHaveCount(1);
      await expect(page.locator('#policy')).toBeHidden();
      await page.evaluate(() =>
        document.getAnimations().forEach((animation) => animation.finish()),
      );
      await expect(page.locator('#policy')).toBeVisible();
      await expect(page.locator('#policy')).toContainText('needs (script-src).');
    });
  },
);

for (const [policy, tag] of /** @type {[string, string[]][]} */ ([
  [LEAST, ['@desktop']],
  ["script-src 'self' 'wasm-unsafe-eval'; style-src 'self'", ['@desktop', '@slow']],
  ["style-src 'self'", ['@desktop']],
]))
  test(`a host's own policy may be: ${policy}`, { tag }, async ({ page, host, context, watch }) => {
    watch.allowed.push(STOPPED);
    host.headers = () => ({ 'Content-Security-Policy': policy });
    await open(page);
    const box = await page.locator('#board').boundingBox();
    expect(box?.y).toBeLessThan(100);
    expect(box?.width).toBeGreaterThan(500);
    await expect(page.locator('html')).toHaveAttribute('data-shade', 'light');
    await untilPartsAreKept(
      page,
      /\/(?:index-[\w-]+\.css|support-[\w-]+\.js)$/,
      /script-src/.test(policy) ? 2 : 1,
    );
    await plays(page, context);
  });

test('in a frame with a sandbox', { tag: '@desktop' }, async ({ page, host, watch, site }) => {
  for (const how of ['allow-scripts', 'allow-scripts allow-same-origin'])
    await test.step(`in a frame with sandbox="${how}"`, async () => {
      watch.allowed.push(/CORS policy/);
      host.version = new Map(FIRST).set(
        'frame.html',
        Buffer.from(
          `<!doctype html><link rel="icon" href="data:,"><iframe sandbox="${how}" src="./" width="1000" height="700"></iframe>`,
        ),
      );
      await page.goto('./frame.html');
      const frame = page.frameLocator('iframe');
      if (how === 'allow-scripts')
        await expect(frame.locator('#sandboxed')).toContainText(`Open ${site.url} by itself`);
      else await expect(frame.locator('#page[data-ready]')).toBeVisible();
      await expect(frame.locator('#broken')).toBeHidden();
    });
});

test(
  'a host that knows no types but those that browsers need is enough',
  { tag: ['@desktop', '@slow'] },
  async ({ page, host, context }) => {
    host.headers = (name) => (/\.(?:js|css|html)$/.test(name) ? {} : { 'Content-Type': '' });
    await open(page);
    await plays(page, context);
  },
);

test(
  'a host that sends index.html elsewhere',
  { tag: '@desktop' },
  async ({ page, host, context, site }) => {
    host.moved.set('index.html', './');
    await open(page, './index.html');
    expect(page.url()).toBe(site.url);
    await plays(page, context);
    await page.goto('./index.html');
    await ready(page);
  },
);

test(
  'the folder without its slash',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, site }) => {
    await open(page, site.url.replace(/\/$/, ''));
    expect(page.url()).toBe(site.url);
    await plays(page, context);
  },
);

test.describe('where everything is to be kept for a year', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ host, page }) => {
    host.version = FIRST;
    host.headers = () => ({ 'Cache-Control': YEAR });
    await open(page);
    await start(page, { mode: 'people', spec: 'nine' });
    await play(page, 'd6');
  });

  test('a new version is found all the same', { tag: '@slow' }, async ({ page, host, context }) => {
    await untilKeptOffline(page);
    host.version = SECOND;
    await page.reload();
    await ready(page);
    await expect
      .poll(() =>
        page.evaluate(async () =>
          Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
        ),
      )
      .toBe(true);
    expect(await parts(page)).toBe('1 1');
    await change(page, '2');
    await expect(cell(page, 'd6')).toHaveAttribute('data-man', 'white');
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    expect(await parts(page)).toBe('2 2');
  });

  test.describe('and nothing is kept for playing offline', () => {
    test.use({ serviceWorkers: 'block' });

    test('an old page is a whole one until it needs a part that is gone, and then the new one comes', async ({
      page,
      host,
      context,
    }) => {
      host.version = SECOND;
      const second = await context.newPage();
      await open(second);
      expect(await parts(second)).toBe('1 1');
      await expect(cell(second, 'd6')).toHaveAttribute('data-man', 'white');
      await menu(second, 'Learn');
      await expect(second.locator('.notice')).toContainText('A new version is available.');
      await second.getByRole('button', { name: 'Update now' }).click();
      await expect.poll(() => parts(second).catch(() => '')).toBe('2 2');
      await ready(second);
      await expect(cell(second, 'd6')).toHaveAttribute('data-man', 'white');
      await page.close();
    });
  });
});

test(
  'another copy of the page on the same host keeps what it has for offline play',
  { tag: '@desktop' },
  async ({ page, site, watch }) => {
    // Of a text the browser asks for an icon where a host has one.
    watch.allowed.push(/favicon\.ico/);
    const copies = [
      'elsewhere/assets/de-12345678.js',
      'some/sub-path/inner/assets/de-12345678.js',
      'elsewhere/manifest.de.webmanifest?sha256-1',
    ];
    const own = [
      'some/sub-path/assets/de-12345678.js',
      'some/sub-path/manifest.de.webmanifest?sha256-1',
    ];
    await page.goto('./licences.txt');
    const kept = () =>
      page.evaluate(async () =>
        (await (await caches.open('merels-later')).keys()).map(({ url }) =>
          url.replace(`${location.origin}/`, ''),
        ),
      );
    await page.evaluate(
      async (urls) => {
        const cache = await caches.open('merels-later');
        for (const url of urls) await cache.put(`/${url}`, new Response('kept'));
      },
      [...copies, ...own],
    );
    expect((await kept()).sort()).toEqual([...copies, ...own].sort());
    await open(page, site.url);
    await untilKeptOffline(page);
    // It tidies up while it takes the page over.
    await expect.poll(async () => (await kept()).filter((url) => own.includes(url))).toEqual([]);
    expect(await kept()).toEqual(expect.arrayContaining(copies));
  },
);
