// The match at the table: shows what it says, stores it, and sends what it has to say.
import { refusal } from '../game/error-text.ts';
import { NOBODY, nextPair, swappedText } from '../game/pair.ts';
import { newTable } from '../game/restore.ts';
import { readNames } from '../storage/names.ts';
import { isTogether, other, say, setMatch, setPaused, setPicked, setSettings } from '../state.ts';
import * as connection from './connection.ts';
import { now, type Together } from './context.ts';
import { newGameId } from './invitation.ts';
import { reopened, resume } from './invite.ts';
import { createMatch } from './match.ts';
import { matchStatus } from './match-status.ts';
import { leave as leaveText } from './rendezvous.ts';
import { findKept, keep, keptInSlot } from './saved-matches.ts';
import type { Pair } from '../types.ts';
import type { Question } from './messages.ts';
import type { Effect, View } from './types.ts';

/**
 * How often the game is saved while a clock runs, in milliseconds, so that a reload gains no
 * thinking time.
 */
const SAVE_INTERVAL = 5000;

/** Starts the match once connected. */
export function begin(t: Together) {
  const { pending } = t.connection;
  if (!pending?.me) return;
  const { terms, me, meeting } = pending;
  t.does(connection.stopWaiting(t.connection));
  // Nothing stays there longer than needed.
  if (meeting?.inviter) void leaveText(meeting.place, '').catch(console.warn);
  const known = terms.resumes ? findKept(terms.id, terms.round, me) : null;
  const kept = connection.keptOf(pending, me, known);
  t.match?.free();
  t.match = null;
  try {
    t.match = createMatch({
      core: t.core,
      ...kept,
      record: known,
      own: readNames().own,
      talks: t.transport?.talks(),
    });
  } catch (error) {
    return t.does(connection.failed({ ...t.connection, kept: null }, refusal(error)));
  }
  t.does(connection.began(t.connection, kept));
  openMatch(t);
  t.sheet.close();
  run(t, t.match.greet());
}

/** Opens the match's game on the board. */
function openMatch(t: Together, pair: Pair = NOBODY) {
  const { kept } = t.connection;
  if (!t.match || !kept) return;
  const { slot, clock, me } = kept;
  if (t.store.get().slot.id !== slot) {
    const settings = {
      ...t.store.get().settings,
      mode: 'away' as const,
      human: me,
      clock: clock && { ...clock, rests: false },
      pair,
    };
    const game = t.core.read(t.match.link());
    const put = newTable(game, { ...settings, spec: game.state().spec }, false);
    t.session.openTable(reopened(t, slot) ?? { ...put, slot: { ...put.slot, id: slot } });
  }
  t.store.update((s) => setPaused(s, false));
  t.table.forget();
  show(t);
}

/** Carries out the effects of the match. */
export function run(t: Together, effects: readonly Effect[]) {
  for (const effect of effects) {
    if (effect.type === 'send') t.transport?.send(effect.text);
    else if (effect.type === 'round') nextRound(t);
  }
  if (effects.length) show(t);
  for (const effect of effects) {
    if (effect.type === 'say' && t.match) t.table.say(effect, t.match.view(now()).me);
    if (effect.type === 'greeting' && t.match)
      t.greetings.hear(effect.what, t.match.view(now()).theirName);
  }
  for (const effect of effects)
    if (effect.type === 'close')
      t.does(connection.onClose(t.connection, effect.why, isTogether(t.store.get())));
}

/** Takes a message from the other device. */
export const hear = (t: Together, text: unknown) => t.match && run(t, t.match.receive(text, now()));

/** Starts a rematch: a new game with colours swapped. */
function nextRound(t: Together) {
  const { kept } = t.connection;
  if (!t.match || !kept) return;
  const { round, me } = t.match.view(now());
  t.does(connection.began(t.connection, { ...kept, round, me, slot: newGameId() }));
  openMatch(t, nextPair(t.store.get()));
  t.session.say(swappedText(t.store.get()));
}

/** Notes who the two are. */
function nameThem(t: Together, { me, theirName }: View) {
  const { own } = readNames();
  const names =
    me === 'white' ? { white: own, black: theirName } : { white: theirName, black: own };
  t.store.update((s) => {
    const {
      score,
      names: { [other(me)]: theirs },
    } = s.settings.pair ?? NOBODY;
    return theirName && theirs !== theirName
      ? setSettings(s, { ...s.settings, pair: { names, score } })
      : s;
  });
}

