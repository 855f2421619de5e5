// Local storage, where all that is kept on this device is read and written: what goes wrong there, what is put aside, and what is
// taken over from the second copies when a browser was killed. docs/storage.md lists all that is kept.
import { GAMES, allCopies, keepCopy } from './backup.js';

/**
 * @typedef {'stored' | 'full' | 'denied'} Done
 * @typedef {import('./backup.js').Copy} Copy
 *
 * @typedef {object} Kind how copies of one kind are used
 * @property {(text: string, key: string) => boolean} reads is it understood, all of it?
 * @property {(key: string, text: string) => Done} store where there was nothing newer, and nothing that is not understood
 * @property {(key: string, text: string, before: string | null) => void} add to what was written before it came, or is not understood
 */

/** What could not be read and was about to be written over is kept under this, its own key and when that was. */
export const ASIDE = 'merels.aside.';
/** When a thing was erased is kept under this and its own key, as long as there is a copy. */
const ERASED = 'merels.erased.';
/** The keys of what could not even be put aside. @type {Set<string>} */
export const stuck = new Set();
/** How long the page waits for the copies when it begins, in milliseconds. */
const PATIENCE = 1000;
/** How soon that is tried again for which there was no room, in milliseconds. */
const AGAIN = 5000;
/** After so long a browser has long written down what is in local storage, in milliseconds. */
const SETTLED = 86_400_000;
/** The greatest date there is. */
export const MOST = 8.64e15;

