// What is kept on this device in local storage: how a thing is read, written, put aside and tried again; and the form and the look.
// Everything read is checked, since anyone may have written it. docs/storage.md lists all that is kept.
import { otherCopies } from './backup.js';
import { REPLIES, THINKING } from '../engine/timing.js';

/**
 * @typedef {import('../types').Draft} Draft
 * @typedef {import('../types').Look} Look
 * @typedef {import('./backup.js').Copy} Copy
 *
 * @typedef {'stored' | 'full' | 'denied'} Done
 */

/** What could not be read and was about to be written over is kept under this, its own key and when that was. */
export const ASIDE = 'merels.aside.';
/** When a thing was erased is kept under this and its own key, until it is there again. */
export const ERASED = 'merels.erased.';
/** The keys of what could not even be put aside. @type {Set<string>} */
export const stuck = new Set();
/** How long the page waits for the copies when it begins, in milliseconds. */
const PATIENCE = 1000;
/** How soon that is tried again for which there was no room, in milliseconds. */
const AGAIN = 5000;

/** @param {string} key @returns {string | null} */
export function get(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

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
export function drop(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be stored there is nothing to remove.
  }
}

/** Every key that begins so. @param {string} prefix */
export function keysFrom(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/* What goes wrong. */

/** What is still to be stored. @type {Set<() => Done>} */
const waiting = new Set();
let timer = 0;
/** @type {(what: 'full' | 'denied' | 'aside') => void} */
let tell = () => {};

/** Why the first of what waits is not stored. @type {'full' | 'denied'} */
let reason = 'full';

/** From now on this says what goes wrong, and what has gone wrong already. @param {typeof tell} say */
export function onTrouble(say) {
  tell = say;
  if (waiting.size) tell(reason);
}

/** Says once that something is not stored, and tries until it is. @param {'full' | 'denied'} why @param {() => Done} again */
export function tryAgain(why, again) {
  if (!waiting.size) tell((reason = why));
  waiting.add(again);
  timer ||= window.setInterval(() => {
    for (const one of waiting) if (one() === 'stored') waiting.delete(one);
    if (waiting.size) return;
    clearInterval(timer);
    timer = 0;
  }, AGAIN);
}

/** Where a thing is put aside now. @param {string} key */
const asideOf = (key) => `${ASIDE}${key}.${Date.now().toString(36)}`;

/** Makes room for what this page can read. Returns false if there is none; then nothing has changed. @param {string} key @param {string} text */
function putAside(key, text) {
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

/**
 * One thing in local storage, an object of JSON with its version.
 * @template {object} T
 * @param {string} key
 * @param {(value: Record<string, unknown>, odd: () => void) => T} read Throws where it is not understood; `odd` says that a part of it was
 *   left out. What was stored before there were versions comes as `bare`, with version 0.
 * @param {{ oldest?: number, newest?: number, copied?: boolean }} [how] the versions that `read` knows; it is written in the newest, and
 *   copied, unless told otherwise
 * @param {(before: T, after: T) => T} [merge] what was there and what is written
 */
export function storedValue(key, read, { oldest = 1, newest = 1, copied = true } = {}, merge) {
  if (!merge) settings.add(key);
  /** What could not be stored yet. @type {T | null} */
  let held = null;
  const again = () => (held ? write(held) : 'stored');

  /** A copy for which local storage had no room counts all the same, and is stored with what is written next. */
  function takeCopy() {
    held ??= open(waitingCopies.get(key) ?? null);
    waitingCopies.delete(key);
  }

  /** @param {string | null} text @param {() => void} [odd] @returns {T | null} */
  function open(text, odd = () => {}) {
    if (text === null) return null;
    try {
      const value = plain(text);
      const found = isObject(value) ? value : { version: 0, bare: value };
      const { version } = found;
      if (Number.isInteger(version) && Number(version) >= oldest && Number(version) <= newest) return read(found, odd);
    } catch {
      // It stays where it is until it would be written over.
    }
    return null;
  }

  /** @param {T} value @returns {Done} */
  function write(value) {
    takeCopy();
    const there = get(key);
    let whole = true;
    const known = open(there, () => (whole = false));
    let all = value;
    for (const before of [held, known]) if (before && merge) all = merge(before, all);
    const text = JSON.stringify({ ...all, version: newest, saved: timeAfter(there) });
    if (copied) otherCopies.keep(key, text);
    const done = there !== null && !(known && whole) && !putAside(key, there) ? 'full' : put(key, text);
    held = done === 'stored' ? null : all;
    if (done === 'stored') drop(ERASED + key);
    else tryAgain(done, again);
    return done;
  }

  /** Lets go of what waits for room: it was erased. */
  function forget() {
    held = null;
    waitingCopies.delete(key);
  }

  return {
    key,
    open,
    forget,
    /** Null where there is nothing that can be read. */
    read() {
      takeCopy();
      return held ?? open(get(key));
    },
    write,
    /** Removes it. */
    erase() {
      forget();
      const saved = timeAfter(get(key));
      drop(key);
      // Its copy may never hear of it: the page is closed before, or there is no room for a word.
      put(ERASED + key, String(saved));
      if (copied) otherCopies.keep(key, JSON.stringify({ erased: true, saved }));
    },
  };
}

/** The copies that are newer than what local storage has, and find no room there, by their keys. @type {Map<string, string>} */
const waitingCopies = new Map();

/** The keys of what is not merged with what was there. @type {Set<string>} */
const settings = new Set();

/** What can be told of any stored thing. @param {string} text */
function stamp(text) {
  const { saved, erased } = fields(text);
  return { saved: typeof saved === 'number' ? saved : null, erased: erased === true };
}

/** When what replaces a text is written: later than that, also by a clock that was set back. @param {string | null} text */
const timeAfter = (text) => Math.max(Date.now(), (stamp(text ?? '').saved ?? 0) + 1);

/**
 * Uses the copies. Where they come late the page begins without them, and they are used with what local storage had then.
 * @template T @param {Promise<Copy[]>} coming @param {(copies: Copy[], before?: (key: string) => string | null) => T} use @returns {Promise<T>}
 */
export async function whenRead(coming, use) {
  const soon = await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (soon) return use(soon);
  const then = new Map(keysFrom('merels.').map((key) => [key, get(key)]));
  void coming.then((late) => use(late, (key) => then.get(key) ?? null));
  return use([]);
}

/**
 * Takes over the copies that are newer than what local storage has, or had: the browser was killed.
 * @param {Copy[]} copies @param {(key: string) => string | null} [before]
 */
export function bringBackOthers(copies, before = get) {
  for (const { id: key, text } of copies) {
    const here = before(key);
    const { saved, erased } = stamp(text);
    // What an earlier page has written has no time, and counts.
    const known = here === null ? Number(get(ERASED + key)) : stamp(here).saved;
    if (saved === null || known === null || saved <= known) continue;
    if (get(key) !== here) {
      if (!erased) addLate(key, text, here);
    } else if (erased) drop(key);
    else if (put(key, text) !== 'stored') waitingCopies.set(key, text);
  }
}

/** Adds a copy to what was changed before it came. @param {string} key @param {string} copy @param {string | null} before */
function addLate(key, copy, before) {
  const now = get(key);
  if (now === null) return;
  if (settings.has(key)) {
    const was = fields(before ?? '');
    const changed = Object.entries(fields(now)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]));
    const text = JSON.stringify({ ...fields(copy), ...Object.fromEntries(changed) });
    put(key, text);
    otherCopies.keep(key, text);
    return;
  }
  // What is put aside is added by the next page.
  const aside = asideOf(key);
  const again = () => put(aside, copy);
  const done = again();
  if (done !== 'stored') tryAgain(done, again);
}

