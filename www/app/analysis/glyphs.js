// Names of annotation glyphs and judgements.
import { has, t } from '../i18n/i18n.js';

/** The usual glyphs, by their standard numbers (NAG). */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {number} glyph */
export function glyphName(glyph) {
  const key = `glyph.${glyph}`;
  return has(key) ? t(key) : `$${glyph}`;
}

/** A judgement in words. @param {import('../types').Judged} turn */
export function judgedText({ judgement, exact, only }) {
  if (only) return only === 'exact' ? t('judged.only') : t('judged.estimate', { judgement: t('judged.only') });
  const words = t(`judged.${judgement}`);
  return exact || judgement === 'unknown' ? words : t('judged.estimate', { judgement: words });
}
