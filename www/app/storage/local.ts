// Access to local storage: handles errors, sets unreadable data aside, and restores from the copies
// after a browser was killed.
// docs/storage.md lists everything that is stored.
import { GAMES, allCopies, keepCopy, type Copy } from './backup.ts';

export type Done = 'stored' | 'full' | 'denied';
/** How copies of one kind are restored. */
interface Kind {
  /** Can all of it be read? */
  reads: (text: string, key: string) => boolean;
  /** Used if there is nothing newer and nothing unreadable. */
  store: (key: string, text: string) => Done;
  /** Used to combine it with something newer or unreadable. */
  add: (key: string, text: string, before: string | null) => void;
}

/**
 * Key prefix for unreadable data set aside before being overwritten; followed by its own key and
 * the time.
 */
export const ASIDE = 'merels.aside.';
/** Key prefix for the time an entry was erased; kept as long as a copy exists. */
const ERASED = 'merels.erased.';
/** The keys of unreadable data that could not be set aside. */
export const stuck: Set<string> = new Set();
/** How long startup waits for the copies, in milliseconds. */
const COPIES_TIMEOUT = 1000;
/** The interval between retries of failed writes, in milliseconds. */
const RETRY_INTERVAL = 5000;
/** After this time local storage is certainly on disk, in milliseconds. */
const FLUSHED = 86_400_000;
/** The maximum time value of a Date. */
export const MOST = 8.64e15;

/** The result of a call, or a fallback if it throws. */
export function attempt<T, U>(call: () => T, fallback: U): T | U {
  try {
    return call();
  } catch {
    return fallback;
  }
}

export const get = (key: string) => attempt(() => localStorage.getItem(key), null);

export function put(key: string, text: string): Done {
  try {
    localStorage.setItem(key, text);
    return 'stored';
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'denied';
  }
}

export const drop = (key: string) => attempt(() => localStorage.removeItem(key), undefined);

/** All keys with a prefix, including those of pending writes. */
export function keysFrom(prefix: string) {
  const keys = new Set([...attempt(() => Object.keys(localStorage), []), ...waiting.keys()]);
  return [...keys].filter((key) => key.startsWith(prefix));
}

/* Errors and retries. */

/** Writes that failed, by key, with their retry functions. */
const waiting: Map<string, { text: string; retry: () => Done }> = new Map();
let timer = 0;
type Trouble = 'full' | 'denied' | 'aside';

/** The first trouble before a listener was set. */
let pendingTrouble: Trouble | null = null;
let notify: (what: Trouble) => void = (what) => void (pendingTrouble ??= what);

/** Sets the listener for trouble, and notifies it of any so far. */
export function onTrouble(listener: typeof notify) {
  notify = listener;
  if (pendingTrouble) notify(pendingTrouble);
}

/** The text of an entry, including a pending write of this tab. */
export const latest = (key: string) => unsaved(key) ?? get(key);
/** The text of a pending write. */
export const unsaved = (key: string) => waiting.get(key)?.text ?? null;
/** Drops a pending write. */
export const forget = (key: string) => waiting.delete(key);

/** Queues a failed write for retries; notifies for the first one. */
export function wait<T extends 'full' | 'denied'>(
  why: T,
  key: string,
  text: string,
  retry: () => Done,
) {
  if (!waiting.size) notify(why);
  waiting.set(key, { text, retry });
  timer ||= window.setInterval(() => {
    for (const [key, { retry }] of waiting) if (retry() === 'stored') waiting.delete(key);
    if (waiting.size) return;
    clearInterval(timer);
    timer = 0;
  }, RETRY_INTERVAL);
  return why;
}

/** Stores a text; retries until it succeeds. */
export function store(key: string, text: string, retry: () => Done = () => put(key, text)): Done {
  const done = put(key, text);
  if (done !== 'stored') return wait(done, key, text, retry);
  waiting.delete(key);
  drop(ERASED + key);
  return done;
}

/** Removes an entry. */
export function erase(key: string) {
  const saved = timeAfter(get(key));
  waiting.delete(key);
  drop(key);
  // Deleting the copy may fail if the page is closed first, so note the time here.
  put(ERASED + key, String(saved));
  // Delete games outright, so that undo can store them unchanged; if an older one reappears,
  // nothing is lost.
  keepCopy(key, key.startsWith(GAMES) ? null : JSON.stringify({ erased: true, saved }));
}

