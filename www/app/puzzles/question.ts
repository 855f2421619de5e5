// A puzzle as a question of the practice.
import { t } from '../i18n/i18n.ts';
import { sideName } from '../game/words.ts';
import { GAMES, fetchLines, nameOf } from './lists.ts';
import { answered, begun } from './puzzle-run.ts';
import type { Question } from '../game/question.ts';
import type { MissedPuzzle } from '../storage/practice.ts';
import type { Core } from '../types.ts';

/**
 * Null if there is no such puzzle; rejects if it cannot be fetched. Read alone: reading all of its
 * game would hold up the page.
 */
export async function puzzleQuestion(
  core: Core,
  { line, puzzle: id }: Pick<MissedPuzzle, 'line' | 'puzzle'>,
): Promise<(() => Question) | null> {
  const of = line.slice(0, line.indexOf(' '));
  if (!GAMES.includes(of)) return null;
  const { header, lines } = await fetchLines(of);
  const text = lines.find((each) => {
    const [position = '', rest = ''] = each.split(';');
    return nameOf({ line: position, kind: rest.split(' ')[0] ?? '' }) === id;
  });
  const book = text ? core.puzzles(`${header}\n${text}`) : null;
  const [puzzle] = book?.list() ?? [];
  if (!book || !puzzle) return null;
  const { kind, solver, turns, solution } = puzzle;
  return () => ({
    title: t(`puzzles.kind.${kind}`),
    asks: t(`puzzles.ask.${kind}`, { side: sideName(solver), n: turns }),
    judge(played, turn) {
      const verdict = book.check(0, played, turn);
      const { stage, said } = answered(begun({ missed: false, turn: 0 }), kind, verdict);
      return {
        right: stage === 'also' ? null : verdict.right,
        over: verdict.solved,
        reply: verdict.right ? verdict.reply : null,
        said: said && t(said),
      };
    },
    answer: solution[0] ?? '',
    shown: t('practice.solution', { moves: solution.join(', ') }),
    explained: true,
  });
}
