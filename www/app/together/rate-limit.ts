// Guards against abuse by the other device: limits the rate of messages, repeated messages and
// refusals.

/** The token bucket: maximum burst, and messages per second. */
const BURST = 40;
const RATE = 8;
/** The maximum gap between message numbers. */
const JUMP = 100;
/** The number of refusals after which the connection is closed. */
export const PATIENCE = 20;

export function createGate() {
  let tokens = BURST;
  let since = 0;
  let last = 0;
  let refusals = 0;
  return {
    /** Counts a message; true if there are too many. */
    isFlood(now: number) {
      tokens = Math.min(BURST, tokens + ((now - since) / 1000) * RATE);
      since = now;
      if (tokens < 1) return true;
      tokens--;
      return false;
    },
    /** Is this a valid next number? */
    isNext: (n: number) => n > last && n <= last + JUMP,
    /** Marks a number as used. */
    pass: (n: number) => void (last = n),
    /** Counts a refusal; true if there are too many. */
    refuse: () => ++refusals >= PATIENCE,
    refusals: () => refusals,
  };
}
