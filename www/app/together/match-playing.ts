// A match under way: turns, and what the players ask each other.
import * as clocks from './match-clocks.ts';
import { AGREED } from './ends.ts';
import {
  NOTHING_ASKED,
  backFor,
  endedOf,
  isTooLate,
  lengthOf,
  mayBeLate,
  mayPlay,
  themOf,
  type Step,
} from './match-state.ts';
import { declare, flag, handleEnd, tick } from './match-ending.ts';
import {
  afterTurn,
  ask,
  backUp,
  change,
  refuse,
  refuseAndClose,
  say,
  send,
  setTurns,
} from './match-step.ts';
import { other } from '../state.ts';
import type { Message, Question } from './messages.ts';

/* Turns. */

/** Plays a turn of this side. Throws if Rust rejects it. */
export function play(step: Step, turn: string, now: number): Step {
  const { state } = step;
  if (!mayPlay(state)) return step;
  if (clocks.isUp(state.clocks, state.me, now)) return tick(step, now);
  let next = setTurns(step, [...state.game.played, turn]);
  next = change(next, { clocks: clocks.played(state.clocks, state.me, now, null).clocks });
  const { draw, back } = state.asked;
  if (draw === 'theirs') next = send(next, { kind: 'no', to: 'draw' });
  if (back === 'theirs') next = send(next, { kind: 'no', to: 'back' });
  next = afterTurn(ask(next, { back: null, draw: draw === 'mine' ? 'mine' : null }), now);
  return send(next, {
    kind: 'move',
    ply: lengthOf(next.state),
    turn: next.state.game.last?.text ?? turn,
    before: state.game.line,
    left: clocks.timesLeft(next.state.clocks, now),
  });
}

/** Plays a turn of the other device. */
export function handleMove(step: Step, move: Message & { kind: 'move' }, now: number): Step {
  const { state } = step;
  const { n } = move;
  const them = themOf(state);
  // If the turn was sent before the other device knew of the end, play it all the same: otherwise
  // the records would differ.
  const late = state.phase === 'over';
  if (late && !mayBeLate(state)) return step;
  // A player who has declared the end cannot play on.
  if (late && state.ending.by === them) return refuse(step, 'unexpected', n, now);
  if (isTooLate(state, now)) return refuseAndClose(step, 'unexpected', n, now);
  if (!late && state.phase !== 'playing') return refuse(step, 'unexpected', n, now);
  if (state.game.turn === state.me) return refuse(step, 'turn', n, now);
  if (move.ply !== lengthOf(state) + 1) return refuse(step, 'order', n, now);
  if (move.before !== state.game.line) return refuse(step, 'position', n, now);
  // Time was up before the turn arrived, but no tick has noticed yet.
  if (!late && clocks.isLost(state.clocks, them, now)) return flag(step, them, now);
  let next: Step;
  try {
    next = setTurns(step, [...state.game.played, move.turn]);
  } catch (error) {
    return refuse(step, 'illegal', n, now, error);
  }
  return late ? next : afterTheirTurn(next, move, now);
}

function afterTheirTurn(step: Step, move: Message & { kind: 'move' }, now: number): Step {
  const { asked, offered } = step.state;
  const them = themOf(step.state);
  const { clocks: left, bounded } = clocks.played(step.state.clocks, them, now, move.left);
  let next = change(step, { clocks: left });
  if (bounded !== null) next = send(say(next, 'clock-bounded'), { kind: 'clock', left: bounded });
  if (asked.back === 'mine') next = say(next, 'back-lapsed');
  // A draw offer survives a turn that crossed it, and is declined by the turn after that.
  const declined = asked.draw === 'mine' && move.ply > offered + 1;
  if (declined) next = say(next, 'draw-declined');
  // Their own offer stands when they play.
  return afterTurn(ask(next, { back: null, draw: declined ? null : asked.draw }), now);
}

/* Questions. */

/** Asks to take back this side's last turn. */
export function askBack(step: Step): Step {
  const { phase, asked, me, numbers } = step.state;
  const to = backFor(step.state, me);
  if (phase !== 'playing' || asked.back || to < 0) return step;
  const next = send(ask(step, { back: 'mine' }), { kind: 'back', from: lengthOf(step.state), to });
  return change(next, { backTo: to, numbers: { ...numbers, back: next.state.sent } });
}

