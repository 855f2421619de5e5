// Names of annotation glyphs, judgements and ways to play on.
import { sideName, yourSide } from '../game/words.js';
import { has, t } from '../i18n/i18n.js';

/** The usual glyphs, by their standard numbers (NAG). */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** The glyph for each judgement. @type {Partial<Record<import('../../pkg/merels.js').Judgement, string>>} */
export const SIGNS = {
  'win-drawn': '?',
  'win-lost': '??',
  'draw-lost': '??',
  dubious: '?!',
  mistake: '?',
  blunder: '??',
};

/** @param {number} glyph */
export function glyphName(glyph) {
  const key = `glyph.${glyph}`;
  return has(key) ? t(key) : `$${glyph}`;
}

/** A judgement in words. @param {import('../types').Judged} turn */
export function judgedText({ judgement, exact, only }) {
  if (only)
    return only === 'exact'
      ? t('judged.only')
      : t('judged.estimate', { judgement: t('judged.only') });
  const words = t(`judged.${judgement}`);
  return exact || judgement === 'unknown' ? words : t('judged.estimate', { judgement: words });
}

/**
 * The mistake that was made in the position that is shown, if the line was reviewed. @param {import('../types').State} state
 * @returns {{ turn: import('../types').Judged, move: import('../types').MoveNode } | null}
 */
export function nextMistake({ study, game }) {
  const { review, learning } = study ?? {};
  if (!review || review.live || review.running || learning) return null;
  const turn = review.info.turns[review.nodes.indexOf(game.node)];
  const move =
    turn && SIGNS[turn.judgement]
      ? game.moves.find(({ id, parent }) => id === turn.node && parent === game.node)
      : undefined;
  return turn && move ? { turn, move } : null;
}

/** What playing on from a position is called, by the side that a person then plays. @param {Pick<import('../types').State, 'settings' | 'names'>} state @param {import('../types').Side} side */
export const retryText = ({ settings, names }, side) =>
  yourSide({ settings, names }) === side
    ? t('study.retry')
    : t('study.from-here', { side: sideName(side) });
