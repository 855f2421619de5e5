// The protocol of a game between this device and another. Independent of the network and the page:
// messages and the time go in, effects come out. On both devices Rust decides what is legal.
//
// Nothing from the other device is trusted: a turn must be its side's, the next one, for the
// position on this board, and legal; its clock is checked against the time measured here. Anything
// else is refused without effect, and too many refusals close the connection.
import { AGREED, comesBefore, createEnding, declared } from './ends.ts';
import { createGate } from './rate-limit.ts';
import { beginning, compare, noneIsOwn, upTo } from './records.ts';
import { other, pathTo } from '../state.ts';
import { createWatch } from './match-clocks.ts';
import {
  BadMessage,
  read,
  write,
  type Ended,
  type Greeting,
  type Message,
  type Question,
  type Said,
  type Why,
} from './messages.ts';
import type { Core, Side, Times } from '../types.ts';
import type { Choice, ClockRule, Effect, View } from './types.ts';

/** What was played, as stored on a device. */
interface Kept {
  turns: string[];
  left: Times | null;
  ended: Ended | null;
}

/** Where to resume. */
type Proposal = { plies: number; line: string } | null;

/**
 * The least time between two greetings of a player, in milliseconds: more are not shown, and not
 * sent.
 */
export const BETWEEN_GREETINGS = 3000;

