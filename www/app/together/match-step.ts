// What the steps of a match are made of: small changes of its state, and things to be done.
import * as clocks from './match-clocks.ts';
import { write, type Ended, type Said, type Why } from './messages.ts';
import { countRefusal, hasEnough } from './rate-limit.ts';
import { endedOf, nameOf, spotOf, type MatchState, type Step } from './match-state.ts';
import type { Side } from '../types.ts';
import type { Effect } from './types.ts';

export const change = (step: Step, change: Partial<MatchState>): Step => ({
  ...step,
  state: { ...step.state, ...change },
});

export const act = (step: Step, effect: Effect): Step => ({
  ...step,
  effects: [...step.effects, effect],
});

export const send = (step: Step, said: Said): Step => {
  const n = step.state.sent + 1;
  const text = write({ ...said, game: nameOf(step.state), n });
  return act(change(step, { sent: n }), { type: 'send', text });
};

export const say = (step: Step, what: string, error?: unknown) =>
  act(step, { type: 'say', what, error });

/** Changes what has been asked. */
export const ask = (step: Step, asked: Partial<MatchState['asked']>) =>
  change(step, { asked: { ...step.state.asked, ...asked } });

/**
 * The game after these turns. Throws if one is illegal.
 * @param ended the declared end; the one there is stays
 */
export const setTurns = (
  step: Step,
  turns: readonly string[],
  ended: Ended | null = endedOf(step.state),
) => change(step, { game: step.rules({ ...spotOf(step.state), turns, ended }) });

export const backUp = (step: Step, plies: number, ended?: Ended | null) =>
  setTurns(step, step.state.game.played.slice(0, plies), ended);

/** Starts a side's clock, or stops both. */
export const runClock = (step: Step, side: Side | null, now: number) =>
  change(step, { clocks: clocks.run(step.state.clocks, side, now) });

/** Call after a turn was played or taken back. */
export function afterTurn(step: Step, now: number): Step {
  const { phase, game } = step.state;
  const runs = phase === 'playing' && !game.outcome && game.played.length > 0;
  const next = runClock(step, runs ? game.turn : null, now);
  if (!game.outcome || phase !== 'playing') return next;
  return change(next, { phase: 'over', ending: { ...next.state.ending, since: now, by: null } });
}

export function close(
  step: Step,
  why: Extract<Effect, { type: 'close' }>['why'],
  now: number,
): Step {
  if (step.state.phase === 'closed') return step;
  const told = why === 'bye' ? step : send(step, { kind: 'bye' });
  return act(runClock(change(told, { phase: 'closed' }), null, now), { type: 'close', why });
}

/**
 * Refuses a message.
 * @param of its number
 */
export function refuse(step: Step, why: Why, of: number, now: number, error?: unknown): Step {
  const gate = countRefusal(step.state.gate);
  const said = change(say(step, `refused-${why}`, error), { gate });
  if (hasEnough(gate)) return close(said, 'abuse', now);
  // Do not answer a flood.
  return why === 'flood' ? said : send(said, { kind: 'refused', of, why });
}

/** Closes the connection, as the devices disagree on how the game ended. */
export const refuseAndClose = (step: Step, why: Why, n: number, now: number) =>
  close(refuse(step, why, n, now), 'other-game', now);

/** Tells the other device, which understands it, this player's name. */
export const introduce = (step: Step) =>
  send(change(step, { talks: true }), { kind: 'name', name: step.state.own });
