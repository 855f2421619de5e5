// Names of annotation glyphs, judgements and ways to play on.
import { sideName, yourSide } from './words.ts';
import { has, t } from '../i18n/i18n.ts';
import type { Judgement } from '../../pkg/merels.js';
import type { Judged, MoveNode, Side, State } from '../types.ts';

/** The usual glyphs, by their standard numbers (NAG). */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** The glyph for each judgement. */
export const SIGNS: Partial<Record<Judgement, string>> = {
  'win-drawn': '?',
  'win-lost': '??',
  'draw-lost': '??',
  dubious: '?!',
  mistake: '?',
  blunder: '??',
};

export function glyphName(glyph: number) {
  const key = `glyph.${glyph}`;
  return has(key) ? t(key) : `$${glyph}`;
}

/** A judgement in words. */
export function judgedText({ judgement, exact, only }: Judged) {
  if (only)
    return only === 'exact'
      ? t('judged.only')
      : t('judged.estimate', { judgement: t('judged.only') });
  const words = t(`judged.${judgement}`);
  return exact || judgement === 'unknown' ? words : t('judged.estimate', { judgement: words });
}

/** The mistake that was made in the position that is shown, if the line was reviewed. */
export function nextMistake({ analysis, game }: State): { turn: Judged; move: MoveNode } | null {
  const { review, learning } = analysis ?? {};
  if (!review || review.live || review.running || learning) return null;
  const turn = review.info.turns[review.nodes.indexOf(game.node)];
  const move =
    turn && SIGNS[turn.judgement]
      ? game.moves.find(({ id, parent }) => id === turn.node && parent === game.node)
      : undefined;
  return turn && move ? { turn, move } : null;
}

/** What playing on from a position is called, by the side that a person then plays. */
export const retryText = ({ settings, names }: Pick<State, 'settings' | 'names'>, side: Side) =>
  yourSide({ settings, names }) === side
    ? t('analysis.retry')
    : t('analysis.from-here', { side: sideName(side) });
