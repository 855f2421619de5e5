// Everything on this device as one file, and back. A file is combined with what is here: nothing is
// lost, and where both have a setting, the one here stays.
import { keepCopy } from './backup.ts';
import { ASIDE, asideOf, get, keysFrom, kindOf, latest, put } from './local.ts';
import { isObject } from './storage.ts';

const KIND = 'merels-backup';
const VERSION = 1;

/** The keys that the page may write. */
const OURS = /^merels\.[a-z]+(?:\.[\w.-]+)?$/;

/** Why a file is refused. */
export type Refusal = 'other' | 'damaged' | 'newer';

export class RefusedFile extends Error {
  readonly why: Refusal;

  constructor(why: Refusal) {
    super(why);
    this.why = why;
  }
}

/** CRC-32, as in gzip, of a text in UTF-8. */
export function checksum(text: string) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, '0');
}

/** The keys of all that the loaded parts of the page keep, and of what was set aside. */
const allKept = () => keysFrom('merels.').filter((key) => kindOf(key) || key.startsWith(ASIDE));

/**
 * Takes an entry: stores it where there is none, or else adds it to what is here.
 * @returns false for one that no loaded part reads
 */
function takeIn(key: string, text: string): boolean {
  const kind = kindOf(key);
  if (!kind?.reads(text, key)) return false;
  const now = latest(key);
  if (now === text) return true;
  if (now === null) {
    keepCopy(key, text);
    kind.store(key, text);
  } else kind.add(key, text, null);
  // As if another tab had written it.
  dispatchEvent(new StorageEvent('storage', { key, newValue: latest(key) }));
  return true;
}

/** Keeps an entry that cannot be read. */
function setAside(key: string, text: string) {
  const aside = key.startsWith(ASIDE) ? key : asideOf(key);
  if (get(aside) === null) put(aside, text);
}

/** Everything as a text. */
export function writeBackup(now = Date.now()) {
  const entries = Object.fromEntries(
    allKept()
      .sort()
      .map((key) => [key, latest(key) ?? '']),
  );
  const sum = checksum(JSON.stringify(entries));
  return JSON.stringify({ kind: KIND, version: VERSION, saved: now, sum, entries });
}

/** The entries of a file. Throws a `RefusedFile` if it is none, or not whole. */
function entriesOf(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RefusedFile(text.includes(KIND) ? 'damaged' : 'other');
  }
  if (!isObject(value) || value.kind !== KIND) throw new RefusedFile('other');
  if (typeof value.version === 'number' && value.version > VERSION) throw new RefusedFile('newer');
  const { entries, sum } = value;
  if (!isObject(entries) || checksum(JSON.stringify(entries)) !== sum)
    throw new RefusedFile('damaged');
  const found = Object.entries(entries);
  if (!found.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    throw new RefusedFile('damaged');
  return found;
}

/**
 * Adds a file to what is here.
 * @returns is all of it here now? What this version cannot read is set aside.
 */
export function addBackup(text: string): boolean {
  let whole = true;
  for (const [key, entry] of entriesOf(text)) {
    if (takeIn(key, entry)) continue;
    whole &&= key.startsWith(ASIDE);
    if (OURS.test(key)) setAside(key, entry);
  }
  return whole;
}
