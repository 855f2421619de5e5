// Scores as text. Their meaning comes from Rust.
import { t } from '../i18n/i18n.js';
import { pliesOf, positionValueText, sideName, valueSign, valueText } from '../game/words.js';
import { other } from '../state.js';

/**
 * @typedef {import('../types').Score} Score
 * @typedef {import('../types').Side} Side
 */

/** Hundredths of a man as men, with a sign. @param {number} cp @param {number} [digits] */
function men(cp, digits = 1) {
  const size = (Math.abs(cp) / 100).toFixed(digits);
  return Number(size) === 0 ? size : `${cp < 0 ? '−' : '+'}${size}`;
}

/** From this score on, in hundredths of a man, labels on the board show whole numbers to save space. */
const MANY = 200;
/** Scores from here on, more men than a side has, only mean a win. */
const DECISIVE = 900;

/** @param {import('../types').Core} core */
export function createScores(core) {
  /** @param {Score} score */
  const isExact = (score) => core.expectation(score)[1];

  return {
    isExact,
    /** A number that is larger the better the score is for the side to move. @param {Score} score */
    order(score) {
      const [share] = core.expectation(score);
      const plies = 'cp' in score ? null : pliesOf(score);
      const soon = plies === null ? 0 : 1 / (2 + plies);
      return share * 10 + ('win' in score ? soon : -soon);
    },
    /** For the side to move: `+12`, `−8`, `+`, `=`; estimates start with a tilde. @param {Score} score @param {boolean} [brief] */
    sign(score, brief = false) {
      return 'cp' in score ? `~${men(score.cp, brief && Math.abs(score.cp) >= MANY ? 0 : 1)}` : valueSign(score);
    },
    /** The same for screen readers. @param {Score} score */
    words(score) {
      return 'cp' in score ? t('study.estimate', { men: men(score.cp) }) : valueText(score);
    },
    /** The evaluation of a position as a sentence. @param {Score} score @param {Side} turn */
    sentence(score, turn) {
      if (!('cp' in score)) return positionValueText(score, turn);
      const better = sideName(score.cp > 0 ? turn : other(turn));
      if (Math.abs(score.cp) >= DECISIVE) return t('study.worth.winning', { side: better });
      const ahead = (Math.abs(score.cp) / 100).toFixed(1);
      return ahead === '0.0' ? t('study.worth.even') : t('study.worth.ahead', { side: better, men: ahead });
    },
    /** White's expected score, 0 to 1. @param {Score} score @param {Side} turn */
    white(score, turn) {
      const [share] = core.expectation(score);
      return turn === 'white' ? share : 1 - share;
    },
  };
}

/** @typedef {ReturnType<typeof createScores>} Scores */

/** The score of a placing in the explorer. @param {import('../types').ExplorerPlacing} placing @returns {import('../types').Score} */
export const scoreOf = ({ value }) => (value === 'draw' ? { draw: true } : value === 'win' ? { win: null } : { loss: null });

/** An exact value, with the plies to the end where only the search knows them. @param {import('../types').ExactValue} value @param {Score | undefined} found @returns {Score} */
export const withPlies = (value, found) => (found && pliesOf(value) === null && (('win' in value && 'win' in found) || ('loss' in value && 'loss' in found)) ? found : value);
