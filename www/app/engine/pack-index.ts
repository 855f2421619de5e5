// Opens a pack: what its index says of the pieces, and where they are.
import { Pack } from '../../pkg-pack/merels.js';
import { Trouble, fetchFile, troubleOf } from './pack-fetch.ts';
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
export interface PackIndex {
  pack: Pack;
  /** Its index and checksums. */
  files: Files;
  /** All pieces in order, and their indices in it by place. */
  places: PackPlace[];
  numbers: Map<number, number>;
  /** The size of each part. */
  partSizes: number[];
}

/** Consecutive pieces of a part, fetched together. */
export interface Run {
  part: number;
  start: number;
  end: number;
  places: PackPlace[];
}

/** The maximum number of ranges in a request. */
const RANGES = 100;
/** The maximum size of a request when downloading the whole pack, in bytes. */
const STRETCH = 1 << 20;
/** The number of stored pieces that are checked at once. */
const CHECKED = 500;

/** A place as a number. */
export const keyOf = ({ part, start }: Pick<PackPlace, 'part' | 'start'>) => part * 2 ** 32 + start;

function indexOf(pack: Pack, files: Files): PackIndex {
  const places = pack.places();
  const partSizes: number[] = [];
  for (const { part, end } of places) partSizes[part] = end;
  return { pack, files, places, numbers: new Map(places.map((p, i) => [keyOf(p), i])), partSizes };
}

/** The pieces of these keys, in order. */
export const placesOf = ({ places, numbers }: PackIndex, keys: Iterable<number>) =>
  [...keys]
    .flatMap((key) => numbers.get(key) ?? [])
    .sort((a, b) => a - b)
    .map((i) => places[i] as PackPlace);

/**
 * Groups neighbouring pieces of a part.
 * @param wanted in order
 */
export function runsOf(wanted: PackPlace[]) {
  const runs: Run[] = [];
  for (const place of wanted) {
    const last = runs.at(-1);
    if (last?.part === place.part && last.end === place.start) {
      last.places.push(place);
      last.end = place.end;
    } else runs.push({ part: place.part, start: place.start, end: place.end, places: [place] });
  }
  return runs;
}

/**
 * Groups runs of a part, to be fetched with one request if the host can do that.
 * @param runs in order
 * @param together does the host send several ranges in one answer?
 */
export function batchesOf(runs: Run[], together: boolean) {
  const batches: Run[][] = [];
  for (const run of runs) {
    const last = batches.at(-1);
    if (together && last && last.length < RANGES && last[0]?.part === run.part) last.push(run);
    else batches.push([run]);
  }
  return batches;
}

/** The next consecutive pieces that are not stored, up to the maximum size of a request. */
export function missing({ places }: PackIndex, isKept: (place: PackPlace) => boolean) {
  const first = places.findIndex((place) => !isKept(place));
  if (first < 0) return [];
  const { part, start } = places[first] as PackPlace;
  const length = places
    .slice(first)
    .findIndex((place) => isKept(place) || place.part !== part || place.end - start > STRETCH);
  return places.slice(first, length < 0 ? undefined : first + Math.max(length, 1));
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
