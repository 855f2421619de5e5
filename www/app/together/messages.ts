// The messages between two devices, as JSON. Incoming messages are validated strictly; invalid ones
// are refused with a code.
//
// Every message has a version, the game's name, an increasing number, and a kind with its own
// fields.

import { isName } from '../storage/name.ts';
import type { Side, Times } from '../types.ts';

/** An end declared by a player. */
export interface Ended {
  how: 'resignation' | 'agreement' | 'time';
  loser: Side | null;
}

export type Question = 'back' | 'draw' | 'rematch';
export type Said =
  | { kind: 'hello'; start: string; turns: string; left: Times | null; ended: Ended | null }
  | { kind: 'agree'; plies: number; line: string }
  | { kind: 'move'; ply: number; turn: string; before: string; left: Times | null }
  | { kind: 'back'; from: number; to: number }
  | { kind: 'draw' | 'rematch' | 'resign' | 'bye' }
  | { kind: 'yes' | 'no'; to: Question }
  | { kind: 'time'; loser: Side }
  | { kind: 'clock'; left: number }
  | { kind: 'name'; name: string }
  | { kind: 'greeting'; what: Greeting }
  | { kind: 'refused'; of: number; why: Why };
export type Message = Said & { game: string; n: number };
export type Why = (typeof WHY)[number];
export type Greeting = (typeof GREETINGS)[number];

const VERSION = 1;
/** What the players may say to each other, each in the other's language. */
export const GREETINGS = ['hello', 'luck', 'played', 'thanks', 'again'] as const;
/** The maximum length in characters: enough for the longest game the rules allow. */
export const LARGEST = 120_000;

/**
 * Why a message was refused: size, form, version, game or number; unexpected; a turn that is
 * illegal, out of turn, out of order or for another position; too many messages; time not up.
 */
export const WHY = [
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
] as const;

/** An invalid message. */
export class BadMessage extends Error {
  readonly why: Why;

  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

type Check = (value: unknown) => boolean;

const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const oneOf =
  (list: readonly unknown[]): Check =>
  (value) =>
    list.includes(value);
const text =
  (most: number, pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most && pattern.test(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
/** An object with these fields and no others. */
const fields =
  (fields: Record<string, Check>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const names = Object.keys(fields);
    const given = value as Record<string, unknown>;
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

/** The fields of each kind. */
const KINDS: Record<Said['kind'], Record<string, Check>> = {
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

export const write = (message: Message) => JSON.stringify({ v: VERSION, ...message });

/** Parses and validates a message. Throws a BadMessage. */
export function read(given: unknown): Message {
  if (typeof given !== 'string') throw new BadMessage('form');
  if (given.length > LARGEST) throw new BadMessage('size');
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw new BadMessage('form');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadMessage('form');
  const { v, kind } = value as Record<string, unknown>;
  if (Number.isInteger(v) && v !== VERSION) throw new BadMessage('version');
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) throw new BadMessage('form');
  if (!fields({ ...HEAD, ...KINDS[kind as Said['kind']] })(value)) throw new BadMessage('form');
  return value as Message;
}
