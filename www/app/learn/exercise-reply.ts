// What Merels plays in an exercise: of the replies that keep its value and lose latest, the one
// after which a club player most likely errs.
import { holdingTurns, shuffled } from './exercise-run.ts';
import type { PracticeClient } from '../engine/practice-client.ts';
import type { Core, PositionValues } from '../types.ts';

/** How many replies are looked at, and for how long at most, in milliseconds. */
const MOST = 10;
const TIME = 2000;

/** What is asked while an exercise goes on. */
export interface Asking {
  core: Core;
  client: Pick<PracticeClient, 'replies'>;
  /** A position's exact values; null if they cannot be had. */
  valuesOf: (line: string) => Promise<PositionValues | null>;
}

export interface Reply {
  turn: string;
  /** Of the position after it; null if the game is over or they cannot be had. */
  values: PositionValues | null;
  /** How likely a club player errs there, in per cent. */
  missed: number;
}

/** The plies to the end after a turn that loses; 0 where that is not known. */
const pliesOf = (value: PositionValues['value']) => ('loss' in value ? (value.loss ?? 0) : 0);

/** Of the turns that keep the value, those that lose latest: all of them where that is not known. */
export function toughest(values: PositionValues) {
  const holding = new Set(holdingTurns(values));
  const moves = values.moves.filter(({ text }) => holding.has(text));
  const most = Math.max(...moves.map(({ value }) => pliesOf(value)));
  return moves.filter(({ value }) => pliesOf(value) === most).map(({ text }) => text);
}

function after(core: Core, line: string, turn: string) {
  const game = core.read(line);
  try {
    game.play(turn);
    return game.state();
  } finally {
    game.free();
  }
}

/** Merels' reply in a position; null if its values cannot be had. */
export async function replyTo(
  { core, client, valuesOf }: Asking,
  line: string,
  random: () => number = Math.random,
): Promise<Reply | null> {
  const own = await valuesOf(line);
  if (!own) return null;
  const begun = performance.now();
  let best: Reply | null = null;
  for (const turn of shuffled(toughest(own), random).slice(0, MOST)) {
    if (best?.values && performance.now() - begun > TIME) break;
    const next = after(core, line, turn);
    const values = next.outcome ? null : await valuesOf(next.line);
    const replies = values && (await client.replies(next.line, values.moves));
    const missed = replies?.missed ?? -1;
    if (!best || missed > best.missed) best = { turn, values, missed };
  }
  return best && { ...best, missed: Math.max(0, best.missed) };
}
