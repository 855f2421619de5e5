// What is kept on this device besides the games: the form and the look. Everything read is checked, since anyone may
// have written it.
import { REPLIES, THINKING } from './patience.js';

/**
 * @typedef {import('./types').Draft} Draft
 * @typedef {import('./types').Look} Look
 */

const VERSION = 1;
const DRAFT = 'merels.draft';
const LOOK = 'merels.look';
const LANGUAGE = 'merels.language';
const SINGLE = 'merels.keys';
const COURSE = 'merels.course';
const COORDS = 'merels.coords';

/** @param {string} key @returns {string | null} */
export function get(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text @returns {'stored' | 'full' | 'denied'} */
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

/** @param {Draft} draft */
export const saveDraft = (draft) => put(DRAFT, JSON.stringify({ version: VERSION, ...draft }));
/** @param {Look} look */
export const saveLook = (look) => put(LOOK, JSON.stringify({ version: VERSION, ...look }));

/** The language chosen, null for the device's own. @param {string | null} code */
export const saveLanguage = (code) => put(LANGUAGE, JSON.stringify(code));

/** @returns {unknown} the code as it was stored, or nothing of use */
export function readLanguage() {
  try {
    return JSON.parse(get(LANGUAGE) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {boolean} single are single keys commands? */
export const saveSingleKeys = (single) => put(SINGLE, JSON.stringify({ version: VERSION, single }));

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is string[]} */
export const areTexts = (value) => Array.isArray(value) && value.every((v) => typeof v === 'string');
/** @param {unknown} value @returns {value is import('./types').Side} */
export const isSide = (value) => value === 'white' || value === 'black';
/** @param {unknown} value @returns {value is Exclude<import('./types').Mode, 'away'>} the one with another device is chosen elsewhere */
export const isMode = (value) => value === 'computer' || value === 'people' || value === 'watch';
/** @param {unknown} value @returns {value is { white: number, black: number }} */
export const areLevels = (value) =>
  isObject(value) && [value.white, value.black].every((n) => Number.isInteger(n) && Number(n) >= 1);
/** @param {unknown} value @param {number} most @returns {value is number} */
export const isTime = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
/** @param {unknown} value @returns {value is import('./types').ClockRule} */
export const isClockRule = (value) =>
  isObject(value) && isTime(value.minutes, 600) && value.minutes > 0 && isTime(value.increment, 600) && typeof value.rests === 'boolean';

/** The least time between two turns of two computers, where nothing is chosen. */
export const PACE = 700;
/** @param {unknown} value */
export const pace = (value) => (isTime(value, 60_000) ? value : PACE);

/** @param {string} text @returns {Record<string, unknown>} */
function parse(text) {
  const value = JSON.parse(text);
  if (!isObject(value) || value.version !== VERSION) throw new Error('another version');
  return value;
}

/** @param {Draft} fallback @returns {Draft} */
export function readDraft(fallback) {
  try {
    const value = parse(get(DRAFT) ?? '');
    const { spec, mode, colour, levels, clock } = value;
    if (typeof spec === 'string' && isMode(mode) && (isSide(colour) || colour === 'toss') && areLevels(levels))
      return { spec, mode, colour, levels, clock: isClockRule(clock) ? clock : null, turning: value.turning === true, pace: pace(value.pace) };
  } catch {
    // Nothing worth keeping: the form starts from its usual settings.
  }
  return fallback;
}

/** @template T @param {unknown} value @param {readonly T[]} choices @returns {value is T} */
const isOneOf = (value, choices) => choices.includes(/** @type {T} */ (value));

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
  try {
    const stored = parse(get(LOOK) ?? '');
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
  } catch {
    // The usual look.
  }
  return look;
}

/** Are single keys commands? They are, until somebody switches them off. */
export function readSingleKeys() {
  try {
    return parse(get(SINGLE) ?? '').single !== false;
  } catch {
    return true;
  }
}

/** The lessons that are done, by their ids. @param {string[]} done */
export const saveCourse = (done) => put(COURSE, JSON.stringify({ version: VERSION, done }));

/** @returns {string[]} */
export function readCourse() {
  try {
    const { done } = parse(get(COURSE) ?? '');
    return areTexts(done) ? done : [];
  } catch {
    return [];
  }
}

/** The best rounds with the names of points, by what was asked. @param {Record<string, number>} best */
export const saveCoords = (best) => put(COORDS, JSON.stringify({ version: VERSION, best }));

/** @returns {Record<string, number>} */
export function readCoords() {
  try {
    const { best } = parse(get(COORDS) ?? '');
    return isObject(best) ? Object.fromEntries(Object.entries(best).filter(([, n]) => isTime(n, 1000)).map(([key, n]) => [key, Number(n)])) : {};
  } catch {
    return {};
  }
}
