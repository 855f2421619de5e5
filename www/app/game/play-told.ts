// A turn on the board of lessons and puzzles, played and told.
import { t, tell } from '../i18n/i18n.ts';
import { effects } from './facts.ts';
import { moveText } from './words.ts';
import type { LessonTable } from './lesson-board.ts';
import type { Core } from '../types.ts';

/** Plays a turn. Returns what it does, in words. */
export function playTold(core: Core, table: LessonTable, turn: string) {
  const does = effects(core, table.game().line, turn);
  table.play(turn);
  const { last } = table.game();
  return [last ? t('puzzles.played', { move: moveText(last) }) : '', ...does.map(tell)].join(' ');
}
