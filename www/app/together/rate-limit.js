// What of the other device's messages is listened to: not too many at once, each once, and not for ever where they are refused.

/** How many messages may come at once, and how many a second. */
const BURST = 40;
const RATE = 8;
/** The numbers of messages may jump so far. */
const JUMP = 100;
/** The number of refusals after which the connection is closed. */
export const PATIENCE = 20;

export function createGate() {
  let tokens = BURST;
  let counted = 0;
  let heard = 0;
  let refusals = 0;
  return {
    /** One more has come: is it one too many? @param {number} now */
    isFlood(now) {
      tokens = Math.min(BURST, tokens + ((now - counted) / 1000) * RATE);
      counted = now;
      if (tokens < 1) return true;
      tokens--;
      return false;
    },
    /** May this be the next number? @param {number} n */
    isNext: (n) => n > heard && n <= heard + JUMP,
    /** That one was heard, and does not count again. @param {number} n */
    pass: (n) => void (heard = n),
    /** One was refused: is it one too many? */
    refuse: () => ++refusals >= PATIENCE,
    refusals: () => refusals,
  };
}
