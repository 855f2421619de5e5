// An exercise as it is being done: plain data, and pure functions of it.
import type { Kind } from '../storage/exercises.ts';
import type { GameState, PositionValues, Side } from '../types.ts';

/** How many turns of the player each kind takes at most; an opening takes all men in hand. */
const TURNS: Record<Kind, number> = { win: 12, hold: 6, opening: 12, take: 1, fly: 8 };
/** A club player's rating: an exercise that it misses as often as not has the same. */
const CLUB_PLAYER = 1500;
/** The least and greatest chance that counts, in per cent. */
const LEAST = 2;
const MOST = 98;

export interface Run {
  kind: Kind;
  side: Side;
  /** The turns of the player so far, and how many of them held at the first try. */
  turns: number;
  held: number;
  /** How likely a club player would have missed something so far, 0 to 1. */
  chance: number;
  /** Was a wrong turn played in this position, or the answer shown? */
  tried: boolean;
  /** Was anything wrong? */
  missed: boolean;
  over: boolean;
  /** Counts steps, so that what comes late is dropped. */
  step: number;
}

export const begun = (kind: Kind, side: Side): Run => ({
  kind,
  side,
  turns: 0,
  held: 0,
  chance: 0,
  tried: false,
  missed: false,
  over: false,
  step: 0,
});

/** A position is asked. @param missed how likely a club player misses it, in per cent */
export const asked = (run: Run, missed: number): Run => ({
  ...run,
  chance: 1 - (1 - run.chance) * (1 - missed / 100),
  tried: false,
  step: run.step + 1,
});

/** A turn was played that gives the value away, or the answer was shown. */
export const failed = (run: Run): Run => ({
  ...run,
  tried: true,
  missed: true,
  step: run.step + 1,
});

/** A turn was played that holds. */
export const held = (run: Run): Run => ({
  ...run,
  turns: run.turns + 1,
  held: run.held + Number(!run.tried),
  step: run.step + 1,
});

export const ended = (run: Run): Run => ({ ...run, over: true, step: run.step + 1 });

/** Is there nothing more to do after a turn of the player's? */
export const isDone = (
  { kind, turns, side }: Run,
  { outcome, hands }: Pick<GameState, 'outcome' | 'hands'>,
) => outcome !== null || turns >= TURNS[kind] || (kind === 'opening' && hands[side] === 0);

/** The rating of an exercise that a club player misses so often, in per cent. */
export function difficultyOf(missed: number) {
  const chance = Math.min(MOST, Math.max(LEAST, missed));
  return Math.round(CLUB_PLAYER + 400 * Math.log10(chance / (100 - chance)));
}

/** The turns that keep the value. */
export const holdingTurns = ({ moves }: PositionValues) =>
  moves.filter(({ verdict }) => !verdict.includes('-to-')).map(({ text }) => text);

/** The same things in another order. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const left = [...list];
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}
