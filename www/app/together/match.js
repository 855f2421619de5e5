// One game between this device and another: what a message means, what may be said when, and what follows. It knows no
// network and no page: texts and the time go in, effects come out. What is legal Rust says, to both devices.
//
// Nothing that the other device sends is believed because it says so: a turn must be its turn, the next one, for the very
// position on this board, and legal; its clock is held against what was measured here; whatever else is answered with a
// refusal, changes nothing, and ends the connection when there is too much of it.
import { AGREED, comesBefore, createEnding, declared } from './ends.js';
import { createGate } from './rate-limit.js';
import { beginning, compare, upTo } from './records.js';
import { other } from '../state.js';
import { createWatch } from './match-clocks.js';
import { BadMessage, read, write } from './messages.js';

/**
 * @typedef {import('../types').Side} Side @typedef {import('../types').Times} Times
 * @typedef {import('./messages.js').Said} Said @typedef {import('./messages.js').Why} Why
 * @typedef {import('./messages.js').Ended} Ended @typedef {import('./messages.js').Question} Question
 * @typedef {import('./types').Choice} Choice @typedef {import('./types').Effect} Effect @typedef {import('./types').View} View
 * @typedef {{ turns: string[], left: Times | null, ended: Ended | null }} Kept what was played, as a device has kept it
 * @typedef {{ plies: number, line: string } | null} Proposal from where to go on
 */

/**
 * @param {object} parts
 * @param {Pick<import('../types').Core, 'read'>} parts.core
 * @param {string} parts.id
 * @param {number} parts.round
 * @param {Side} parts.me
 * @param {string} parts.begin the game as it begins, as Rust writes it for links
 * @param {import('./types').ClockRule | null} parts.clock
 * @param {Kept | null} [parts.record] what was played of it before
 */
