// Compares two devices' records of a game to find where to resume.
import { prefix } from '../game/paths.ts';
import type { Side } from '../types.ts';

/**
 * Are none of these turns this side's own? The other may have several on end. An illegal one, and
 * what follows it, is nobody's.
 * @param turnAfter who is to move after the first so many of them; throws if one is illegal
 */
export function noneIsOwn(turnAfter: (n: number) => Side, side: Side, turns: readonly string[]) {
  try {
    return turns.every((_, i) => turnAfter(i) !== side);
  } catch {
    return true;
  }
}

/**
 * If one record extends the other, the longer one counts. But a turn of the own side that is
 * missing here is not taken without asking, since the other device could have made it up.
 * @param areTheirs whether turns after the last one of mine can be taken without asking
 * @returns `take`: take their additional turns; `ask`: let the player decide
 */
export function compare(
  mine: readonly string[],
  theirs: readonly string[],
  areTheirs: (turns: readonly string[]) => boolean,
): { common: number; take: boolean; ask: boolean } {
  const common = prefix(mine, theirs);
  if (common === theirs.length) return { common, take: false, ask: false };
  const take = common === mine.length && areTheirs(theirs.slice(common));
  return { common, take, ask: !take };
}

/**
 * A game link cut off after a number of turns.
 * @param link in Rust's format
 */
export const upTo = (link: string, plies: number) =>
  link.replace(/~(.*)$/, (_, turns) => `~${turns.split('.').slice(0, plies).join('.')}`);

/** The start of a round: a rematch leaves out the turns played before the first round. */
export const beginning = (begin: string, round: number) => (round ? upTo(begin, 0) : begin);
