// The handshake of a match: both devices say what they know of the game, and come to where it
// resumes.
import { bound, meet, timesLeft } from './match-clocks.ts';
import { endedOf, lengthOf, mayBeLate, spotOf, themOf, type Step } from './match-state.ts';
import { handleEnd, takesPrecedence } from './match-ending.ts';
import {
  afterTurn,
  ask,
  backUp,
  change,
  close,
  introduce,
  refuse,
  say,
  send,
  setTurns,
} from './match-step.ts';
import { compare, noneIsOwn } from './records.ts';
import type { Message } from './messages.ts';

export function greet(step: Step): Step {
  const { state } = step;
  const next = send(step, {
    kind: 'hello',
    start: state.game.start,
    turns: state.game.played.join(' '),
    left: timesLeft(state.clocks),
    ended: endedOf(state),
  });
  return state.talks ? introduce(next) : next;
}

/** The game after a number of its turns, and more. */
const after = ({ rules, state }: Step, plies: number, more: readonly string[] = []) =>
  rules({ ...spotOf(state), turns: [...state.game.played.slice(0, plies), ...more], ended: null });

const lineAfter = (step: Step, plies: number) =>
  plies === lengthOf(step.state) ? step.state.game.line : after(step, plies).line;

export function handleHello(step: Step, hello: Message & { kind: 'hello' }, now: number): Step {
  const { state } = step;
  if (hello.start !== state.game.start) return close(step, 'other-game', now);
  const them = themOf(state);
  const known = change(step, {
    phase: 'choosing',
    clocks: hello.left ? meet(state.clocks, them, hello.left[them]) : state.clocks,
    theirRecord: {
      turns: hello.turns.split(' ').filter(Boolean),
      left: hello.left,
      ended: hello.ended,
    },
  });
  const { turns } = known.state.theirRecord;
  const over = endedOf(state);
  const mayTake = (more: readonly string[]) =>
    // After an end declared here, only a single turn may have crossed it.
    (more.length === 1 || !over) &&
    noneIsOwn((n) => after(step, lengthOf(state), more.slice(0, n)).turn, state.me, more);
  const found = compare(state.game.played, turns, mayTake);
  const needs = found.take && (!over || mayBeLate(state));
  const adopted = needs ? adopt(known) : known;
  const next = adopted ?? refuse(known, 'illegal', 0, now);
  if (adopted && !found.ask) return propose(next, lengthOf(next.state), now);
  return change(next, {
    choice: {
      common: Math.max(state.base, found.common),
      theirs: turns.length,
      longer: adopted !== null && found.common === lengthOf(next.state),
    },
  });
}

/** Takes over the turns that only the other device has; null if they are illegal. */
function adopt(step: Step): Step | null {
  const { played } = step.state.game;
  try {
    return setTurns(step, [...played, ...step.state.theirRecord.turns.slice(played.length)]);
  } catch {
    return null;
  }
}

function propose(step: Step, plies: number, now: number): Step {
  const mine = { plies, line: lineAfter(step, plies) };
  const next = change(step, { choice: null, proposed: { ...step.state.proposed, mine } });
  return settle(send(next, { kind: 'agree', ...mine }), now);
}

export function handleAgree(step: Step, agree: Message & { kind: 'agree' }, now: number): Step {
  const { phase, base, proposed } = step.state;
  const { plies, line, n } = agree;
  if (phase !== 'choosing' || plies < base) return refuse(step, 'unexpected', n, now);
  return settle(change(step, { proposed: { ...proposed, theirs: { plies, line } } }), now);
}

/** Resumes the game once both have proposed the same. */
function settle(step: Step, now: number): Step {
  const { state } = step;
  const { mine, theirs } = state.proposed;
  if (!mine || !theirs || state.phase !== 'choosing') return step;
  if (theirs.plies === mine.plies)
    return theirs.line === mine.line
      ? agreed(step, mine.plies, now)
      : close(step, 'other-game', now);
  if (theirs.plies > mine.plies || lineAfter(step, theirs.plies) !== theirs.line) return step;
  return change(step, {
    choice: { common: theirs.plies, theirs: theirs.plies, longer: false },
  });
}

/** Both go on from here. An end that the other device has stored may be gone with the turns. */
function agreed(step: Step, plies: number, now: number): Step {
  const { turns, ended, left } = step.state.theirRecord;
  const there = plies < turns.length ? null : ended;
  const back = plies < lengthOf(step.state) ? backUp(step, plies, null) : step;
  const next = change(back, { choice: null, theirRecord: { turns, left, ended: there } });
  // An agreed draw that only the other device has stored needs this player's confirmation.
  return there?.how === 'agreement' && takesPrecedence(next.state, there)
    ? ask(next, { draw: 'theirs' })
    : resume(next, now);
}

/** Resumes the game, taking over an end stored on the other device. */
function resume(step: Step, now: number): Step {
  const next = afterTurn(say(change(step, { phase: 'playing' }), 'ready'), now);
  const { ended } = next.state.theirRecord;
  return ended ? handleEnd(next, ended, now) : next;
}

/** Answers whether a draw was agreed that only the other device has stored. */
export function confirmDraw(step: Step, agrees: boolean, now: number): Step {
  const next = ask(step, { draw: null });
  // The game is over there.
  return agrees ? resume(next, now) : close(next, 'other-game', now);
}

/** Chooses where to resume: after the common turns, or including those only the other device has. */
export function choose(step: Step, wish: 'common' | 'theirs', now: number): Step {
  const { choice, theirRecord, clocks, me } = step.state;
  if (!choice) return step;
  const adopted = wish === 'theirs' && choice.longer ? adopt(step) : null;
  if (!adopted) return propose(step, choice.common, now);
  // The time used for turns missing here is only known to the other device.
  const { left } = theirRecord;
  const next = left ? change(adopted, { clocks: bound(clocks, me, left[me]) }) : adopted;
  return propose(next, lengthOf(next.state), now);
}
