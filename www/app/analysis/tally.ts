// What the moves of a position are worth, in one sentence: "One move wins, 5 keep the draw, the
// rest lose."
import { t } from '../i18n/i18n.ts';
import { valueKind } from '../game/words.ts';
import type { ExactValue } from '../types.ts';

/** @param values of all legal moves, each for the side that moves */
export function tallyText(values: ExactValue[]) {
  if (!values.length) return '';
  if (values.length === 1) return t('tally.single');
  const count = { win: 0, draw: 0, loss: 0 };
  for (const value of values) count[valueKind(value)]++;
  const kinds = (['win', 'draw', 'loss'] as const).filter((kind) => count[kind]);
  const [best = 'draw', next = best] = kinds;
  if (best === next) return t(`tally.all.${best}`);
  const last = kinds.length === 2 && next === 'draw' ? 'draw' : 'loss';
  const rest = t(count[last] === 1 ? `tally.last.${last}` : `tally.rest.${last}`);
  const first = t(best === 'win' ? 'tally.win' : 'tally.draw', { n: count[best] });
  return kinds.length === 2
    ? t('tally.two', { first, rest })
    : t('tally.three', { first, also: t('tally.also-draw', { n: count.draw }), rest });
}