/** What a call returns, or something else where it throws. @template T, U @param {() => T} call @param {U} otherwise @returns {T | U} */
export function attempt(call, otherwise) {
  try {
    return call();
  } catch {
    return otherwise;
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

/** Every key that begins so, also of what waits for room. @param {string} prefix */
export function keysFrom(prefix) {
  const keys = new Set([...attempt(() => Object.keys(localStorage), []), ...waiting.keys()]);
  return [...keys].filter((key) => key.startsWith(prefix));
}

/* What goes wrong. */

/** What there is no room for, by its key, and how it is tried again. @type {Map<string, { text: string, again: () => Done }>} */
const waiting = new Map();
let timer = 0;
/** @typedef {'full' | 'denied' | 'aside'} Trouble */
/** What has gone wrong before there was anybody to say it. @type {Trouble | null} */
let untold = null;
/** @type {(what: Trouble) => void} */
let tell = (what) => void (untold ??= what);

/** From now on this says what goes wrong, and what has gone wrong already. @param {typeof tell} say */
export function onTrouble(say) {
  tell = say;
  if (untold) tell(untold);
}

/** The text as this tab knows it. @param {string} key */
export const latest = (key) => unsaved(key) ?? get(key);
/** The text for which there is no room. @param {string} key */
export const unsaved = (key) => waiting.get(key)?.text ?? null;
/** Lets go of what waits for room: it was erased. @param {string} key */
export const forget = (key) => waiting.delete(key);

/** Says once that something is not stored, and tries until it is. @template {'full' | 'denied'} T @param {T} why @param {string} key @param {string} text @param {() => Done} again */
export function wait(why, key, text, again) {
  if (!waiting.size) tell(why);
  waiting.set(key, { text, again });
  timer ||= window.setInterval(() => {
    for (const [key, { again }] of waiting) if (again() === 'stored') waiting.delete(key);
    if (waiting.size) return;
    clearInterval(timer);
    timer = 0;
  }, AGAIN);
  return why;
}

/** Stores a text, or keeps it until there is room. @param {string} key @param {string} text @param {() => Done} [again] @returns {Done} */
export function store(key, text, again = () => put(key, text)) {
  const done = put(key, text);
  if (done !== 'stored') return wait(done, key, text, again);
  waiting.delete(key);
  drop(ERASED + key);
  return done;
}

/** Removes a thing. @param {string} key */
export function erase(key) {
  const saved = timeAfter(get(key));
  waiting.delete(key);
  drop(key);
  // Its copy may never hear of it: the page is closed before, or there is no room for a word.
  put(ERASED + key, String(saved));
  // A game may be given back as it is; that an older one would come back from the disk is no loss.
  keepCopy(key, key.startsWith(GAMES) ? null : JSON.stringify({ erased: true, saved }));
}

/** Where a thing is put aside now. @param {string} key */
const asideOf = (key) => `${ASIDE}${key}.${Date.now().toString(36)}`;

/** Makes room for what this page can read. Returns false if there is none; then nothing has changed. @param {string} key @param {string} text */
export function putAside(key, text) {
  // First removed, so that there is room for it.
  drop(key);
  const done = put(asideOf(key), text) === 'stored';
  if (done) tell('aside');
  else {
    put(key, text);
    stuck.add(key);
  }
  return done;
}

/* The copies. */

/** Who uses the copies of a thing, or of all games, by its key. @type {Map<string, Kind>} */
const kinds = new Map();
/** The copies that nobody could use yet. @type {Map<string, string>} */
const unused = new Map();

/** @param {string} key */
const kindOf = (key) => kinds.get(key.startsWith(GAMES) ? GAMES : key);

/** From now on this uses the copies of a thing, those that are there already at once. Returns the keys of what was brought back. @param {string} key @param {Kind} kind */
export function useCopies(key, kind) {
  kinds.set(key, kind);
  return [...unused].flatMap(([key, text]) => (kindOf(key) === kind && unused.delete(key) && use(kind, key, text, get(key)) ? [key] : []));
}

/**
 * Takes over the copies that are newer than what local storage has, or had: the browser was killed, or there was no room.
 * @param {(Copy[] | null)[]} found in each database; null where it cannot be read
 * @param {(key: string) => string | null} [before] the copies come late, and this was there
 */
export function bringBack(found, before = get) {
  const copies = found.flatMap((some) => some ?? []);
  const keys = new Set(copies.map(({ key }) => ERASED + key));
  if (!found.includes(null)) for (const erased of keysFrom(ERASED)) if (!keys.has(erased)) drop(erased);
  for (const { key, text } of copies) {
    const kind = kindOf(key);
    if (kind) use(kind, key, text, before(key));
    else unused.set(key, text);
  }
}

/** Brings back what was stored when the page before ended. Where the copies come late, the page begins without them. */
export async function bringBackCopies() {
  const coming = allCopies();
  const soon = await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (soon) return bringBack(soon);
  const then = new Map(keysFrom('merels.').map((key) => [key, get(key)]));
  void coming.then((late) => bringBack(late, (key) => then.get(key) ?? null));
}

/** Uses a copy where it is newer than what was there before this page wrote. Returns whether it was brought back. @param {Kind} kind @param {string} key @param {string} text @param {string | null} before */
function use(kind, key, text, before) {
  const now = latest(key);
  const { saved, erased } = stamp(key, text);
  const known = before === null ? Number(get(ERASED + key)) : stamp(key, before).saved;
  // What has no time was written by an earlier page, and counts.
  if (!(saved > known)) {
    // Erased; or by now the disk has it.
    if (before === null ? known > 0 && !erased : now === text && saved < Date.now() - SETTLED) keepCopy(key, null);
    return false;
  }
  if (erased) {
    if (now === before) drop(key);
  } else if (!kind.reads(text, key)) {
    // What is here counts. Where there is no room for it, the copy is left alone.
    if (put(asideOf(key), text) !== 'stored') return false;
    tell('aside');
    keepCopy(key, now);
  } else if (now === before && (now === null || kind.reads(now, key))) {
    kind.store(key, text);
    // To the page it is news, as from another tab.
    dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
    return true;
  } else if (now !== null) kind.add(key, text, before);
  return false;
}

/** When a text was written, if it says so, and was that to erase something? @param {string} key @param {string} text */
function stamp(key, text) {
  const { saved, played, erased } = fields(text);
  const times = [saved, ...(key.startsWith(GAMES) ? [played, 0] : [])];
  return { saved: Number(times.find((time) => isTime(time, MOST)) ?? NaN), erased: erased === true };
}

/** When what replaces a text is written: later than that, also by a clock that was set back. @param {string | null} text */
export const timeAfter = (text) => Math.max(Date.now(), (stamp('', text ?? '').saved || 0) + 1);

/** What a text says; before there were versions, it was not always JSON. @param {string} text @returns {unknown} */
export const plain = (text) => attempt(() => JSON.parse(text), text);

/** The fields of an object; empty if it is not one. @param {string} text @returns {Record<string, unknown>} */
export function fields(text) {
  const value = plain(text);
  return isObject(value) ? value : {};
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value @param {number} most @returns {value is number} */
export const isTime = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
