// The pieces of a pack: which are next to each other, which are fetched together, and which next.
import type { PackPlace } from '../types.ts';

export interface Pieces {
  /** All pieces in order, and their indices in it by place. */
  places: PackPlace[];
  numbers: Map<number, number>;
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

/** A place as a number. */
export const keyOf = ({ part, start }: Pick<PackPlace, 'part' | 'start'>) => part * 2 ** 32 + start;

/** The pieces of these keys, in order. */
export const placesOf = ({ places, numbers }: Pieces, keys: Iterable<number>) =>
  [...keys]
    .flatMap((key) => numbers.get(key) ?? [])
    .sort((a, b) => a - b)
    .map((i) => places[i] as PackPlace);

/** The pieces that lie in a stretch of a part, in order. */
export function placesIn({ places }: Pick<Pieces, 'places'>, stretch: PackPlace) {
  const from = firstFrom(places, keyOf(stretch));
  const found: PackPlace[] = [];
  for (let at = from; at < places.length; at++) {
    const place = places[at] as PackPlace;
    if (place.part !== stretch.part || place.end > stretch.end) break;
    found.push(place);
  }
  return found;
}

/** The first piece at a place or after it: there are tens of thousands, so by bisection. */
function firstFrom(places: PackPlace[], key: number) {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(places[middle] as PackPlace) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
export function missing({ places }: Pieces, isKept: (place: PackPlace) => boolean) {
  const first = places.findIndex((place) => !isKept(place));
  if (first < 0) return [];
  const { part, start } = places[first] as PackPlace;
  const length = places
    .slice(first)
    .findIndex((place) => isKept(place) || place.part !== part || place.end - start > STRETCH);
  return places.slice(first, length < 0 ? undefined : first + Math.max(length, 1));
}
