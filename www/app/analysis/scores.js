// Scores as text. Their meaning comes from Rust.
import { t } from '../i18n/i18n.js';
import { movesOf, positionValueText, valueKind, valueSign, valueText } from '../game/words.js';

/**
 * @typedef {import('../types').Score} Score
 * @typedef {import('../types').Side} Side
 */

/** @param {import('../types').Core} core */
export function createScores(core) {
  /** @param {Score} score */
  const isExact = (score) => core.expectation(score)[1];
  /** The expected score of the side to move. @param {Score} score */
  const percent = (score) => Math.round(core.expectation(score)[0] * 100);

  return {
    isExact,
    /** A number that is larger the better the score is for the side to move. @param {Score} score */
    order(score) {
      const [share] = core.expectation(score);
      const plies = 'cp' in score ? null : movesOf(score);
      const soon = plies === null ? 0 : 1 / (2 + plies);
      return share * 10 + ('win' in score ? soon : -soon);
    },
    /** What a mark shows by its colour. @param {Score} score @returns {import('../board/types').Label['kind']} */
    kind: (score) => ('cp' in score ? 'estimate' : valueKind(score)),
    /** For the side to move: `+12`, `−8`, `+`, `=`; for an estimate its expected score, such as `54%`. @param {Score} score */
    sign: (score) => ('cp' in score ? `${percent(score)}%` : valueSign(score)),
    /** The same for screen readers. @param {Score} score */
    words: (score) =>
      'cp' in score ? t('study.estimate', { percent: percent(score) }) : valueText(score),
    /** The same for lists. @param {Score} score */
    brief: (score) => ('cp' in score ? `${percent(score)}%` : valueText(score)),
    /** The evaluation of a position as a sentence. @param {Score} score @param {Side} turn */
    sentence(score, turn) {
      if (!('cp' in score)) return positionValueText(score, turn);
      const mine = percent(score);
      return t('review.graph.white', { percent: turn === 'white' ? mine : 100 - mine });
    },
    /** White's expected score, 0 to 1. @param {Score} score @param {Side} turn */
    white(score, turn) {
      const [share] = core.expectation(score);
      return turn === 'white' ? share : 1 - share;
    },
  };
}

/** @typedef {ReturnType<typeof createScores>} Scores */

/** The value of a move that the engine lists. @param {import('../types').ExplorerPlacing} placing @returns {import('../types').ExactValue} */
export const scoreOf = ({ value }) =>
  value === 'draw' ? { draw: true } : value === 'win' ? { win: null } : { loss: null };

/** An exact value, with the plies to the end where only the search knows them. @param {import('../types').ExactValue} value @param {Score | undefined} found @returns {Score} */
export const withPlies = (value, found) =>
  found &&
  movesOf(value) === null &&
  (('win' in value && 'win' in found) || ('loss' in value && 'loss' in found))
    ? found
    : value;
