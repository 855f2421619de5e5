// Names for what is said of a turn: glyphs and judgements.
import { has, t } from '../i18n/i18n.js';

/** The usual glyphs by their numbers. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {number} glyph */
export function glyphName(glyph) {
  const key = `glyph.${glyph}`;
  return has(key) ? t(key) : `$${glyph}`;
}

/** What a turn did to the value, in words. @param {import('../types').Judged} turn */
export function judgedText({ judgement, exact, only }) {
  if (only) return only === 'exact' ? t('judged.only') : t('judged.estimate', { judgement: t('judged.only') });
  const words = t(`judged.${judgement}`);
  return exact || judgement === 'unknown' ? words : t('judged.estimate', { judgement: words });
}
