// Access to local storage: handles errors, sets unreadable data aside, and restores from the copies after a browser was killed.
// docs/storage.md lists everything that is stored.
import { GAMES, allCopies, keepCopy } from './backup.js';

/**
 * @typedef {'stored' | 'full' | 'denied'} Done
 * @typedef {import('./backup.js').Copy} Copy
 *
 * @typedef {object} Kind how copies of one kind are restored
 * @property {(text: string, key: string) => boolean} reads can all of it be read?
 * @property {(key: string, text: string) => Done} store used if there is nothing newer and nothing unreadable
 * @property {(key: string, text: string, before: string | null) => void} add used to combine it with something newer or unreadable
 */

/** Key prefix for unreadable data set aside before being overwritten; followed by its own key and the time. */
export const ASIDE = 'merels.aside.';
/** Key prefix for the time an entry was erased; kept as long as a copy exists. */
const ERASED = 'merels.erased.';
/** The keys of unreadable data that could not be set aside. @type {Set<string>} */
export const stuck = new Set();
/** How long startup waits for the copies, in milliseconds. */
const COPIES_TIMEOUT = 1000;
/** The interval between retries of failed writes, in milliseconds. */
const RETRY_INTERVAL = 5000;
/** After this time local storage is certainly on disk, in milliseconds. */
const FLUSHED = 86_400_000;
/** The maximum time value of a Date. */
export const MOST = 8.64e15;

/** The result of a call, or a fallback if it throws. @template T, U @param {() => T} call @param {U} fallback @returns {T | U} */
export function attempt(call, fallback) {
  try {
    return call();
  } catch {
    return fallback;
  }
}

/** @param {string} key */
export const get = (key) => attempt(() => localStorage.getItem(key), null);

/** @param {string} key @param {string} text @returns {Done} */
export function put(key, text) {
  try {
    localStorage.setItem(key, text);
    return 'stored';
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'denied';
  }
}

/** @param {string} key */
export const drop = (key) => attempt(() => localStorage.removeItem(key), undefined);

/** All keys with a prefix, including those of pending writes. @param {string} prefix */
export function keysFrom(prefix) {
  const keys = new Set([...attempt(() => Object.keys(localStorage), []), ...waiting.keys()]);
  return [...keys].filter((key) => key.startsWith(prefix));
}

/* Errors and retries. */

/** Writes that failed, by key, with their retry functions. @type {Map<string, { text: string, retry: () => Done }>} */
const waiting = new Map();
let timer = 0;
/** @typedef {'full' | 'denied' | 'aside'} Trouble */
/** The first trouble before a listener was set. @type {Trouble | null} */
let pendingTrouble = null;
/** @type {(what: Trouble) => void} */
let notify = (what) => void (pendingTrouble ??= what);

/** Sets the listener for trouble, and notifies it of any so far. @param {typeof notify} listener */
export function onTrouble(listener) {
  notify = listener;
  if (pendingTrouble) notify(pendingTrouble);
}

/** The text of an entry, including a pending write of this tab. @param {string} key */
export const latest = (key) => unsaved(key) ?? get(key);
/** The text of a pending write. @param {string} key */
export const unsaved = (key) => waiting.get(key)?.text ?? null;
/** Drops a pending write. @param {string} key */
export const forget = (key) => waiting.delete(key);

/** Queues a failed write for retries; notifies for the first one. @template {'full' | 'denied'} T @param {T} why @param {string} key @param {string} text @param {() => Done} retry */
export function wait(why, key, text, retry) {
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

/** Stores a text; retries until it succeeds. @param {string} key @param {string} text @param {() => Done} [retry] @returns {Done} */
export function store(key, text, retry = () => put(key, text)) {
  const done = put(key, text);
  if (done !== 'stored') return wait(done, key, text, retry);
  waiting.delete(key);
  drop(ERASED + key);
  return done;
}

/** Removes an entry. @param {string} key */
export function erase(key) {
  const saved = timeAfter(get(key));
  waiting.delete(key);
  drop(key);
  // Deleting the copy may fail if the page is closed first, so note the time here.
  put(ERASED + key, String(saved));
  // Delete games outright, so that undo can store them unchanged; if an older one reappears, nothing is lost.
  keepCopy(key, key.startsWith(GAMES) ? null : JSON.stringify({ erased: true, saved }));
}

/** A key under which to set an entry aside. @param {string} key */
const asideOf = (key) => `${ASIDE}${key}.${Date.now().toString(36)}`;

/** Sets an unreadable entry aside. Returns false, leaving it in place, if there is no room. @param {string} key @param {string} text */
export function putAside(key, text) {
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

/** Handlers for copies, by key, or by prefix for games. @type {Map<string, Kind>} */
const kinds = new Map();
/** Copies without a handler so far. @type {Map<string, string>} */
const unused = new Map();

/** @param {string} key */
const kindOf = (key) => kinds.get(key.startsWith(GAMES) ? GAMES : key);

/** Registers the handler for a key's copies, and applies it to those already loaded. Returns the keys that were restored. @param {string} key @param {Kind} kind */
export function useCopies(key, kind) {
  kinds.set(key, kind);
  return [...unused].flatMap(([key, text]) =>
    kindOf(key) === kind && unused.delete(key) && use(kind, key, text, get(key)) ? [key] : [],
  );
}

/**
 * Restores the copies that are newer than local storage: the browser was killed, or storage was full.
 * @param {(Copy[] | null)[]} found in each database; null for one that cannot be read
 * @param {(key: string) => string | null} [before] what was stored at startup, if the copies loaded later
 */
export function bringBack(found, before = get) {
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

/** Restores from the copies at startup. If they load slowly, startup goes on and they are merged later. */
export async function bringBackCopies() {
  const loading = allCopies();
  const loaded = await Promise.race([
    loading,
    new Promise((resolve) => setTimeout(resolve, COPIES_TIMEOUT)),
  ]);
  if (loaded) return bringBack(loaded);
  const stored = new Map(keysFrom('merels.').map((key) => [key, get(key)]));
  void loading.then((late) => bringBack(late, (key) => stored.get(key) ?? null));
}

/** Applies a copy if it is newer than what was stored before this page wrote. Returns whether it was restored. @param {Kind} kind @param {string} key @param {string} text @param {string | null} before */
function use(kind, key, text, before) {
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
    // Set the unreadable copy aside, and keep what is here. If there is no room, leave the copy alone.
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

/** When a text was written, NaN if unknown, and whether it marks an erased entry. @param {string} key @param {string} text */
function stamp(key, text) {
  const { saved, played, erased } = fields(text);
  const times = [saved, ...(key.startsWith(GAMES) ? [played, 0] : [])];
  return {
    saved: Number(times.find((time) => isTime(time, MOST)) ?? NaN),
    erased: erased === true,
  };
}

/** The timestamp for a replacement of a text: always later, even if the clock was set back. @param {string | null} text */
export const timeAfter = (text) => Math.max(Date.now(), (stamp('', text ?? '').saved || 0) + 1);

/** Parses a text; returns it as is if it is not JSON, as some legacy data. @param {string} text @returns {unknown} */
export const plain = (text) => attempt(() => JSON.parse(text), text);

/** The fields of an object; empty if it is not one. @param {string} text @returns {Record<string, unknown>} */
export function fields(text) {
  const value = plain(text);
  return isObject(value) ? value : {};
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value @param {number} most @returns {value is number} */
export const isTime = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
