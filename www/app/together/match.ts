// The protocol of a game between this device and another. Independent of the network and the page:
// messages and the time go in, effects come out. On both devices Rust decides what is legal.
//
// Nothing from the other device is trusted: a turn must be its side's, the next one, for the
// position on this board, and legal; its clock is checked against the time measured here. Anything
// else is refused without effect, and too many refusals close the connection.
import { restEnding } from './ends.ts';
import * as clocks from './match-clocks.ts';
import { handleEnd, resign, tick } from './match-ending.ts';
import { choose, confirmDraw, greet, handleAgree, handleHello } from './match-meeting.ts';
import {
  accept,
  askBack,
  decline,
  handleAnswer,
  handleBackRequest,
  handleMove,
  handleOffer,
  handleRefusal,
  offer,
  play,
} from './match-playing.ts';
import {
  nameOf,
  newMatch,
  recordOf,
  spotOf,
  themOf,
  viewOf,
  type MatchState,
  type Setup,
  type Step,
} from './match-state.ts';
import { act, change, close, introduce, refuse, runClock, say, send } from './match-step.ts';
import { BadMessage, read, type Greeting, type Message, type Question } from './messages.ts';
import { countMessage, isNext } from './rate-limit.ts';
import { createReferee } from './referee.ts';
import type { Core } from '../types.ts';
import type { Effect } from './types.ts';

/**
 * The least time between two greetings of a player, in milliseconds: more are not shown, and not
 * sent.
 */
export const BETWEEN_GREETINGS = 3000;

function handle(step: Step, message: Message, now: number): Step {
  const { phase, clocks, talks, greeted } = step.state;
  const { n } = message;
  switch (message.kind) {
    case 'hello':
      return phase === 'greeting'
        ? handleHello(step, message, now)
        : refuse(step, 'unexpected', n, now);
    case 'agree':
      return handleAgree(step, message, now);
    case 'move':
      return handleMove(step, message, now);
    case 'back':
      return handleBackRequest(step, message, now);
    case 'draw':
    case 'rematch':
      return handleOffer(step, { ...message, kind: message.kind }, now);
    case 'yes':
    case 'no':
      return handleAnswer(step, message, now);
    case 'resign':
      return handleEnd(step, { how: 'resignation', loser: themOf(step.state) }, now);
    case 'time':
      return clocks.rule
        ? handleEnd(step, { how: 'time', loser: message.loser }, now, n)
        : refuse(step, 'time', n, now);
    case 'clock':
      return clocks.rule ? say(step, 'clock-told') : refuse(step, 'time', n, now);
    case 'name': {
      const next = change(step, { theirName: message.name });
      return talks ? next : introduce(next);
    }
    case 'greeting':
      if (now - greeted.theirs < BETWEEN_GREETINGS) return step;
      return act(change(step, { greeted: { ...greeted, theirs: now } }), {
        type: 'greeting',
        what: message.what,
      });
    case 'refused':
      return handleRefusal(step, message.of);
    case 'bye':
      return close(step, 'bye', now);
  }
}

/** Reads a message and acts on it. */
function handleText(step: Step, text: unknown, now: number): Step {
  const { phase, gate } = step.state;
  try {
    const message = read(text);
    if (message.game !== nameOf(step.state)) throw new BadMessage('game');
    if (!isNext(gate, message.n)) throw new BadMessage('repeated');
    const next = handle(step, message, now);
    const { gate: after, phase: then } = next.state;
    // The number of a refused message may be used again.
    return after.refusals === gate.refusals || (phase === 'greeting' && then !== 'greeting')
      ? change(next, { gate: { ...after, last: message.n } })
      : next;
  } catch (error) {
    if (!(error instanceof BadMessage)) throw error;
    if (error.why === 'version' && phase === 'greeting') return close(step, 'version', now);
    return refuse(step, error.why === 'version' ? 'form' : error.why, 0, now);
  }
}

/**
 * @param text received from the other device
 * @param now in milliseconds, from a monotonic clock
 */
export function receive(step: Step, text: unknown, now: number): Step {
  if (step.state.phase === 'closed') return step;
  const { gate, flood } = countMessage(step.state.gate, now);
  const counted = change(step, { gate });
  return act(flood ? refuse(counted, 'flood', 0, now) : handleText(counted, text, now), {
    type: 'change',
  });
}

/** Answers a question of the other device. */
function answer(step: Step, what: Question, agrees: boolean, now: number): Step {
  const { asked, phase } = step.state;
  if (asked[what] !== 'theirs') return step;
  if (phase === 'choosing') return confirmDraw(step, agrees, now);
  return agrees ? accept(step, what, now) : decline(step, what);
}

/** Says one of the greetings, unless the last was just now. */
function sayGreeting(step: Step, what: Greeting, now: number): Step {
  const { talks, phase, greeted } = step.state;
  if (!talks || phase === 'closed' || now - greeted.mine < BETWEEN_GREETINGS) return step;
  return send(change(step, { greeted: { ...greeted, mine: now } }), { kind: 'greeting', what });
}

/** Pauses the clocks while the connection is interrupted. */
const rest = (step: Step, paused: boolean, now: number) =>
  change(step, {
    ending: restEnding(step.state.ending, paused, now),
    clocks: clocks.rest(step.state.clocks, paused, now),
  });

/** Says goodbye. */
const leave = (step: Step, now: number): Step =>
  step.state.phase === 'closed'
    ? step
    : runClock(change(send(step, { kind: 'bye' }), { phase: 'closed' }), null, now);

/** Holds the state of a match. Each function answers what is to be done. */
export function createMatch({ core, ...setup }: Setup & { core: Pick<Core, 'read'> }) {
  const { rules, link, free } = createReferee(core);
  let state: MatchState = newMatch(rules, setup);

  const does =
    <T extends unknown[]>(next: (step: Step, ...given: T) => Step) =>
    (...given: T): readonly Effect[] => {
      const step = next({ rules, state, effects: [] }, ...given);
      state = step.state;
      return step.effects;
    };

  return {
    /** Starts the handshake. */
    greet: does(greet),
    say: does(sayGreeting),
    receive: does(receive),
    play: does(play),
    askBack: does(askBack),
    offer: does(offer),
    answer: does(answer),
    resign: does(resign),
    choose: does(choose),
    tick: does(tick),
    rest: does(rest),
    leave: does(leave),
    /** In how many milliseconds to call `tick`. */
    nextTick: (now: number) =>
      state.phase === 'playing' ? clocks.nextCheck(state.clocks, state.me, now) : Infinity,
    view: (now: number) => viewOf(state, now),
    record: (now: number) => recordOf(state, now),
    /** The game so far, in Rust's link format. */
    link: () => link(spotOf(state)),
    free,
  };
}

export type Match = ReturnType<typeof createMatch>;
