// Opens a pack: what its index says of the pieces, and where they are.
import { Pack } from '../../pkg-pack/merels.js';
import { Trouble, fetchFile, troubleOf } from './pack-fetch.ts';
import { keyOf, type Pieces } from './pack-pieces.ts';
import type { Placings } from './pack-placings.ts';
import type { PackPlace } from '../types.ts';
import type { Files, PackCache } from './pack-cache.ts';

/** Where a pack is, and what it must be. */
export interface PackSource {
  /** Of the folder, with a trailing slash. */
  address: string;
  version: string;
  /** Of these files, in bytes. */
  sizes: { index: number; checksums: number };
  /** The file with the values of first placings, if there is one. */
  placings?: Placings | null;
}

/** A pack that is open. */
export interface PackIndex extends Pieces {
  pack: Pack;
  /** Its index and checksums. */
  files: Files;
  /** The size of each part. */
  partSizes: number[];
}

/** The number of stored pieces that are checked at once. */
const CHECKED = 500;

function indexOf(pack: Pack, files: Files): PackIndex {
  const places = pack.places();
  const partSizes: number[] = [];
  for (const { part, end } of places) partSizes[part] = end;
  return { pack, files, places, numbers: new Map(places.map((p, i) => [keyOf(p), i])), partSizes };
}

/** Is a piece what it must be? */
export function isRight(pack: Pack, place: PackPlace, bytes: Uint8Array) {
  try {
    pack.check(place, bytes);
    return true;
  } catch (error) {
    troubleOf(error);
    return false;
  }
}

/** Without storage, everything is fetched again. */
export function unkept(error: unknown): null {
  console.warn('Values are not kept:', error);
  return null;
}

/**
 * Opens the pack with the stored files, else with those of the host.
 * @returns rejected with a Trouble
 */
export async function openIndex(source: PackSource, cache: PackCache): Promise<PackIndex> {
  return (await openKept(source, cache)) ?? (await openFetched(source, cache));
}

async function openKept(source: PackSource, cache: PackCache) {
  const stored = await cache.files().catch(unkept);
  if (!stored) return null;
  try {
    return read(source, stored);
  } catch (error) {
    console.warn('The stored index is fetched again:', troubleOf(error).message);
    await cache.forgetFiles().catch(unkept);
    return null;
  }
}

async function openFetched(source: PackSource, cache: PackCache) {
  const { address, sizes } = source;
  const [index, checksums] = await Promise.all([
    fetchFile(`${address}index.bin`, sizes.index),
    fetchFile(`${address}checksums.bin`, sizes.checksums),
  ]);
  const found = read(source, { index, checksums });
  // Earlier versions of the page stored pieces without comparing them with the list of checksums.
  await dropWrong(found, cache).catch(unkept);
  await cache.saveFiles(found.files).catch(unkept);
  return found;
}

function read({ version }: PackSource, files: Files) {
  const pack = new Pack(files.index, files.checksums);
  if (pack.version() === version) return indexOf(pack, files);
  pack.free();
  throw new Trouble('other-pack', 'the index belongs to another pack');
}

/** Removes stored pieces that are not what they must be. */
async function dropWrong({ pack, places, numbers }: PackIndex, cache: PackCache) {
  const stored = (await cache.places()).flatMap(
    (place) => places[numbers.get(keyOf(place)) ?? -1] ?? [],
  );
  for (let at = 0; at < stored.length; at += CHECKED) {
    const some = stored.slice(at, at + CHECKED);
    const bytes = await cache.read(some);
    const wrong = some.filter((place, i) => !isRight(pack, place, bytes[i] ?? new Uint8Array()));
    for (const place of wrong) await cache.forget(place);
    if (wrong.length) console.warn(`${wrong.length} stored pieces were wrong`);
  }
}
