// The connection to the other device, as plain data: who invites whom, what the dialog shows, how
// it stands. What happens answers the next state, and what is to be done.
import { other } from '../state.ts';
import { beginning } from './records.ts';
import { castLots, type Answer, type Contact, type Invitation, type Terms } from './invitation.ts';
import type { Side } from '../types.ts';
import type { Place } from './rendezvous.ts';
import type { Kept } from './saved-matches.ts';
import type { Condition } from './transport.ts';
import type { Effect as MatchEffect } from './types.ts';

/** Why a match closes the connection. */
type Why = Extract<MatchEffect, { type: 'close' }>['why'];

export type Link = 'none' | 'open' | 'interrupted' | 'lost' | 'left';

/** Where the two devices find each other. */
export interface Meeting {
  place: Place;
  key: string;
  inviter: boolean;
}

/** Of the dialog. */
export interface DialogStep {
  name: 'home' | 'invite' | 'asked' | 'answer' | 'connecting' | 'failed' | 'playing' | 'elsewhere';
  /** The invitation or answer to pass on. */
  text?: string;
  invitation?: Invitation;
  /** Who sent it. */
  by?: string;
  meeting?: Meeting | null;
  /** The word key of an error. */
  error?: string;
}

/** The game to start once connected. */
export interface Pending {
  readonly terms: Terms;
  /** Null until lots are drawn. */
  readonly me: Side | null;
  readonly lot: number;
  /** Of the invitation, which the answer names. */
  readonly to: string;
  readonly slot: string;
  readonly meeting: Meeting | null;
}

export interface Connection {
  readonly link: Link;
  /** Is there a transport, connected or not? */
  readonly dialled: boolean;
  readonly pending: Pending | null;
  readonly step: DialogStep;
  /** Waiting at the host's folder; `slot`: to reconnect this game. */
  readonly waiting: { readonly slot: string | null } | null;
  /** The stored entry of the current match; null without one. */
  readonly kept: Kept | null;
}

export const NO_CONNECTION: Connection = {
  link: 'none',
  dialled: false,
  pending: null,
  step: { name: 'home' },
  waiting: null,
  kept: null,
};

/** What is to be done. */
export type Effect =
  /** Shows the step in the dialog. */
  | { type: 'show-step' }
  | { type: 'hang-up' }
  | { type: 'stop-waiting' }
  /** Waits for an answer in the host's folder, if the invitation is there. */
  | { type: 'await-reply' }
  /** Waits in the host's folder for the other device to come back. */
  | { type: 'meet-again' }
  /** Applies an answer, and gives the connection some time to come. */
  | { type: 'accept'; contact: Contact }
  /** Starts the match once connected. */
  | { type: 'begin' }
  /** Pauses the match while the connection is interrupted, or goes on with it. */
  | { type: 'rest'; rests: boolean }
  /** Pauses the match after the connection has ended. */
  | { type: 'disconnected' }
  /** Says goodbye to the other device. */
  | { type: 'say-bye' }
  /** Says why the match has closed the connection. */
  | { type: 'say-why'; why: Exclude<Why, 'bye'> }
  /** Drops the match, as another game is at the table. */
  | { type: 'forget' }
  /** Shows that there is no connection. */
  | { type: 'show-link' };

export interface Next {
  readonly state: Connection;
  readonly effects: readonly Effect[];
}

const next = (state: Connection, ...effects: Effect[]): Next => ({ state, effects });

/** One after the other. */
const then = ({ state, effects }: Next, more: (state: Connection) => Next): Next => {
  const { state: last, effects: added } = more(state);
  return { state: last, effects: [...effects, ...added] };
};

/** Goes to a step of the dialog. */
export const go = (state: Connection, step: DialogStep): Next =>
  next({ ...state, step }, { type: 'show-step' });

export const hangUp = (state: Connection): Next =>
  next({ ...state, dialled: false }, { type: 'hang-up' });

export const stopWaiting = (state: Connection): Next =>
  next({ ...state, waiting: null }, { type: 'stop-waiting' });

