// The games stored on this device, each under its own key, so that tabs never overwrite each other's games.
//
// localStorage rather than IndexedDB alone: a game takes one to three KB, so a thousand fit; writes are synchronous, so they
// finish even if the page is closed during a turn; and other tabs receive storage events. backup.js covers what a killed
// browser would lose.
import { isName } from '../game/name.js';
import { GAMES, keepCopy } from './backup.js';
import {
  MOST,
  attempt,
  drop,
  erase,
  get,
  keysFrom,
  latest,
  put,
  store,
  useCopies,
} from './local.js';
import { packReview, unpackReview } from './reviews.js';
import {
  areLevels,
  areTexts,
  storedValue,
  isClockRule,
  isMode,
  isObject,
  isSide,
  isTime,
  pace,
  refuse,
} from './storage.js';

/**
 * @typedef {import('../types').Settings} Settings
 * @typedef {import('../types').PendingTurn} PendingTurn
 */

const VERSION = 3;
/** The last game played in any tab. Version 0 was the bare id. */
const last = storedValue(
  'merels.current',
  ({ bare, id = bare }) => (typeof id === 'string' && /^[\w-]+$/.test(id) ? { id } : refuse()),
  { oldest: 0 },
);
/** Legacy keys: the only game, and one that could not be read. */
const BEFORE = ['merels.game', 'merels.kept'];

/**
 * @typedef {object} Saved a game as it is stored
 * @property {string} name    given by the player; empty for the default name
 * @property {number} begun   from Date.now()
 * @property {number} hints   the number of hints used; missing in older data
 * @property {number} sent    by message: how much of it has been sent; missing in older data
 * @property {import('../types').DrawByMessage | null} draw
 * @property {number} played  when the last turn was played
 * @property {Settings} settings
 * @property {string} record
 * @property {string[]} path  the turns from the start to the current position
 * @property {PendingTurn | null} half
 * @property {boolean} flipped
 * @property {boolean} paused
 * @property {string[] | null} study the turns to the position under analysis, or null; missing in older data
 * @property {import('../types').KeptReview | null} review missing in older data
 * @property {string[] | null} [seen] the turns to the position at which the analysis was left; missing in older data
 * @property {SavedClock | null} clock
 * @property {number} [saved] when it was written; missing in older data
 */

/**
 * @typedef {object} SavedClock
 * @property {number} white  milliseconds left
 * @property {number} black
 * @property {string[]} path to the position at which the clocks run
 * @property {import('../game/clocks.js').TimeList} times left at earlier positions; missing in version 2
 */

