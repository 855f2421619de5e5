// Draws an exercise: from games of levels, by the exact values, near a rating.
import { difficultyOf, holdingTurns, shuffled } from './exercise-run.ts';
import type { PracticeClient } from '../engine/practice-client.ts';
import type { Candidate } from '../engine/practice.worker.ts';
import type { Options } from '../engine/value-source.ts';
import type { Kind } from '../storage/exercises.ts';
import type { PositionValues } from '../types.ts';

/** How near to the wanted rating is near enough. */
const NEAR = 200;
/** Below this rating those are looked for that a short search sees. */
const PLAIN = 1500;
/** After so many exercises that are not, the nearest is taken. */
const TRIES = 5;
/** After so many positions were asked about the nearest is taken, if there is one. */
const ASKED = 20;
/** After so many games there is none. */
const GAMES = 40;
/** So many positions of a game are asked about at most: the next game is as good. */
const OF_A_GAME = 6;

export interface Exercise {
  kind: Kind;
  line: string;
  key: number;
  /** How likely a club player misses the first turn, in per cent. */
  missed: number;
  values: PositionValues;
}

/** Why there is no exercise: no value could be had, or none was found. */
export class NoExercise extends Error {
  readonly reason: 'values' | 'none';
  constructor(reason: 'values' | 'none') {
    super(reason);
    this.reason = reason;
  }
}

type Value = PositionValues['value'];

interface Drawing {
  client: Pick<PracticeClient, 'game' | 'judge'>;
  values: (line: string, options?: Options) => Promise<PositionValues | null>;
  spec: string;
  kind: Kind;
  /** The most that may be on the board, so that the values are known. */
  men: number;
  /** The wanted difficulty. */
  rating: number;
  /** Those that were shown before. */
  shown: ReadonlySet<number>;
  signal: AbortSignal;
  random: () => number;
}

/** Can a position of this value be of the kind? Then the values of its turns are asked for, too. */
const mayBe = (kind: Kind, value: Value) =>
  !('loss' in value) && (kind !== 'win' || 'win' in value) && (kind !== 'hold' || 'draw' in value);

/**
 * A position's own value, which is found long before those of its turns, and these; null if it has
 * none.
 * @param isEnough is the own value enough?
 */
async function look(
  { values, signal }: Drawing,
  line: string,
  isEnough: (value: Value) => boolean,
): Promise<{ value: Value; values: PositionValues | null } | null> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener('abort', stop, { once: true });
  let only: Value | null = null;
  const found = await values(line, {
    signal: own.signal,
    onValue(value) {
      if (!isEnough(value)) return;
      only = value;
      stop();
    },
  });
  signal.removeEventListener('abort', stop);
  if (only) return { value: only, values: null };
  return found && { value: found.value, values: found };
}

/** Does a turn keep the value if the position after it has this one, for the other side? */
const isKept = (value: Value, after: Value) =>
  'win' in value ? 'loss' in after : !('win' in after);

/** Is it known by a few values that a position cannot be of the kind? Null if one is missing. */
async function isOther(drawing: Drawing, { line, after }: Candidate) {
  const ownValue = async (of: string) => (await look(drawing, of, () => true))?.value ?? null;
  const value = await ownValue(line);
  if (!value) return null;
  if (!mayBe(drawing.kind, value)) return true;
  for (const next of after) {
    const found = await ownValue(next);
    if (!found) return null;
    if (isKept(value, found)) return true;
  }
  return false;
}

/** A position's values; null where it has none, 'other' where it cannot be of the kind. */
async function ask(drawing: Drawing, candidate: Candidate) {
  const { line, after } = candidate;
  const other = after.length ? await isOther(drawing, candidate) : false;
  if (other !== false) return other && 'other';
  const found = await look(drawing, line, (value) => !mayBe(drawing.kind, value));
  return found && (found.values ?? 'other');
}

/** @returns rejects with a NoExercise, or when aborted */
export async function drawExercise(drawing: Drawing): Promise<Exercise> {
  const { client, spec, kind, men, rating, shown, signal, random } = drawing;
  const away = ({ missed }: Exercise) => Math.abs(difficultyOf(missed) - rating);
  let nearest: Exercise | null = null;
  let tries = 0;
  let known = 0;
  for (let games = 0; games < GAMES; games++) {
    const seed = Math.floor(random() * 2 ** 31);
    const plain = rating < PLAIN;
    const all = await client.game({ spec, kind, men, seed, plain });
    const ordered = kind === 'take' && plain;
    for (const candidate of (ordered ? all : shuffled(all, random)).slice(0, OF_A_GAME)) {
      const { line } = candidate;
      const values = await ask(drawing, candidate);
      signal.throwIfAborted();
      if (values !== null) known += 1;
      if (values === null || values === 'other' || !mayBe(kind, values.value)) continue;
      if (holdingTurns(values).length === values.moves.length) continue;
      const found = await client.judge(kind, line, values);
      signal.throwIfAborted();
      if (!found || shown.has(found.key)) continue;
      const exercise = { kind, line, values, ...found };
      if (!nearest || away(exercise) < away(nearest)) nearest = exercise;
      if (away(nearest) <= NEAR || ++tries >= TRIES) return nearest;
    }
    if (nearest && known >= ASKED) return nearest;
    if (all.length && !known) throw new NoExercise('values');
  }
  if (nearest) return nearest;
  throw new NoExercise('none');
}
