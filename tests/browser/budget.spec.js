/** What a first visit weighs, as a host that compresses would send it, and which build it is. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DIST } from '../../scripts/lib/page.mjs';
import { expect, test } from './fixtures.js';
import { open } from './table.js';

/** In bytes: everything, with the weights that the WebAssembly holds; the JavaScript and the fonts of it. */
const BUDGET = { all: 450_000, script: 80_000, fonts: 60_000 };

test('the first load stays within its budget', async ({ page, site }) => {
  await open(page);
  const names = await page.evaluate(() => [
    new URL('.', location.href).href,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ]);
  /** @param {RegExp} kind */
  const weight = (kind) =>
    [...new Set(names)]
      .map((name) => new URL(name).pathname.slice(new URL(site.url).pathname.length) || 'index.html')
      .filter((name) => kind.test(name))
      .reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(DIST, name))).length, 0);
  const script = weight(/\.js$/);
  expect(script).toBeGreaterThan(10_000);
  expect(script).toBeLessThan(BUDGET.script);
  expect(weight(/\.wasm$/)).toBeGreaterThan(50_000);
  expect(weight(/\.woff2$/)).toBeLessThan(BUDGET.fonts);
  expect(weight(/./)).toBeLessThan(BUDGET.all);
});

test('the menu says which version and which commit it is', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'More' }).click();
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const commit = (await page.locator('html').getAttribute('data-commit')) ?? '';
  await expect(page.getByText(/^Merels \d/)).toHaveText(`Merels ${version}${commit}`);
  // One of this repository; a build of what is not committed says so with a plus sign.
  const [, name = ''] = /^ · ([0-9a-f]{10})\+?$/.exec(commit) ?? [];
  expect(execFileSync('git', ['cat-file', '-t', name], { encoding: 'utf8' })).toBe('commit\n');
});
