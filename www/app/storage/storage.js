// Single things that are kept on this device, each with its version; among them the form and the look. Everything read is checked,
// since anyone may have written it. docs/storage.md lists all that is kept.
import { keepCopy } from './backup.js';
import { attempt, erase, fields, get, isObject, isTime, latest, plain, putAside, store, timeAfter, unsaved, useCopies, wait } from './local.js';
import { REPLIES, THINKING } from '../engine/timing.js';

export { isObject, isTime };

/**
 * @typedef {import('../types').Draft} Draft
 * @typedef {import('../types').Look} Look
 * @typedef {import('./local.js').Done} Done
 */

/**
 * One thing in local storage, an object of JSON with its version.
 * @template {object} T
 * @param {string} key
 * @param {(value: Record<string, unknown>, odd: () => void) => T} read Throws where it is not understood; `odd` says that a part of it was
 *   left out. What was stored before there were versions comes as `bare`, with version 0.
 * @param {{ oldest?: number, newest?: number }} [how] the versions that `read` knows; it is written in the newest
 * @param {(before: T, after: T) => T} [merge] what was there and what is written
 */
export function storedValue(key, read, { oldest = 1, newest = 1 } = {}, merge) {
  /** @param {string | null} text @param {() => void} [odd] @returns {T | null} */
  function open(text, odd = () => {}) {
    if (text === null) return null;
    const value = plain(text);
    const found = isObject(value) ? value : { version: 0, bare: value };
    const { version } = found;
    // What cannot be read stays where it is until it would be written over.
    return Number.isInteger(version) && Number(version) >= oldest && Number(version) <= newest ? attempt(() => read(found, odd), null) : null;
  }

  /** @param {T} value @returns {Done} */
  function write(value) {
    const there = get(key);
    let whole = true;
    const known = open(there, () => (whole = false));
    let all = value;
    for (const before of [open(unsaved(key)), known]) if (before && merge) all = merge(before, all);
    const text = JSON.stringify({ ...all, version: newest, saved: timeAfter(there) });
    keepCopy(key, text);
    const again = () => write(all);
    return there !== null && !(known && whole) && !putAside(key, there) ? wait('full', key, text, again) : store(key, text, again);
  }

  useCopies(key, {
    reads(text) {
      let whole = true;
      return open(text, () => (whole = false)) !== null && whole;
    },
    store: (_, text) => store(key, text, () => write(open(text) ?? refuse())),
    add(_, text, before) {
      const now = latest(key) ?? '';
      const copy = open(text);
      const here = open(now);
      if (copy && here && merge) return void write(merge(copy, here));
      // Of settings the fields count that were changed meanwhile.
      const was = fields(before ?? '');
      const changed = Object.entries(fields(now)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]));
      const both = open(JSON.stringify({ ...fields(text), ...(here && Object.fromEntries(changed)) }));
      if (both) write(both);
    },
  });

  return {
    key,
    open,
    /** Null where there is nothing that can be read. */
    read: () => open(latest(key)),
    write,
    erase: () => erase(key),
  };
}

/** Not what was expected. @returns {never} */
export function refuse() {
  throw new Error('not understood');
}

/** @param {unknown} value @returns {value is string[]} */
export const areTexts = (value) => Array.isArray(value) && value.every((v) => typeof v === 'string');
/** @param {unknown} value @returns {value is import('../types').Side} */
export const isSide = (value) => value === 'white' || value === 'black';
/** @param {unknown} value @returns {value is Exclude<import('../types').Mode, 'away'>} the one with another device is chosen elsewhere */
export const isMode = (value) => value === 'computer' || value === 'people' || value === 'watch';
/** @param {unknown} value @returns {value is { white: number, black: number }} */
export const areLevels = (value) =>
  isObject(value) && [value.white, value.black].every((n) => Number.isInteger(n) && Number(n) >= 1);
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
