// The games on this device as entries of a list: read, renamed, deleted and put back.
import {
  read,
  removeGame,
  storedGames,
  storedText,
  storeText,
  writeSaved,
  type Saved,
} from '../storage/games.ts';
import { ASIDE, drop, forget, get, keysFrom, latest, put, stuck } from '../storage/local.ts';
import type { Facts } from './finder.ts';

/** A game, or another unreadable entry with its name in `aside`. */
export interface Entry {
  id: string;
  text: string;
  saved: Saved | null;
  aside?: string;
  facts?: Facts;
}

/**
 * The latest first; unreadable ones last.
 * @param current the id of the game at the table, which comes before all others
 */
export function listEntries(current: string): Entry[] {
  const aside = (id: string, text: string | null, name: string): Entry => ({
    id,
    text: text ?? '',
    saved: null,
    aside: name,
  });
  const last = (e: Entry) => (e.id === current ? Infinity : (e.saved?.played ?? -1));
  return [
    ...storedGames().map(({ id, text }): Entry => ({ id, text, saved: read(text) })),
    // The name is the key without its prefix and timestamp.
    ...keysFrom(ASIDE).map((key) =>
      aside(key, latest(key), key.slice(ASIDE.length, key.lastIndexOf('.'))),
    ),
    ...[...stuck].map((key) => aside(key, get(key), key)),
  ].sort((a, b) => last(b) - last(a));
}

/** Rereads an entry: another tab may have played on since the list was opened. */
export function reread(entry: Entry) {
  if (entry.aside) return;
  entry.text = storedText(entry.id) ?? entry.text;
  entry.saved = read(entry.text);
}

/** @param keep stores it */
export function renameEntry(entry: Entry, name: string, keep: (text: string) => void) {
  if (!entry.saved) return;
  entry.saved = { ...entry.saved, name };
  entry.text = writeSaved(entry.saved);
  entry.facts = undefined;
  keep(entry.text);
}

export function removeEntry({ id, aside }: Entry) {
  if (!aside) return removeGame(id);
  drop(id);
  // A stuck entry may have a pending write under the same key: keep that.
  if (!stuck.delete(id)) forget(id);
}

/** Undoes `removeEntry`. */
export function putBack(entry: Entry) {
  const { id, text, aside } = entry;
  // Do not overwrite what has been written under this key since.
  if (aside) {
    if (get(id) === null) put(id, text);
  } else if (storedText(id) === null) storeText(id, text);
  reread(entry);
}
