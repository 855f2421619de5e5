// A rating, for puzzles and exercises: how it changes, by Elo's formula.

/** The initial, minimum and maximum rating. */
export const FIRST = 1200;
export const LEAST = 400;
export const MOST = 2800;
/** The K-factor of the rating: higher for the first puzzles. */
const STEPS = { early: 40, late: 20, until: 20 };

/**
 * The rating after a first try, by Elo's formula.
 * @param puzzle its rating
 * @param tried how many puzzles were tried before
 */
export function rated(rating: number, puzzle: number, right: boolean, tried: number) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  const step = tried < STEPS.until ? STEPS.early : STEPS.late;
  return Math.min(MOST, Math.max(LEAST, rating + step * (Number(right) - expected)));
}