/** Shows and saves the state, and schedules the next clock check. */
export function show(t: Together) {
  clearTimeout(t.timer);
  const { match, table } = t;
  const { kept, link, waiting } = t.connection;
  if (!match || !kept || t.store.get().slot.id !== kept.slot) return;
  const time = now();
  const view = match.view(time);
  table.follow(view, time, match.link);
  nameThem(t, view);
  t.greetings.show(view.talks && link === 'open');
  saveGame(t);
  const acts = {
    choose: (wish: 'common' | 'theirs') => t.match && run(t, t.match.choose(wish, now())),
    answer: (what: Question, agreed: boolean) =>
      t.match && run(t, t.match.answer(what, agreed, now())),
    resume: () => resume(t),
  };
  t.store.update((s) => setMatch(s, matchStatus(view, link, acts, Boolean(waiting?.slot))));
  scheduleTick(t);
}

function saveGame({ match, connection: { kept } }: Together) {
  if (match && kept) keep({ ...kept, ...match.record(now()) });
}

/** Only while connected: another tab may have resumed the game since. */
export const saveOnLeave = (t: Together) => t.connection.link === 'open' && saveGame(t);

/** Schedules the next clock check while a clock runs. */
function scheduleTick(t: Together) {
  const next = t.match && t.connection.link === 'open' ? t.match.nextTick(now()) : Infinity;
  if (next < Infinity) t.timer = window.setTimeout(tick, Math.min(next + 5, SAVE_INTERVAL), t);
}

function tick(t: Together) {
  const effects = t.match?.tick(now()) ?? [];
  if (effects.length) return run(t, effects);
  saveGame(t);
  scheduleTick(t);
}

/** Pauses the match while the connection is interrupted, or goes on with it. */
export function rest(t: Together, rests: boolean) {
  if (!t.match) return;
  // What was said before hides it.
  t.store.update((s) => setPaused(rests ? say(s, null) : s, rests));
  run(t, t.match.rest(rests, now()));
  show(t);
}

/** Pauses the match after the connection has ended. */
export function pauseMatch(t: Together) {
  t.match?.rest(true, now());
  const { kept } = t.connection;
  // What was said before no longer applies, and a chosen man is put down.
  t.store.update((s) =>
    s.slot.id === kept?.slot ? say(setPicked(setPaused(s, true), null), null) : s,
  );
  show(t);
}

/** Says goodbye to the other device. */
export function sayBye({ match, transport }: Together) {
  for (const effect of match?.leave(now()) ?? [])
    if (effect.type === 'send') transport?.send(effect.text);
}

/** Drops the match, as another game is at the table. */
export function forget(t: Together) {
  t.match?.free();
  t.match = null;
  t.greetings.show(false);
  clearTimeout(t.timer);
}

/** Shows that there is no connection. */
export function showLink(t: Together) {
  if (t.match) return show(t);
  const known = keptInSlot(t.store.get().slot.id);
  const key = t.connection.waiting?.slot ? 'together.status.interrupted' : 'together.status.none';
  const offers = [{ label: { key: 'together.again' as const }, run: () => resume(t) }];
  t.store.update((s) =>
    setPaused(setMatch(s, known ? { text: { key }, offers, may: false } : null), true),
  );
}

/** Without a connection, the other device learns of it in the next handshake. */
function resign(t: Together) {
  if (t.match) return run(t, t.match.resign(now()));
  const own = keptInSlot(t.store.get().slot.id);
  if (!own) return;
  t.session.edit((game) => game.resign(own.me));
  keep({ ...own, ended: { how: 'resignation', loser: own.me } });
  t.store.update((s) => setMatch(s, null));
}

/** What the players do at the table. */
export function connectTable(t: Together) {
  /** The match, while it is connected. */
  const open = () => (t.connection.link === 'open' ? t.match : null);
  const does = (effects?: readonly Effect[]) => effects && run(t, effects);
  t.session.connect({
    play: (move) => does(open()?.play(move, now())),
    undo: () => does(open()?.askBack()),
    resign: () => resign(t),
    offerDraw: () => does(open()?.offer('draw', now())),
    flag: () => does(t.match?.tick(now())),
  });
}
