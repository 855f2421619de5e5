// The results of finished games, in localStorage so that other tabs are notified.
import { mergedValue } from './merge.ts';
import { isHuman, other } from '../state.ts';
import { isObject, isSide, isTime, refuse } from './storage.ts';
import type { Side, State } from '../types.ts';

/** Of a finished game. */
export interface Result {
  /** Of the game. */
  id: string;
  /** From Date.now(). */
  ended: number;
  /** The rule set. */
  spec: string;
  mode: 'computer' | 'people';
  /** The player's side against the computer. */
  human: Side;
  /** Of the computer. */
  level: number;
  /** Null for a draw. */
  winner: Side | null;
  turns: number;
  hints: number;
  /** In per cent, once the game has been reviewed. */
  accuracy: { white: number | null; black: number | null } | null;
}

const VERSION = 1;
/** Identifies a statistics file. */
const KIND = 'merels-statistics';
/** The maximum number stored; the oldest are dropped. */
const MOST = 5000;

const isPercent = (value: unknown) => value === null || isTime(value, 100);

function isResult(value: unknown): value is Result {
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

function parse(
  { kind, games }: Record<string, unknown>,
  odd: () => void,
): { kind: string; games: Result[] } {
  if (kind !== KIND || !Array.isArray(games)) return refuse();
  return { kind, games: games.filter((game) => isResult(game) || odd()) };
}

function merge(before: { games: Result[] }, after: { games: Result[] }) {
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

/** @returns the latest last */
export const readResults = (): Result[] => place.read()?.games ?? [];

/** @param games new or changed ones */
const save = (games: Result[]) => place.write({ kind: KIND, games });

/** Records the result of the current game, unless already recorded. */
export function countResult({ slot, settings, game, engineDown }: State) {
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

/** Stores the accuracy from a review. */
export function noteAccuracy(id: string, accuracy: { white: number | null; black: number | null }) {
  save(readResults().flatMap((game) => (game.id === id ? [{ ...game, accuracy }] : [])));
}

/** All results as a file. */
export const exportResults = () =>
  JSON.stringify({ kind: KIND, version: VERSION, games: readResults() });

/**
 * Imports results from a file and returns the number of new ones. Throws if the file is invalid.
 */
export function importResults(text: string) {
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

/** Undoes `eraseResults`. */
export const restoreResults = (games: Result[]) => save(games);

/** The outcome for the player, or for White in a game between two people. */
export function side({ winner, mode, human }: Result): 'won' | 'drawn' | 'lost' {
  const mine = mode === 'computer' ? human : 'white';
  return winner === null
    ? 'drawn'
    : winner === mine
      ? 'won'
      : winner === other(mine)
        ? 'lost'
        : 'drawn';
}
