/**
 * `npm run lighthouse`: runs Lighthouse on the built page and on one of those to read without
 * scripts, as a phone and as a desktop; exits with status 1 if a score is below its minimum.
 * Lighthouse takes 180 MB with its packages, so it is installed when this is run.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './lib/browsers.mjs';
import { DIST } from './lib/page.mjs';
import { writeReadPages } from './lib/read.mjs';
import { Trouble, main, run, say } from './lib/say.mjs';
import { serve } from './lib/serve.mjs';
import { setup } from './lib/setup.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2';
/** The minimum score in each category. */
const LEAST = { accessibility: 100, 'best-practices': 100, performance: 95, seo: 100 };
const KINDS = /** @type {(keyof typeof LEAST)[]} */ (Object.keys(LEAST));
/**
 * Throttles the network and the processor during the load. By default Lighthouse loads at full
 * speed and simulates throttling: from a fast load it assumes that the first paint waits for
 * everything that arrived before it.
 */
const THROTTLING = 'devtools';
/** Attempts per measurement: a start may fail, and other programs may take processor time. */
const TRIES = 3;
/** The page to read. */
const READ = 'read/en/nine.html';

/**
 * @typedef {object} Report the parts of Lighthouse's report that are used
 * @property {{ code: string, message: string }} [runtimeError]
 * @property {Record<string, { score: number | null, auditRefs: { id: string, weight: number }[] }>}
 *   categories
 * @property {Record<string, { title: string, score: number | null, displayValue?: string, scoreDisplayMode: string }>}
 *   audits
 */

/** @param {Report} report @param {string} kind */
const score = (report, kind) => Math.round(100 * (report.categories[kind]?.score ?? 0));
/** @param {Report} report */
const total = (report) => KINDS.reduce((sum, kind) => sum + score(report, kind), 0);
/** @param {Report} report */
const below = (report) => KINDS.filter((kind) => score(report, kind) < LEAST[kind]);

await main(async () => {
  await setup({ browser: true });
  const site = await serve({ path: '/some/sub-path/', compress: true });
  const folder = mkdtempSync(join(tmpdir(), 'merels-lighthouse-'));
  /** @type {string[]} */
  const missed = [];
  try {
    await makeAddressable(site, folder);
    for (const path of ['', READ]) {
      for (const device of /** @type {const} */ (['mobile', 'desktop'])) {
        /** @type {Report | null} */
        let best = null;
        for (let n = 0; n < TRIES && (!best || below(best).length > 0); n += 1) {
          const report = await judge(site.url + path, device, join(folder, 'report.json'));
          if (report && (!best || total(report) > total(best))) best = report;
        }
        const what = `${path || 'the page'}, ${device}`;
        if (!best)
          throw new Trouble(`Lighthouse gave no report for ${what}, after ${TRIES} tries.`);
        show(what, best);
        missed.push(...below(best).map((kind) => `${kind} of ${what}`));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  }
  if (missed.length > 0) throw new Trouble(`Below the minimum: ${missed.join('; ')}.`);
});

/**
 * Serves the page to read with the addresses that it has where its own is known: search engines want
 * them whole.
 * @param {import('./lib/serve.mjs').Site} site @param {string} folder
 */
async function makeAddressable(site, folder) {
  const style = readdirSync(join(DIST, 'read')).find((name) => /^style-.*\.css$/.test(name)) ?? '';
  await writeReadPages(folder, style, site.url);
  site.replaced.set(READ, readFileSync(join(folder, READ), 'utf8'));
}

/**
 * One report; null if the browser failed to start, which Lighthouse reports as NO_NAVSTART and the
 * like.
 * @param {string} url @param {'mobile' | 'desktop'} device @param {string} file
 * @returns {Promise<Report | null>}
 */
async function judge(url, device, file) {
  say(`running Lighthouse, ${device}`);
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ');
  const args = [
    '--yes',
    LIGHTHOUSE,
    url,
    '--quiet',
    `--chrome-flags=${flags}`,
    `--only-categories=${KINDS.join(',')}`,
    `--throttling-method=${THROTTLING}`,
  ];
  args.push(
    '--output=json',
    `--output-path=${file}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  );
  try {
    await run('npx', args, { env: { CHROME_PATH: findChromium() ?? '' } });
    /** @type {Report} */
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return report.runtimeError ? null : report;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/**
 * Prints the scores, and what keeps them from being perfect.
 * @param {string} what was judged
 * @param {Report} report
 */
function show(what, report) {
  console.log(`\n${what}`);
  for (const kind of KINDS) {
    console.log(
      `  ${kind.padEnd(16)} ${String(score(report, kind)).padStart(3)}   (at least ${LEAST[kind]})`,
    );
    for (const { id, weight } of report.categories[kind]?.auditRefs ?? []) {
      const audit = report.audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 1) {
        console.log(
          `    ${Math.round(audit.score * 100)}  ${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`,
        );
      }
    }
  }
  console.log('');
}
