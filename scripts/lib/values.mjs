/** Measures how soon the page shows exact values of Nine Men's Morris, for `npm run measure`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './say.mjs';

/** What is measured, and after how many plies of a game. @type {[string, number][]} */
const STAGES = [
  ['13 men placed', 13],
  ['14 men placed', 14],
  ['17 men placed', 17],
  ['all placed', 18],
  ['all placed, later', 26],
];

/**
 * Positions of games that the search plays with 2,000 nodes a move after two random plies, by
 * stage.
 * @param {number} games
 */
async function positions(games) {
  const {
    default: init,
    Engine,
    Game,
  } = /** @type {any} */ (await import('../../www/pkg-npm/merels.js'));
  await init({ module_or_path: readFileSync(join(ROOT, 'www/pkg-npm/merels_bg.wasm')) });
  const engine = new Engine(16);
  /** @type {string[][]} */
  const found = STAGES.map(() => []);
  for (let i = 0; i < games; i += 1) {
    const game = Game.start('nine');
    for (let ply = 0; ; ply += 1) {
      const stage = STAGES.findIndex(([, plies]) => plies === ply);
      if (stage >= 0) found[stage].push(game.line());
      if (stage === STAGES.length - 1) break;
      const { legal } = game.state();
      // A game may end before the last stage.
      if (legal.length === 0) break;
      if (ply < 2) game.play(legal[(i * (7 + 4 * ply)) % legal.length].text);
      else {
        engine.setPosition(game.line(), []);
        engine.go({ nodes: 2_000 });
        while (!engine.step(2_000));
        game.play(engine.bestMove());
      }
    }
  }
  return found;
}

/**
 * For each stage the times in milliseconds until the position's own value and until those of all
 * turns are shown, each in a page that has fetched nothing of the solution before; and until all
 * are shown after a turn.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {number} games
 */
export async function valueTimes(browser, url, games) {
  const { Game } = /** @type {any} */ (await import('../../www/pkg-npm/merels.js'));
  const stages = await positions(games);
  const rows = [];
  for (const [i, lines] of stages.entries()) {
    /** @type {{ own: number[], all: number[], next: number[] }} */
    const times = { own: [], all: [], next: [] };
    for (const line of lines) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        serviceWorkers: 'block',
      });
      // Values are shown from the beginning.
      await context.addInitScript(() =>
        localStorage.setItem('merels.look', '{"version":1,"saved":0,"values":true}'),
      );
      const page = await context.newPage();
      await page.goto(url);
      await page.locator('#page[data-ready]').waitFor({ state: 'attached' });
      await page.waitForTimeout(2_000);
      const first = await page.evaluate(shown, line);
      const game = Game.fromPosition(line);
      game.play(game.state().legal[0].text);
      const second = await page.evaluate(shown, game.line());
      times.own.push(first.own);
      times.all.push(first.all);
      times.next.push(second.all);
      await context.close();
    }
    rows.push({ name: STAGES[i][0], times });
  }
  return rows;
}

/**
 * In the page: opens a position, and waits for its values.
 * @param {string} line
 * @returns {Promise<{ own: number, all: number }>}
 */
function shown(line) {
  const begin = performance.now();
  const merels = /** @type {any} */ (window).merels;
  location.hash = `position=${encodeURIComponent(line)}`;
  let own = 0;
  return new Promise((resolve) => {
    const look = () => {
      const panel = document.querySelector('#values');
      if (merels.line === line) {
        const now = Math.round(performance.now() - begin);
        if (!own && /wins|Draw/.test(panel?.querySelector('.values-head')?.textContent ?? ''))
          own = now;
        if (merels.outcome || panel?.querySelectorAll('li').length === merels.legal.length)
          return resolve({ own: own || now, all: now });
      }
      requestAnimationFrame(look);
    };
    look();
  });
}
