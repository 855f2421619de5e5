// The games that are kept on this device, each under a key of its own, so that two tabs never write over each other's.
//
// localStorage and not IndexedDB alone: a game weighs one to three KB, so that there is room for a thousand; it is written
// before a page that is closed in the middle of a turn is gone; and other tabs are told of each change. What a killed browser
// would lose is in backup.js besides.
import { GAMES, keepCopy } from './backup.js';
import { MOST, attempt, drop, erase, get, keysFrom, latest, put, store, useCopies } from './local.js';
import { areLevels, areTexts, storedValue, isClockRule, isMode, isObject, isSide, isTime, pace, refuse } from './storage.js';

/**
 * @typedef {import('../types').Settings} Settings
 * @typedef {import('../types').Half} Half
 */

const VERSION = 3;
/** The game that was played last, in any tab; the copies of games tell it besides. Version 0 was the bare name. */
const last = storedValue('merels.current', ({ bare, id = bare }) => (typeof id === 'string' && /^[\w-]+$/.test(id) ? { id } : refuse()), { oldest: 0 });
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
export const keyOf = (id) => GAMES + id;

/** The text of a game as this tab knows it, or null. @param {string} id */
export const storedText = (id) => latest(keyOf(id));

/** @param {string} id @param {string} text */
export function storeText(id, text) {
  keepCopy(keyOf(id), text);
  return putText(keyOf(id), text);
}

/** @param {string} key @param {string} text */
function putText(key, text) {
  const there = get(key);
  // What another tab has made of it until there is room stays.
  return store(key, text, () => put(get(key) === there ? key : keyOf(newId()), text));
}

/** @param {string} id */
export const removeGame = (id) => erase(keyOf(id));

/** @param {Saved} saved */
export const writeSaved = (saved) => JSON.stringify({ version: VERSION, ...saved, saved: Date.now() });

/** Is a text what would be written again, but for when? @param {string} text @param {string | null} stored */
export const isWritten = (text, stored) => stored !== null && timeless(text) === timeless(stored);

const timeless = (/** @type {string} */ text) => text.replace(/"saved":\d+}$/, '');

/**
 * Takes over the copies of games that are newer than what local storage has. Returns the id of the newest of them.
 * @param {(id: string, text: string) => boolean} reads
 */
export function bringBackGames(reads) {
  const back = useCopies(GAMES, {
    reads: (text, key) => reads(key.slice(GAMES.length), text),
    store: putText,
    // Played on before its copy came, it is two games.
    add(key, text) {
      const now = latest(key);
      if (recordOf(now) !== recordOf(text)) storeText(newId(), text);
      keepCopy(key, now);
    },
  });
  const saved = (/** @type {string} */ key) => read(latest(key))?.saved ?? 0;
  return back.sort((a, b) => saved(a) - saved(b)).at(-1)?.slice(GAMES.length);
}

/** Every game as text, also those that wait for room. @returns {{ id: string, text: string }[]} */
export const storedGames = () => keysFrom(GAMES).map((key) => ({ id: key.slice(GAMES.length), text: latest(key) ?? '' }));

/** Remembers which game this tab plays, and which was played last. @param {string} id */
export function setCurrent(id) {
  last.write({ id });
  // Where that fails, a reload goes on with the game that was played last in any tab.
  attempt(() => sessionStorage.setItem(last.key, id), undefined);
}

/** The game that a page should begin with, or null. @param {string} [back] one that was just brought back */
export function currentId(back) {
  const mine = attempt(() => sessionStorage.getItem(last.key), null);
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

/** What a stored game says; nothing where it cannot be read. @param {string | null} text */
export const read = (text) => attempt(() => (text === null ? null : readSaved(text)), null);

/** @param {string | null} text */
export const recordOf = (text) => read(text)?.record ?? '';

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
