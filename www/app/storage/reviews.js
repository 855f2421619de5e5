// The review that is kept with its game: the scores of the positions of a line, from which the rest follows.
import { areTexts, isObject, isTime } from './storage.js';

/**
 * @typedef {import('../types').Score} Score
 * @typedef {import('../types').KeptReview} KeptReview
 */

const VERSION = 1;
/** The longest line kept, in turns. */
const LONGEST = 1000;
/** The largest distance to the end and estimate that are read. */
const MOST = 100_000;

/** A number is an estimate, a text an exact value with the plies to the end where they are known: `w11`, `l`, `d`. @param {Score | null} score */
const pack = (score) =>
  score === null
    ? null
    : 'cp' in score
      ? score.cp
      : 'draw' in score
        ? 'd'
        : 'win' in score
          ? `w${score.win ?? ''}`
          : `l${score.loss ?? ''}`;

/** @param {unknown} value @returns {Score | null} */
function unpack(value) {
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

/** As plain data; null if it is too long to keep. @param {KeptReview | null} review */
export function packReview(review) {
  if (!review || review.line.length > LONGEST) return null;
  return {
    version: VERSION,
    line: review.line,
    effort: review.effort,
    scores: review.scores.map(pack),
    others: review.others.map(pack),
  };
}

/** Throws if it is not one. @param {unknown} value @returns {KeptReview | null} */
export function unpackReview(value) {
  if (value === null || value === undefined) return null;
  if (!isObject(value) || value.version !== VERSION) throw new Error('another version');
  const { line, effort, scores, others } = value;
  if (
    !areTexts(line) ||
    line.length > LONGEST ||
    !isTime(effort, 1e9) ||
    !Array.isArray(scores) ||
    !Array.isArray(others)
  )
    throw new Error('not a review');
  const positions = line.length + 1;
  if (scores.length !== positions || others.length !== positions) throw new Error('not a review');
  return { line, effort, scores: scores.map(unpack), others: others.map(unpack) };
}
