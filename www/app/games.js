// The games that are kept on this device, each under a key of its own, so that two tabs never write over each other's.
//
// localStorage and not IndexedDB: a game weighs one to three KB, so that there is room for a thousand; it is written at
// once, which is what counts when a page is closed in the middle of a turn; and other tabs are told of each change.
import { areLevels, areTexts, drop, get, isClockRule, isMode, isObject, isSide, isTime, pace, put } from './storage.js';

/**
 * @typedef {import('./types').Settings} Settings
 * @typedef {import('./types').Half} Half
 */

const VERSION = 3;
const PREFIX = 'merels.game.';
/** The game that was played last, in any tab. */
const CURRENT = 'merels.current';
/** Where the only game was kept before there were several, and where one that could not be read was put aside. */
const BEFORE = ['merels.game', 'merels.kept'];

/**
 * @typedef {object} Saved a game as it is stored
 * @property {string} name    what the person calls it; empty for the usual name
 * @property {number} begun   by Date.now()
 * @property {number} hints   how often a hint was asked for; earlier pages had none
 * @property {number} played  when the last turn was played
 * @property {Settings} settings
 * @property {string} record
 * @property {string[]} path  the turns from the start to the position on the board
 * @property {Half | null} half
 * @property {boolean} flipped
 * @property {boolean} paused
 * @property {SavedClock | null} clock
 */

/**
 * @typedef {object} SavedClock
 * @property {number} white  the milliseconds left
 * @property {number} black
 * @property {string[]} path where the clocks may run
 * @property {import('./clocks.js').TimeList} times what was left before; version 2 had none
 */

/** A new name for a game to be kept under. */
export function newId() {
  const [a = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${Date.now().toString(36)}-${a.toString(36)}`;
}

/** The key of a game in localStorage. @param {string} id */
export const keyOf = (id) => PREFIX + id;

/** The stored text of a game, null where there is none. @param {string} id */
export const storedText = (id) => get(keyOf(id));

/** @param {string} id @param {string} text */
export const storeText = (id, text) => put(keyOf(id), text);

/** @param {string} id */
export const removeGame = (id) => drop(keyOf(id));

/** @param {Saved} saved */
export const writeSaved = (saved) => JSON.stringify({ version: VERSION, ...saved });

/** Every stored game as text. @returns {{ id: string, text: string }[]} */
export function storedGames() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => ({ id: key.slice(PREFIX.length), text: get(key) ?? '' }));
  } catch {
    return [];
  }
}

/** Remembers which game this tab plays, and which was played last. @param {string} id */
export function setCurrent(id) {
  put(CURRENT, id);
  try {
    sessionStorage.setItem(CURRENT, id);
  } catch {
    // A reload then goes on with the game that was played last in any tab.
  }
}

/** The game that a page should begin with, null where there is none. @returns {string | null} */
export function currentId() {
  let mine = null;
  try {
    mine = sessionStorage.getItem(CURRENT);
  } catch {
    // See above.
  }
  return [mine, get(CURRENT)].find((id) => id && storedText(id) !== null) ?? null;
}

/** Brings what an earlier version of this page has stored to where games are kept now, as it is. */
export function moveOld() {
  for (const key of BEFORE) {
    const text = get(key);
    if (text === null) continue;
    const id = newId();
    // First removed, so that there is room for it.
    drop(key);
    if (storeText(id, text) !== 'stored') put(key, text);
    else if (key === BEFORE[0]) put(CURRENT, id);
  }
}

/** Throws where the text is not a game as this page stores it, or an earlier one did. @param {string} text @returns {Saved} */
export function readSaved(text) {
  const value = JSON.parse(text);
  if (!isObject(value) || ![1, 2, VERSION].includes(Number(value.version))) throw new Error('another version');
  const { record, path, half, clock } = value;
  if (typeof record !== 'string' || !areTexts(path)) throw new Error('the record is missing');
  return {
    name: typeof value.name === 'string' ? value.name : '',
    begun: isTime(value.begun, Infinity) ? value.begun : 0,
    hints: isTime(value.hints, Infinity) ? value.hints : 0,
    played: isTime(value.played, Infinity) ? value.played : 0,
    settings: readSettings(value.settings),
    record,
    path,
    half: isHalf(half) ? half : null,
    flipped: value.flipped === true,
    paused: value.paused === true,
    clock: isClock(clock) ? { ...clock, times: isTimeList(clock.times) ? clock.times : [] } : null,
  };
}

/** @param {unknown} value @returns {Settings} */
function readSettings(value) {
  if (!isObject(value)) throw new Error('the settings are missing');
  const { spec, mode, human, levels, clock } = value;
  if (typeof spec !== 'string' || !(isMode(mode) || mode === 'away') || !isSide(human) || !areLevels(levels)) throw new Error('a setting is missing');
  return { spec, mode, human, levels, clock: isClockRule(clock) ? clock : null, turning: value.turning === true, pace: pace(value.pace) };
}

/** @param {unknown} value @returns {value is Half} */
const isHalf = (value) =>
  isObject(value) && (value.from === null || typeof value.from === 'string') && typeof value.to === 'string' && areTexts(value.taken);

/** @param {unknown} value @returns {value is Omit<SavedClock, 'times'> & { times: unknown }} */
const isClock = (value) =>
  isObject(value) && isTime(value.white, Infinity) && isTime(value.black, Infinity) && areTexts(value.path);

/** @param {unknown} value @returns {value is import('./clocks.js').TimeList} */
const isTimeList = (value) =>
  Array.isArray(value) &&
  value.every(
    (entry) =>
      Array.isArray(entry) &&
      typeof entry[0] === 'number' &&
      typeof entry[1] === 'string' &&
      (entry.length === 2 || (isTime(entry[2], Infinity) && isTime(entry[3], Infinity))),
  );
