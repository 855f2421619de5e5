// Stores the last collection on this device.
import { database } from '../platform/database.ts';
import { areTexts, isObject } from '../storage/storage.ts';
import type { FileGame, FileSummary } from '../types.ts';
import type { Read } from './collection-reader.ts';

const transact = database('merels-collection', 'files');
const KEY = 'last';
const VERSION = 1;

interface Kept {
  version: number;
  name: string;
  read: Read;
}

/** The key to which data of another version is moved instead of being overwritten. */
const ASIDE = 'aside';

const isSummary = (value: unknown): value is FileSummary =>
  isObject(value) &&
  Number.isInteger(value.plies) &&
  areTexts([
    value.event,
    value.date,
    value.white,
    value.black,
    value.result,
    value.spec,
    value.opening,
  ]);
const isGame = (value: unknown): value is FileGame =>
  isObject(value) &&
  Number.isInteger(value.from) &&
  Number.isInteger(value.to) &&
  (value.game === null || isSummary(value.game));

function isKept(value: unknown): value is Kept {
  const { version, name, read } = (value ?? {}) as Partial<Kept>;
  return (
    version === VERSION &&
    typeof name === 'string' &&
    read?.bytes instanceof Blob &&
    Array.isArray(read.games) &&
    read.games.every(isGame)
  );
}

const fetchStored = () => transact('readonly', (store) => store.get(KEY) as IDBRequest<unknown>);

/** Rejects if storage is unavailable. */
export async function fetchKept(): Promise<Kept | null> {
  const found = await fetchStored();
  return isKept(found) ? found : null;
}

/** Rejects if storage is full or unavailable. */
export async function save(name: string, read: Read) {
  const found = await fetchStored();
  if (found !== undefined && !isKept(found))
    await transact('readwrite', (store) => store.put(found, ASIDE));
  await transact('readwrite', (store) => store.put({ version: VERSION, name, read }, KEY));
}

export const forget = () => transact('readwrite', (store) => store.delete(KEY));
