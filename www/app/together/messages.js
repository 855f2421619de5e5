// The messages between two devices, as JSON. Incoming messages are validated strictly; invalid ones are refused with a code.
//
// Every message has a version, the game's name, an increasing number, and a kind with its own fields.

import { isName } from '../game/name.js';

/**
 * @typedef {import('../types').Side} Side
 * @typedef {import('../types').Times} Times in whole milliseconds
 * @typedef {{ how: 'resignation' | 'agreement' | 'time', loser: Side | null }} Ended an end declared by a player
 * @typedef {'back' | 'draw' | 'rematch'} Question
 *
 * @typedef {{ kind: 'hello', start: string, turns: string, left: Times | null, ended: Ended | null }
 *   | { kind: 'agree', plies: number, line: string }
 *   | { kind: 'move', ply: number, turn: string, before: string, left: Times | null }
 *   | { kind: 'back', from: number, to: number }
 *   | { kind: 'draw' | 'rematch' | 'resign' | 'bye' }
 *   | { kind: 'yes' | 'no', to: Question }
 *   | { kind: 'time', loser: Side }
 *   | { kind: 'clock', left: number }
 *   | { kind: 'name', name: string }
 *   | { kind: 'greeting', what: Greeting }
 *   | { kind: 'refused', of: number, why: Why }} Said
 * @typedef {Said & { game: string, n: number }} Message
 *
 * @typedef {typeof WHY[number]} Why
 * @typedef {typeof GREETINGS[number]} Greeting
 */

const VERSION = 1;
/** What the players may say to each other, each in the other's language. */
export const GREETINGS = /** @type {const} */ (['hello', 'luck', 'played', 'thanks', 'again']);
/** The maximum length in characters: enough for the longest game the rules allow. */
export const LARGEST = 120_000;

/** Why a message was refused: size, form, version, game or number; unexpected; a turn that is illegal, out of turn, out of order or for another position; too many messages; time not up. */
export const WHY = /** @type {const} */ ([
  'size',
  'form',
  'version',
  'game',
  'repeated',
  'unexpected',
  'illegal',
  'turn',
  'order',
  'position',
  'flood',
  'time',
]);

/** An invalid message. */
export class BadMessage extends Error {
  /** @param {Why} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** @typedef {(value: unknown) => boolean} Check */

/** @param {number} least @param {number} most @returns {Check} */
const whole = (least, most) => (value) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
/** @param {readonly unknown[]} list @returns {Check} */
const oneOf = (list) => (value) => list.includes(value);
/** @param {number} most @param {RegExp} pattern @returns {Check} */
const text = (most, pattern) => (value) =>
  typeof value === 'string' && value.length <= most && pattern.test(value);
/** @param {Check} check @returns {Check} */
const orNull = (check) => (value) => value === null || check(value);
/** An object with these fields and no others. @param {Record<string, Check>} fields @returns {Check} */
const fields = (fields) => (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(fields);
  const given = /** @type {Record<string, unknown>} */ (value);
  return (
    Object.keys(given).length === names.length &&
    names.every((name) => Object.hasOwn(given, name) && fields[name]?.(given[name]))
  );
};

const SIDE = oneOf(['white', 'black']);
/** Rust's limit on the turns of a game. */
const PLY = whole(0, 10_000);
/** Rust's position lines are plain ASCII. */
const LINE = text(400, /^[ -~]+$/);
const TIME = whole(0, 1e9);
const TIMES = orNull(fields({ white: TIME, black: TIME }));
const QUESTION = oneOf(['back', 'draw', 'rematch']);

/** The fields of each kind. @type {Record<Said['kind'], Record<string, Check>>} */
const KINDS = {
  hello: {
    start: LINE,
    turns: text(110_000, /^[a-z0-9 -]*$/),
    left: TIMES,
    ended: orNull(
      fields({ how: oneOf(['resignation', 'agreement', 'time']), loser: orNull(SIDE) }),
    ),
  },
  agree: { plies: PLY, line: LINE },
  move: { ply: PLY, turn: text(24, /^[a-z0-9-]+$/), before: LINE, left: TIMES },
  back: { from: PLY, to: PLY },
  draw: {},
  rematch: {},
  resign: {},
  bye: {},
  yes: { to: QUESTION },
  no: { to: QUESTION },
  time: { loser: SIDE },
  clock: { left: TIME },
  name: { name: isName },
  greeting: { what: oneOf(GREETINGS) },
  refused: { of: whole(0, 1e9), why: oneOf(WHY) },
};

const HEAD = {
  v: oneOf([VERSION]),
  game: text(40, /^[0-9a-f.]+$/),
  n: whole(1, 1e9),
  kind: oneOf(Object.keys(KINDS)),
};

/** @param {Message} message */
export const write = (message) => JSON.stringify({ v: VERSION, ...message });

/** Parses and validates a message. Throws a BadMessage. @param {unknown} given @returns {Message} */
export function read(given) {
  if (typeof given !== 'string') throw new BadMessage('form');
  if (given.length > LARGEST) throw new BadMessage('size');
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(given);
  } catch {
    throw new BadMessage('form');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadMessage('form');
  const { v, kind } = /** @type {Record<string, unknown>} */ (value);
  if (Number.isInteger(v) && v !== VERSION) throw new BadMessage('version');
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) throw new BadMessage('form');
  if (!fields({ ...HEAD, ...KINDS[/** @type {Said['kind']} */ (kind)] })(value))
    throw new BadMessage('form');
  return /** @type {Message} */ (value);
}
