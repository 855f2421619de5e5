/**
 * Games of two computers in one page, one after another: memory stays what it was, and nothing goes
 * wrong. A thousand, with a line for every fifty:
 * `MERELS_SOAK=1000 npx playwright test --config tests/browser/playwright.config.js --project=desktop soak`.
 */
import { expect, test } from './fixtures.js';
import { open, start } from './table.js';

/**
 * @typedef {{ games: number, heap: number, nodes: number, listeners: number, documents: number, stored: number }}
 *   Sample heap and stored in KB
 */

const SOAK = Number(process.env.MERELS_SOAK ?? 48);
/** The computers play these in turn. */
const PRESETS = ['nine', 'lasker', 'three', 'six', 'morabaraba', 'seven'];
/** By this game the page has made everything that it makes once and keeps. */
const WARM = 24;
/**
 * By how many KB it may grow from there on. Measured: 300 in 24 games, and about 1000 in a
 * thousand, in which the list keeps a line of each game.
 */
const HEAP = 500 + SOAK;

test(
  'computers play game after game and the page grows no heavier',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    test.setTimeout(60_000 + SOAK * 60_000);
    const every = SOAK >= 500 ? 50 : SOAK >= 40 ? 10 : 1;
    await page.addInitScript(() => {
      if (localStorage.getItem('merels.draft')) return;
      const draft = {
        version: 1,
        spec: 'three',
        mode: 'watch',
        colour: 'white',
        levels: { white: 1, black: 2 },
        clock: null,
        turning: false,
        pace: 0,
      };
      localStorage.setItem('merels.draft', JSON.stringify(draft));
      localStorage.setItem(
        'merels.look',
        JSON.stringify({ version: 1, animation: false, volume: 0, reply: 'quick' }),
      );
    });
    await open(page);
    const session = await page.context().newCDPSession(page);
    /** What the page weighs. @param {number} games @returns {Promise<Sample>} */
    async function measure(games) {
      // Twice: what the first round sets free may hold on to more.
      for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
      const stored = await page.evaluate(() =>
        Object.entries(localStorage).reduce(
          (sum, [key, text]) => sum + key.length + text.length,
          0,
        ),
      );
      return {
        games,
        heap: Math.round(usedSize / 1024),
        nodes,
        listeners: jsEventListeners,
        documents,
        stored: Math.round(stored / 1024),
      };
    }

    /** @type {Sample[]} */
    const samples = [];
    for (let played = 1; played <= SOAK; played++) {
      await start(page, { mode: 'watch', spec: PRESETS[played % PRESETS.length] ?? '' });
      await page.waitForFunction(() => window.merels.outcome !== null, null, {
        timeout: 600_000,
        polling: 50,
      });
      if (played !== WARM && played !== SOAK && (played < WARM || every === 1 || played % every))
        continue;
      // With an empty game of two people on the board.
      await start(page, { mode: 'people', spec: 'three' });
      const sample = await measure(played);
      samples.push(sample);
      if (every > 1) console.log(JSON.stringify(sample));
    }
    const [first] = samples;
    if (!first) throw new Error('nothing was measured');
    // A worker or a transaction on its way out still has its listeners for a moment: what a game
    // leaves behind stays.
    await expect(async () => {
      const now = await measure(SOAK);
      const seen = JSON.stringify([...samples, now]);
      expect(now.documents, seen).toBe(first.documents);
      // One that every game left behind would be too many.
      expect(now.nodes - first.nodes, seen).toBeLessThan(now.games - first.games);
      expect(now.listeners - first.listeners, seen).toBeLessThan(now.games - first.games);
      expect(now.heap - first.heap, seen).toBeLessThan(HEAP);
    }).toPass({ timeout: 10_000 });
  },
);
