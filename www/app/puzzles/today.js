// The puzzle of the day, for a glance at it elsewhere.
import { DAILY, createLists } from './lists.js';
import { ofTheDay, readTally, today } from './puzzle-record.js';

/** The list, once it has been fetched. @type {import('./lists.js').List | null} */
let list = null;

/** Null if it cannot be fetched. @param {import('../types').Core} core */
export async function puzzleOfTheDay(core) {
  const day = today();
  if (!list && !navigator.onLine) return null;
  try {
    list ??= await createLists(core)(DAILY);
    const puzzle = ofTheDay(list.puzzles, day);
    return puzzle ? { line: puzzle.line, solver: puzzle.solver, done: readTally().last === day } : null;
  } catch (error) {
    console.warn('There is no puzzle of the day:', error);
    return null;
  }
}