const disconnect = (state: Connection, link: 'lost' | 'left'): Next =>
  next({ ...state, link }, { type: 'disconnected' });

/** Says goodbye to the other device and disconnects. */
export function leave(state: Connection): Next {
  const { kept, link } = state;
  if (!kept || (link !== 'open' && link !== 'interrupted')) return next(state);
  return then(then(next(state, { type: 'say-bye' }), hangUp), (s) => disconnect(s, 'left'));
}

/* The transport. */

/** A new transport takes the place of the one before. */
export const dial = (state: Connection): Next =>
  then(hangUp(state), ({ link, ...s }) =>
    next({ ...s, link: link === 'open' ? 'none' : link, dialled: true }),
  );

/** Ends what there is, for a new invitation or an answer to one. */
export const dialAnew = (state: Connection): Next =>
  then(then(then(stopWaiting(state), leave), dial), (s) => next({ ...s, pending: null }));

export function onCondition(state: Connection, condition: Condition): Next {
  const { link, pending, kept, waiting } = state;
  if (condition === 'open')
    return link === 'open'
      ? next(state)
      : next(
          { ...state, link: 'open' },
          link === 'interrupted' ? { type: 'rest', rests: false } : { type: 'begin' },
        );
  if (condition === 'interrupted')
    return next({ ...state, link: 'interrupted' }, { type: 'rest', rests: true });
  const down = hangUp(state);
  // What reconnects by itself tries again.
  if (waiting?.slot) return down;
  if (pending) return then(down, (s) => go(s, { name: 'failed' }));
  if (!kept || link === 'left') return down;
  return then(
    then(down, (s) => disconnect(s, 'lost')),
    (s) => next(s, { type: 'meet-again' }),
  );
}

/* Invitations. */

/** An invitation has been made, or an answer to one. */
export const prepared = (state: Connection, pending: Pending): Next => next({ ...state, pending });

/** The invitation is there to be passed on. */
export const invited = (state: Connection, step: DialogStep): Next =>
  then(
    go(
      {
        ...state,
        pending: state.pending && { ...state.pending, meeting: step.meeting ?? null },
      },
      step,
    ),
    (s) => next(s, { type: 'await-reply' }),
  );

/** Waits at the host's folder. */
export const wait = (state: Connection, slot: string | null): Next =>
  then(stopWaiting(state), (s) => next({ ...s, waiting: { slot } }));

/** The game that waits to be reconnected is at the table. */
export const waitFor = (state: Connection, slot: string): Next =>
  then(wait(state, slot), (s) =>
    next({ ...s, step: { name: 'home' }, pending: null }, { type: 'show-link' }),
  );

/** Nobody has come, or the folder has failed. */
export const gaveUp = (state: Connection): Next =>
  then(then(stopWaiting(state), hangUp), (s) => next(s, { type: 'show-link' }));

/** The answer cannot come by the host's folder. */
export const noFolder = (state: Connection): Next =>
  then(stopWaiting(state), (s) =>
    go(s, { ...s.step, meeting: null, error: 'together.meet.failed' }),
  );

/** This device cannot set up a connection. */
export const failed = (state: Connection, error?: string): Next =>
  then(hangUp(state), (s) => go(s, { name: 'failed', error }));

/** The inviting side: by lot, or as it wishes. */
export const inviterOf = ({ colour }: Terms, inviter: number, guest: number) =>
  colour === 'lot' ? castLots(inviter, guest) : colour;

/**
 * Applies an answer to this device's invitation.
 * @returns null if it does not match the open invitation
 */
export function accept(state: Connection, { id, to, lot, contact }: Answer): Next | null {
  const { pending, dialled, step } = state;
  if (!pending || !dialled || step.name !== 'invite') return null;
  if (id !== pending.terms.id || to !== pending.to) return null;
  const me = pending.me ?? inviterOf(pending.terms, pending.lot, lot);
  return then(
    then(stopWaiting(state), (s) =>
      go({ ...s, pending: { ...pending, me } }, { name: 'connecting' }),
    ),
    (s) => next(s, { type: 'accept', contact }),
  );
}

