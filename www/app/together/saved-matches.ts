// The games with other devices, stored so that they can resume after a reload or a lost connection.
// Everything read is validated.
import { mergedValue } from '../storage/merge.ts';
import { areTexts, isObject, isSide, isTime, refuse } from '../storage/storage.ts';
import type { Side, Times } from '../types.ts';
import type { Ended } from './messages.ts';

export interface Kept {
  /** Shared by both devices. */
  id: string;
  /** The number of earlier games under this id. */
  round: number;
  /** The id of the stored game. */
  slot: string;
  me: Side;
  /** The start of the game, in Rust's link format. */
  begin: string;
  clock: { minutes: number; increment: number } | null;
  turns: string[];
  left: Times | null;
  ended: Ended | null;
  /** How to find the other device in the host's folder. */
  meet?: { key: string; inviter: boolean } | null;
}

/** The maximum number stored; games whose entry is dropped stay in the list of games. */
const MOST = 30;

const isWhole = (value: unknown) => Number.isInteger(value) && isTime(value, 1e9);

function isKept(value: unknown): value is Kept {
  if (!isObject(value)) return false;
  const { id, round, slot, me, begin, clock, turns, left, ended, meet = null } = value;
  const named =
    typeof id === 'string' &&
    /^[0-9a-f]{16}$/.test(id) &&
    isWhole(round) &&
    typeof slot === 'string' &&
    isSide(me) &&
    typeof begin === 'string';
  const timed =
    clock === null ||
    (isObject(clock) && isTime(clock.minutes, 600) && isTime(clock.increment, 600));
  const spent = left === null || (isObject(left) && isWhole(left.white) && isWhole(left.black));
  const over =
    ended === null ||
    (isObject(ended) &&
      ['resignation', 'agreement', 'time'].includes(String(ended.how)) &&
      (ended.loser === null || isSide(ended.loser)));
  const found =
    meet === null ||
    (isObject(meet) &&
      typeof meet.key === 'string' &&
      /^[\w-]{21}[AQgw]$/.test(meet.key) &&
      typeof meet.inviter === 'boolean');
  return (
    named &&
    timed &&
    spent &&
    over &&
    found &&
    areTexts(turns) &&
    (clock === null) === (left === null)
  );
}

/** Includes the side, since one browser may play both in two tabs. */
const name = ({ id, round, me }: Kept) => `${id} ${round} ${me}`;

const place = mergedValue(
  'merels.together',
  ({ games }, odd) =>
    Array.isArray(games) ? { games: games.filter((game) => isKept(game) || odd()) } : refuse(),
  (before, after) => {
    const names = new Set(after.games.map(name));
    return {
      games: [...after.games, ...before.games.filter((game) => !names.has(name(game)))].slice(
        0,
        MOST,
      ),
    };
  },
);

/** @returns the latest first */
export const readKept = (): Kept[] => place.read()?.games ?? [];

export const keep = (game: Kept) => place.write({ games: [game] });

export const findKept = (id: string, round: number, me: Side) =>
  readKept().find((game) => game.id === id && game.round === round && game.me === me) ?? null;
export const keptInSlot = (slot: string) => readKept().find((game) => game.slot === slot) ?? null;