export function createMatch({ core, id, round: first, me: side, begin, clock, record = null }) {
  let me = side;
  let round = first;
  let game = core.read(beginning(begin, round));
  let state = game.state();
  /** Turns that belong to the beginning and are never taken back. */
  let base = state.played.length;
  let watch = createWatch(clock, record?.left ?? null);
  /** @type {View['phase']} */
  let phase = 'greeting';
  /** @type {Record<Question, 'mine' | 'theirs' | null>} */
  let asked = { back: null, draw: null, rematch: null };
  /** The numbers of this device's own questions. @type {Record<Question, number>} */
  const numbers = { back: 0, draw: 0, rematch: 0 };
  /** How far back it is to go. */
  let backTo = 0;
  /** The number of turns after which this side offered a draw. */
  let offered = 0;
  /** @type {Choice | null} */
  let choice = null;
  /** What the other device had kept. @type {Kept} */
  let told = { turns: [], left: null, ended: null };
  /** @type {Proposal} */
  let mine = null;
  /** @type {Proposal} */
  let theirs = null;
  let sent = 0;
  const gate = createGate();
  /** The time, as it was told last. */
  let moment = 0;
  const ending = createEnding();
  /** @type {Effect[]} */
  let effects = [];

  if (record) {
    for (const turn of record.turns.slice(base)) game.play(turn);
    state = game.state();
    if (record.ended && !state.outcome) end(record.ended);
  }

  const name = () => `${id}.${round}`;
  const length = () => state.played.length;
  const them = () => other(me);

  /** @param {Said} said */
  const send = (said) => void effects.push({ type: 'send', text: write({ ...said, game: name(), n: ++sent }) });
  /** @param {string} what @param {{ error?: unknown, n?: number }} [more] */
  const say = (what, more = {}) => void effects.push({ type: 'say', what, ...more });

  /** The effects since the last call, for the caller to carry out. */
  function out() {
    const all = effects;
    effects = [];
    if (all.length) all.push({ type: 'change' });
    return all;
  }

  /** After a turn was played or taken back. @param {number} now */
  function turned(now) {
    state = game.state();
    watch.run(phase === 'playing' && !state.outcome && length() > 0 ? state.turn : null, now);
    if (!state.outcome || phase !== 'playing') return;
    phase = 'over';
    ending.begin(now, null);
  }

  /** A side has said that the game is over. @param {Ended} over @param {Side} by */
  function declare(over, by) {
    if (state.outcome) return;
    ending.begin(moment, by);
    end(over);
  }

  /** Ends the game, unless the rules have. @param {Ended} ended */
  function end({ how, loser }) {
    if (state.outcome) return;
    if (how === 'agreement') game.agreeDraw();
    else if (how === 'time') game.loseOnTime(loser ?? me);
    else game.resign(loser ?? me);
    state = game.state();
    if (phase === 'playing') phase = 'over';
    watch.stop(moment);
    // What this device has asked may have been answered already.
    asked = { ...asked, back: asked.back === 'mine' ? 'mine' : null, draw: asked.draw === 'mine' ? 'mine' : null };
  }

  /** An end that the rules do not see, as it is told. */
  const ended = () => declared(state);

  /** The same turns, without an end that was said, here or after turns that were taken back. */
  function reopen() {
    const link = upTo(game.link(), length());
    game.free();
    game = core.read(link);
    state = game.state();
  }

  /** Could there be a turn of the other device before the end? Not of a side whose time was up, or that has itself given up. */
  function mayBeLate() {
    const over = ended();
    return over !== null && over.how !== 'time' && over.loser !== them();
  }

  /** Is the game over for so long that nothing of the other device can still be on its way? */
  const isTooLate = () => phase === 'over' && ending.isLongAgo(moment);

  /** There the game has ended otherwise than here. @param {Why} why @param {number} n */
  function part(why, n) {
    refuse(why, n);
    close('other-game');
  }

  /** Plays turns of the other device, before an end that was said here meanwhile. @param {string[]} turns */
  function playAll(turns) {
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

  /** @param {number} plies */
  function backUp(plies) {
    while (length() > plies && game.undo()) state = game.state();
  }

  /** The position after a number of turns. @param {number} plies */
  function lineAfter(plies) {
    const all = state.played;
    backUp(plies);
    const { line } = state;
    for (const turn of all.slice(plies)) game.play(turn);
    state = game.state();
    return line;
  }

  /** @param {Why} why @param {number} of @param {unknown} [error] */
  function refuse(why, of, error) {
    say(`refused-${why}`, { error });
    if (gate.refuse()) close('abuse');
    // A flood is not answered.
    else if (why !== 'flood') send({ kind: 'refused', of, why });
  }

  /** @param {'abuse' | 'bye' | 'other-game' | 'version'} why */
  function close(why) {
    if (phase === 'closed') return;
    if (why !== 'bye') send({ kind: 'bye' });
    phase = 'closed';
    watch.stop(moment);
    effects.push({ type: 'close', why });
  }

  /* Meeting: from where the game goes on. */

  /** @param {Extract<Said, { kind: 'hello' }>} hello @param {number} now */
  function meet(hello, now) {
    if (hello.start !== state.start) return close('other-game');
    if (hello.left) watch.meet(them(), hello.left[them()]);
    told = { turns: hello.turns.split(' ').filter(Boolean), left: hello.left, ended: hello.ended };
    const found = compare(state.played, told.turns, state.turn === me);
    phase = 'choosing';
    const taken = !found.take || (ended() && !mayBeLate()) || adopt();
    if (!taken) refuse('illegal', 0);
    if (found.ask || !taken) choice = { common: Math.max(base, found.common), theirs: told.turns.length, longer: taken && found.common === length() };
    else propose(length(), now);
  }

  /** Takes the turns that only the other device has. */
  function adopt() {
    try {
      playAll(told.turns.slice(length()));
      return true;
    } catch {
      return false;
    }
  }

  /** @param {number} plies @param {number} now */
  function propose(plies, now) {
    choice = null;
    mine = { plies, line: lineAfter(plies) };
    send({ kind: 'agree', ...mine });
    settle(now);
  }

  /** @param {number} now */
  function settle(now) {
    if (!mine || !theirs || phase !== 'choosing') return;
    if (mine.plies === theirs.plies && mine.line === theirs.line) {
      if (mine.plies < length()) {
        backUp(mine.plies);
        reopen();
      }
      choice = null;
      if (mine.plies < told.turns.length) told.ended = null;
      // That both agreed, both have to say.
      if (told.ended?.how === 'agreement' && counts(told.ended)) asked.draw = 'theirs';
      else goOn(now);
    } else if (theirs.plies < mine.plies && lineAfter(theirs.plies) === theirs.line) {
      choice = { common: theirs.plies, theirs: theirs.plies, longer: false };
    } else if (theirs.plies === mine.plies) close('other-game');
  }

  /** The game goes on from there, or is over there: each device takes the end that the other one had kept. @param {number} now */
  function goOn(now) {
    phase = 'playing';
    say('ready');
    turned(now);
    if (told.ended) hearEnd(told.ended, now);
  }

  /* Playing. */

  /** Does an end that the other device says change how the game stands here? @param {Ended} over */
  function counts(over) {
    const own = ended();
    return own ? comesBefore(over, own) : !state.outcome;
  }

  /** Takes this side's last turn back, which has come too late for the other device. */
  function forget() {
    const own = ended();
    if (own) reopen();
    backUp(length() - 1);
    if (own) end(own);
    else phase = 'playing';
  }

  /** @param {Ended} over what the other device says @param {number} now @param {number} [n] @param {Side} [by] who has said it last */
  function hearEnd(over, now, n = 0, by = them()) {
    if (phase !== 'playing' && phase !== 'over') return;
    const isUp = over.how === 'time' && over.loser === me;
    const mayBeUp = isUp && watch.mayBeUp(me, now);
    // Time can only be up there before this side's last turn: it has not arrived, and does not count any more.
    const unheard = isUp && state.turn !== me && length() > base;
    if (unheard && mayBeUp) forget();
    if (!counts(over) && (mayBeUp || !unheard)) return;
    // Of itself it may say that it has lost.
    if (over.how !== 'agreement' && over.loser !== them() && !mayBeUp) return part(isUp ? 'time' : 'unexpected', n);
    if (ended()) reopen();
    declare(over, by);
    asked.draw = null;
  }

  /** Someone's time is up, by the clock here. @param {Side} loser */
  function flag(loser) {
    send({ kind: 'time', loser });
    declare({ how: 'time', loser }, me);
  }

  /** @param {import('./messages.js').Message & { kind: 'move' }} move @param {number} now */
  function moved(move, now) {
    // It was sent before the end was known there. If it could have been, it is still played: else the records would differ.
    const late = phase === 'over';
    if (late && !mayBeLate()) return;
    // A player who has agreed to a draw does not play on.
    if (late && ending.saidBy() === them()) return refuse('unexpected', move.n);
    if (isTooLate()) return part('unexpected', move.n);
    if (!late && phase !== 'playing') return refuse('unexpected', move.n);
    if (state.turn === me) return refuse('turn', move.n);
    if (move.ply !== length() + 1) return refuse('order', move.n);
    if (move.before !== state.line) return refuse('position', move.n);
    // The turn came late, and nothing had looked at the clock since.
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
    // This turn may have crossed an offer of a draw, which then stands; the one after it answers a turn that came after the offer.
    const declined = asked.draw === 'mine' && move.ply > offered + 1;
    if (declined) say('draw-declined');
    // Their own offer stands while they play on.
    asked = { ...asked, back: null, draw: declined ? null : asked.draw };
    turned(now);
  }

  /** @param {import('./messages.js').Message & { kind: 'back' }} ask */
  function asksBack({ n, from, to }) {
    // They crossed: it was asked before the last turn was known there.
    if (phase !== 'playing' || from !== length()) return;
    if (asked.back === 'theirs') return refuse('unexpected', n);
    if (asked.back === 'mine') {
      // Both have asked, and both hear of it: neither waits for an answer.
      asked.back = null;
      return say('back-declined');
    }
    if (to !== backFor(them())) return refuse('form', n);
    asked.back = 'theirs';
    backTo = to;
    say('back-asked');
  }

  /** How far a side may ask to go back: to before its own last turn; -1 if it has none. @param {Side} by */
  function backFor(by) {
    const plies = length() - (state.turn === by ? 2 : 1);
    return plies >= base ? plies : -1;
  }

  /** @param {number} now */
  function backAgreed(now) {
    const over = ended();
    backUp(backTo);
    // An offer of a draw that was seen meanwhile may still be accepted.
    offered = Math.min(offered, backTo);
    asked = { ...asked, back: null };
    say('back-done');
    turned(now);
    if (over) end(over);
  }

  function again() {
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

  /** @param {import('./messages.js').Message & { kind: 'yes' | 'no' }} answer @param {number} now */
  function answered({ kind, to, n }, now) {
    // An answer to what was not asked, or is not open any more.
    if (asked[to] !== 'mine') return kind === 'yes' ? refuse('unexpected', n) : undefined;
    if (kind === 'yes' && to !== 'rematch' && isTooLate()) return part('unexpected', n);
    asked[to] = null;
    if (kind === 'no') say(`${to}-declined`);
    else if (to === 'back') backAgreed(now);
    else if (to === 'draw') hearEnd(AGREED, now);
    else again();
  }

  /** @param {import('./messages.js').Message} message @param {number} now */
  function hear(message, now) {
    switch (message.kind) {
      case 'hello':
        return phase === 'greeting' ? meet(message, now) : refuse('unexpected', message.n);
      case 'agree':
        if (phase !== 'choosing' || message.plies < base) return refuse('unexpected', message.n);
        theirs = { plies: message.plies, line: message.line };
        return settle(now);
      case 'move':
        return moved(message, now);
      case 'back':
        return asksBack(message);
      case 'draw':
        // Until it hears of this side's offer, it plays on.
        if (asked.draw === 'mine') return isTooLate() ? part('unexpected', message.n) : hearEnd(AGREED, now, message.n, me);
        if (phase !== 'playing') return;
        if (asked.draw === 'theirs') return refuse('unexpected', message.n);
        asked.draw = 'theirs';
        return say('draw-offered');
      case 'rematch':
        if (phase !== 'over' || asked.rematch === 'theirs') return refuse('unexpected', message.n);
        if (asked.rematch === 'mine') return again();
        asked.rematch = 'theirs';
        return say('rematch-asked');
      case 'yes':
      case 'no':
        return answered(message, now);
      case 'resign':
        return hearEnd({ how: 'resignation', loser: them() }, now);
      case 'time':
        return watch.on ? hearEnd({ how: 'time', loser: message.loser }, now, message.n) : refuse('time', message.n);
      case 'clock':
        return watch.on ? say('clock-told') : refuse('time', message.n);
      case 'refused':
        // Nor is there an answer to wait for.
        for (const what of /** @type {const} */ (['back', 'draw', 'rematch'])) if (asked[what] === 'mine' && numbers[what] === message.of) asked[what] = null;
        return say('refused-there');
      case 'bye':
        return close('bye');
    }
  }

  /** @param {Question} what @param {number} now */
  function yes(what, now) {
    if (asked[what] !== 'theirs') return;
    send({ kind: 'yes', to: what });
    if (what === 'back') backAgreed(now);
    else if (what === 'draw') declare(AGREED, me);
    else again();
  }

  const mayPlay = () => phase === 'playing' && state.turn === me && asked.back !== 'mine' && !state.outcome;

  /** Has somebody's time run out? @param {number} now */
  function tick(now) {
    moment = now;
    if (phase !== 'playing') return [];
    const loser = watch.isUp(me, now) ? me : watch.isLost(them(), now) ? them() : null;
    if (loser) flag(loser);
    return out();
  }

  return {
    /** The first word. */
    greet() {
      send({ kind: 'hello', start: state.start, turns: state.played.join(' '), left: watch.left(), ended: ended() });
      return out();
    },

    /** @param {unknown} text what came from the other device @param {number} now in milliseconds, from a clock that only goes forward */
    receive(text, now) {
      if (phase === 'closed') return [];
      moment = now;
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
        hear(message, now);
        // What was refused was not said: its number may come again.
        if (gate.refusals() === before || (greeted && phase !== 'greeting')) gate.pass(message.n);
      } catch (error) {
        if (!(error instanceof BadMessage)) throw error;
        if (error.why === 'version' && phase === 'greeting') close('version');
        else refuse(error.why === 'version' ? 'form' : error.why, 0);
      }
      effects.push({ type: 'change' });
      return out();
    },

    /** A turn of this side. Throws what Rust says where it is not legal. @param {string} turn @param {number} now */
    play(turn, now) {
      moment = now;
      if (!mayPlay()) return out();
      if (watch.isUp(me, now)) return tick(now);
      const before = state.line;
      game.play(turn);
      watch.played(me, now, null);
      if (asked.draw === 'theirs') send({ kind: 'no', to: 'draw' });
      if (asked.back === 'theirs') send({ kind: 'no', to: 'back' });
      asked = { ...asked, back: null, draw: asked.draw === 'mine' ? 'mine' : null };
      turned(now);
      send({ kind: 'move', ply: length(), turn: state.last?.text ?? turn, before, left: watch.left(now) });
      return out();
    },

    /** Asks for this side's last turn back. */
    askBack() {
      const to = backFor(me);
      if (phase !== 'playing' || asked.back || to < 0) return out();
      asked.back = 'mine';
      backTo = to;
      send({ kind: 'back', from: length(), to });
      numbers.back = sent;
      return out();
    },
    /** Offers a draw, asks for another game, or takes up what was offered. @param {'draw' | 'rematch'} what @param {number} now */
    offer(what, now) {
      moment = now;
      if (phase !== (what === 'draw' ? 'playing' : 'over') || asked[what] === 'mine') return out();
      if (asked[what] === 'theirs') yes(what, now);
      else {
        asked[what] = 'mine';
        offered = length();
        send({ kind: what });
        numbers[what] = sent;
      }
      return out();
    },
    /** Answers what was asked. @param {Question} what @param {boolean} agreed @param {number} now */
    answer(what, agreed, now) {
      moment = now;
      if (asked[what] !== 'theirs') return out();
      if (phase === 'choosing') {
        // The other device has kept that a draw was agreed: there the game is over.
        asked[what] = null;
        if (agreed) goOn(now);
        else close('other-game');
      } else if (agreed) yes(what, now);
      else {
        asked[what] = null;
        send({ kind: 'no', to: what });
      }
      return out();
    },
    /** @param {number} now */
    resign(now) {
      moment = now;
      if (state.outcome || phase === 'greeting' || phase === 'choosing') return out();
      send({ kind: 'resign' });
      declare({ how: 'resignation', loser: me }, me);
      return out();
    },
    /** From where the game goes on: after what both have, or with the turns that only the other device has. @param {'common' | 'theirs'} wish @param {number} now */
    choose(wish, now) {
      moment = now;
      if (!choice) return out();
      if (wish === 'theirs' && choice.longer && adopt()) {
        // Without a record of one's own turns there is none of the time they took.
        if (told.left) watch.bound(me, told.left[me]);
        propose(length(), now);
      } else propose(choice.common, now);
      return out();
    },
    tick,
    /** In how many milliseconds that is worth asking. @param {number} now */
    nextTick: (now) => (phase === 'playing' ? watch.next(me, now) : Infinity),
    /** The connection is interrupted, or there again: meanwhile no clock runs. @param {boolean} resting @param {number} now */
    rest(resting, now) {
      moment = now;
      ending.rest(resting, now);
      watch.rest(resting, now);
      return out();
    },
    /** Takes leave. @param {number} now */
    leave(now) {
      if (phase === 'closed') return [];
      send({ kind: 'bye' });
      phase = 'closed';
      watch.stop(now);
      return out();
    },

    /** How it stands. @param {number} now @returns {View} */
    view: (now) => ({
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
    }),
    /** The game so far, as Rust writes it for links. */
    link: () => upTo(game.link(), length()),
    /** What has to be kept to go on with it later. @param {number} now */
    record: (now) => ({ round, me, turns: state.played, left: watch.left(now), ended: ended() }),
    free: () => game.free(),
  };
}

/** @typedef {ReturnType<typeof createMatch>} Match */