/** What a text says; before there were versions, it was not always JSON. @param {string} text @returns {unknown} */
function plain(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields of an object; empty if it is not one. @param {string} text @returns {Record<string, unknown>} */
function fields(text) {
  const value = plain(text);
  return isObject(value) ? value : {};
}

/** Not what was expected. @returns {never} */
export function refuse() {
  throw new Error('not understood');
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is string[]} */
export const areTexts = (value) => Array.isArray(value) && value.every((v) => typeof v === 'string');
/** @param {unknown} value @returns {value is import('../types').Side} */
export const isSide = (value) => value === 'white' || value === 'black';
/** @param {unknown} value @returns {value is Exclude<import('../types').Mode, 'away'>} the one with another device is chosen elsewhere */
export const isMode = (value) => value === 'computer' || value === 'people' || value === 'watch';
/** @param {unknown} value @returns {value is { white: number, black: number }} */
export const areLevels = (value) =>
  isObject(value) && [value.white, value.black].every((n) => Number.isInteger(n) && Number(n) >= 1);
/** @param {unknown} value @param {number} most @returns {value is number} */
export const isTime = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
/** @param {unknown} value @returns {value is import('../types').ClockRule} */
export const isClockRule = (value) =>
  isObject(value) && isTime(value.minutes, 600) && value.minutes > 0 && isTime(value.increment, 600) && typeof value.rests === 'boolean';

/** The least time between two turns of two computers, where nothing is chosen. */
export const PACE = 700;
/** @param {unknown} value */
export const pace = (value) => (isTime(value, 60_000) ? value : PACE);

/** @template T @param {unknown} value @param {readonly T[]} choices @returns {value is T} */
const isOneOf = (value, choices) => choices.includes(/** @type {T} */ (value));

/* The form. */

/** @param {Record<string, unknown>} value @returns {Draft} */
function draft({ spec, mode, colour, levels, clock, turning, pace: most }) {
  if (typeof spec !== 'string' || !isMode(mode) || !(isSide(colour) || colour === 'toss') || !areLevels(levels)) return refuse();
  return { spec, mode, colour, levels, clock: isClockRule(clock) ? clock : null, turning: turning === true, pace: pace(most) };
}

export const { write: saveDraft, read: readDraft } = storedValue('merels.draft', draft);

/* The look. */

/** As it is stored: a later page may have put there what this one does not know. */
const looks = storedValue('merels.look', (value) => value);

/** Writes what has changed; the rest may have been changed in another tab. @param {Look} look @param {Look} before */
export const saveLook = (look, before) =>
  looks.write({ ...(looks.read() ?? look), ...Object.fromEntries(Object.entries(look).filter(([key, value]) => value !== before[/** @type {keyof Look} */ (key)])) });

/** @returns {Look} */
export function readLook() {
  /** @type {Look} */
  const look = {
    theme: 'system',
    material: 'paper',
    coordinates: true,
    threats: true,
    values: false,
    animation: true,
    volume: 40,
    vibration: true,
    entry: 'both',
    reply: 'natural',
    thinking: null,
  };
  const stored = looks.read() ?? {};
  if (isOneOf(stored.theme, /** @type {const} */ (['light', 'dark']))) look.theme = stored.theme;
  if (isOneOf(stored.material, /** @type {const} */ (['wood', 'slate', 'contrast']))) look.material = stored.material;
  if (isOneOf(stored.entry, /** @type {const} */ (['click', 'drag']))) look.entry = stored.entry;
  if (isOneOf(stored.reply, REPLIES)) look.reply = stored.reply;
  if (isOneOf(stored.thinking, THINKING)) look.thinking = stored.thinking;
  const { volume } = stored;
  if (typeof volume === 'number' && volume >= 0 && volume <= 100) look.volume = volume;
  for (const key of /** @type {const} */ (['coordinates', 'threats', 'values', 'animation', 'vibration'])) {
    const value = stored[key];
    if (typeof value === 'boolean') look[key] = value;
  }
  return look;
}

/* The language that was chosen, null for the device's own. Version 0 was the bare code. */

const languages = storedValue('merels.language', ({ bare, code = bare }) => (code === null || (typeof code === 'string' && /^[a-z]{2}$/.test(code)) ? { code } : refuse()), { oldest: 0 });

/** @param {string | null} code */
export const saveLanguage = (code) => languages.write({ code });
export const readLanguage = () => languages.read()?.code ?? null;

/* Are single keys commands? They are, until somebody switches them off. */

const keys = storedValue('merels.keys', ({ single }) => (typeof single === 'boolean' ? { single } : refuse()));

/** @param {boolean} single */
export const saveSingleKeys = (single) => keys.write({ single });
export const readSingleKeys = () => keys.read()?.single ?? true;
