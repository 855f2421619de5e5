// The results of finished games, in localStorage so that other tabs are notified.
import { mergedValue } from './merge.js';
import { isHuman, other } from '../state.js';
import { isObject, isSide, isTime, refuse } from './storage.js';

/** @typedef {import('../types').Side} Side */

/**
 * @typedef {object} Result of a finished game
 * @property {string} id      of the game
 * @property {number} ended   from Date.now()
 * @property {string} spec    the rule set
 * @property {'computer' | 'people'} mode
 * @property {Side} human     the player's side against the computer
 * @property {number} level   of the computer
 * @property {Side | null} winner  null for a draw
 * @property {number} turns
 * @property {number} hints
 * @property {{ white: number | null, black: number | null } | null} accuracy in per cent, once the game has been reviewed
 */

const VERSION = 1;
/** Identifies a statistics file. */
const KIND = 'merels-statistics';
/** The maximum number stored; the oldest are dropped. */
const MOST = 5000;

/** @param {unknown} value */
const isPercent = (value) => value === null || isTime(value, 100);

/** @param {unknown} value @returns {value is Result} */
function isResult(value) {
  if (!isObject(value)) return false;
  const { id, ended, spec, mode, human, level, winner, turns, hints, accuracy } = value;
  const counts = [level, turns, hints].every((n) => Number.isInteger(n) && Number(n) >= 0);
  const named = [id, spec].every(
    (text) => typeof text === 'string' && text.length > 0 && text.length < 200,
  );
  const judged =
    accuracy === null ||
    (isObject(accuracy) && isPercent(accuracy.white) && isPercent(accuracy.black));
  return (
    named &&
    counts &&
    judged &&
    isTime(ended, 8.64e15) &&
    (mode === 'computer' || mode === 'people') &&
    isSide(human) &&
    (winner === null || isSide(winner))
  );
}

/** @param {Record<string, unknown>} value @param {() => void} odd @returns {{ kind: string, games: Result[] }} */
function parse({ kind, games }, odd) {
  if (kind !== KIND || !Array.isArray(games)) return refuse();
  return { kind, games: games.filter((game) => isResult(game) || odd()) };
}

/** @param {{ games: Result[] }} before @param {{ games: Result[] }} after */
function merge(before, after) {
  const old = new Map(before.games.map((game) => [game.id, game]));
  const ids = new Set(after.games.map(({ id }) => id));
  // Keep an accuracy stored by another tab.
  const games = after.games.map((game) => ({
    ...game,
    accuracy: game.accuracy ?? old.get(game.id)?.accuracy ?? null,
  }));
  const all = [...games, ...before.games.filter(({ id }) => !ids.has(id))].sort(
    (a, b) => a.ended - b.ended,
  );
  return { kind: KIND, games: all.slice(-MOST) };
}

const place = mergedValue('merels.statistics', parse, merge);

/** @returns {Result[]} the latest last */
export const readResults = () => place.read()?.games ?? [];

/** @param {Result[]} games new or changed ones */
const save = (games) => place.write({ kind: KIND, games });

/** Records the result of the current game, unless already recorded. @param {import('../types').State} state */
export function countResult({ slot, settings, game, engineDown }) {
  const { mode, human, levels } = settings;
  const games = readResults();
  // If the engine was not available, the player has played both sides.
  if (
    (mode !== 'computer' && mode !== 'people') ||
    (mode === 'computer' && engineDown) ||
    !game.outcome ||
    games.some(({ id }) => id === slot.id)
  )
    return 'stored';
  const hints = 'hints' in slot && typeof slot.hints === 'number' ? slot.hints : 0;
  const level =
    mode === 'computer' ? levels[isHuman({ settings }, 'white') ? 'black' : 'white'] : 0;
  return save([
    {
      id: slot.id,
      ended: Date.now(),
      spec: game.spec,
      mode,
      human,
      level,
      winner: game.outcome.winner,
      turns: game.ply,
      hints,
      accuracy: null,
    },
  ]);
}

/** Stores the accuracy from a review. @param {string} id @param {{ white: number | null, black: number | null }} accuracy */
export function noteAccuracy(id, accuracy) {
  save(readResults().flatMap((game) => (game.id === id ? [{ ...game, accuracy }] : [])));
}

/** All results as a file. */
export const exportResults = () =>
  JSON.stringify({ kind: KIND, version: VERSION, games: readResults() });

/** Imports results from a file and returns the number of new ones. Throws if the file is invalid. @param {string} text */
export function importResults(text) {
  const ids = new Set(readResults().map(({ id }) => id));
  const value = JSON.parse(text);
  if (!isObject(value) || value.version !== VERSION) throw new Error('another version');
  const { games } = parse(value, refuse);
  const fresh = games.filter(({ id }) => !ids.has(id) && ids.add(id));
  if (fresh.length && save(fresh) !== 'stored') throw new Error('no room');
  return fresh.length;
}

/** Erases all results and returns them. */
export const eraseResults = () => place.erase()?.games ?? [];

/** Undoes `eraseResults`. @param {Result[]} games */
export const restoreResults = (games) => save(games);

/**
 * The outcome for the player, or for White in a game between two people.
 * @param {Result} game @returns {'won' | 'drawn' | 'lost'}
 */
export function side({ winner, mode, human }) {
  const mine = mode === 'computer' ? human : 'white';
  return winner === null
    ? 'drawn'
    : winner === mine
      ? 'won'
      : winner === other(mine)
        ? 'lost'
        : 'drawn';
}
