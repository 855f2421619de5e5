// The games with other devices, stored so that they can resume after a reload or a lost connection. Everything read is validated.
import { mergedValue } from '../storage/merge.js';
import { areTexts, isObject, isSide, isTime, refuse } from '../storage/storage.js';

/**
 * @typedef {import('../types').Side} Side
 * @typedef {import('./messages.js').Ended} Ended
 *
 * @typedef {object} Kept
 * @property {string} id shared by both devices
 * @property {number} round the number of earlier games under this id
 * @property {string} slot the id of the stored game
 * @property {Side} me
 * @property {string} begin the start of the game, in Rust's link format
 * @property {{ minutes: number, increment: number } | null} clock
 * @property {string[]} turns
 * @property {import('../types').Times | null} left
 * @property {Ended | null} ended
 * @property {{ key: string, inviter: boolean } | null} [meet] how to find the other device in the host's folder
 */

/** The maximum number stored; games whose entry is dropped stay in the list of games. */
const MOST = 30;

/** @param {unknown} value */
const isWhole = (value) => Number.isInteger(value) && isTime(value, 1e9);

/** @param {unknown} value @returns {value is Kept} */
function isKept(value) {
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

/** Includes the side, since one browser may play both in two tabs. @param {Kept} game */
const name = ({ id, round, me }) => `${id} ${round} ${me}`;

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

/** @returns {Kept[]} the latest first */
export const readKept = () => place.read()?.games ?? [];

/** @param {Kept} game */
export const keep = (game) => place.write({ games: [game] });

/** @param {string} id @param {number} round @param {Side} me */
export const findKept = (id, round, me) =>
  readKept().find((game) => game.id === id && game.round === round && game.me === me) ?? null;
/** @param {string} slot */
export const keptInSlot = (slot) => readKept().find((game) => game.slot === slot) ?? null;