/** A key under which to set an entry aside. */
export const asideOf = (key: string) => `${ASIDE}${key}.${Date.now().toString(36)}`;

/** Sets an unreadable entry aside. Returns false, leaving it in place, if there is no room. */
export function putAside(key: string, text: string) {
  // Remove it first to make room.
  drop(key);
  const done = put(asideOf(key), text) === 'stored';
  if (done) notify('aside');
  else {
    put(key, text);
    stuck.add(key);
  }
  return done;
}

/* The copies. */

/** Handlers for copies, by key, or by prefix for games. */
const kinds: Map<string, Kind> = new Map();
/** Copies without a handler so far. */
const unused: Map<string, string> = new Map();

/** How entries of a key are read and combined; undefined until the part that keeps them is loaded. */
export const kindOf = (key: string) => kinds.get(key.startsWith(GAMES) ? GAMES : key);

/**
 * Registers the handler for a key's copies, and applies it to those already loaded. Returns the
 * keys that were restored.
 */
export function useCopies(key: string, kind: Kind) {
  kinds.set(key, kind);
  return [...unused].flatMap(([key, text]) =>
    kindOf(key) === kind && unused.delete(key) && use(kind, key, text, get(key)) ? [key] : [],
  );
}

/**
 * Restores the copies that are newer than local storage: the browser was killed, or storage was
 * full.
 * @param found in each database; null for one that cannot be read
 * @param before what was stored at startup, if the copies loaded later
 */
export function bringBack(found: (Copy[] | null)[], before: (key: string) => string | null = get) {
  const copies = found.flatMap((some) => some ?? []);
  const keys = new Set(copies.map(({ key }) => ERASED + key));
  if (!found.includes(null))
    for (const erased of keysFrom(ERASED)) if (!keys.has(erased)) drop(erased);
  for (const { key, text } of copies) {
    const kind = kindOf(key);
    if (kind) use(kind, key, text, before(key));
    else unused.set(key, text);
  }
}

/**
 * Restores from the copies at startup. If they load slowly, startup goes on and they are merged
 * later.
 */
export async function bringBackCopies() {
  const loading = allCopies();
  const loaded = await Promise.race([
    loading,
    new Promise<void>((resolve) => setTimeout(resolve, COPIES_TIMEOUT)),
  ]);
  if (loaded) return bringBack(loaded);
  const stored = new Map(keysFrom('merels.').map((key) => [key, get(key)]));
  void loading.then((late) => bringBack(late, (key) => stored.get(key) ?? null));
}

/**
 * Applies a copy if it is newer than what was stored before this page wrote. Returns whether it was
 * restored.
 */
function use(kind: Kind, key: string, text: string, before: string | null) {
  const now = latest(key);
  const { saved, erased } = stamp(key, text);
  const known = before === null ? Number(get(ERASED + key)) : stamp(key, before).saved;
  // NaN: data without a timestamp was written by an earlier version, and takes precedence.
  if (!(saved > known)) {
    // Delete copies of erased entries, and those no longer needed.
    if (before === null ? known > 0 && !erased : now === text && saved < Date.now() - FLUSHED)
      keepCopy(key, null);
    return false;
  }
  if (erased) {
    if (now === before) drop(key);
  } else if (!kind.reads(text, key)) {
    // Set the unreadable copy aside, and keep what is here. If there is no room, leave the copy
    // alone.
    if (put(asideOf(key), text) !== 'stored') return false;
    notify('aside');
    keepCopy(key, now);
  } else if (now === before && (now === null || kind.reads(now, key))) {
    kind.store(key, text);
    // Notify the page as if another tab had written it.
    dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
    return true;
  } else if (now !== null) kind.add(key, text, before);
  return false;
}

/** When a text was written, NaN if unknown, and whether it marks an erased entry. */
function stamp(key: string, text: string) {
  const { saved, played, erased } = fields(text);
  const times = [saved, ...(key.startsWith(GAMES) ? [played, 0] : [])];
  return {
    saved: Number(times.find((time) => isTime(time, MOST)) ?? NaN),
    erased: erased === true,
  };
}

/** The timestamp for a replacement of a text: always later, even if the clock was set back. */
export const timeAfter = (text: string | null) =>
  Math.max(Date.now(), (stamp('', text ?? '').saved || 0) + 1);

/** The fields of an object; empty if it is not one. */
export function fields(text: string): Record<string, unknown> {
  const value: unknown = attempt(() => JSON.parse(text), null);
  return isObject(value) ? value : {};
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isTime = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;
