// Guards against abuse by the other device: limits the rate of messages, repeated messages and
// refusals.

/** The token bucket: maximum burst, and messages per second. */
const BURST = 40;
const RATE = 8;
/** The maximum gap between message numbers. */
const JUMP = 100;
/** The number of refusals after which the connection is closed. */
export const PATIENCE = 20;

/** What counts of the messages so far. */
export interface Gate {
  readonly tokens: number;
  /** When the tokens were counted. */
  readonly since: number;
  /** The number of the last message that counted. */
  readonly last: number;
  readonly refusals: number;
}

export const newGate: Gate = { tokens: BURST, since: 0, last: 0, refusals: 0 };

/** Counts a message, and says whether there are too many. */
export function countMessage(gate: Gate, now: number): { gate: Gate; flood: boolean } {
  const tokens = Math.min(BURST, gate.tokens + ((now - gate.since) / 1000) * RATE);
  const flood = tokens < 1;
  return { gate: { ...gate, tokens: flood ? tokens : tokens - 1, since: now }, flood };
}

/** Is this a valid next number? */
export const isNext = ({ last }: Gate, n: number) => n > last && n <= last + JUMP;

export const countRefusal = (gate: Gate): Gate => ({ ...gate, refusals: gate.refusals + 1 });
export const hasEnough = ({ refusals }: Gate) => refusals >= PATIENCE;
