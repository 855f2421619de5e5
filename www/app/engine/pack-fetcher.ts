// Fetches the pieces of a pack that are wanted, each once, and leaves them on this device.
import { chunkWith, fetchChunks, fetchFile, troubleOf, type Chunk } from './pack-fetch.ts';
import { isRight, unkept, type PackIndex } from './pack-index.ts';
import { batchesOf, keyOf, placesIn, placesOf, runsOf, type Run } from './pack-pieces.ts';
import type { PackPlace } from '../types.ts';
import type { Piece } from './pack-cache.ts';
import type { Kept } from './pack-kept.ts';

/**
 * The maximum number of requests at the same time; a browser makes fewer to a host without HTTP/2.
 */
const PARALLEL = 64;

/** @param address of the pack's folder */
export function createFetcher(address: string, index: PackIndex, kept: Kept) {
  const { pack } = index;
  /** Pieces being loaded. */
  const coming: Map<number, Promise<void>> = new Map();
  const host = createHost(address, index);
  /** False once the host has not sent several ranges in one answer. */
  let together = true;

  /** Loads pieces into the pack, from this device or from the host. */
  async function load(asked: PackPlace[]) {
    const wanted = asked.filter((place) => !coming.has(keyOf(place)));
    if (wanted.length) {
      const arrived = bring(wanted);
      for (const place of wanted) {
        coming.set(keyOf(place), arrived);
        void arrived.catch(() => {}).then(() => coming.delete(keyOf(place)));
      }
    }
    await Promise.all(asked.map((place) => coming.get(keyOf(place))));
  }

  async function bring(wanted: PackPlace[]) {
    await insertKept(wanted.filter(kept.has));
    const absent = new Set(wanted.filter((place) => !kept.has(place)).map(keyOf));
    const arrived: Piece[] = [];
    try {
      await fetchAbsent(runsOf(placesOf(index, absent)), absent, arrived);
    } finally {
      // In one transaction: a thousand transactions would take seconds.
      if (arrived.length) void kept.write(index, arrived).catch(unkept);
    }
  }

  async function insertKept(places: PackPlace[]) {
    const stored = await kept.read(places);
    for (const [i, place] of places.entries()) {
      try {
        pack.insert(place, stored[i] ?? new Uint8Array());
      } catch (error) {
        console.warn('A stored piece is fetched anew:', troubleOf(error).message);
        await kept.drop(place);
      }
    }
  }

  /**
   * @param absent what is still absent
   * @param arrived gets what is still to be written
   */
  async function fetchAbsent(runs: Run[], absent: Set<number>, arrived: Piece[]) {
    const batches = batchesOf(runs, together);
    const fetchNext = async () => {
      for (let batch; (batch = batches.shift());) {
        const asked = batch.flatMap(({ places }) => places);
        // Their whole part may have arrived in the meantime.
        if (!asked.some((place) => absent.has(keyOf(place)))) continue;
        const pieces = await host.fetchRuns(batch);
        if (!pieces) {
          together = false;
          await fetchAbsent(batch, absent, arrived);
          continue;
        }
        for (const { place, bytes } of pieces)
          if (absent.delete(keyOf(place))) pack.insert(place, bytes);
        // The rest of a whole part will be needed soon.
        if (pieces.length > asked.length) await kept.write(index, pieces).catch(unkept);
        else arrived.push(...pieces);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, fetchNext));
  }

  return { load, fetchRuns: host.fetchRuns };
}

/** What the host sends of the parts of a pack. */
function createHost(address: string, index: PackIndex) {
  const { pack, partSizes } = index;
  /** Parts whose header was checked; all of the part if the host does not send ranges of it. */
  const parts: Map<number, Promise<Chunk[] | null>> = new Map();
  /** Whole parts that are being fetched. */
  const wholes: Map<number, Promise<Chunk[]>> = new Map();

  const addressOf = (part: number) => `${address}${part}.bin`;
  const sizeOf = (part: number) => partSizes[part] ?? 0;

  /** Checks that a part belongs to this pack. */
  function beginOf(part: number) {
    const known = parts.get(part) ?? begin(part);
    parts.set(part, known);
    known.then(
      (chunks) => chunks && parts.delete(part),
      () => parts.delete(part),
    );
    return known;
  }

  async function begin(part: number): Promise<Chunk[] | null> {
    const head = { start: 0, end: pack.headBytes() };
    const chunks =
      (await fetchChunks(addressOf(part), [head], sizeOf(part))) ?? (await wholeOf(part));
    const first = chunkWith(chunks, head)?.bytes ?? new Uint8Array();
    pack.expectPart(part, first.subarray(0, head.end));
    return first.length >= sizeOf(part) ? chunks : null;
  }

  /** Fetches a whole part, once for all that want it. */
  function wholeOf(part: number) {
    const known =
      wholes.get(part) ??
      fetchFile(addressOf(part), sizeOf(part)).then((bytes) => [{ start: 0, bytes }]);
    wholes.set(part, known);
    void known.catch(() => {}).then(() => wholes.delete(part));
    return known;
  }

  return {
    /**
     * Fetches runs of a part, or the whole part if the host does not send ranges.
     * @param runs in order
     * @returns checked, with others that came with them; null if the host does not send several
     *   runs together
     */
    async fetchRuns(runs: Run[]): Promise<Piece[] | null> {
      const part = runs[0]?.part ?? 0;
      const chunks =
        (await beginOf(part)) ??
        (await fetchChunks(addressOf(part), runs, sizeOf(part))) ??
        (runs.length > 1 ? null : await wholeOf(part));
      return chunks && piecesOf(index, part, chunks, new Set(runs.flatMap(({ places }) => places)));
    },
  };
}

/**
 * The pieces of a part that are in its chunks. Throws unless those that were asked for are what
 * they must be.
 */
function piecesOf(index: PackIndex, part: number, chunks: Chunk[], asked: Set<PackPlace>) {
  const { pack } = index;
  const absent = new Set(asked);
  const found: Piece[] = [];
  for (const { start, bytes } of chunks)
    for (const place of placesIn(index, { part, start, end: start + bytes.length })) {
      const piece = { place, bytes: bytes.slice(place.start - start, place.end - start) };
      if (absent.delete(place)) pack.check(place, piece.bytes);
      else if (!isRight(pack, place, piece.bytes)) continue;
      found.push(piece);
    }
  for (const place of absent) pack.check(place, new Uint8Array());
  return found;
}

export type Fetcher = ReturnType<typeof createFetcher>;
