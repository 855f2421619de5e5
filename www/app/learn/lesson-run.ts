// A lesson as it is being done: plain data, and pure functions of it.

export interface Run {
  /** The place of the position in the lesson. */
  step: number;
  /** Was it solved? */
  solved: boolean;
  /** What the last turn was; a mistake that the lesson knows by its place. */
  last: 'none' | 'right' | 'wrong' | number;
  /** Counts turns and steps, so that a pending undo or reply is dropped. */
  turn: number;
}

export const begun: Run = { step: 0, solved: false, last: 'none', turn: 1 };

export const onward = ({ step, turn }: Run): Run => ({ ...begun, step: step + 1, turn: turn + 1 });

/**
 * A turn was played.
 * @param which of the goal and the mistakes that follow it the turn was, if any
 */
export const played = (run: Run, which: number | undefined): Run => ({
  ...run,
  solved: run.solved || which === 0,
  last: which === 0 ? 'right' : which === undefined ? 'wrong' : which - 1,
  turn: run.turn + 1,
});

/** Which buttons are shown. */
export function offered(
  { step, solved }: Run,
  { steps, playOn, goOn }: { steps: number; playOn: boolean; goOn: boolean },
) {
  const ends = step === steps - 1;
  return {
    show: !solved,
    next: solved && (!ends || goOn),
    play: solved && ends && playOn,
    restart: solved && ends,
  };
}
