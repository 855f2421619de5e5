// The puzzle of the day, for a glance at it elsewhere.
import { gradeOn, idOn } from './daily.ts';
import { DAILY, fetchLines, nameOf } from './lists.ts';
import { readTally, today } from './puzzle-record.ts';
import type { Core } from '../types.ts';

/** The file, once it has been fetched. */
let file: Awaited<ReturnType<typeof fetchLines>> | null = null;

/** Null if it cannot be fetched. */
export async function puzzleOfTheDay(core: Core) {
  const day = today();
  if (!file && !navigator.onLine) return null;
  try {
    file ??= await fetchLines(DAILY);
    // Reading all of them would hold up a first move.
    const id = idOn(day, gradeOn(day));
    const text = file.lines.find((each) => {
      const [line = '', rest = ''] = each.split(';');
      return nameOf({ line, kind: rest.split(' ')[0] ?? '' }) === id;
    });
    const [puzzle] = text ? core.puzzles(`${file.header}\n${text}`).list() : [];
    return puzzle
      ? { line: puzzle.line, solver: puzzle.solver, done: readTally().last === day }
      : null;
  } catch (error) {
    console.warn('There is no puzzle of the day:', error);
    return null;
  }
}
