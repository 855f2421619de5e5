// How a match ends: what the players declare, and the clocks. On both devices alike, whatever
// crosses on its way.
import * as clocks from './match-clocks.ts';
import { comesBefore } from './ends.ts';
import { endedOf, lengthOf, themOf, type MatchState, type Step } from './match-state.ts';
import { ask, backUp, change, refuseAndClose, runClock, send, setTurns } from './match-step.ts';
import type { Side } from '../types.ts';
import type { Ended } from './messages.ts';

/** Records that a side has declared the game over, unless it is over already. */
export function declare(step: Step, ended: Ended, by: Side, now: number): Step {
  const { game, phase, asked, ending } = step.state;
  if (game.outcome) return step;
  const over = change(setTurns(step, game.played, ended), {
    ending: { ...ending, since: now, by },
    phase: phase === 'playing' ? 'over' : phase,
  });
  // Answers to this device's own questions may be in transit.
  return ask(runClock(over, null, now), {
    back: asked.back === 'mine' ? 'mine' : null,
    draw: asked.draw === 'mine' ? 'mine' : null,
  });
}

/** Does an end declared by the other device take precedence here? */
export function takesPrecedence(state: MatchState, over: Ended) {
  const own = endedOf(state);
  return own ? comesBefore(over, own) : !state.game.outcome;
}

/** Takes back this side's last turn, which reached the other device too late. */
function dropLastTurn(step: Step) {
  const next = backUp(step, lengthOf(step.state) - 1);
  return endedOf(step.state) ? next : change(next, { phase: 'playing' });
}

/**
 * @param over as declared by the other device
 * @param by who declared it last
 */
export function handleEnd(step: Step, over: Ended, now: number, n = 0, by?: Side): Step {
  const { state } = step;
  const { phase, me, base, game } = state;
  if (phase !== 'playing' && phase !== 'over') return step;
  const isUp = over.how === 'time' && over.loser === me;
  const mayBeUp = isUp && clocks.mayBeUp(state.clocks, me, now);
  // Time ran out there before this side's last turn arrived, so that turn does not count.
  const unheard = isUp && game.turn !== me && lengthOf(state) > base;
  const next = unheard && mayBeUp ? dropLastTurn(step) : step;
  if (!takesPrecedence(next.state, over) && (mayBeUp || !unheard)) return next;
  // It may only declare its own loss.
  if (over.how !== 'agreement' && over.loser !== themOf(state) && !mayBeUp)
    return refuseAndClose(next, isUp ? 'time' : 'unexpected', n, now);
  const open = setTurns(next, next.state.game.played, null);
  return ask(declare(open, over, by ?? themOf(state), now), { draw: null });
}

/** A side's time is up by the clock here. */
export const flag = (step: Step, loser: Side, now: number) =>
  declare(send(step, { kind: 'time', loser }), { how: 'time', loser }, step.state.me, now);

/** Checks whether a side's time is up. */
export function tick(step: Step, now: number): Step {
  const { phase, me } = step.state;
  if (phase !== 'playing') return step;
  if (clocks.isUp(step.state.clocks, me, now)) return flag(step, me, now);
  const them = themOf(step.state);
  return clocks.isLost(step.state.clocks, them, now) ? flag(step, them, now) : step;
}

export function resign(step: Step, now: number): Step {
  const { game, phase, me } = step.state;
  if (game.outcome || phase === 'greeting' || phase === 'choosing') return step;
  return declare(send(step, { kind: 'resign' }), { how: 'resignation', loser: me }, me, now);
}
