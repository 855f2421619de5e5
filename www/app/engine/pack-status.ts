// What the page is told of a pack.
import type { Packed } from '../types.ts';

/** The interval between reports of what is stored, in milliseconds. */
const REPORT = 200;

export function createStatus(tell: (state: Packed) => void) {
  let state: Packed = {
    status: 'reading',
    reason: null,
    bytes: 0,
    kept: 0,
    keeping: false,
    trouble: null,
  };
  let reporting: ReturnType<typeof setTimeout> | null = null;

  return {
    get: () => state,
    set(change: Partial<Packed>) {
      state = { ...state, ...change };
      tell(state);
    },
    /** Changes the number of bytes stored, which is reported later. */
    count(kept: number) {
      if (kept === state.kept) return;
      state = { ...state, kept };
      reporting ??= setTimeout(() => {
        reporting = null;
        tell(state);
      }, REPORT);
    },
  };
}

export type Status = ReturnType<typeof createStatus>;
