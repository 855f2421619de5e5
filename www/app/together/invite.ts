// Invitations and answers: what this device makes, and what it is given.
import { storedText } from '../storage/games.ts';
import { reopen } from '../game/restore.ts';
import * as connection from './connection.ts';
import { senderOf } from './links.ts';
import {
  BadInvitation,
  newGameId,
  read as readText,
  tag,
  write as writeText,
  type Answer,
  type Contact,
  type Invitation,
  type Terms,
} from './invitation.ts';
import { upTo } from './records.ts';
import { awaitAnswer, keyIn, leave as leaveText, newKey, openPlace } from './rendezvous.ts';
import { keptInSlot, readKept } from './saved-matches.ts';
import { createTransport, type Transport } from './transport.ts';
import type { Side } from '../types.ts';
import type { Meeting, DialogStep } from './connection.ts';
import type { Together } from './context.ts';

/** The connection timeout after the answer, in milliseconds. */
export const CONNECT_TIMEOUT = 25_000;
/**
 * How long the invited player waits before being told what else to do, in milliseconds: longer than
 * between two looks at the host's folder.
 */
const ANSWER_TIMEOUT = 30_000;
/** The maximum length of a game in an invitation. */
const MAX_LENGTH = 600;

/** A random number for drawing lots. */
const newLot = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;

/* The transport. */

/** A new transport, instead of the one before. */
export function dial(t: Together, next = connection.dial(t.connection)): Transport {
  t.does(next);
  const transport = createTransport({
    message: (text) => transport === t.transport && t.hear(text),
    condition(condition) {
      if (transport !== t.transport) return;
      clearTimeout(t.connectTimer);
      t.does(connection.onCondition(t.connection, condition));
    },
  });
  t.transport = transport;
  return transport;
}

/** The same, for a new invitation or an answer to one. */
const dialAnew = (t: Together) => dial(t, connection.dialAnew(t.connection));

/** Another transport has taken its place meanwhile. */
function checkIsCurrent(t: Together, transport: Transport) {
  if (transport !== t.transport) throw new Error('superseded');
}

/** Shows that this device cannot set up a connection. */
const failHere = (t: Together) => t.does(connection.failed(t.connection, 'together.failed.here'));

/**
 * Does something that may fail, by when another transport may have taken the place of this one.
 * Then that does not matter any more.
 */
async function attempt(t: Together, transport: Transport, run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
    if (transport !== t.transport) return;
    console.warn(error);
    failHere(t);
  }
}

/* Inviting. */

/**
 * Prepares an invitation.
 * @param me known when resuming a game
 */
export async function prepare(
  t: Together,
  transport: Transport,
  terms: Terms,
  me: Side | null,
  meeting: Meeting | null,
) {
  const contact = await transport.invite();
  checkIsCurrent(t, transport);
  const lot = newLot();
  const to = tag(contact);
  const pending = { terms, me, lot, to, slot: newGameId(), meeting };
  t.does(connection.prepared(t.connection, pending));
  return { text: writeText({ kind: 'invitation', contact, terms, lot }), id: terms.id, to };
}

/** @param me known when resuming a game */
function invite(t: Together, terms: Terms, me: Side | null) {
  const transport = dialAnew(t);
  const key = newKey();
  return attempt(t, transport, async () => {
    const [{ text }, place] = await Promise.all([
      prepare(t, transport, terms, me, null),
      openPlace(key).catch(console.warn),
    ]);
    const step = place ? await leaveInvitation({ place, key, inviter: true }, text) : {};
    if (transport === t.transport && t.connection.pending)
      t.does(connection.invited(t.connection, { ...step, name: 'invite', text }));
  });
}

/** Leaves an invitation in the host's folder. */
async function leaveInvitation(meeting: Meeting, text: string): Promise<Partial<DialogStep>> {
  try {
    await leaveText(meeting.place, text);
    return { meeting };
  } catch (error) {
    console.warn(error);
    return { error: 'together.meet.failed' };
  }
}

export function inviteTo(
  t: Together,
  { colour, so, clock }: Pick<Terms, 'colour' | 'clock'> & { so: 'rules' | 'game' },
) {
  const { game } = t.store.get();
  const line = upTo(t.session.link(), game.played.length);
  // A QR code of a long game would be unreadable, so send only the position.
  const begun =
    so === 'rules'
      ? t.core.start(game.spec).link()
      : line.length > MAX_LENGTH
        ? t.session.positionLink()
        : line;
  const id = newGameId();
  void invite(t, { id, round: 0, colour, clock, game: begun, resumes: false }, null);
}

/** Invites to resume the current game. */
export function resume(t: Together) {
  const known = keptInSlot(t.store.get().slot.id);
  if (known) void invite(t, connection.termsOf(known), known.me);
  else t.does(connection.open(t.connection));
}

/** Waits at the host's folder until it is stopped. */
export function startWaiting(t: Together, next: connection.Next) {
  t.does(next);
  t.waiting = new AbortController();
  return t.waiting.signal;
}

