// A puzzle as it is being solved: plain data, and pure functions of it.
import type { Key } from '../i18n/i18n.ts';
import type { PuzzleInfo, PuzzleVerdict } from '../types.ts';

export interface Run {
  /** Waits for a turn, judges the last one, or shows the solution. */
  stage: 'asked' | 'right' | 'also' | 'wrong' | 'solved' | 'shown';
  /** What is said of it; of the solution, the place in it is said. */
  said: Key | '';
  /** The turns of both sides so far. */
  played: string[];
  /** Was a turn wrong, or the solution shown? */
  missed: boolean;
  /** How many turns of the solution are on the board. */
  step: number;
  /** Counts steps, so that late replies are dropped. */
  turn: number;
}

/** From the beginning. */
export const begun = ({ missed, turn }: Pick<Run, 'missed' | 'turn'>): Run => ({
  stage: 'asked',
  said: missed ? '' : 'puzzles.once',
  played: [],
  missed,
  step: 0,
  turn: turn + 1,
});

/** A turn that won in another way than was asked for is taken back; it costs nothing. */
export const takenBack = (run: Run): Run => ({ ...run, stage: 'asked', said: '' });

/** A turn was judged. */
export function answered(
  run: Run,
  kind: PuzzleInfo['kind'],
  { right, solved, value }: PuzzleVerdict,
): Run {
  const to = (stage: Run['stage'], said: Key): Run => ({ ...run, stage, said, turn: run.turn + 1 });
  if (solved) return to('solved', run.missed ? 'puzzles.solved.late' : 'puzzles.solved');
  if (right) return to('right', 'puzzles.right');
  if (value === 'win')
    return to('also', kind === 'mill' ? 'puzzles.also.mill' : 'puzzles.also.win');
  const worth = value === 'loss' || value === 'draw' ? value : 'unknown';
  return { ...to('wrong', `puzzles.wrong.${worth}`), missed: true };
}

export const replied = (run: Run, turn: string, reply: string): Run => ({
  ...run,
  played: [...run.played, turn, reply],
});

/** The solution is shown; the puzzle counts as not solved. */
export const shown = (run: Run): Run => ({
  ...run,
  stage: 'shown',
  said: '',
  missed: true,
  step: 0,
  turn: run.turn + 1,
});

export const isPraised = ({ stage }: Run) => stage === 'right' || stage === 'solved';
export const mayRetry = ({ stage }: Run) => stage === 'also' || stage === 'wrong';
export const isOver = ({ stage }: Run) => stage === 'solved' || stage === 'shown';

/** What the record notes as the first try; null for nothing. */
export function firstTry({ stage, missed }: Run) {
  if (stage === 'wrong' || stage === 'shown') return false;
  return stage === 'solved' && !missed ? true : null;
}
