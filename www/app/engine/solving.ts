// What can be known of a game before its exact values are wanted.
import { PACKS } from '../platform/packs.ts';
import type { Solvable, Solving } from '../types.ts';

/** Are the exact values of every position available? */
export const isSolved = ({ extent, pack }: Solvable) => extent === 'all' || pack !== null;

/** Before values are wanted. */
export function idleSolving(can: Solvable): Solving {
  const bytes = (can.pack && PACKS[can.pack]?.bytes) || 0;
  const pack = {
    status: 'idle' as const,
    reason: null,
    bytes,
    kept: 0,
    keeping: false,
    trouble: null,
  };
  return { can, status: 'idle', done: 0, stored: false, pack: can.pack ? pack : null };
}