/** Offers a draw or a rematch, or accepts the other side's offer. */
export function offer(step: Step, what: 'draw' | 'rematch', now: number): Step {
  const { phase, asked, numbers } = step.state;
  if (phase !== (what === 'draw' ? 'playing' : 'over') || asked[what] === 'mine') return step;
  if (asked[what] === 'theirs') return accept(step, what, now);
  const next = send(ask(step, { [what]: 'mine' }), { kind: what });
  return change(next, {
    offered: lengthOf(step.state),
    numbers: { ...numbers, [what]: next.state.sent },
  });
}

/** Agrees to what the other device has asked. */
export function accept(step: Step, what: Question, now: number): Step {
  const next = send(step, { kind: 'yes', to: what });
  if (what === 'back') return backAgreed(next, now);
  return what === 'draw' ? declare(next, AGREED, step.state.me, now) : startRematch(next);
}

export const decline = (step: Step, what: Question) =>
  send(ask(step, { [what]: null }), { kind: 'no', to: what });

export function handleBackRequest(
  step: Step,
  { n, from, to }: Message & { kind: 'back' },
  now: number,
): Step {
  const { state } = step;
  // The request crossed with a turn.
  if (state.phase !== 'playing' || from !== lengthOf(state)) return step;
  if (state.asked.back === 'theirs') return refuse(step, 'unexpected', n, now);
  // The requests crossed: drop both.
  if (state.asked.back === 'mine') return say(ask(step, { back: null }), 'back-declined');
  if (to !== backFor(state, themOf(state))) return refuse(step, 'form', n, now);
  return say(change(ask(step, { back: 'theirs' }), { backTo: to }), 'back-asked');
}

export function handleOffer(
  step: Step,
  { kind, n }: Message & { kind: 'draw' | 'rematch' },
  now: number,
): Step {
  const { asked, phase, me } = step.state;
  if (kind === 'rematch') {
    if (phase !== 'over' || asked.rematch === 'theirs') return refuse(step, 'unexpected', n, now);
    if (asked.rematch === 'mine') return startRematch(step);
    return say(ask(step, { rematch: 'theirs' }), 'rematch-asked');
  }
  // The offers crossed, so the draw is agreed.
  if (asked.draw === 'mine')
    return isTooLate(step.state, now)
      ? refuseAndClose(step, 'unexpected', n, now)
      : handleEnd(step, AGREED, now, n, me);
  if (phase !== 'playing') return step;
  if (asked.draw === 'theirs') return refuse(step, 'unexpected', n, now);
  return say(ask(step, { draw: 'theirs' }), 'draw-offered');
}

export function handleAnswer(
  step: Step,
  { kind, to, n }: Message & { kind: 'yes' | 'no' },
  now: number,
): Step {
  // No such question is open.
  if (step.state.asked[to] !== 'mine')
    return kind === 'yes' ? refuse(step, 'unexpected', n, now) : step;
  if (kind === 'yes' && to !== 'rematch' && isTooLate(step.state, now))
    return refuseAndClose(step, 'unexpected', n, now);
  const next = ask(step, { [to]: null });
  if (kind === 'no') return say(next, `${to}-declined`);
  if (to === 'back') return backAgreed(next, now);
  return to === 'draw' ? handleEnd(next, AGREED, now) : startRematch(next);
}

/** A refused question gets no answer. */
export function handleRefusal(step: Step, of: number): Step {
  const { asked, numbers } = step.state;
  const left = (what: Question) =>
    asked[what] === 'mine' && numbers[what] === of ? null : asked[what];
  const next = ask(step, { back: left('back'), draw: left('draw'), rematch: left('rematch') });
  return say(next, 'refused-there');
}

function backAgreed(step: Step, now: number): Step {
  const { backTo, offered } = step.state;
  const next = change(backUp(step, backTo, null), {
    // A draw offer seen meanwhile may still be accepted.
    offered: Math.min(offered, backTo),
  });
  const back = afterTurn(say(ask(next, { back: null }), 'back-done'), now);
  const over = endedOf(step.state);
  return over ? setTurns(back, back.state.game.played, over) : back;
}

function startRematch(step: Step): Step {
  const { begin, round, me, clocks: before } = step.state;
  const next = change(step, {
    round: round + 1,
    me: other(me),
    game: step.rules({ begin, round: round + 1 }),
    base: 0,
    clocks: clocks.newClocks(before.rule, null),
    phase: 'playing',
    asked: NOTHING_ASKED,
  });
  return { ...next, effects: [...next.effects, { type: 'round' }] };
}
