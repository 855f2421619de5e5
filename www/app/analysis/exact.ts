// What is known exactly of the position that is shown, or is on its way.
import { isSolved } from '../engine/solving.ts';
import type { State } from '../types.ts';

/**
 * The exact value of the position, which may be known before those of its turns; null if unknown.
 */
export const exactValue = ({ exact, game }: State) =>
  exact?.line === game.line ? (exact.values?.value ?? exact.value ?? null) : null;

/** Are the exact values of the position on their way? */
export const areValuesComing = ({
  solving: { can, status, pack },
  exact,
  game,
}: Pick<State, 'solving' | 'exact' | 'game'>) =>
  isSolved(can) &&
  status !== 'failed' &&
  status !== 'idle' &&
  !pack?.reason &&
  !game.outcome &&
  !(exact?.line === game.line && (exact.values || exact.value === undefined));
