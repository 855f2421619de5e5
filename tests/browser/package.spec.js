/** The npm package in a browser, its folder served as it is. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { writePackage } from '../../scripts/lib/package.mjs';
import { expect, test } from './fixtures.js';

const TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
});

/** The worker in the package's description, where no bundler finds `merels`. */
function workerOfTheGuide() {
  const guide = readFileSync(new URL('../../docs/package.md', import.meta.url), 'utf8');
  const [, code = ''] = /`engine\.js`:\n\n```js\n([^]*?)```/.exec(guide) ?? [];
  return code.replace("'merels'", "'./browser.js'");
}

test(
  'the package plays, searches and solves in a browser',
  { tag: '@desktop' },
  async ({ page, site }) => {
    const folder = mkdtempSync(join(tmpdir(), 'merels-package-'));
    writePackage(folder);
    const below = `${new URL(site.url).origin}/packages/merels/`;
    /** @type {string[]} */
    const asked = [];
    await page.route(`${below}*`, (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      asked.push(name);
      if (name === 'engine.js')
        return route.fulfill({ contentType: 'text/javascript', body: workerOfTheGuide() });
      if (!name)
        return route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Package</title>',
        });
      return route.fulfill({
        contentType: TYPES[extname(name)] ?? 'text/plain',
        body: readFileSync(join(folder, name)),
      });
    });
    await page.goto(below);
    const found = await page.evaluate(async (address) => {
      const merels = /** @type {typeof import('../../www/pkg-npm/merels.js')} */ (
        await import(address)
      );
      await merels.default();
      const game = merels.Game.start('nine');
      game.play('d6');
      const engine = new merels.Engine(4);
      engine.setPosition('six 3/3/4/3/3 w 6,6 0 1', ['a1', 'c1', 'a5', 'e5']);
      engine.go({ depth: 4 });
      while (!engine.step(10_000));
      const solver = merels.Solver.start('three', 'all');
      while (solver.step());
      return {
        line: game.line(),
        best: engine.bestMove(),
        value: solver.values(merels.Game.start('three').line())?.value,
      };
    }, `${below}merels.js`);
    expect(found).toEqual({
      line: 'nine 3/1W1/3/6/3/3/3 b 8,9 0 1',
      best: expect.stringMatching(/^a3x/),
      value: { win: 9 },
    });
    expect(asked.sort(), 'nothing else is fetched').toEqual(['', 'merels.js', 'merels_bg.wasm']);
    const best = await page.evaluate(
      (address) =>
        new Promise((resolve, reject) => {
          const worker = new Worker(address, { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = reject;
          worker.postMessage({
            line: 'six 3/3/4/3/3 w 6,6 0 1',
            moves: ['a1', 'c1', 'a5', 'e5'],
            limits: { depth: 4 },
          });
        }),
      `${below}engine.js`,
    );
    expect(best).toMatch(/^a3x/);
    rmSync(folder, { recursive: true });
  },
);
