// What a game is about, for somebody who has never seen it.
import { t } from '../i18n/i18n.ts';
import type { Core, RulesInfo } from '../types.ts';

/** Rules that a first game does not show. */
const DETAILS = ['repeat', 'quiet', 'ten', 'first'];

/**
 * What is true of a game: does it go like Nine Men's Morris, of which the pictures and the first
 * lesson are, and what is three in a row for?
 */
export function introduction(
  core: Pick<Core, 'rules'>,
  rules: RulesInfo,
): { asNine: boolean; row: 'capture' | 'line' | null } {
  const chosen = new Map(rules.options.map(({ key, value }) => [key, value]));
  const asNine = core
    .rules('nine')
    .options.every(({ key, value }) => DETAILS.includes(key) || chosen.get(key) === value);
  if (chosen.get('goal') === 'mill') return { asNine, row: 'line' };
  return { asNine, row: chosen.get('placing') === 'take' ? 'capture' : null };
}

/** What three in a row is for, in a sentence; empty where that is not all. */
export const rowText = (row: ReturnType<typeof introduction>['row']) =>
  row ? t(row === 'capture' ? 'offers.first' : 'offers.first.line') : '';