export function createMatch({
  core,
  id,
  round: first,
  me: side,
  begin,
  clock,
  record = null,
  own = '',
  talks = false,
}: {
  core: Pick<Core, 'read'>;
  id: string;
  round: number;
  me: Side;
  /** The start of the game, in Rust's link format. */
  begin: string;
  clock: ClockRule | null;
  /** Of a game to resume. */
  record?: Kept | null;
  /** This player's name. */
  own?: string;
  /** Does the other device know names and greetings? If not, it shows that by sending its name. */
  talks?: boolean;
}) {
  let me = side;
  let round = first;
  let game = core.read(beginning(begin, round));
  let state = game.state();
  /** The number of initial turns, which cannot be taken back. */
  let base = state.played.length;
  let watch = createWatch(clock, record?.left ?? null);
  let phase: View['phase'] = 'greeting';
  let asked: Record<Question, 'mine' | 'theirs' | null> = { back: null, draw: null, rematch: null };
  /** The message numbers of this device's questions. */
  const numbers: Record<Question, number> = { back: 0, draw: 0, rematch: 0 };
  /** The ply to go back to. */
  let backTo = 0;
  /** The number of turns after which this side offered a draw. */
  let offered = 0;
  let choice: Choice | null = null;
  /** The other device's record. */
  let theirRecord: Kept = { turns: [], left: null, ended: null };
  let mine: Proposal = null;
  let theirs: Proposal = null;
  let sent = 0;
  /** The other player's name. */
  let theirName = '';
  /** When either player greeted last. */
  const greeted = { mine: -Infinity, theirs: -Infinity };
  const gate = createGate();
  /** The latest time passed in. */
  let latest = 0;
  const ending = createEnding();
  let effects: Effect[] = [];

  if (record) {
    for (const turn of record.turns.slice(base)) game.play(turn);
    state = game.state();
    if (record.ended && !state.outcome) end(record.ended);
  }

  const name = () => `${id}.${round}`;
  const length = () => state.played.length;
  const them = () => other(me);

  const send = (said: Said) =>
    void effects.push({ type: 'send', text: write({ ...said, game: name(), n: ++sent }) });
  const say = (what: string, more: { error?: unknown; n?: number } = {}) =>
    void effects.push({ type: 'say', what, ...more });

  /** Returns the effects since the last call. */
  function out() {
    const all = effects;
    effects = [];
    if (all.length) all.push({ type: 'change' });
    return all;
  }

  /** Call after a turn was played or taken back. */
  function afterTurn(now: number) {
    state = game.state();
    watch.run(phase === 'playing' && !state.outcome && length() > 0 ? state.turn : null, now);
    if (!state.outcome || phase !== 'playing') return;
    phase = 'over';
    ending.begin(now, null);
  }

  /** Records that a side has declared the game over. */
  function declare(over: Ended, by: Side) {
    if (state.outcome) return;
    ending.begin(latest, by);
    end(over);
  }

  /** Ends the game, unless it is over already. */
  function end({ how, loser }: Ended) {
    if (state.outcome) return;
    if (how === 'agreement') game.agreeDraw();
    else if (how === 'time') game.loseOnTime(loser ?? me);
    else game.resign(loser ?? me);
    state = game.state();
    if (phase === 'playing') phase = 'over';
    watch.stop(latest);
    // Answers to this device's own questions may be in transit.
    asked = {
      ...asked,
      back: asked.back === 'mine' ? 'mine' : null,
      draw: asked.draw === 'mine' ? 'mine' : null,
    };
  }

  /** The declared end, as sent in messages. */
  const ended = () => declared(state);

  /** Reloads the game without a declared end or undone turns. */
  function reopen() {
    const link = upTo(game.link(), length());
    game.free();
    game = core.read(link);
    state = game.state();
  }

  /**
   * Could a turn of the other device still precede the declared end? Not if it ended on time, or if
   * that side resigned.
   */
  function mayBeLate() {
    const over = ended();
    return over !== null && over.how !== 'time' && over.loser !== them();
  }

  /** Has the game been over too long for earlier messages to arrive? */
  const isTooLate = () => phase === 'over' && ending.isLongAgo(latest);

  /** Closes the connection, as the devices disagree on how the game ended. */
  function refuseAndClose(why: Why, n: number) {
    refuse(why, n);
    close('other-game');
  }

  /** Plays turns of the other device, keeping an end declared here meanwhile. */
  function playAll(turns: string[]) {
    const before = length();
    const over = ended();
    if (over) reopen();
    try {
      for (const turn of turns) game.play(turn);
      state = game.state();
    } catch (error) {
      state = game.state();
      backUp(before);
      throw error;
    } finally {
      if (over) end(over);
    }
  }

  function backUp(plies: number) {
    while (length() > plies && game.undo()) state = game.state();
  }

  /** The position after a number of turns. */
  function lineAfter(plies: number) {
    const all = state.played;
    backUp(plies);
    const { line } = state;
    for (const turn of all.slice(plies)) game.play(turn);
    state = game.state();
    return line;
  }

  function refuse(why: Why, of: number, error?: unknown) {
    say(`refused-${why}`, { error });
    if (gate.refuse()) close('abuse');
    // Do not answer a flood.
    else if (why !== 'flood') send({ kind: 'refused', of, why });
  }

  function close(why: 'abuse' | 'bye' | 'other-game' | 'version') {
    if (phase === 'closed') return;
    if (why !== 'bye') send({ kind: 'bye' });
    phase = 'closed';
    watch.stop(latest);
    effects.push({ type: 'close', why });
  }

  /** Tells the other device, which understands it, this player's name. */
  function introduce() {
    talks = true;
    send({ kind: 'name', name: own });
  }

  /* Handshake: where the game resumes. */

  function handleHello(hello: Extract<Said, { kind: 'hello' }>, now: number) {
    if (hello.start !== state.start) return close('other-game');
    if (hello.left) watch.meet(them(), hello.left[them()]);
    theirRecord = {
      turns: hello.turns.split(' ').filter(Boolean),
      left: hello.left,
      ended: hello.ended,
    };
    // After an end declared here, only a single turn may have crossed it.
    const found = compare(
      state.played,
      theirRecord.turns,
      (turns) => (turns.length === 1 || !ended()) && noneIsOwn(game, me, turns),
    );
    phase = 'choosing';
    const taken = !found.take || (ended() && !mayBeLate()) || adopt();
    if (!taken) refuse('illegal', 0);
    if (found.ask || !taken)
      choice = {
        common: Math.max(base, found.common),
        theirs: theirRecord.turns.length,
        longer: taken && found.common === length(),
      };
    else propose(length(), now);
  }

  /** Takes over the turns that only the other device has. */
  function adopt() {
    try {
      playAll(theirRecord.turns.slice(length()));
      return true;
    } catch {
      return false;
    }
  }

  function propose(plies: number, now: number) {
    choice = null;
    mine = { plies, line: lineAfter(plies) };
    send({ kind: 'agree', ...mine });
    settle(now);
  }

  function settle(now: number) {
    if (!mine || !theirs || phase !== 'choosing') return;
    if (mine.plies === theirs.plies && mine.line === theirs.line) {
      if (mine.plies < length()) {
        backUp(mine.plies);
        reopen();
      }
      choice = null;
      if (mine.plies < theirRecord.turns.length) theirRecord.ended = null;
      // An agreed draw that only the other device has stored needs this player's confirmation.
      if (theirRecord.ended?.how === 'agreement' && takesPrecedence(theirRecord.ended))
        asked.draw = 'theirs';
      else resume(now);
    } else if (theirs.plies < mine.plies && lineAfter(theirs.plies) === theirs.line) {
      choice = { common: theirs.plies, theirs: theirs.plies, longer: false };
    } else if (theirs.plies === mine.plies) close('other-game');
  }

  /** Resumes the game, taking over an end stored on the other device. */
  function resume(now: number) {
    phase = 'playing';
    say('ready');
    afterTurn(now);
    if (theirRecord.ended) handleEnd(theirRecord.ended, now);
  }

  /* Playing. */

  /** Does an end declared by the other device take precedence here? */
  function takesPrecedence(over: Ended) {
    const own = ended();
    return own ? comesBefore(over, own) : !state.outcome;
  }

  /** Takes back this side's last turn, which reached the other device too late. */
  function dropLastTurn() {
    const own = ended();
    if (own) reopen();
    backUp(length() - 1);
    if (own) end(own);
    else phase = 'playing';
  }

  /**
   * @param over as declared by the other device
   * @param by who declared it last
   */
  function handleEnd(over: Ended, now: number, n = 0, by: Side = them()) {
    if (phase !== 'playing' && phase !== 'over') return;
    const isUp = over.how === 'time' && over.loser === me;
    const mayBeUp = isUp && watch.mayBeUp(me, now);
    // Time ran out there before this side's last turn arrived, so that turn does not count.
    const unheard = isUp && state.turn !== me && length() > base;
    if (unheard && mayBeUp) dropLastTurn();
    if (!takesPrecedence(over) && (mayBeUp || !unheard)) return;
    // It may only declare its own loss.
    if (over.how !== 'agreement' && over.loser !== them() && !mayBeUp)
      return refuseAndClose(isUp ? 'time' : 'unexpected', n);
    if (ended()) reopen();
    declare(over, by);
    asked.draw = null;
  }

  /** A side's time is up by the clock here. */
  function flag(loser: Side) {
    send({ kind: 'time', loser });
    declare({ how: 'time', loser }, me);
  }

  function handleMove(move: Message & { kind: 'move' }, now: number) {
    // If the turn was sent before the other device knew of the end, play it all the same: otherwise
    // the records would differ.
    const late = phase === 'over';
    if (late && !mayBeLate()) return;
    // A player who has declared the end cannot play on.
    if (late && ending.saidBy() === them()) return refuse('unexpected', move.n);
    if (isTooLate()) return refuseAndClose('unexpected', move.n);
    if (!late && phase !== 'playing') return refuse('unexpected', move.n);
    if (state.turn === me) return refuse('turn', move.n);
    if (move.ply !== length() + 1) return refuse('order', move.n);
    if (move.before !== state.line) return refuse('position', move.n);
    // Time was up before the turn arrived, but no tick has noticed yet.
    if (!late && watch.isLost(them(), now)) return flag(them());
    try {
      playAll([move.turn]);
    } catch (error) {
      return refuse('illegal', move.n, error);
    }
    if (late) return;
    const bounded = watch.played(them(), now, move.left);
    if (bounded !== null) {
      say('clock-bounded');
      send({ kind: 'clock', left: bounded });
    }
    if (asked.back === 'mine') say('back-lapsed');
    // A draw offer survives a turn that crossed it, and is declined by the turn after that.
    const declined = asked.draw === 'mine' && move.ply > offered + 1;
    if (declined) say('draw-declined');
    // Their own offer stands when they play.
    asked = { ...asked, back: null, draw: declined ? null : asked.draw };
    afterTurn(now);
  }

  function handleBackRequest({ n, from, to }: Message & { kind: 'back' }) {
    // The request crossed with a turn.
    if (phase !== 'playing' || from !== length()) return;
    if (asked.back === 'theirs') return refuse('unexpected', n);
    if (asked.back === 'mine') {
      // The requests crossed: drop both.
      asked.back = null;
      return say('back-declined');
    }
    if (to !== backFor(them())) return refuse('form', n);
    asked.back = 'theirs';
    backTo = to;
    say('back-asked');
  }

  /** The ply a side may ask to go back to: before its own last turn; -1 if it has none. */
  function backFor(by: Side) {
    const plies = pathTo(state.moves, state.node).findLastIndex(({ side }) => side === by);
    return plies >= base ? plies : -1;
  }

  function backAgreed(now: number) {
    const over = ended();
    backUp(backTo);
    // A draw offer seen meanwhile may still be accepted.
    offered = Math.min(offered, backTo);
    asked = { ...asked, back: null };
    say('back-done');
    afterTurn(now);
    if (over) end(over);
  }

  function startRematch() {
    round++;
    me = other(me);
    game.free();
    game = core.read(beginning(begin, round));
    base = 0;
    state = game.state();
    watch = createWatch(clock, null);
    phase = 'playing';
    asked = { back: null, draw: null, rematch: null };
    effects.push({ type: 'round' });
  }

  function handleAnswer({ kind, to, n }: Message & { kind: 'yes' | 'no' }, now: number) {
    // No such question is open.
    if (asked[to] !== 'mine') return kind === 'yes' ? refuse('unexpected', n) : undefined;
    if (kind === 'yes' && to !== 'rematch' && isTooLate()) return refuseAndClose('unexpected', n);
    asked[to] = null;
    if (kind === 'no') say(`${to}-declined`);
    else if (to === 'back') backAgreed(now);
    else if (to === 'draw') handleEnd(AGREED, now);
    else startRematch();
  }

  function handle(message: Message, now: number) {
    switch (message.kind) {
      case 'hello':
        return phase === 'greeting' ? handleHello(message, now) : refuse('unexpected', message.n);
      case 'agree':
        if (phase !== 'choosing' || message.plies < base) return refuse('unexpected', message.n);
        theirs = { plies: message.plies, line: message.line };
        return settle(now);
      case 'move':
        return handleMove(message, now);
      case 'back':
        return handleBackRequest(message);
      case 'draw':
        // The offers crossed, so the draw is agreed.
        if (asked.draw === 'mine')
          return isTooLate()
            ? refuseAndClose('unexpected', message.n)
            : handleEnd(AGREED, now, message.n, me);
        if (phase !== 'playing') return;
        if (asked.draw === 'theirs') return refuse('unexpected', message.n);
        asked.draw = 'theirs';
        return say('draw-offered');
      case 'rematch':
        if (phase !== 'over' || asked.rematch === 'theirs') return refuse('unexpected', message.n);
        if (asked.rematch === 'mine') return startRematch();
        asked.rematch = 'theirs';
        return say('rematch-asked');
      case 'yes':
      case 'no':
        return handleAnswer(message, now);
      case 'resign':
        return handleEnd({ how: 'resignation', loser: them() }, now);
      case 'time':
        return watch.on
          ? handleEnd({ how: 'time', loser: message.loser }, now, message.n)
          : refuse('time', message.n);
      case 'clock':
        return watch.on ? say('clock-told') : refuse('time', message.n);
      case 'name':
        theirName = message.name;
        if (!talks) introduce();
        return;
      case 'greeting':
        if (now - greeted.theirs < BETWEEN_GREETINGS) return;
        greeted.theirs = now;
        return void effects.push({ type: 'greeting', what: message.what });
      case 'refused':
        // A refused question gets no answer.
        for (const what of ['back', 'draw', 'rematch'] as const)
          if (asked[what] === 'mine' && numbers[what] === message.of) asked[what] = null;
        return say('refused-there');
      case 'bye':
        return close('bye');
    }
  }

  function accept(what: Question, now: number) {
    if (asked[what] !== 'theirs') return;
    send({ kind: 'yes', to: what });
    if (what === 'back') backAgreed(now);
    else if (what === 'draw') declare(AGREED, me);
    else startRematch();
  }

  const mayPlay = () =>
    phase === 'playing' && state.turn === me && asked.back !== 'mine' && !state.outcome;

  /** Checks whether a side's time is up. */
  function tick(now: number) {
    latest = now;
    if (phase !== 'playing') return [];
    const loser = watch.isUp(me, now) ? me : watch.isLost(them(), now) ? them() : null;
    if (loser) flag(loser);
    return out();
  }

  return {
    /** Starts the handshake. */
    greet() {
      send({
        kind: 'hello',
        start: state.start,
        turns: state.played.join(' '),
        left: watch.left(),
        ended: ended(),
      });
      if (talks) introduce();
      return out();
    },
    /** Says one of the greetings, unless the last was just now. */
    say(what: Greeting, now: number) {
      if (!talks || phase === 'closed' || now - greeted.mine < BETWEEN_GREETINGS) return out();
      greeted.mine = now;
      send({ kind: 'greeting', what });
      return out();
    },

    /**
     * @param text received from the other device
     * @param now in milliseconds, from a monotonic clock
     */
    receive(text: unknown, now: number) {
      if (phase === 'closed') return [];
      latest = now;
      if (gate.isFlood(now)) {
        refuse('flood', 0);
        return out();
      }
      try {
        const message = read(text);
        if (message.game !== name()) throw new BadMessage('game');
        if (!gate.isNext(message.n)) throw new BadMessage('repeated');
        const before = gate.refusals();
        const greeted = phase === 'greeting';
        handle(message, now);
        // The number of a refused message may be used again.
        if (gate.refusals() === before || (greeted && phase !== 'greeting')) gate.pass(message.n);
      } catch (error) {
        if (!(error instanceof BadMessage)) throw error;
        if (error.why === 'version' && phase === 'greeting') close('version');
        else refuse(error.why === 'version' ? 'form' : error.why, 0);
      }
      effects.push({ type: 'change' });
      return out();
    },

    /** Plays a turn of this side. Throws if Rust rejects it. */
    play(turn: string, now: number) {
      latest = now;
      if (!mayPlay()) return out();
      if (watch.isUp(me, now)) return tick(now);
      const before = state.line;
      game.play(turn);
      watch.played(me, now, null);
      if (asked.draw === 'theirs') send({ kind: 'no', to: 'draw' });
      if (asked.back === 'theirs') send({ kind: 'no', to: 'back' });
      asked = { ...asked, back: null, draw: asked.draw === 'mine' ? 'mine' : null };
      afterTurn(now);
      send({
        kind: 'move',
        ply: length(),
        turn: state.last?.text ?? turn,
        before,
        left: watch.left(now),
      });
      return out();
    },

    /** Asks to take back this side's last turn. */
    askBack() {
      const to = backFor(me);
      if (phase !== 'playing' || asked.back || to < 0) return out();
      asked.back = 'mine';
      backTo = to;
      send({ kind: 'back', from: length(), to });
      numbers.back = sent;
      return out();
    },
    /** Offers a draw or a rematch, or accepts the other side's offer. */
    offer(what: 'draw' | 'rematch', now: number) {
      latest = now;
      if (phase !== (what === 'draw' ? 'playing' : 'over') || asked[what] === 'mine') return out();
      if (asked[what] === 'theirs') accept(what, now);
      else {
        asked[what] = 'mine';
        offered = length();
        send({ kind: what });
        numbers[what] = sent;
      }
      return out();
    },
    /** Answers a question of the other device. */
    answer(what: Question, agreed: boolean, now: number) {
      latest = now;
      if (asked[what] !== 'theirs') return out();
      if (phase === 'choosing') {
        // The other device has stored an agreed draw, so the game is over there.
        asked[what] = null;
        if (agreed) resume(now);
        else close('other-game');
      } else if (agreed) accept(what, now);
      else {
        asked[what] = null;
        send({ kind: 'no', to: what });
      }
      return out();
    },
    resign(now: number) {
      latest = now;
      if (state.outcome || phase === 'greeting' || phase === 'choosing') return out();
      send({ kind: 'resign' });
      declare({ how: 'resignation', loser: me }, me);
      return out();
    },
    /**
     * Chooses where to resume: after the common turns, or including those only the other device
     * has.
     */
    choose(wish: 'common' | 'theirs', now: number) {
      latest = now;
      if (!choice) return out();
      if (wish === 'theirs' && choice.longer && adopt()) {
        // The time used for turns missing here is only known to the other device.
        if (theirRecord.left) watch.bound(me, theirRecord.left[me]);
        propose(length(), now);
      } else propose(choice.common, now);
      return out();
    },
    tick,
    /** In how many milliseconds to call `tick`. */
    nextTick: (now: number) => (phase === 'playing' ? watch.next(me, now) : Infinity),
    /** Pauses the clocks while the connection is interrupted. */
    rest(paused: boolean, now: number) {
      latest = now;
      ending.rest(paused, now);
      watch.rest(paused, now);
      return out();
    },
    /** Says goodbye. */
    leave(now: number) {
      if (phase === 'closed') return [];
      send({ kind: 'bye' });
      phase = 'closed';
      watch.stop(now);
      return out();
    },

    /** The current state. */
    view: (now: number): View => ({
      name: name(),
      round,
      me,
      phase,
      game: state,
      turn: state.turn,
      turns: state.played,
      mayPlay: mayPlay(),
      draw: asked.draw,
      back: asked.back,
      rematch: asked.rematch,
      choice,
      left: watch.left(now),
      running: watch.running(),
      theirName,
      talks,
    }),
    /** The game so far, in Rust's link format. */
    link: () => upTo(game.link(), length()),
    /** What to store to resume the game later. */
    record: (now: number) => ({
      round,
      me,
      turns: state.played,
      left: watch.left(now),
      ended: ended(),
    }),
    free: () => game.free(),
  };
}

export type Match = ReturnType<typeof createMatch>;
