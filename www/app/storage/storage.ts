// Versioned values in local storage, among them the new-game form and the look. Everything read is
// validated. docs/storage.md lists everything that is stored.
import { keepCopy } from './backup.ts';
import {
  attempt,
  erase,
  fields,
  get,
  isObject,
  isTime,
  latest,
  putAside,
  store,
  timeAfter,
  unsaved,
  useCopies,
  wait,
  type Done,
} from './local.ts';
import type { ClockRule, Draft, Look, Mode, Side } from '../types.ts';

/** How soon the computer may answer, the soonest first. */
export const REPLIES = ['quick', 'natural', 'slow'] as const;
/** The choices for the maximum thinking time, in milliseconds. By default the level decides. */
export const THINKING = [1000, 2000, 5000, 15_000] as const;

export { isObject, isTime };

/** Of every value here. */
const VERSION = 1;

/**
 * A value in local storage: a JSON object with a version.
 * @param read throws if it is invalid; calls `odd` if it drops a part
 * @param merge combines the stored value with the one being written
 */
export function storedValue<T extends object>(
  key: string,
  read: (value: Record<string, unknown>, odd: () => void) => T,
  merge?: (before: T, after: T) => T,
) {
  function open(text: string | null, odd: () => void = () => {}): T | null {
    if (text === null) return null;
    const found = fields(text);
    // Unreadable data stays in place until it would be overwritten.
    return found.version === VERSION ? attempt(() => read(found, odd), null) : null;
  }

  function write(value: T): Done {
    const there = get(key);
    let whole = true;
    const known = open(there, () => (whole = false));
    let all = value;
    for (const before of [open(unsaved(key)), known]) if (before && merge) all = merge(before, all);
    const text = JSON.stringify({ ...all, version: VERSION, saved: timeAfter(there) });
    keepCopy(key, text);
    const retry = () => write(all);
    return there !== null && !(known && whole) && !putAside(key, there)
      ? wait('full', key, text, retry)
      : store(key, text, retry);
  }

  useCopies(key, {
    reads(text) {
      let whole = true;
      return open(text, () => (whole = false)) !== null && whole;
    },
    store: (_, text) => store(key, text, () => write(open(text) ?? refuse())),
    add(_, text, before) {
      const now = latest(key) ?? '';
      const copy = open(text);
      const here = open(now);
      if (copy && here && merge) return void write(merge(copy, here));
      // Fields changed since startup win over the copy.
      const was = fields(before ?? '');
      const changed = Object.entries(fields(now)).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
      );
      const both = open(
        JSON.stringify({ ...fields(text), ...(here && Object.fromEntries(changed)) }),
      );
      if (both) write(both);
    },
  });

  return {
    key,
    open,
    /** Null if there is nothing readable. */
    read: () => open(latest(key)),
    write,
    erase: () => erase(key),
  };
}

/** Rejects an invalid value. */
export function refuse(): never {
  throw new Error('not understood');
}

export const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');
export const isSide = (value: unknown): value is Side => value === 'white' || value === 'black';
/** @returns what is chosen in the form */
export const isMode = (value: unknown): value is Exclude<Mode, 'away' | 'shared'> =>
  value === 'computer' || value === 'people' || value === 'watch' || value === 'message';
export const areLevels = (value: unknown): value is { white: number; black: number } =>
  isObject(value) && [value.white, value.black].every((n) => Number.isInteger(n) && Number(n) >= 1);
export const isClockRule = (value: unknown): value is ClockRule =>
  isObject(value) &&
  isTime(value.minutes, 600) &&
  value.minutes > 0 &&
  isTime(value.increment, 600) &&
  typeof value.rests === 'boolean';

/** The default time between turns for computer against computer, in milliseconds. */
export const PACE = 700;
export const pace = (value: unknown) => (isTime(value, 60_000) ? value : PACE);

const isOneOf = <T>(value: unknown, choices: readonly T[]): value is T =>
  choices.includes(value as T);

/* The new-game form. */

function draft({
  spec,
  mode,
  colour,
  levels,
  clock,
  turning,
  pace: most,
  coach,
}: Record<string, unknown>): Draft {
  if (
    typeof spec !== 'string' ||
    !isMode(mode) ||
    !(isSide(colour) || colour === 'toss') ||
    !areLevels(levels)
  )
    return refuse();
  return {
    spec,
    mode,
    colour,
    levels,
    clock: isClockRule(clock) ? clock : null,
    turning: turning === true,
    pace: pace(most),
    ...(coach === true && { coach }),
  };
}

export const { write: saveDraft, read: readDraft } = storedValue('merels.draft', draft);

/* The look. */

/** Not validated here, so that fields of newer versions are preserved. */
const looks = storedValue('merels.look', (value) => value);

/** Writes only what has changed; another tab may have changed the rest. */
export const saveLook = (look: Look, before: Look) =>
  looks.write({
    ...(looks.read() ?? look),
    ...Object.fromEntries(
      Object.entries(look).filter(([key, value]) => value !== before[key as keyof Look]),
    ),
  });

export function readLook(): Look {
  const look: Look = {
    theme: 'system',
    material: 'paper',
    coordinates: true,
    threats: true,
    values: false,
    keeping: false,
    animation: true,
    volume: 40,
    vibration: true,
    entry: 'both',
    reply: 'natural',
    thinking: null,
  };
  const stored = looks.read() ?? {};
  if (isOneOf(stored.theme, ['light', 'dark'] as const)) look.theme = stored.theme;
  if (isOneOf(stored.material, ['wood', 'slate', 'contrast'] as const))
    look.material = stored.material;
  if (isOneOf(stored.entry, ['click', 'drag'] as const)) look.entry = stored.entry;
  if (isOneOf(stored.reply, REPLIES)) look.reply = stored.reply;
  if (isOneOf(stored.thinking, THINKING)) look.thinking = stored.thinking;
  const { volume } = stored;
  if (typeof volume === 'number' && volume >= 0 && volume <= 100) look.volume = volume;
  for (const key of [
    'coordinates',
    'threats',
    'values',
    'keeping',
    'animation',
    'vibration',
  ] as const) {
    const value = stored[key];
    if (typeof value === 'boolean') look[key] = value;
  }
  return look;
}

/* The chosen language, null for the device's. */

export const LANGUAGE = 'merels.language';
const languages = storedValue(LANGUAGE, ({ code }) =>
  code === null || (typeof code === 'string' && /^[a-z]{2}$/.test(code)) ? { code } : refuse(),
);

export const saveLanguage = (code: string | null) => languages.write({ code });
export const readLanguage = () => languages.read()?.code ?? null;

/* Are single-letter shortcuts on? They are by default. */

const keys = storedValue('merels.keys', ({ single }) =>
  typeof single === 'boolean' ? { single } : refuse(),
);

export const saveSingleKeys = (single: boolean) => keys.write({ single });
export const readSingleKeys = () => keys.read()?.single ?? true;
