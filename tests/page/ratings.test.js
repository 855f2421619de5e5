/** The ratings of the levels are those that the measured pairs in docs/levels.md give. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { core } from './core.js';
import { RATINGS } from '../../www/app/home/ratings.ts';

const text = readFileSync(new URL('../../docs/levels.md', import.meta.url), 'utf8');
/** The cells of the table rows that begin with a level. @param {string} row */
const cells = (row) =>
  row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
const rows = text
  .split('\n')
  .filter((row) => /^\| \*\*\d+\*\* \|/.test(row))
  .map(cells);
/** The share of the points that each level took from each other; null from itself. */
const scores = rows
  .filter((row) => row.length === 11)
  .map((row) => row.slice(0, 10).map((cell) => (cell === '—' ? null : parseFloat(cell) / 100)));

/**
 * The strengths under which these scores are the likeliest (Bradley and Terry, a draw as half a win
 * and half a loss), by the iteration of Zermelo; each pair played equally often.
 * @param {(number | null)[][]} scores
 */
function ratings(scores) {
  let strengths = scores.map(() => 1);
  for (let round = 0; round < 5000; round++)
    strengths = scores.map((row, i) => {
      const own = strengths[i] ?? 1;
      const won = row.reduce((/** @type {number} */ sum, score) => sum + (score ?? 0), 0);
      return (
        won /
        row.reduce(
          (/** @type {number} */ sum, score, j) =>
            score === null ? sum : sum + 1 / (own + (strengths[j] ?? 1)),
          0,
        )
      );
    });
  const elo = strengths.map((strength) => 400 * Math.log10(strength));
  return elo.map((n) => 400 + n - (elo[0] ?? 0));
}

test('the table is whole: what one level took, the other lost', () => {
  expect(scores).toHaveLength(10);
  scores.forEach((row, i) =>
    row.forEach((score, j) =>
      score === null ? expect(i).toBe(j) : expect(score + (scores[j]?.[i] ?? 0)).toBeCloseTo(1, 9),
    ),
  );
});

test('the ratings that the page shows are computed from it, to the nearest ten', () => {
  expect(RATINGS).toEqual(ratings(scores).map((n) => Math.round(n / 10) * 10));
  expect(core.levels().filter(({ perfect }) => !perfect)).toHaveLength(RATINGS.length);
});

test('the document says the same', () => {
  const said = rows
    .filter((row) => row.length < 11)
    .map(([name, rating]) => [name, Number(rating)]);
  expect(said).toEqual(
    core
      .levels()
      .filter(({ perfect }) => !perfect)
      .map(({ name, level }) => [name, RATINGS[level - 1]]),
  );
});

test('two of equal strength, and one that takes ten points of eleven from the other', () => {
  expect(
    ratings([
      [null, 0.5],
      [0.5, null],
    ]),
  ).toEqual([400, 400]);
  expect(
    ratings([
      [null, 1 / 11],
      [10 / 11, null],
    ])[1],
  ).toBeCloseTo(800, 6);
});