/** The game to be played by an invitation, for its guest. */
export const guestOf = (
  { terms, lot }: Invitation,
  own: Pick<Pending, 'lot' | 'slot' | 'meeting'>,
): Pending => ({ ...own, terms, me: other(inviterOf(terms, lot, own.lot)), to: '' });

/** No connection has come of it in time. */
export const timedOut = (state: Connection, text?: string): Next =>
  state.link === 'open'
    ? next(state)
    : text === undefined
      ? failed(state)
      : go(state, { name: 'answer', text, error: 'together.meet.slow' });

/**
 * To resume a game. The turns are not included: both devices have stored them, or exchange them in
 * the handshake.
 */
export const termsOf = ({ id, round, me, clock, begin }: Kept): Terms => ({
  id,
  round,
  colour: me,
  clock,
  game: beginning(begin, round),
  resumes: true,
});

/* The match. */

/** What is stored of the match that begins; `known`: of the one it resumes. */
export const keptOf = ({ terms, slot, meeting }: Pending, me: Side, known: Kept | null): Kept => ({
  id: terms.id,
  round: terms.round,
  slot: known?.slot ?? slot,
  me,
  begin: known?.begin ?? terms.game,
  clock: known ? known.clock : terms.clock,
  turns: [],
  left: null,
  ended: null,
  meet: meeting ? { key: meeting.key, inviter: meeting.inviter } : (known?.meet ?? null),
});

/** The match begins, or its next round. */
export const began = (state: Connection, kept: Kept): Next =>
  next({ ...state, kept, pending: null });

/** @param goesOn is the game at the table, and not over? */
export function onClose(state: Connection, why: Why, goesOn: boolean): Next {
  const ended = then(hangUp(state), (s) => disconnect(s, 'left'));
  if (why !== 'bye') return then(ended, (s) => next(s, { type: 'say-why', why }));
  return goesOn ? then(ended, (s) => next(s, { type: 'meet-again' })) : ended;
}

/**
 * Another game is at the table, or the same: opening another one leaves this one.
 * @param goesOn is it a match that is not over?
 */
export function onTable(state: Connection, slot: string, goesOn: boolean): Next {
  const { waiting, kept } = state;
  const stopped =
    waiting?.slot && waiting.slot !== slot ? then(stopWaiting(state), hangUp) : next(state);
  if (!kept || slot === kept.slot) return stopped;
  const left = then(then(stopped, leave), (s) => next({ ...s, kept: null }, { type: 'forget' }));
  return goesOn ? then(left, (s) => takeUp(s, slot)) : left;
}

/** Offers to resume the game at the table with the other device. */
export const takeUp = (state: Connection, slot: string): Next =>
  state.kept?.slot === slot
    ? next(state)
    : next({ ...state, link: 'none' }, { type: 'show-link' }, { type: 'meet-again' });

/* The dialog. */

export function open(state: Connection): Next {
  const { kept, link, step, dialled } = state;
  if (kept && link === 'open') return go(state, { name: 'playing' });
  return ['invite', 'answer', 'connecting'].includes(step.name) && dialled
    ? then(go(state, step), (s) => next(s, { type: 'await-reply' }))
    : go(state, { name: 'home' });
}

/** @param goesOn is the game at the table a match that is not over? */
export function closed(state: Connection, goesOn: boolean): Next {
  const { step, link } = state;
  // It asks no longer than somebody looks at it.
  const stopped = step.name === 'invite' ? stopWaiting(state) : next(state);
  const isIdle = !stopped.state.waiting && (link === 'lost' || link === 'none');
  // A game that was reconnecting goes on with it.
  return (step.meeting?.inviter || step.name === 'home') && isIdle && goesOn
    ? then(stopped, (s) => next(s, { type: 'meet-again' }))
    : stopped;
}

/** Starts over. */
export const home = (state: Connection): Next =>
  then(then(state.waiting?.slot ? next(state) : stopWaiting(state), hangUp), (s) =>
    go({ ...s, pending: null }, { name: 'home' }),
  );
