// Reconnects a match by itself, in the folder that a host offers.
import * as connection from './connection.ts';
import { CONNECT_TIMEOUT, answerTo, dial, prepare, startWaiting } from './invite.ts';
import { answerAgain, inviteAgain, openPlace, pause, repeat } from './rendezvous.ts';
import { keptInSlot, type Kept } from './saved-matches.ts';
import type { Together } from './context.ts';

/** Waits in the host's folder for the other device to come back, as long as the game is open. */
export async function meetAgain(t: Together) {
  const known = keptInSlot(t.store.get().slot.id);
  if (!known?.meet) return;
  const signal = startWaiting(t, connection.waitFor(t.connection, known.slot));
  try {
    await meet(t, known, known.meet, signal);
  } catch (error) {
    if (signal.aborted) return;
    console.warn(error);
    t.does(connection.gaveUp(t.connection));
  }
}

async function meet(
  t: Together,
  known: Kept,
  { key, inviter }: { key: string; inviter: boolean },
  signal: AbortSignal,
) {
  const place = await repeat(async () => (await openPlace(key)) ?? 'none', signal);
  if (place === 'none') throw new Error('the host has no folder any more');
  const meeting = { place, key, inviter };
  if (!inviter)
    return answerAgain(place, known.id, (asked) => answerTo(t, dial(t), asked, meeting), signal);
  return inviteAgain(
    place,
    () => prepare(t, dial(t), connection.termsOf(known), known.me, meeting),
    async ({ contact }) => {
      await t.transport?.accept(contact);
      await pause(CONNECT_TIMEOUT, signal);
    },
    signal,
  );
}
