// Versioned values in local storage, among them the new-game form and the look. Everything read is validated. docs/storage.md lists
// everything that is stored.
import { keepCopy } from './backup.js';
import {
  attempt,
  erase,
  fields,
  get,
  isObject,
  isTime,
  latest,
  plain,
  putAside,
  store,
  timeAfter,
  unsaved,
  useCopies,
  wait,
} from './local.js';
import { REPLIES, THINKING } from '../engine/timing.js';

export { isObject, isTime };

/**
 * @typedef {import('../types').Draft} Draft
 * @typedef {import('../types').Look} Look
 * @typedef {import('./local.js').Done} Done
 */

/**
 * A value in local storage: a JSON object with a version.
 * @template {object} T
 * @param {string} key
 * @param {(value: Record<string, unknown>, odd: () => void) => T} read throws if it is invalid; calls `odd` if it drops a part. Legacy
 *   data is passed as `bare`, with version 0.
 * @param {{ oldest?: number, newest?: number }} [how] the versions that `read` supports; the newest is written
 * @param {(before: T, after: T) => T} [merge] combines the stored value with the one being written
 */
export function storedValue(key, read, { oldest = 1, newest = 1 } = {}, merge) {
  /** @param {string | null} text @param {() => void} [odd] @returns {T | null} */
  function open(text, odd = () => {}) {
    if (text === null) return null;
    const value = plain(text);
    const found = isObject(value) ? value : { version: 0, bare: value };
    const { version } = found;
    // Unreadable data stays in place until it would be overwritten.
    return Number.isInteger(version) && Number(version) >= oldest && Number(version) <= newest
      ? attempt(() => read(found, odd), null)
      : null;
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
    const retry = () => write(all);
    return there !== null && !(known && whole) && !putAside(key, there)
      ? wait('full', key, text, retry)
      : store(key, text, retry);
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
      // Fields changed since startup win over the copy.
      const was = fields(before ?? '');
      const changed = Object.entries(fields(now)).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
      );
      const both = open(
        JSON.stringify({ ...fields(text), ...(here && Object.fromEntries(changed)) }),
      );
      if (both) write(both);
    },
  });

  return {
    key,
    open,
    /** Null if there is nothing readable. */
    read: () => open(latest(key)),
    write,
    erase: () => erase(key),
  };
}

/** Rejects an invalid value. @returns {never} */
export function refuse() {
  throw new Error('not understood');
}

/** @param {unknown} value @returns {value is string[]} */
export const areTexts = (value) =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');
/** @param {unknown} value @returns {value is import('../types').Side} */
export const isSide = (value) => value === 'white' || value === 'black';
/** @param {unknown} value @returns {value is Exclude<import('../types').Mode, 'away' | 'shared'>} what is chosen in the form */
export const isMode = (value) =>
  value === 'computer' || value === 'people' || value === 'watch' || value === 'message';
/** @param {unknown} value @returns {value is { white: number, black: number }} */
export const areLevels = (value) =>
  isObject(value) && [value.white, value.black].every((n) => Number.isInteger(n) && Number(n) >= 1);
/** @param {unknown} value @returns {value is import('../types').ClockRule} */
export const isClockRule = (value) =>
  isObject(value) &&
  isTime(value.minutes, 600) &&
  value.minutes > 0 &&
  isTime(value.increment, 600) &&
  typeof value.rests === 'boolean';

/** The default time between turns for computer against computer, in milliseconds. */
export const PACE = 700;
/** @param {unknown} value */
export const pace = (value) => (isTime(value, 60_000) ? value : PACE);

/** @template T @param {unknown} value @param {readonly T[]} choices @returns {value is T} */
const isOneOf = (value, choices) => choices.includes(/** @type {T} */ (value));

/* The new-game form. */

/** @param {Record<string, unknown>} value @returns {Draft} */
function draft({ spec, mode, colour, levels, clock, turning, pace: most }) {
  if (
    typeof spec !== 'string' ||
    !isMode(mode) ||
    !(isSide(colour) || colour === 'toss') ||
    !areLevels(levels)
  )
    return refuse();
  return {
    spec,
    mode,
    colour,
    levels,
    clock: isClockRule(clock) ? clock : null,
    turning: turning === true,
    pace: pace(most),
  };
}

export const { write: saveDraft, read: readDraft } = storedValue('merels.draft', draft);

/* The look. */

/** Not validated here, so that fields of newer versions are preserved. */
const looks = storedValue('merels.look', (value) => value);

/** Writes only what has changed; another tab may have changed the rest. @param {Look} look @param {Look} before */
export const saveLook = (look, before) =>
  looks.write({
    ...(looks.read() ?? look),
    ...Object.fromEntries(
      Object.entries(look).filter(
        ([key, value]) => value !== before[/** @type {keyof Look} */ (key)],
      ),
    ),
  });

/** @returns {Look} */
export function readLook() {
  /** @type {Look} */
  const look = {
    theme: 'system',
    material: 'paper',
    coordinates: true,
    threats: true,
    values: false,
    keeping: false,
    animation: true,
    volume: 40,
    vibration: true,
    entry: 'both',
    reply: 'natural',
    thinking: null,
  };
  const stored = looks.read() ?? {};
  if (isOneOf(stored.theme, /** @type {const} */ (['light', 'dark']))) look.theme = stored.theme;
  if (isOneOf(stored.material, /** @type {const} */ (['wood', 'slate', 'contrast'])))
    look.material = stored.material;
  if (isOneOf(stored.entry, /** @type {const} */ (['click', 'drag']))) look.entry = stored.entry;
  if (isOneOf(stored.reply, REPLIES)) look.reply = stored.reply;
  if (isOneOf(stored.thinking, THINKING)) look.thinking = stored.thinking;
  const { volume } = stored;
  if (typeof volume === 'number' && volume >= 0 && volume <= 100) look.volume = volume;
  for (const key of /** @type {const} */ ([
    'coordinates',
    'threats',
    'values',
    'keeping',
    'animation',
    'vibration',
  ])) {
    const value = stored[key];
    if (typeof value === 'boolean') look[key] = value;
  }
  return look;
}

/* The chosen language, null for the device's. Version 0 was the bare code. */

const languages = storedValue(
  'merels.language',
  ({ bare, code = bare }) =>
    code === null || (typeof code === 'string' && /^[a-z]{2}$/.test(code)) ? { code } : refuse(),
  { oldest: 0 },
);

/** @param {string | null} code */
export const saveLanguage = (code) => languages.write({ code });
export const readLanguage = () => languages.read()?.code ?? null;

/* Are single-letter shortcuts on? They are by default. */

const keys = storedValue('merels.keys', ({ single }) =>
  typeof single === 'boolean' ? { single } : refuse(),
);

/** @param {boolean} single */
export const saveSingleKeys = (single) => keys.write({ single });
export const readSingleKeys = () => keys.read()?.single ?? true;