/** Waits for an answer in the host's folder, if the invitation is there. */
export async function awaitReply(t: Together) {
  const { pending, step } = t.connection;
  if (!pending?.meeting || step.name !== 'invite') return;
  const { meeting, terms, to } = pending;
  const signal = startWaiting(t, connection.wait(t.connection, null));
  try {
    accept(t, await awaitAnswer(meeting.place, { id: terms.id, to }, signal));
  } catch (error) {
    if (signal.aborted) return;
    console.warn(error);
    t.does(connection.noFolder(t.connection));
  }
}

/**
 * Applies an answer to this device's invitation.
 * @returns did it match the open invitation?
 */
export function accept(t: Together, reply: Answer): boolean {
  const next = connection.accept(t.connection, reply);
  if (next) t.does(next);
  return next !== null;
}

/** Connects as the answer says. */
export function connectTo(t: Together, contact: Contact) {
  const { transport } = t;
  if (!transport) return;
  startTimer(t, transport, CONNECT_TIMEOUT);
  void attempt(t, transport, () => transport.accept(contact));
}

/** @param text the answer, to be passed on by other ways */
function startTimer(t: Together, transport: Transport, timeout: number, text?: string) {
  t.connectTimer = window.setTimeout(
    () => transport === t.transport && t.does(connection.timedOut(t.connection, text)),
    timeout,
  );
}

/* Being invited. */

/** @returns the answer */
export async function answerTo(
  t: Together,
  transport: Transport,
  invitation: Invitation,
  meeting: Meeting | null,
): Promise<string> {
  const { contact, terms } = invitation;
  const lot = newLot();
  // Let Rust validate the game before answering.
  t.core.read(terms.game).free();
  const own = await transport.answer(contact);
  checkIsCurrent(t, transport);
  const pending = connection.guestOf(invitation, { lot, slot: newGameId(), meeting });
  t.does(connection.prepared(t.connection, pending));
  return writeText({ kind: 'answer', contact: own, id: terms.id, to: tag(contact), lot });
}

/** Accepts an invitation as the guest. */
export function join(t: Together, invitation: Invitation, meeting: Meeting | null) {
  const transport = dialAnew(t);
  const go = (step: DialogStep) => t.does(connection.go(t.connection, step));
  return attempt(t, transport, async () => {
    const text = await answerTo(t, transport, invitation, meeting);
    if (!meeting) return go({ name: 'answer', text });
    const put = await meeting.place.put('answer', text).then(() => true, console.warn);
    if (transport !== t.transport || !t.connection.pending) return;
    if (!put) return go({ name: 'answer', text, error: 'together.meet.failed' });
    go({ name: 'connecting' });
    startTimer(t, transport, ANSWER_TIMEOUT, text);
  });
}

/** The stored game, which has its name. */
export function reopened(t: Together, slot: string) {
  const text = storedText(slot);
  try {
    return text === null ? null : reopen(t.core, slot, text);
  } catch {
    return null;
  }
}

/**
 * Opens the one link of a host that has a folder.
 * @returns the word key of an error
 */
async function visit(t: Together, key: string, by: string): Promise<string | null> {
  const known = readKept().find(({ meet }) => meet?.key === key);
  const there = known && reopened(t, known.slot);
  if (there) {
    // It reconnects by itself.
    t.sheet.close();
    if (t.store.get().slot.id !== known.slot) t.session.openTable(there);
    return null;
  }
  try {
    const place = await openPlace(key);
    const invitation = readText((await place?.get('invitation')) ?? '');
    if (!place || invitation.kind !== 'invitation') throw new BadInvitation('none');
    const meeting = { place, key, inviter: false };
    t.does(connection.go(t.connection, { name: 'asked', invitation, by, meeting }));
    return null;
  } catch (error) {
    console.warn(error);
    return 'together.meet.gone';
  }
}

/**
 * Handles a link or text from the other device.
 * @param elsewhere passes on an answer that was opened as a link, as this tab does not wait for it
 * @returns the word key of an error
 */
export async function take(
  t: Together,
  text: string,
  elsewhere: ((text: string) => Promise<unknown>) | null,
): Promise<string | null> {
  const go = (step: DialogStep) => t.does(connection.go(t.connection, step));
  try {
    const key = keyIn(text);
    if (key) return await visit(t, key, senderOf(text));
    const found = readText(text);
    if (found.kind === 'invitation') go({ name: 'asked', invitation: found, by: senderOf(text) });
    else if (!accept(t, found)) {
      if (!elsewhere) return 'together.bad.answer';
      const error = 'together.elsewhere.none';
      go((await elsewhere(text)) ? { name: 'elsewhere' } : { name: 'elsewhere', text, error });
    }
    return null;
  } catch (error) {
    if (error instanceof BadInvitation) return `together.bad.${error.code}`;
    throw error;
  }
}
