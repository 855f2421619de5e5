/**
 * Games of two computers in one page, one after another: memory stays what it was, and nothing goes wrong. A thousand, with a line
 * for every fifty: `MERELS_SOAK=1000 npx playwright test --config tests/browser/playwright.config.js --project=desktop soak`.
 */
import { expect, test } from './fixtures.js';
import { open } from './table.js';

/** @typedef {{ games: number, heap: number, nodes: number, listeners: number, documents: number, stored: number }} Sample heap and stored in KB */

const GAMES = Number(process.env.MERELS_SOAK ?? 8);
/** What the page makes once, and keeps, is there after so many games. */
const WARM = 4;
const EVERY = GAMES >= 500 ? 50 : GAMES >= 40 ? 10 : 1;
const PRESETS = ['nine', 'lasker', 'three', 'six', 'morabaraba', 'seven'];

test('computers play game after game and the page grows no heavier', { tag: '@desktop' }, async ({ page }) => {
  test.setTimeout(60_000 + GAMES * 60_000);
  await page.addInitScript((presets) => {
    if (localStorage.getItem('merels.draft')) return;
    const draft = { version: 1, spec: presets, mode: 'watch', colour: 'white', levels: { white: 1, black: 2 }, clock: null, turning: false, pace: 0 };
    localStorage.setItem('merels.draft', JSON.stringify(draft));
    localStorage.setItem('merels.look', JSON.stringify({ version: 1, animation: false, volume: 0, reply: 'quick' }));
  }, PRESETS[0] ?? '');
  await open(page);
  const session = await page.context().newCDPSession(page);
  /** @param {number} games @returns {Promise<Sample>} */
  async function measure(games) {
    // Twice: what the first round sets free may hold on to more.
    for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
    const stored = await page.evaluate(() => Object.entries(localStorage).reduce((sum, [key, text]) => sum + key.length + text.length, 0));
    return { games, heap: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners, documents, stored: Math.round(stored / 1024) };
  }

  /** @type {Sample[]} */
  const samples = [];
  /** @type {Record<string, number>} */
  const ends = {};
  for (let played = 1; played <= GAMES; played++) {
    await page.getByRole('button', { name: 'New game' }).click();
    const form = page.getByRole('dialog', { name: 'New game' });
    await form.locator(`input[name=variant][value="${PRESETS[played % PRESETS.length]}"]`).check();
    await form.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForFunction(() => window.merels.outcome !== null, null, { timeout: 600_000, polling: 50 });
    const reason = await page.evaluate(() => window.merels.outcome?.reason ?? '');
    ends[reason] = (ends[reason] ?? 0) + 1;
    if (played < WARM || (played % EVERY && played !== GAMES)) continue;
    const sample = await measure(played);
    samples.push(sample);
    if (EVERY > 1) console.log(JSON.stringify(sample));
  }
  console.log('ends', JSON.stringify(ends));
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  expect(last.documents, JSON.stringify(samples)).toBe(first.documents);
  // A list of turns is as long as its game; the longest has some two hundred turns of five nodes each.
  expect(last.nodes - first.nodes, JSON.stringify(samples)).toBeLessThan(1500);
  expect(last.listeners - first.listeners, JSON.stringify(samples)).toBeLessThan(300);
  // Of each game the list keeps a line; the tree of turns is let go.
  expect(last.heap - first.heap, JSON.stringify(samples)).toBeLessThan(1024 + 4 * GAMES);
});
