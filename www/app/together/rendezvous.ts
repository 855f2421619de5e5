// Where two pages leave an invitation and its answer for each other: a folder that a host may offer
// (docs/together.md). What is there is encrypted with a key that only the link has, and anybody may
// have written it.
import { fetchWhole } from '../platform/fetch-whole.ts';
import { isObject } from '../storage/storage.ts';
import { fromText, toText } from './bytes.ts';
import { read, type Answer, type Invitation } from './invitation.ts';

type Part = 'invitation' | 'answer';
export interface Place {
  put: (part: Part, text: string) => Promise<void>;
  /** Empty if there is nothing. */
  get: (part: Part) => Promise<string>;
}

const FILE = 'rendezvous.json';
/** How long to wait for the host, in milliseconds. */
const TIMEOUT = 8000;
/** No file of these is longer, in bytes: an invitation has at most 2400 characters. */
const LONGEST = 4096;
const KEY = 16;
const IV = 12;

/** The pauses between two questions grow to the longer one, in milliseconds. */
const PAUSES = { first: 1000, longest: 10_000, growth: 1.3 };
/** How long to wait for the other device, in milliseconds. */
const PATIENCE = 3_600_000;
/** So many failures in a row, and the host's folder is out of order. */
const FAILURES = 5;

export const newKey = () => toText(crypto.getRandomValues(new Uint8Array(KEY)));

/** The key in a link; empty if there is none. */
export const keyIn = (text: string) => /#join=([\w-]{22})(?![\w-])/.exec(text)?.[1] ?? '';

export function folderOf(value: unknown): URL {
  const { folder } = isObject(value) ? value : {};
  if (typeof folder !== 'string' || !folder.endsWith('/'))
    throw new Error(`${FILE}: no folder that ends in a slash`);
  const url = new URL(folder, document.baseURI);
  if (url.origin !== new URL(document.baseURI).origin)
    throw new Error(`${FILE}: the folder is on another host`);
  return url;
}

const how = (): RequestInit => ({
  cache: 'no-store',
  redirect: 'error',
  signal: AbortSignal.timeout(TIMEOUT),
});

/** The place that belongs to a key; null if the host offers none. */
export async function openPlace(key: string): Promise<Place | null> {
  const { subtle } = crypto;
  if (!subtle) return null;
  const found = await fetchWhole(new URL(FILE, document.baseURI), { ...how(), cache: 'no-cache' });
  if (!found.ok) return null;
  const folder = folderOf(await found.json());
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secret = await subtle.importKey('raw', fromText(key), 'HKDF', false, ['deriveBits']);
  const derive = (what: string) =>
    subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes(`merels ${what}`) },
      secret,
      256,
    );
  // The host knows the name, which says nothing of the key.
  const name = toText(new Uint8Array(await derive('name')));
  const content = await subtle.importKey('raw', await derive('content'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  const file = (part: Part) => new URL(`${name}.${part}`, folder);
  /** So that neither part can be passed off as the other. */
  const cipher = (part: Part, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: bytes(part),
  });
  return {
    async put(part, text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV));
      const body = new Blob([iv, await subtle.encrypt(cipher(part, iv), content, bytes(text))]);
      const { ok, status, body: said } = await fetch(file(part), { ...how(), method: 'PUT', body });
      // What the host says to it may be long.
      void said?.cancel();
      if (!ok) throw new Error(`the host does not take files: ${status}`);
    },
    async get(part) {
      const response = await fetchWhole(file(part), how());
      if (response.status === 404) return '';
      if (!response.ok) throw new Error(`the host does not give files: ${response.status}`);
      const all = new Uint8Array(await response.arrayBuffer());
      if (all.length > LONGEST) throw new Error('too long for an invitation');
      return new TextDecoder().decode(
        await subtle.decrypt(cipher(part, all.slice(0, IV)), content, all.slice(IV)),
      );
    },
  };
}

/** Waits; not while the page comes back into view, or the network does. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise((done) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      done(null);
    };
    const timer = setTimeout(end, ms);
    document.addEventListener('visibilitychange', end, { signal: over.signal });
    addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });

/**
 * Asks until there is an answer, ever more slowly. Rejects when it is stopped, after too many
 * failures in a row, or when nobody comes.
 * @param failures how many are too many
 */
export async function repeat<T>(
  question: () => Promise<T>,
  signal: AbortSignal,
  failures: number = Infinity,
): Promise<NonNullable<T>> {
  const end = Date.now() + PATIENCE;
  let failed = 0;
  for (let wait = PAUSES.first; ; wait = Math.min(wait * PAUSES.growth, PAUSES.longest)) {
    signal.throwIfAborted();
    try {
      const found = await question();
      signal.throwIfAborted();
      if (found) return found;
      failed = 0;
    } catch (error) {
      if (signal.aborted || ++failed >= failures) throw error;
    }
    if (Date.now() > end) throw new Error('nobody came');
    await pause(wait, signal);
  }
}

/**
 * Leaves an invitation, or nothing; and an empty answer, since browsers note it as an error if a
 * file is not there.
 */
export async function leave(place: Place, text: string) {
  await place.put('answer', '');
  await place.put('invitation', text);
}

/** Waits for the answer to an invitation; one to another, as to an earlier one, does not count. */
export const awaitAnswer = (
  place: Place,
  { id, to }: { id: string; to: string },
  signal: AbortSignal,
) =>
  repeat(
    async () => {
      const text = await place.get('answer');
      const found = text ? read(text) : null;
      return found?.kind === 'answer' && found.id === id && found.to === to ? found : null;
    },
    signal,
    FAILURES,
  );

/** Invites again until stopped: the network may not be back yet, or have changed. */
export const inviteAgain = (
  place: Place,
  invite: () => Promise<{ text: string; id: string; to: string }>,
  connect: (answer: Answer) => Promise<void>,
  signal: AbortSignal,
) =>
  repeat(async () => {
    // First, so that nothing is prepared while the network is away.
    await place.put('answer', '');
    const { text, ...invitation } = await invite();
    await place.put('invitation', text);
    await connect(await awaitAnswer(place, invitation, signal));
    return null;
  }, signal);

/**
 * Answers each new invitation to resume a game until stopped.
 * @param id of the game
 */
export function answerAgain(
  place: Place,
  id: string,
  answer: (invitation: Invitation) => Promise<string>,
  signal: AbortSignal,
) {
  let last = '';
  return repeat(async () => {
    const text = await place.get('invitation');
    if (text === '' || text === last) return null;
    const found = read(text);
    if (
      found.kind !== 'invitation' ||
      found.terms.id !== id ||
      !found.terms.resumes ||
      found.terms.colour === 'lot'
    )
      throw new Error('no invitation to this game');
    await place.put('answer', await answer(found));
    last = text;
    return null;
  }, signal);
}
