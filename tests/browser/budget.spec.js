/** What a first visit weighs, as a host that compresses would send it, and which build it is. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoad, weigh } from '../../scripts/lib/weight.mjs';
import { expect, test } from './fixtures.js';
import { open } from './table.js';

/**
 * In bytes, about a twentieth more than is used, and 310 KB in all: what `npm run size` says of the
 * first load, by kind. The weights come after it.
 */
const BUDGET = new Map([
  ['HTML', 9_400],
  ['JavaScript', 61_500],
  ['WebAssembly', 216_000],
  ['fonts', 26_700],
  ['images', 300],
  ['all', 310_000],
]);

test('the first load is what `npm run size` weighs, and stays within its budget; messengers find a picture, the settings say which version it is', async ({
  page,
  site,
  request,
}) => {
  await test.step('the first load is what `npm run size` weighs, and stays within its budget', async () => {
    await page.addInitScript(() =>
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#page[data-ready]')) return;
        performance.mark('ready');
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-ready'] }),
    );
    await open(page);
    const base = new URL(site.url).pathname;
    const first = firstLoad();
    const asked = async () => {
      const { ready, entries } = await page.evaluate(() => ({
        ready: performance.getEntriesByName('ready')[0]?.startTime ?? 0,
        entries: performance
          .getEntriesByType('resource')
          .map(({ name, startTime }) => ({ name, startTime })),
      }));
      const files = entries.map(({ name, startTime }) => ({
        name: new URL(name).pathname.slice(base.length),
        late: startTime > ready,
      }));
      // What is offered before the first move comes when a man can be placed, and so does the sound,
      // which is needed.
      const needed = files
        .filter(({ name, late }) => !late || first.includes(name))
        .map(({ name }) => name);
      // Not every Chromium has a place for the icon.
      return [...new Set(['index.html', 'icons/icon.svg', ...needed])].sort();
    };
    await expect.poll(asked).toEqual([...first].sort());
    // Its fonts are used: a browser passes over one that it cannot read.
    const fonts = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ family, status }) => /Merels/.test(family) && status !== 'unloaded')
          .map(({ family, weight, status }) => `${family} ${weight} ${status}`),
      );
    await expect
      .poll(fonts)
      .toEqual(['Merels Serif 500 loaded', 'Merels Sans 400 loaded', 'Merels Sans 600 loaded']);
    const weights = weigh(await asked());
    for (const [kind, { files, brotli }] of weights)
      expect.soft(brotli, kind).toBeLessThanOrEqual(files ? (BUDGET.get(kind) ?? 0) : 0);
    // Something has been weighed.
    for (const [kind, budget] of BUDGET)
      expect.soft(weights.get(kind)?.brotli, kind).toBeGreaterThan(budget * 0.8);
  });
  await test.step('messengers find a title, a sentence and a picture; the settings say which version and which commit it is', async () => {
    await test.step('messengers find a title, a sentence and a picture', async () => {
      const said = await page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll('meta[property]')].map((el) => [
            el.getAttribute('property'),
            el.getAttribute('content'),
          ]),
        ),
      );
      expect(said).toMatchObject({
        'og:title': 'Merels',
        'og:description': expect.stringContaining('Nine Men'),
      });
      const picture = await request.get(new URL(said['og:image'] ?? '', site.url).href);
      expect(picture.headers()['content-type']).toBe('image/png');
      // Its width and height stand in its head.
      const head = await picture.body();
      expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([
        Number(said['og:image:width']),
        Number(said['og:image:height']),
      ]);
    });
    await test.step('the settings say which version and which commit it is', async () => {
      await page.getByRole('button', { name: 'Settings' }).click();
      const { version } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
      );
      const commit = (await page.locator('html').getAttribute('data-commit')) ?? '';
      await expect(page.getByText(/^Merels \d/)).toHaveText(`Merels ${version}${commit}`);
      // One of this repository; a build of what is not committed says so with a plus sign.
      const [, name = ''] = /^ · ([0-9a-f]{10})\+?$/.exec(commit) ?? [];
      expect(execFileSync('git', ['cat-file', '-t', name], { encoding: 'utf8' })).toBe('commit\n');
    });
  });
});
