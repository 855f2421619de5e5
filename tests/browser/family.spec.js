import { expect, test } from './fixtures.js';
import { line, myTurn, open, play, legal, start } from './table.js';

/** Points, as in the rules of the family. */
const GAMES = /** @type {[string, number][]} */ ([
  ['three', 9],
  ['nine-holes', 9],
  ['five', 16],
  ['six', 16],
  ['seven', 17],
  ['nine', 24],
  ['lasker', 24],
  ['eleven', 24],
  ['twelve', 24],
  ['morabaraba', 24],
  ['picaria', 13],
  ['tsoro-yematatu', 7],
  ['six-penny-madell', 18],
  ['marelle-triple', 24],
  ['nao-guti', 24],
  ['mul-mulan', 24],
  ['nine[first=black,protect=always]', 24],
  ['nine[ten=both]', 24],
  ['nine[fly=never]', 24],
  ['three[fly=3]', 9],
  ['five[fly=3]', 16],
  ['six[fly=3]', 16],
  ['seven[fly=3]', 17],
]);

/** One of each board, of each way to begin, and with rules of its own. */
const SOME = ['three', 'five', 'seven', 'morabaraba', 'nine[first=black,protect=always]'];

for (const [which, games, tag] of /** @type {[string, typeof GAMES, string[]][]} */ ([
  ['games of every kind', GAMES.filter(([spec]) => SOME.includes(spec)), []],
  ['the other games', GAMES.filter(([spec]) => !SOME.includes(spec)), ['@slow']],
]))
  test(`${which} start, and the computer answers`, { tag }, async ({ page }) => {
    await open(page);
    for (const [spec, points] of games)
      await test.step(spec, async () => {
        await start(page, { mode: 'computer', spec, colour: 'white', level: 1 });
        expect((await line(page)).split(' ')[0]).toBe(spec);
        await expect(page.locator('[data-point]')).toHaveCount(points);
        await myTurn(page);
        const theirs = await page.locator('[data-man=black]').count();
        for (let n = 0; n < 2; n++) {
          const moves = await legal(page);
          await play(page, moves[moves.length >> 1] ?? '');
          await myTurn(page);
        }
        expect(await page.locator('[data-man=black]').count()).toBeGreaterThan(theirs);
      });
  });
