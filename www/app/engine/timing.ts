// How long the computer takes over a turn: how soon it answers, and how long it may think.
import type { LevelInfo, Look, SearchLimits } from '../types.ts';

/** The minimum time between the player's turn and the answer, in milliseconds. */
const ANSWERS = { quick: 100, natural: 400, slow: 1200 };
/** What each legal turn adds to a natural delay, in milliseconds, and how many turns count. */
const CHOICE = { millis: 6, most: 40 };
/** The maximum random part of a natural delay, in milliseconds. */
const VARIES = 100;

/** Waits for an answer up to a maximum time, then resolves to null. */
export async function within<T>(millis: number, answer: Promise<T | null>): Promise<T | null> {
  let timer;
  const late: Promise<null> = new Promise((resolve) => (timer = setTimeout(resolve, millis, null)));
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

/**
 * The minimum delay before an answer, in milliseconds. A natural delay varies, and is longer with
 * more legal turns.
 * @param turns the number of legal turns
 */
export function leastTime(reply: Look['reply'], turns: number) {
  const natural =
    reply === 'natural' ? CHOICE.millis * Math.min(turns, CHOICE.most) + VARIES * Math.random() : 0;
  return ANSWERS[reply] + natural;
}

/**
 * How long a level may think, in milliseconds, and its other search limits. The strongest level,
 * which makes no mistakes on purpose, has no other limits if the player grants it more than its own
 * time.
 * @param level one that searches
 * @param thinking the time set by the player, in milliseconds; null for the level's own
 */
export function searchBy(
  levels: LevelInfo[],
  level: number,
  thinking: number | null,
  seed: number,
): { millis: number; limits: SearchLimits } {
  const own = levels.find((l) => l.level === level)?.millis ?? 1000;
  const strongest = !levels.some((l) => l.level > level && !l.perfect);
  const millis = thinking ?? own;
  return { millis, limits: strongest && millis > own ? {} : { level, seed } };
}
