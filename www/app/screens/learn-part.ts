// Learn, with what it needs of the puzzles. Loaded on demand.
import { createLearn } from '../learn/learn.ts';
import { readTally } from '../puzzles/puzzle-record.ts';
import { puzzleQuestion } from '../puzzles/question.ts';

export const createLearnPart = (
  given: Omit<Parameters<typeof createLearn>[0], 'puzzle' | 'puzzles'>,
) =>
  createLearn({
    ...given,
    puzzle: (missed) => puzzleQuestion(given.core, missed),
    puzzles: readTally,
  });
