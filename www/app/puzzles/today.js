// The puzzle of the day, for a glance at it elsewhere.
import { DAILY, fetchLines } from './lists.js';
import { ofTheDay, readTally, today } from './puzzle-record.js';

/** The file, once it has been fetched. @type {Awaited<ReturnType<typeof fetchLines>> | null} */
let file = null;

/** Null if it cannot be fetched. @param {import('../types').Core} core */
export async function puzzleOfTheDay(core) {
  const day = today();
  if (!file && !navigator.onLine) return null;
  try {
    file ??= await fetchLines(DAILY);
    // Reading all of them would hold up a first move.
    const [puzzle] = core.puzzles(`${file.header}\n${ofTheDay(file.lines, day)}`).list();
    return puzzle ? { line: puzzle.line, solver: puzzle.solver, done: readTally().last === day } : null;
  } catch (error) {
    console.warn('There is no puzzle of the day:', error);
    return null;
  }
}
