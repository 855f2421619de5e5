// Passes on how the puzzle of the day went, without giving it away: its position, and how it was
// solved.
import { toPng } from '../board/picture.ts';
import { currentLanguage, t } from '../i18n/i18n.ts';
import { canPassOn, copy, passOn } from '../platform/pass-on.ts';
import { daysInARow, readTally } from './puzzle-record.ts';
import { rounded } from './standing.ts';
import type { Puzzle } from './lists.ts';
import type { LessonTable } from '../game/lesson-board.ts';

/** @param address of the puzzle */
function resultText({ rating }: Puzzle, day: number, address: string) {
  const tally = readTally();
  const date = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(day * 86_400_000);
  const { tries = 0 } = tally.daily?.day === day ? tally.daily : {};
  const days = daysInARow(tally);
  return [
    `Merels · ${t('puzzles.day')} · ${date}`,
    [
      t('puzzles.difficulty', { n: rounded(rating) }),
      tries ? t('puzzles.tries', { n: tries + 1 }) : t('puzzles.first-try'),
      ...(days > 1 ? [`${t('puzzles.days')}: ${rounded(days)}`] : []),
    ].join(' · '),
    address,
  ].join('\n');
}

/** The position; null if this browser draws none. */
async function picture(table: LessonTable, { line, solver }: Puzzle) {
  try {
    const png = await toPng(table.picture(line, solver === 'black'));
    return [new File([png], 'merels.png', { type: 'image/png' })];
  } catch {
    return null;
  }
}

/**
 * Shares it through the device's menu, with a picture where that takes one, or copies it.
 * @param button says whether it was copied
 */
export async function shareDaily(
  table: LessonTable,
  puzzle: Puzzle,
  day: number,
  address: string,
  button: HTMLElement,
) {
  const text = resultText(puzzle, day, address);
  if (!canPassOn({ text }))
    return void (button.textContent = t((await copy(text)) ? 'share.copied' : 'share.copy-failed'));
  const files = await picture(table, puzzle);
  await passOn(files && canPassOn({ text, files }) ? { text, files } : { text });
}
