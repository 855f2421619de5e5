// The games stored on this device, each under its own key, so that tabs never overwrite each
// other's games.
//
// localStorage rather than IndexedDB alone: a game takes one to three KB, so a thousand fit; writes
// are synchronous, so they finish even if the page is closed during a turn; and other tabs receive
// storage events. backup.ts covers what a killed browser would lose.
import { isName } from './name.ts';
import { GAMES, keepCopy } from './backup.ts';
import { MOST, attempt, erase, get, keysFrom, latest, put, store, useCopies } from './local.ts';
import { packReview, unpackReview } from './reviews.ts';
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
} from './storage.ts';
import type { DrawByMessage, KeptReview, Pair, PendingTurn, Settings } from '../types.ts';

const VERSION = 3;
/** The last game played in any tab. */
const last = storedValue('merels.current', ({ id }) =>
  typeof id === 'string' && /^[\w-]+$/.test(id) ? { id } : refuse(),
);

/** A game as it is stored. */
export interface Saved {
  /** Given by the player; empty for the default name. */
  name: string;
  /** From Date.now(). */
  begun: number;
  /** The number of hints used; missing in older data. */
  hints: number;
  /** By message: how much of it has been sent; missing in older data. */
  sent: number;
  draw: DrawByMessage | null;
  /** When the last turn was played. */
  played: number;
  settings: Settings;
  record: string;
  /** The turns from the start to the current position. */
  path: string[];
  half: PendingTurn | null;
  flipped: boolean;
  paused: boolean;
  /**
   * The turns to the position under analysis, or null; missing in older data. It is stored, so it
   * keeps an older name of the analysis.
   */
  study: string[] | null;
  /** Missing in older data. */
  review: KeptReview | null;
  /** The turns to the position at which the analysis was left; missing in older data. */
  seen?: string[] | null;
  clock: SavedClock | null;
  /** When it was written; missing in older data. */
  saved?: number;
}

/**
 * The times at each node, for storage: the start, then each turn with the index of its predecessor.
 * Indices are used because node numbers change whenever a record is read.
 */
export type TimeList = [of: number, turn: string, white?: number, black?: number][];

interface SavedClock {
  /** Milliseconds left. */
  white: number;
  black: number;
  /** To the position at which the clocks run. */
  path: string[];
  /** Left at earlier positions; missing in version 2. */
  times: TimeList;
}

/** A new id for a game. */
export function newId() {
  const [a = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${Date.now().toString(36)}-${a.toString(36)}`;
}

/** The key of a game in localStorage. */
export const keyOf = (id: string) => GAMES + id;

/** The text of a game, including unsaved changes of this tab, or null. */
export const storedText = (id: string) => latest(keyOf(id));

export function storeText(id: string, text: string) {
  keepCopy(keyOf(id), text);
  return putText(keyOf(id), text);
}

function putText(key: string, text: string) {
  const before = get(key);
  // If another tab has changed the game by the time there is room, keep both.
  return store(key, text, () => put(get(key) === before ? key : keyOf(newId()), text));
}

export const removeGame = (id: string) => erase(keyOf(id));

export const writeSaved = (saved: Saved) =>
  JSON.stringify({
    version: VERSION,
    ...saved,
    review: packReview(saved.review) ?? undefined,
    saved: Date.now(),
  });

/** Is the text stored already, apart from its timestamp? */
export const isWritten = (text: string, stored: string | null) =>
  stored !== null && timeless(text) === timeless(stored);

const timeless = (text: string) => text.replace(/"saved":\d+}$/, '');

/** Restores copies of games that are newer than local storage. Returns the id of the newest one. */
export function bringBackGames(reads: (id: string, text: string) => boolean) {
  const back = useCopies(GAMES, {
    reads: (text, key) => reads(key.slice(GAMES.length), text),
    store: putText,
    // The game was changed before its copy was loaded: keep both.
    add(key, text) {
      const now = latest(key);
      const record = recordOf(text);
      // Nor a third time, if a file is added twice.
      if (!storedGames().some((game) => recordOf(game.text) === record)) storeText(newId(), text);
      keepCopy(key, now);
    },
  });
  const saved = (key: string) => read(latest(key))?.saved ?? 0;
  return back
    .sort((a, b) => saved(a) - saved(b))
    .at(-1)
    ?.slice(GAMES.length);
}

/** All games as text, including those that could not be written yet. */
export const storedGames = (): { id: string; text: string }[] =>
  keysFrom(GAMES).map((key) => ({ id: key.slice(GAMES.length), text: latest(key) ?? '' }));

/** How many there are. */
export const countGames = () => keysFrom(GAMES).length;

/** Stores the current game of this tab, and the last one played in any. */
export function setCurrent(id: string) {
  last.write({ id });
  // If this fails, a reload opens the game last played in any tab.
  attempt(() => sessionStorage.setItem(last.key, id), undefined);
}

/**
 * The game to open at startup, or null.
 * @param back one just restored from a copy
 */
export function currentId(back?: string) {
  const mine = attempt(() => sessionStorage.getItem(last.key), null);
  return [mine, back, last.read()?.id].find((id) => id && storedText(id) !== null) ?? null;
}

const isDraw = (value: unknown): value is DrawByMessage =>
  isObject(value) && isSide(value.by) && (value.at === null || isTime(value.at, MOST));

/** Parses a stored game of any supported version. Throws if it is invalid. */
export function readSaved(text: string): Saved {
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

/** Parses a stored game; null if it is invalid. */
export const read = (text: string | null) =>
  attempt(() => (text === null ? null : readSaved(text)), null);

export const recordOf = (text: string | null) => read(text)?.record ?? '';

function readSettings(value: unknown): Settings {
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
    ...(value.coach === true && { coach: true }),
  };
}

const bothSides = (value: unknown, fits: (value: unknown) => boolean) =>
  isObject(value) && fits(value.white) && fits(value.black);
const isPair = (value: unknown): value is Pair =>
  isObject(value) &&
  bothSides(value.names, isName) &&
  bothSides(value.score, (n) => isTime(n, 1e4) && n % 1 === 0);

const isPending = (value: unknown): value is PendingTurn =>
  isObject(value) &&
  (value.from === null || typeof value.from === 'string') &&
  typeof value.to === 'string' &&
  areTexts(value.taken);

const isClock = (value: unknown): value is Omit<SavedClock, 'times'> & { times: unknown } =>
  isObject(value) && isTime(value.white, MOST) && isTime(value.black, MOST) && areTexts(value.path);

const isTimeList = (value: unknown): value is TimeList =>
  Array.isArray(value) &&
  value.every(
    (entry) =>
      Array.isArray(entry) &&
      typeof entry[0] === 'number' &&
      typeof entry[1] === 'string' &&
      (entry.length === 2 || (isTime(entry[2], MOST) && isTime(entry[3], MOST))),
  );
