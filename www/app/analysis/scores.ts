// Scores as text. Their meaning comes from Rust.
import { t } from '../i18n/i18n.ts';
import { movesOf, positionValueText, valueKind, valueSign, valueText } from '../game/words.ts';
import type { Label } from '../board/types.ts';
import type { Core, ExactValue, ExplorerPlacing, Score, Side } from '../types.ts';

export function createScores(core: Core) {
  const isExact = (score: Score) => core.expectation(score)[1];
  /** The expected score of the side to move. */
  const percent = (score: Score) => Math.round(core.expectation(score)[0] * 100);

  return {
    isExact,
    /** A number that is larger the better the score is for the side to move. */
    order(score: Score) {
      const [share] = core.expectation(score);
      const plies = 'cp' in score ? null : movesOf(score);
      const soon = plies === null ? 0 : 1 / (2 + plies);
      return share * 10 + ('win' in score ? soon : -soon);
    },
    /** What a mark shows by its colour. */
    kind: (score: Score): Label['kind'] => ('cp' in score ? 'estimate' : valueKind(score)),
    /**
     * For the side to move: `+12`, `−8`, `+`, `=`; for an estimate its expected score, such as
     * `54%`.
     */
    sign: (score: Score) => ('cp' in score ? `${percent(score)}%` : valueSign(score)),
    /** The same for screen readers. */
    words: (score: Score) =>
      'cp' in score ? t('analysis.estimate', { percent: percent(score) }) : valueText(score),
    /** The same for lists. */
    brief: (score: Score) => ('cp' in score ? `${percent(score)}%` : valueText(score)),
    /** The evaluation of a position as a sentence. */
    sentence(score: Score, turn: Side) {
      if (!('cp' in score)) return positionValueText(score, turn);
      const mine = percent(score);
      return t('review.graph.white', { percent: turn === 'white' ? mine : 100 - mine });
    },
    /** White's expected score, 0 to 1. */
    white(score: Score, turn: Side) {
      const [share] = core.expectation(score);
      return turn === 'white' ? share : 1 - share;
    },
  };
}

export type Scores = ReturnType<typeof createScores>;

/** The value of a move that the engine lists. */
export const scoreOf = ({ value }: ExplorerPlacing): ExactValue =>
  value === 'draw' ? { draw: true } : value === 'win' ? { win: null } : { loss: null };

/** An exact value, with the plies to the end where only the search knows them. */
export const withPlies = (value: ExactValue, found: Score | undefined): Score =>
  found &&
  movesOf(value) === null &&
  (('win' in value && 'win' in found) || ('loss' in value && 'loss' in found))
    ? found
    : value;