/** A new id for a game. */
export function newId() {
  const [a = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${Date.now().toString(36)}-${a.toString(36)}`;
}

/** The key of a game in localStorage. @param {string} id */
export const keyOf = (id) => GAMES + id;

/** The text of a game, including unsaved changes of this tab, or null. @param {string} id */
export const storedText = (id) => latest(keyOf(id));

/** @param {string} id @param {string} text */
export function storeText(id, text) {
  keepCopy(keyOf(id), text);
  return putText(keyOf(id), text);
}

/** @param {string} key @param {string} text */
function putText(key, text) {
  const before = get(key);
  // If another tab has changed the game by the time there is room, keep both.
  return store(key, text, () => put(get(key) === before ? key : keyOf(newId()), text));
}

/** @param {string} id */
export const removeGame = (id) => erase(keyOf(id));

/** @param {Saved} saved */
export const writeSaved = (saved) =>
  JSON.stringify({
    version: VERSION,
    ...saved,
    review: packReview(saved.review) ?? undefined,
    saved: Date.now(),
  });

/** Is the text stored already, apart from its timestamp? @param {string} text @param {string | null} stored */
export const isWritten = (text, stored) => stored !== null && timeless(text) === timeless(stored);

const timeless = (/** @type {string} */ text) => text.replace(/"saved":\d+}$/, '');

/**
 * Restores copies of games that are newer than local storage. Returns the id of the newest one.
 * @param {(id: string, text: string) => boolean} reads
 */
export function bringBackGames(reads) {
  const back = useCopies(GAMES, {
    reads: (text, key) => reads(key.slice(GAMES.length), text),
    store: putText,
    // The game was changed before its copy was loaded: keep both.
    add(key, text) {
      const now = latest(key);
      if (recordOf(now) !== recordOf(text)) storeText(newId(), text);
      keepCopy(key, now);
    },
  });
  const saved = (/** @type {string} */ key) => read(latest(key))?.saved ?? 0;
  return back
    .sort((a, b) => saved(a) - saved(b))
    .at(-1)
    ?.slice(GAMES.length);
}

/** All games as text, including those that could not be written yet. @returns {{ id: string, text: string }[]} */
export const storedGames = () =>
  keysFrom(GAMES).map((key) => ({ id: key.slice(GAMES.length), text: latest(key) ?? '' }));

/** How many there are. */
export const countGames = () => keysFrom(GAMES).length;

/** Stores the current game of this tab, and the last one played in any. @param {string} id */
export function setCurrent(id) {
  last.write({ id });
  // If this fails, a reload opens the game last played in any tab.
  attempt(() => sessionStorage.setItem(last.key, id), undefined);
}

/** The game to open at startup, or null. @param {string} [back] one just restored from a copy */
export function currentId(back) {
  const mine = attempt(() => sessionStorage.getItem(last.key), null);
  return [mine, back, last.read()?.id].find((id) => id && storedText(id) !== null) ?? null;
}

/** Migrates games from legacy keys. */
export function moveOld() {
  for (const key of BEFORE) {
    const text = get(key);
    if (text === null) continue;
    const id = newId();
    // Remove it first to make room.
    drop(key);
    if (storeText(id, text) !== 'stored') put(key, text);
    else if (key === BEFORE[0]) last.write({ id });
  }
}

/** @param {unknown} value @returns {value is import('../types').DrawByMessage} */
const isDraw = (value) =>
  isObject(value) && isSide(value.by) && (value.at === null || isTime(value.at, MOST));

/** Parses a stored game of any supported version. Throws if it is invalid. @param {string} text @returns {Saved} */
export function readSaved(text) {
  const value = JSON.parse(text);
  if (!isObject(value) || ![1, 2, VERSION].includes(Number(value.version)))
    throw new Error('another version');
  const { record, path, half, clock } = value;
  if (typeof record !== 'string' || !areTexts(path)) throw new Error('the record is missing');
  return {
    name: typeof value.name === 'string' ? value.name : '',
    begun: isTime(value.begun, MOST) ? value.begun : 0,
    hints: isTime(value.hints, MOST) ? value.hints : 0,
    sent: isTime(value.sent, MOST) ? value.sent : -1,
    draw: isDraw(value.draw) ? value.draw : null,
    played: isTime(value.played, MOST) ? value.played : 0,
    settings: readSettings(value.settings),
    record,
    path,
    half: isPending(half) ? half : null,
    flipped: value.flipped === true,
    paused: value.paused === true,
    study: areTexts(value.study) ? value.study : null,
    // One that cannot be read is made again.
    review: attempt(() => unpackReview(value.review), null),
    seen: areTexts(value.seen) ? value.seen : null,
    clock: isClock(clock) ? { ...clock, times: isTimeList(clock.times) ? clock.times : [] } : null,
    saved: isTime(value.saved, MOST) ? value.saved : undefined,
  };
}

/** Parses a stored game; null if it is invalid. @param {string | null} text */
export const read = (text) => attempt(() => (text === null ? null : readSaved(text)), null);

/** @param {string | null} text */
export const recordOf = (text) => read(text)?.record ?? '';

/** @param {unknown} value @returns {Settings} */
function readSettings(value) {
  if (!isObject(value)) throw new Error('the settings are missing');
  const { spec, mode, human, levels, clock } = value;
  if (
    typeof spec !== 'string' ||
    !(isMode(mode) || mode === 'away' || mode === 'shared') ||
    !isSide(human) ||
    !areLevels(levels)
  )
    throw new Error('a setting is missing');
  return {
    spec,
    mode,
    human,
    levels,
    clock: isClockRule(clock) ? clock : null,
    turning: value.turning === true,
    pace: pace(value.pace),
    pair: isPair(value.pair) ? value.pair : null,
  };
}

/** @param {unknown} value @param {(value: unknown) => boolean} fits */
const bothSides = (value, fits) => isObject(value) && fits(value.white) && fits(value.black);
/** @param {unknown} value @returns {value is import('../types').Pair} */
const isPair = (value) =>
  isObject(value) &&
  bothSides(value.names, isName) &&
  bothSides(value.score, (n) => isTime(n, 1e4) && n % 1 === 0);

/** @param {unknown} value @returns {value is PendingTurn} */
const isPending = (value) =>
  isObject(value) &&
  (value.from === null || typeof value.from === 'string') &&
  typeof value.to === 'string' &&
  areTexts(value.taken);

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
