// What is kept on this device. Everything read is checked, since anyone may have written it.

/**
 * @typedef {import('./types').Settings} Settings
 * @typedef {import('./types').Draft} Draft
 * @typedef {import('./types').Look} Look
 * @typedef {import('./types').Half} Half
 */

const VERSION = 1;
const KEYS = { game: 'merels.game', draft: 'merels.draft', look: 'merels.look', keys: 'merels.keys', language: 'merels.language', kept: 'merels.kept' };

/**
 * @typedef {object} Saved
 * @property {number} version
 * @property {Settings} settings
 * @property {string} record
 * @property {string[]} path   the turns from the start to the position on the board
 * @property {Half | null} half
 * @property {boolean} flipped
 * @property {boolean} paused
 */

/** @param {string} key @returns {string | null} */
function get(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @returns {boolean} was it stored? */
function put(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {Omit<Saved, 'version'>} game */
export const saveGame = (game) => put(KEYS.game, { version: VERSION, ...game });
/** @param {Draft} draft */
export const saveDraft = (draft) => put(KEYS.draft, { version: VERSION, ...draft });
/** @param {Look} look */
export const saveLook = (look) => put(KEYS.look, { version: VERSION, ...look });

/** The language chosen, null for the device's own. @param {string | null} code */
export const saveLanguage = (code) => put(KEYS.language, code);

/** @returns {unknown} the code as it was stored, or nothing of use */
export function readLanguage() {
  try {
    return JSON.parse(get(KEYS.language) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {boolean} single are single keys commands? */
export const saveSingleKeys = (single) => put(KEYS.keys, { version: VERSION, single });

/** The stored game as text, null where there is none. */
export const storedGame = () => get(KEYS.game);

/** Moves a stored game that cannot be read out of the way. @param {string} text */
export function keepAside(text) {
  try {
    localStorage.setItem(KEYS.kept, text);
    localStorage.removeItem(KEYS.game);
  } catch {
    // Without storage there is nothing to keep it in; the page still offers it as a download.
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is string[]} */
const areTexts = (value) => Array.isArray(value) && value.every((v) => typeof v === 'string');
/** @param {unknown} value */
const isSide = (value) => value === 'white' || value === 'black';
/** @param {unknown} value */
const isMode = (value) => value === 'computer' || value === 'people' || value === 'watch';
/** @param {unknown} value */
const areLevels = (value) =>
  isObject(value) && [value.white, value.black].every((n) => Number.isInteger(n) && Number(n) >= 1);

/** @param {string} text @returns {Record<string, unknown>} */
function parse(text) {
  const value = JSON.parse(text);
  if (!isObject(value) || value.version !== VERSION) throw new Error('another version');
  return value;
}

/** Throws where the text is not a game as this page stores it. @param {string} text @returns {Saved} */
export function readGame(text) {
  const value = parse(text);
  const { settings, record, path, half } = value;
  const sound =
    isObject(settings) &&
    typeof settings.spec === 'string' &&
    isMode(settings.mode) &&
    isSide(settings.human) &&
    areLevels(settings.levels) &&
    typeof record === 'string' &&
    areTexts(path) &&
    (half === null ||
      (isObject(half) &&
        (half.from === null || typeof half.from === 'string') &&
        typeof half.to === 'string' &&
        areTexts(half.taken)));
  if (!sound) throw new Error('a field is missing');
  return /** @type {Saved} */ (/** @type {unknown} */ (value));
}

/** @param {Draft} fallback @returns {Draft} */
export function readDraft(fallback) {
  try {
    const value = parse(get(KEYS.draft) ?? '');
    const { spec, mode, colour, levels } = value;
    if (typeof spec === 'string' && isMode(mode) && (isSide(colour) || colour === 'toss') && areLevels(levels))
      return /** @type {Draft} */ ({ spec, mode, colour, levels });
  } catch {
    // Nothing worth keeping: the form starts from its usual settings.
  }
  return fallback;
}

/** @template {string} T @param {unknown} value @param {readonly T[]} choices @returns {value is T} */
const isOneOf = (value, choices) => choices.includes(/** @type {T} */ (value));

/** @returns {Look} */
export function readLook() {
  /** @type {Look} */
  const look = {
    theme: 'system',
    material: 'paper',
    coordinates: true,
    threats: true,
    animation: true,
    volume: 40,
    vibration: true,
    entry: 'both',
  };
  try {
    const stored = parse(get(KEYS.look) ?? '');
    if (isOneOf(stored.theme, /** @type {const} */ (['light', 'dark']))) look.theme = stored.theme;
    if (isOneOf(stored.material, /** @type {const} */ (['wood', 'slate', 'contrast']))) look.material = stored.material;
    if (isOneOf(stored.entry, /** @type {const} */ (['click', 'drag']))) look.entry = stored.entry;
    const { volume } = stored;
    if (typeof volume === 'number' && volume >= 0 && volume <= 100) look.volume = volume;
    for (const key of /** @type {const} */ (['coordinates', 'threats', 'animation', 'vibration'])) {
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
    return parse(get(KEYS.keys) ?? '').single !== false;
  } catch {
    return true;
  }
}
