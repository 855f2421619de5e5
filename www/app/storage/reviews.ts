// The review that is kept with its game: the scores of the positions of a line, from which the rest
// follows.
import { areTexts, isObject, isTime } from './storage.ts';
import type { KeptReview, Score } from '../types.ts';

const VERSION = 1;
/** The longest line kept, in turns. */
const LONGEST = 1000;
/** The largest distance to the end and estimate that are read. */
const MOST = 100_000;

/**
 * A number is an estimate, a text an exact value with the plies to the end where they are known:
 * `w11`, `l`, `d`.
 */
const pack = (score: Score | null) =>
  score === null
    ? null
    : 'cp' in score
      ? score.cp
      : 'draw' in score
        ? 'd'
        : 'win' in score
          ? `w${score.win ?? ''}`
          : `l${score.loss ?? ''}`;

function unpack(value: unknown): Score | null {
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MOST)
    return { cp: value };
  const [, kind, far] = /^([wld])(\d{0,5})$/.exec(String(value)) ?? [];
  if (kind === 'd' && !far) return { draw: true };
  const plies = far ? Number(far) : null;
  if (kind === 'w') return { win: plies };
  if (kind === 'l') return { loss: plies };
  throw new Error('not a score');
}

/** As plain data; null if it is too long to keep. */
export function packReview(review: KeptReview | null) {
  if (!review || review.line.length > LONGEST) return null;
  return {
    version: VERSION,
    line: review.line,
    effort: review.effort,
    scores: review.scores.map(pack),
    others: review.others.map(pack),
    best: review.best,
  };
}

/** Throws if it is not one. */
export function unpackReview(value: unknown): KeptReview | null {
  if (value === null || value === undefined) return null;
  if (!isObject(value) || value.version !== VERSION) throw new Error('another version');
  // Earlier versions kept no moves of the engine.
  const { line, effort, scores, others, best = [] } = value;
  if (
    !areTexts(line) ||
    line.length > LONGEST ||
    !isTime(effort, 1e9) ||
    !Array.isArray(scores) ||
    !Array.isArray(others) ||
    !Array.isArray(best)
  )
    throw new Error('not a review');
  const positions = line.length + 1;
  if (scores.length !== positions || others.length !== positions) throw new Error('not a review');
  return {
    line,
    effort,
    scores: scores.map(unpack),
    others: others.map(unpack),
    best: scores.map((_, ply) => (typeof best[ply] === 'string' ? best[ply] : null)),
  };
}
