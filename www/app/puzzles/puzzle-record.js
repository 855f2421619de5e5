// How the puzzles went, kept on this device: the rating, what was solved, solved in a row, days in a row.
import { jointDrawer } from '../storage/merge.js';
import { isObject, isTime } from '../storage/storage.js';

const VERSION = 1;
/** What tells a file of this record from others. */
const KIND = 'merels-puzzles';
/** The rating to begin with, and its least and greatest. */
const FIRST = 1200;
const LEAST = 400;
const MOST = 2800;
/** How far one puzzle moves the rating: further for the first ones. */
const STEPS = { early: 40, late: 20, until: 20 };
/** Any number that shares no factor with the length of the list leads through all of it. */
const STRIDE = 229;
const DAY = 86_400_000;

/**
 * @typedef {object} Tally
 * @property {number} rating
 * @property {number} row   solved at the first try, without a miss between
 * @property {number} best  the longest such row
 * @property {number} days  days in a row with the puzzle of the day solved, up to `last`
 * @property {number} last  the last of them, see `today`; 0 for none
 * @property {Record<string, 0 | 1>} first  by the puzzle's id: was the first try right?
 */

/** Throws where a value is no tally. @param {Record<string, unknown>} value @param {() => void} odd @returns {Tally} */
function parse({ rating, row, best, days, last, first }, odd) {
  if (!isTime(rating, MOST) || rating < LEAST || !isObject(first) || ![row, best, days, last].every((n) => Number.isInteger(n) && isTime(n, 1e6))) throw new Error('a number is damaged');
  const tried = Object.entries(first).filter(([id, n]) => (id.length < 16 && (n === 0 || n === 1)) || odd());
  return { rating, row: Number(row), best: Number(best), days: Number(days), last: Number(last), first: /** @type {Tally['first']} */ (Object.fromEntries(tried)) };
}

/** @param {Tally} tally */
const count = ({ first }) => Object.keys(first).length;

/**
 * What two tabs or devices have kept, as one: the rating is that of the one on which more puzzles were tried; of a puzzle that was tried on
 * both, the latter's try counts. @param {Tally} before @param {Tally} after @returns {Tally}
 */
function merge(before, after) {
  const { rating, row } = count(before) > count(after) ? before : after;
  const { days, last } = lastOf(before) > lastOf(after) ? before : after;
  return { rating, row, best: Math.max(before.best, after.best), days, last, first: { ...after.first, ...before.first, ...after.first } };
}

const place = jointDrawer('merels.puzzles', parse, merge);

/** @returns {Tally} */
export const readTally = () => place.read() ?? { rating: FIRST, row: 0, best: 0, days: 0, last: 0, first: {} };

/** Is there anything to keep? @param {Tally} tally */
export const isBegun = ({ first, last }) => last > 0 || Object.keys(first).length > 0;

/** All of it, to be kept elsewhere. */
export const exportTally = () => JSON.stringify({ kind: KIND, version: VERSION, ...readTally() });

/** Adds what another device has kept, see `merge`. Throws where the text holds no such record. @param {string} text */
export function importTally(text) {
  const value = JSON.parse(text);
  if (!isObject(value) || value.kind !== KIND || value.version !== VERSION) throw new Error('no record of puzzles');
  const there = parse(value, () => {});
  if (place.write(merge(there, readTally())) !== 'stored') throw new Error('no room');
}

/** Erases all, and gives back what was there. */
export const eraseTally = place.erase;

/** @param {Tally | null} tally as it was given back */
export const restoreTally = (tally) => tally && place.write(tally);

/** The day by this device's calendar, as a number that grows by one each day. */
export function today(now = new Date()) {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

/** The puzzle of a day, the same for everyone. @template T @param {T[]} puzzles @param {number} day @returns {T | undefined} */
export const ofTheDay = (puzzles, day) => puzzles[(day * STRIDE) % puzzles.length];

/** The days in a row as they stand today: a day without a puzzle ends them. @param {Tally} tally */
export const daysInARow = (tally) => (today() - lastOf(tally) <= 1 ? tally.days : 0);

/** The last day that counts: one that is still to come was noted by a clock that was wrong; tomorrow it may be elsewhere. @param {Tally} tally */
const lastOf = ({ last }) => (last > today() + 1 ? 0 : last);

/**
 * The rating after a first try, by Elo's formula.
 * @param {number} rating @param {number} puzzle the puzzle's @param {boolean} right @param {number} tried how many puzzles were tried before
 */
export function rated(rating, puzzle, right, tried) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  const step = tried < STEPS.until ? STEPS.early : STEPS.late;
  return Math.min(MOST, Math.max(LEAST, rating + step * (Number(right) - expected)));
}

/** Notes the first try at a puzzle; later ones change nothing. Returns what the rating was before, or null where nothing was changed. @param {{ id: string, rating: number }} puzzle @param {boolean} right */
export function noteFirst({ id, rating }, right) {
  const tally = readTally();
  if (Object.hasOwn(tally.first, id)) return null;
  const row = right ? tally.row + 1 : 0;
  place.write({ ...tally, rating: rated(tally.rating, rating, right, count(tally)), row, best: Math.max(tally.best, row), first: { ...tally.first, [id]: right ? 1 : 0 } });
  return tally.rating;
}

/** The puzzle of this day was solved. @param {number} day */
export function noteDay(day) {
  const tally = readTally();
  const last = lastOf(tally);
  if (last < day) place.write({ ...tally, days: day - last === 1 ? tally.days + 1 : 1, last: day });
}
