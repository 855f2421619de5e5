/**
 * `npm run measure`: measures the figures in docs/figures.md that need the built page and an idle
 * machine: the time from navigation to the first accepted move (cold cache, also with the processor
 * slowed four times), the time until exact values of Nine Men's Morris are shown, and the search's
 * nodes per second, native, in Node and in Chromium, on the same positions with the same number of
 * nodes. `npm run measure -- values` measures only the values.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { drawIcons } from './lib/icons.mjs';
import { QUIET_FLAGS, findChromium } from './lib/browsers.mjs';
import { firstMove } from './lib/firstmove.mjs';
import { buildPage } from './lib/page.mjs';
import { ROOT, Trouble, main, run } from './lib/say.mjs';
import { serve } from './lib/serve.mjs';
import { setup } from './lib/setup.mjs';
import { valueTimes } from './lib/values.mjs';
import { COMPLETE, PAGE, buildWasm } from './lib/wasm.mjs';

const RUNS = 9;
const GAMES = 7;
const NODES = 3_000_000;
const POSITIONS = [
  'nine 3/3/3/6/3/3/3 w 9,9 0 1',
  'nine 1W1/1BW/1W1/WBB3/1W1/1B1/W1B w 2,3 0 8',
  'nine W1B/W1B/W2/W1BB2/2W/1WB/B1W b 0,0 6 22',
  'twelve 3/1W1/3/1B4/3/1W1/3 b 10,11 0 2',
];

await main(async () => {
  await setup({ browser: true });
  await buildWasm([...PAGE, COMPLETE]);
  await drawIcons();
  await buildPage();
  await run('cargo', ['build', '--release', '--locked', '--quiet']);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...QUIET_FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const [only] = process.argv.slice(2);
  for (const measure of only === 'values' ? [values] : [firstMoves, values, speeds])
    await measure(browser);
  await browser.close();
});

/** @param {import('@playwright/test').Browser} browser */
async function firstMoves(browser) {
  const { devices } = await import('@playwright/test');
  const site = await serve();
  console.log(
    `\nFrom navigation to the first accepted move, cold cache, ${RUNS} runs (median, slowest):`,
  );
  for (const [slowed, words] of /** @type {[number, string][]} */ ([
    [1, 'full speed'],
    [4, 'slowed four times'],
  ])) {
    /** @type {number[]} */
    const times = [];
    for (let i = 0; i < RUNS; i += 1) {
      const context = await browser.newContext({
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
      });
      times.push(await firstMove(context, site.url, slowed));
      await context.close();
    }
    times.sort((a, b) => a - b);
    console.log(`  ${words.padEnd(18)} ${times[RUNS >> 1]} ms, ${times.at(-1)} ms`);
  }
  await site.close();
}

/** @param {import('@playwright/test').Browser} browser */
async function values(browser) {
  const site = await serve();
  /** @param {number[]} times */
  const row = (times) =>
    `${times.toSorted((a, b) => a - b)[times.length >> 1]}, ${Math.max(...times)}`.padEnd(16);
  console.log(
    `\nUntil exact values are shown, nothing fetched before, ${GAMES} games (median, slowest, in ms):`,
  );
  console.log('                      the position     all turns        after a turn');
  for (const { name, times } of await valueTimes(browser, site.url, GAMES)) {
    console.log(`  ${name.padEnd(20)}${row(times.own)} ${row(times.all)} ${row(times.next)}`);
  }
  await site.close();
}

/** @param {import('@playwright/test').Browser} browser */
async function speeds(browser) {
  const native = POSITIONS.map(nativeSpeed);
  const node = await wasmSpeeds(
    /** @type {any} */ (await import('../www/pkg-npm/merels.js')),
    readFileSync(join(ROOT, 'www/pkg-npm/merels_bg.wasm')),
    POSITIONS,
    NODES,
  );
  const chromium = await chromiumSpeeds(browser);
  console.log(`\nSearch, million nodes per second, ${NODES / 1e6} million nodes a position:`);
  console.log('  native   Node             Chromium         position');
  for (const [i, line] of POSITIONS.entries()) {
    /** @param {number} speed */
    const share = (speed) =>
      `${(speed / 1e6).toFixed(2)} (${Math.round((100 * speed) / native[i])} %)`.padEnd(16);
    console.log(
      `  ${(native[i] / 1e6).toFixed(2).padEnd(8)} ${share(node[i])} ${share(chromium[i])} ${line}`,
    );
  }
}

/** @param {string} line */
function nativeSpeed(line) {
  const program = join(ROOT, 'target/release/merels');
  const input = `setoption name Hash value 16\nposition line ${line}\ngo nodes ${NODES}\n`;
  const begin = performance.now();
  const { stdout, status } = spawnSync(program, ['engine'], { input, encoding: 'utf8' });
  if (status !== 0 || !stdout.includes('bestmove'))
    throw new Trouble(`merels engine gave no move for ${line}`);
  return (NODES * 1000) / (performance.now() - begin);
}

/**
 * Self-contained, because it also runs in a page.
 * @param {any} merels the package
 * @param {any} module
 * @param {string[]} positions
 * @param {number} nodes
 */
async function wasmSpeeds(merels, module, positions, nodes) {
  await merels.default({ module_or_path: module });
  return positions.map((line) => {
    const engine = new merels.Engine(16);
    engine.setPosition(line, []);
    const begin = performance.now();
    engine.go({ nodes });
    while (!engine.step(20_000));
    return (engine.nodes() * 1000) / (performance.now() - begin);
  });
}

/** @param {import('@playwright/test').Browser} browser */
async function chromiumSpeeds(browser) {
  const { default: sirv } = await import('sirv');
  const files = sirv(join(ROOT, COMPLETE.folder));
  const server = createServer((request, response) =>
    files(request, response, () => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>');
    }),
  );
  await new Promise((resolve) => server.listen(0, () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/`);
  /** @type {number[]} */
  const speeds = await page.evaluate(
    `import('/merels.js').then((merels) => (${wasmSpeeds})(merels, '/merels_bg.wasm', ${JSON.stringify(POSITIONS)}, ${NODES}))`,
  );
  await page.close();
  server.close();
  return speeds;
}
