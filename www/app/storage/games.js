// The games that are kept on this device, each under a key of its own, so that two tabs never write over each other's.
//
// localStorage and not IndexedDB alone: a game weighs one to three KB, so that there is room for a thousand; it is written
// before a page that is closed in the middle of a turn is gone; and other tabs are told of each change. What a killed browser
// would lose is in backup.js besides.
import { gameCopies } from './backup.js';
import { ERASED, areLevels, areTexts, storedValue, drop, get, isClockRule, isMode, isObject, isSide, isTime, keysFrom, pace, put, refuse, tryAgain } from './storage.js';

/**
 * @typedef {import('../types').Settings} Settings
 * @typedef {import('../types').Half} Half
 */

const VERSION = 3;
const PREFIX = 'merels.game.';
/** After so long a browser has long written down what is in local storage, in milliseconds. */
const SETTLED = 86_400_000;
/** The greatest date there is. */
const MOST = 8.64e15;
/** The game that was played last, in any tab; the copies of games tell it besides. Version 0 was the bare name. */
const last = storedValue('merels.current', ({ bare, id = bare }) => (typeof id === 'string' && /^[\w-]+$/.test(id) ? { id } : refuse()), { oldest: 0, copied: false });
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
 * @property {string[]} path  the turns from the start to where the game stands
 * @property {Half | null} half
 * @property {boolean} flipped
 * @property {boolean} paused
 * @property {string[] | null} study the turns to the position that was being looked into; null where none was, and earlier pages had none
 * @property {SavedClock | null} clock
 * @property {number} [saved] when it was written; earlier pages had none
 */

/**
 * @typedef {object} SavedClock
 * @property {number} white  the milliseconds left
 * @property {number} black
 * @property {string[]} path where the clocks may run
 * @property {import('../game/clocks.js').TimeList} times what was left before; version 2 had none
 */

/** A new name for a game to be kept under. */
export function newId() {
  const [a = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${Date.now().toString(36)}-${a.toString(36)}`;
}

/** The key of a game in localStorage. @param {string} id */
export const keyOf = (id) => PREFIX + id;

/** What there was no room for, and what is stored instead of it. @type {Map<string, { text: string, there: string | null }>} */
const unsaved = new Map();

/** The text of a game as this tab knows it, or null. @param {string} id */
export const storedText = (id) => unsaved.get(id)?.text ?? get(keyOf(id));

/** @param {string} id @param {string} text */
export function storeText(id, text) {
  gameCopies.keep(id, text);
  return putText(id, text);
}

/** @param {string} id @param {string} text */
function putText(id, text) {
  const key = keyOf(id);
  const done = put(key, text);
  if (done === 'stored') {
    unsaved.delete(id);
    drop(ERASED + key);
  } else {
    unsaved.set(id, { text, there: get(key) });
    tryAgain(done, save);
  }
  return done;
}

function save() {
  /** @type {import('./storage.js').Done} */
  let done = 'stored';
  for (const [id, { text, there }] of unsaved) {
    // What another tab has made of it meanwhile stays.
    const now = put(keyOf(get(keyOf(id)) === there ? id : newId()), text);
    if (now === 'stored') unsaved.delete(id);
    else done = now;
  }
  return done;
}

/** @param {string} id */
export function removeGame(id) {
  gameCopies.keep(id, null);
  unsaved.delete(id);
  drop(keyOf(id));
  // Its copy may never hear of it: the page is closed before.
  put(ERASED + keyOf(id), String(Date.now()));
}

/** @param {Saved} saved */
export const writeSaved = (saved) => JSON.stringify({ version: VERSION, ...saved, saved: Date.now() });

/** Is a text what would be written again, but for when? @param {string} text @param {string | null} stored */
export const isWritten = (text, stored) => stored !== null && timeless(text) === timeless(stored);

const timeless = (/** @type {string} */ text) => text.replace(/"saved":\d+}$/, '');

/**
 * Takes over the copies that are newer than what local storage has, or had: the browser was killed, or there was no room. Returns the id
 * of the newest of them.
 * @param {import('./backup.js').Copy[]} copies @param {(key: string) => string | null} [before] the copies come late, and this was there
 */
export function bringBack(copies, before) {
  /** @type {{ id: string, saved: number } | null} */
  let newest = null;
  const there = new Set(copies.map(({ id }) => ERASED + keyOf(id)));
  // Where none has come, they may still be on their way.
  if (copies.length) for (const erased of keysFrom(ERASED + PREFIX)) if (!there.has(erased)) drop(erased);
  for (const { id, text } of copies) {
    if (get(ERASED + keyOf(id)) !== null) {
      gameCopies.keep(id, null);
      continue;
    }
    try {
      const { saved = 0, record } = readSaved(text);
      const now = storedText(id);
      const here = before ? before(keyOf(id)) : now;
      const known = here === null ? null : readSaved(here);
      if (saved > (known?.saved ?? known?.played ?? 0)) {
        if (now === here) {
          putText(id, text);
          // Where it is on the table, it is news there as from another tab.
          if (before) dispatchEvent(new StorageEvent('storage', { key: keyOf(id) }));
          // Played on before its copy came, it is two games; deleted, none.
        } else if (now !== null && readSaved(now).record !== record) storeText(newId(), text);
        if (saved > (newest?.saved ?? 0)) newest = { id, saved };
      } else if (now === text && saved < Date.now() - SETTLED) gameCopies.keep(id, null);
    } catch {
      // Of another version: neither is touched.
    }
  }
  return newest?.id;
}

/** Every game as text, also those that wait for room. @returns {{ id: string, text: string }[]} */
export function storedGames() {
  const ids = new Set([...keysFrom(PREFIX).map((key) => key.slice(PREFIX.length)), ...unsaved.keys()]);
  return [...ids].map((id) => ({ id, text: storedText(id) ?? '' }));
}

/** Remembers which game this tab plays, and which was played last. @param {string} id */
export function setCurrent(id) {
  last.write({ id });
  try {
    sessionStorage.setItem(last.key, id);
  } catch {
    // A reload then goes on with the game that was played last in any tab.
  }
}

/** The game that a page should begin with, or null. @param {string} [back] one that was just brought back */
export function currentId(back) {
  let mine = null;
  try {
    mine = sessionStorage.getItem(last.key);
  } catch {
    // See above.
  }
  return [mine, back, last.read()?.id].find((id) => id && storedText(id) !== null) ?? null;
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
    else if (key === BEFORE[0]) last.write({ id });
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
    begun: isTime(value.begun, MOST) ? value.begun : 0,
    hints: isTime(value.hints, MOST) ? value.hints : 0,
    played: isTime(value.played, MOST) ? value.played : 0,
    settings: readSettings(value.settings),
    record,
    path,
    half: isHalf(half) ? half : null,
    flipped: value.flipped === true,
    paused: value.paused === true,
    study: areTexts(value.study) ? value.study : null,
    clock: isClock(clock) ? { ...clock, times: isTimeList(clock.times) ? clock.times : [] } : null,
    saved: isTime(value.saved, MOST) ? value.saved : undefined,
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
  isObject(value) && isTime(value.white, MOST) && isTime(value.black, MOST) && areTexts(value.path);

/** @param {unknown} value @returns {value is import('../game/clocks.js').TimeList} */
const isTimeList = (value) =>
  Array.isArray(value) &&
  value.every(
    (entry) =>
      Array.isArray(entry) &&
      typeof entry[0] === 'number' &&
      typeof entry[1] === 'string' &&
      (entry.length === 2 || (isTime(entry[2], MOST) && isTime(entry[3], MOST))),
  );
