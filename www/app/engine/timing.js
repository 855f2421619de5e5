// How long the computer takes over a turn: how soon it answers, and how long it may think.

/**
 * @typedef {import('../types').Look} Look
 * @typedef {import('../types').LevelInfo} LevelInfo
 */

/** The least time between a person's turn and the answer, in milliseconds. */
const ANSWERS = { quick: 100, natural: 400, slow: 1200 };
/** What each turn that it could play adds to a natural answer, and how many count. */
const CHOICE = { millis: 6, most: 40 };
/** By how much natural answers differ at the most. */
const VARIES = 100;

/** How soon it may answer, the soonest first. */
export const REPLIES = /** @type {const} */ (['quick', 'natural', 'slow']);
/** How long it may think at the most, in milliseconds, where that is not left to its level. */
export const THINKING = /** @type {const} */ ([1000, 2000, 5000, 15_000]);

/** Waits for an answer, but not longer than this; then it is null. @template T @param {number} millis @param {Promise<T | null>} answer @returns {Promise<T | null>} */
export async function within(millis, answer) {
  let timer;
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => (timer = setTimeout(resolve, millis, null)));
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

/**
 * The least time before an answer, in milliseconds. A natural one varies, and takes longer where there is more to choose from.
 * @param {Look['reply']} reply
 * @param {number} turns what it could play
 */
export function leastTime(reply, turns) {
  const natural = reply === 'natural' ? CHOICE.millis * Math.min(turns, CHOICE.most) + VARIES * Math.random() : 0;
  return ANSWERS[reply] + natural;
}

/**
 * How long a level may think, in milliseconds, and by which limits besides: its own, but the strongest, which gives nothing
 * away on purpose, thinks until the time is over where a person lets it have more than its own.
 * @param {LevelInfo[]} levels
 * @param {number} level one that searches
 * @param {number | null} thinking what a person lets it have, in milliseconds; null for its own time
 * @param {number} seed
 * @returns {{ millis: number, limits: import('../types').SearchLimits }}
 */
export function searchBy(levels, level, thinking, seed) {
  const own = levels.find((l) => l.level === level)?.millis ?? 1000;
  const strongest = !levels.some((l) => l.level > level && !l.perfect);
  const millis = thinking ?? own;
  return { millis, limits: strongest && millis > own ? {} : { level, seed } };
}
