// A turn on the board of lessons and puzzles, played and told.
import { t, tell } from '../i18n/i18n.ts';
import { effects, effectsOfReply } from './facts.ts';
import { moveText } from './words.ts';
import type { LessonTable } from './lesson-board.ts';
import type { Core } from '../types.ts';

/** Plays a turn, the reader's or a reply. Returns what it does, in words. */
export function playTold(core: Core, table: LessonTable, turn: string, whose: 'own' | 'reply') {
  const told = whose === 'own' ? effects : effectsOfReply;
  const does = told(core, table.game().line, turn);
  table.play(turn);
  const { last } = table.game();
  return [last ? t('puzzles.played', { move: moveText(last) }) : '', ...does.map(tell)].join(' ');
}
