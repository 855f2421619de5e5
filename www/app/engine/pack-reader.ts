// Looks up values in a pack. Fetches the pieces it needs and stores them on this device.
import { Pack } from '../../pkg-pack/merels.js';
import { isTrap, yieldToMessages } from './heartbeat.ts';
import { Trouble, chunkWith, fetchChunks, fetchFile, type Chunk } from './pack-fetch.ts';
import type { ExactValue, PackPlace, Packed, PositionValues } from '../types.ts';
import type { Files, PackCache, Piece } from './pack-cache.ts';

interface Question {
  id: number;
  line: string;
  told: boolean;
}

/** Consecutive pieces, fetched together. */
interface Run {
  part: number;
  start: number;
  end: number;
  places: PackPlace[];
}

interface Tell {
  state: (state: Packed) => void;
  /** The position's own value, which is found first. */
  value: (id: number, value: ExactValue) => void;
  /** Null if there are none. */
  values: (id: number, values: PositionValues | null) => void;
}

/** How long to decode before messages are handled, in milliseconds. */
const SLICE = 10;
/**
 * The interval at which timers get a turn, in milliseconds: a stream of messages could hold up the
 * heartbeat.
 */
const REST = 200;
/**
 * The maximum number of requests at the same time; a browser makes fewer to a host without HTTP/2.
 */
const PARALLEL = 64;
/** The maximum number of ranges in a request. */
const RANGES = 100;
/** The maximum size of a request when downloading the whole pack, in bytes. */
const STRETCH = 1 << 20;
/** The delay before a retry if the host does not answer, in milliseconds. */
const RETRY = 10_000;
/** The interval between progress reports, in milliseconds. */
const REPORT = 200;
/** The number of stored pieces that are checked at once. */
const CHECKED = 500;

/** A place as a number. */
const keyOf = ({ part, start }: Pick<PackPlace, 'part' | 'start'>) => part * 2 ** 32 + start;

/** A promise that can be resolved from outside. */
function createSignal() {
  let give = () => {};
  const given = new Promise((resolve) => (give = () => resolve(undefined)));
  return { given, give };
}

function troubleOf(error: unknown): Trouble {
  // After a trap the module's memory cannot be trusted.
  if (isTrap(error)) throw error;
  if (error instanceof Trouble) return error;
  const code =
    error instanceof Error && 'code' in error
      ? (error.code as 'version' | 'other-pack' | 'damaged')
      : 'broken';
  return new Trouble(code, error);
}

export function createPackReader({
  address,
  version,
  sizes,
  cache,
  tell,
}: {
  /** Of the folder, with a trailing slash. */
  address: string;
  /** Of the pack. */
  version: string;
  /** Of these files, in bytes. */
  sizes: { index: number; checksums: number };
  cache: PackCache;
  tell: Tell;
}) {
  let state: Packed = {
    status: 'reading',
    reason: null,
    bytes: 0,
    kept: 0,
    keeping: false,
    trouble: null,
  };
  let opened: Promise<Pack> | null = null;
  /** Its index and checksums. */
  let files: Files | null = null;
  /** All pieces in order, and their indices in it by place. */
  let places: PackPlace[] = [];
  const numbers: Map<number, number> = new Map();
  /** Which of them are on this device. */
  const kept: Set<number> = new Set();
  /** The size of each part. */
  let partSizes: number[] = [];
  /** Parts whose header was checked; all of the part if the host does not send ranges of it. */
  const parts: Map<number, Promise<Chunk[] | null>> = new Map();
  /** Whole parts that are being fetched. */
  const wholes: Map<number, Promise<Chunk[]>> = new Map();
  /** Pieces being fetched. */
  const coming: Map<number, Promise<void>> = new Map();
  /** Open questions, the newest last. */
  let questions: Question[] = [];
  let working = false;
  /** False once the host has not sent several ranges in one answer. */
  let together = true;
  let blocks = 1;
  /** When timers last had a turn. */
  let rested = 0;
  /** Resolves when a question is asked or dropped. */
  let changed = createSignal();
  /** Resolves when the network may be back. */
  let online = createSignal();
  /** Set while the whole pack is being downloaded. */
  let keeping: AbortController | null = null;

  function set(change: Partial<Packed>) {
    state = { ...state, ...change };
    tell.state(state);
  }

  let reporting: ReturnType<typeof setTimeout> | null = null;

  /** Reports a change in the number of bytes stored. */
  function count(change: number) {
    state = { ...state, kept: state.kept + change };
    reporting ??= setTimeout(() => {
      reporting = null;
      tell.state(state);
    }, REPORT);
  }

  /** Opens the pack; retries if that failed before. */
  const open = () =>
    (opened ??= load().catch((error) => {
      opened = null;
      const trouble = troubleOf(error);
      set({ status: 'failed', reason: trouble.reason });
      throw trouble;
    }));

  async function load() {
    set({ status: 'reading' });
    const found = (await openKept()) ?? (await openFetched());
    places = found.places();
    numbers.clear();
    places.forEach((place, i) => numbers.set(keyOf(place), i));
    partSizes = [];
    for (const { part, end } of places) partSizes[part] = end;
    await findKept();
    set({ status: 'ready', reason: null, bytes: found.bytes() });
    cache.removeOld().catch(unkept);
    return found;
  }

  /** Opens the pack with the stored files. */
  async function openKept() {
    const stored = await cache.files().catch(unkept);
    if (!stored) return null;
    try {
      return read(stored);
    } catch (error) {
      console.warn('The stored index is fetched again:', troubleOf(error).message);
      await cache.forgetFiles().catch(unkept);
      return null;
    }
  }

  async function openFetched() {
    const [index, checksums] = await Promise.all([
      fetchFile(`${address}index.bin`, sizes.index),
      fetchFile(`${address}checksums.bin`, sizes.checksums),
    ]);
    files = { index, checksums };
    const found = read(files);
    // Earlier versions of the page stored pieces without comparing them with the list of checksums.
    await dropWrong(found).catch(unkept);
    await cache.saveFiles(files).catch(unkept);
    return found;
  }

  function read(given: Files) {
    const found = new Pack(given.index, given.checksums);
    files = given;
    if (found.version() === version) return found;
    found.free();
    throw new Trouble('other-pack', 'the index belongs to another pack');
  }

  /** Removes stored pieces that are not what they must be. */
  async function dropWrong(from: Pack) {
    const all = new Map(from.places().map((place) => [keyOf(place), place]));
    const stored = (await cache.places()).flatMap((place) => all.get(keyOf(place)) ?? []);
    for (let at = 0; at < stored.length; at += CHECKED) {
      const some = stored.slice(at, at + CHECKED);
      const bytes = await cache.read(some);
      const wrong = some.filter((place, i) => !isRight(from, place, bytes[i] ?? new Uint8Array()));
      for (const place of wrong) await cache.forget(place);
      if (wrong.length) console.warn(`${wrong.length} stored pieces were wrong`);
    }
  }

  function isRight(from: Pack, place: PackPlace, bytes: Uint8Array) {
    try {
      from.check(place, bytes);
      return true;
    } catch (error) {
      troubleOf(error);
      return false;
    }
  }

  /** Without storage, everything is fetched again. */
  function unkept(error: unknown): null {
    console.warn('Values are not kept:', error);
    return null;
  }

  async function findKept() {
    const found = (await cache.places().catch(unkept)) ?? [];
    kept.clear();
    state = { ...state, kept: 0 };
    found.forEach(add);
  }

  /** Notes that a piece is stored. */
  function add(place: Pick<PackPlace, 'part' | 'start'>) {
    const { start, end } = places[numbers.get(keyOf(place)) ?? -1] ?? { start: 0, end: 0 };
    if (end && !kept.has(keyOf(place))) count(end - start);
    if (end) kept.add(keyOf(place));
  }

  const lose = (place: PackPlace) => kept.delete(keyOf(place)) && count(place.start - place.end);

  /* Fetching. */

  const addressOf = (part: number) => `${address}${part}.bin`;
  const sizeOf = (part: number) => partSizes[part] ?? 0;

  /** Checks that a part belongs to this pack. */
  function beginOf(from: Pack, part: number) {
    const known = parts.get(part) ?? begin(from, part);
    parts.set(part, known);
    known.then(
      (chunks) => chunks && parts.delete(part),
      () => parts.delete(part),
    );
    return known;
  }

  async function begin(from: Pack, part: number): Promise<Chunk[] | null> {
    const head = { start: 0, end: from.headBytes() };
    const chunks =
      (await fetchChunks(addressOf(part), [head], sizeOf(part))) ?? (await wholeOf(part));
    const first = chunkWith(chunks, head)?.bytes ?? new Uint8Array();
    from.expectPart(part, first.subarray(0, head.end));
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

  /**
   * Fetches runs of a part, or the whole part if the host does not send ranges.
   * @param runs in order
   * @returns checked, with others that came with them; null if the host does not send several runs
   *   together
   */
  async function fetchRuns(from: Pack, runs: Run[]): Promise<Piece[] | null> {
    const part = runs[0]?.part ?? 0;
    const several = runs.length > 1;
    const chunks =
      (await beginOf(from, part)) ??
      (await fetchChunks(addressOf(part), runs, sizeOf(part))) ??
      (several ? null : await wholeOf(part));
    if (!chunks) return null;
    const asked = new Set(runs.flatMap(({ places }) => places));
    return places.flatMap((place) => {
      if (place.part !== part) return [];
      const chunk = chunkWith(chunks, place);
      const bytes =
        chunk?.bytes.slice(place.start - chunk.start, place.end - chunk.start) ?? new Uint8Array();
      if (asked.has(place)) from.check(place, bytes);
      else if (!chunk || !isRight(from, place, bytes)) return [];
      return { place, bytes };
    });
  }

  async function write(pieces: Piece[]) {
    await cache.write(pieces);
    for (const { place } of pieces) add(place);
  }

  /** Loads pieces, from this device or from the host. */
  async function get(into: Pack, asked: PackPlace[]) {
    const wanted = asked.filter((place) => !coming.has(keyOf(place)));
    if (wanted.length) {
      const arrived = bring(into, wanted);
      for (const place of wanted) {
        coming.set(keyOf(place), arrived);
        void arrived.catch(() => {}).then(() => coming.delete(keyOf(place)));
      }
    }
    await Promise.all(asked.map((place) => coming.get(keyOf(place))));
  }

  async function bring(into: Pack, wanted: PackPlace[]) {
    const here = wanted.filter((place) => kept.has(keyOf(place)));
    const stored = here.length ? ((await cache.read(here).catch(unkept)) ?? []) : [];
    for (const [i, place] of here.entries()) {
      try {
        into.insert(place, stored[i] ?? new Uint8Array());
      } catch (error) {
        console.warn('A stored piece is fetched anew:', troubleOf(error).message);
        await cache.forget(place).catch(unkept);
        lose(place);
      }
    }
    const absent = new Set(wanted.filter((place) => !kept.has(keyOf(place))).map(keyOf));
    const arrived: Piece[] = [];
    const fetchAll = async (runs: Run[]) => {
      const batches = batchesOf(runs);
      const fetchNext = async () => {
        for (let batch; (batch = batches.shift());) {
          const asked = batch.flatMap(({ places }) => places);
          // Their whole part may have arrived in the meantime.
          if (!asked.some((place) => absent.has(keyOf(place)))) continue;
          const pieces = await fetchRuns(into, batch);
          if (!pieces) {
            together = false;
            await fetchAll(batch);
            continue;
          }
          for (const { place, bytes } of pieces)
            if (absent.delete(keyOf(place))) into.insert(place, bytes);
          // The rest of a whole part will be needed soon.
          if (pieces.length > asked.length) await write(pieces).catch(unkept);
          else arrived.push(...pieces);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, fetchNext));
    };
    try {
      const indices = [...absent].map((key) => numbers.get(key) ?? -1).sort((a, b) => a - b);
      await fetchAll(runsOf(indices.map((i) => places[i] as PackPlace)));
    } finally {
      // In one transaction: a thousand transactions would take seconds.
      if (arrived.length) void write(arrived).catch(unkept);
    }
  }

  /**
   * Groups neighbouring pieces of a part.
   * @param wanted in order
   */
  function runsOf(wanted: PackPlace[]) {
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
   */
  function batchesOf(runs: Run[]) {
    const batches: Run[][] = [];
    for (const run of runs) {
      const last = batches.at(-1);
      if (together && last && last.length < RANGES && last[0]?.part === run.part) last.push(run);
      else batches.push([run]);
    }
    return batches;
  }

  /* Questions. */

  async function work() {
    if (working) return;
    working = true;
    try {
      for (let question; (question = questions.at(-1));) {
        try {
          await pursue(question);
        } catch (error) {
          const trouble = troubleOf(error);
          console.warn('No values:', trouble.message);
          if (state.status === 'ready') set({ reason: trouble.reason });
          finish(question, null);
        }
      }
    } finally {
      working = false;
    }
  }

  function finish(question: Question, values: PositionValues | null) {
    if (!questions.includes(question)) return;
    questions = questions.filter((other) => other !== question);
    if (values && state.reason) set({ reason: null });
    tell.values(question.id, values);
  }

  /** Works on a question until it is answered or a newer one is asked. */
  async function pursue(question: Question) {
    const newest = () => questions.at(-1) === question;
    const from = await open();
    if (!newest()) return;
    if (!from.ask(question.line)) return finish(question, null);
    while (newest()) {
      const begun = performance.now();
      const { state: progress, asked } = from.step(blocks);
      const took = Math.max(performance.now() - begun, 0.1);
      if (progress === 'more')
        blocks = Math.min(Math.max(Math.round((blocks * SLICE) / took), 1), 2 * blocks, 256);
      const value = question.told ? null : from.value();
      if (value) {
        question.told = true;
        tell.value(question.id, value);
      }
      if (progress === 'done') return finish(question, from.values());
      if (progress === 'absent') {
        if (!asked.length) throw new Error('nothing was asked for');
        const got = get(from, asked);
        // If another question comes first, nothing awaits it.
        got.catch(() => {});
        await Promise.race([got, changed.given]);
      } else await rest();
    }
  }

  /** Yields to messages, and now and then to timers. */
  async function rest() {
    if (performance.now() - rested <= REST) return yieldToMessages();
    await new Promise((resolve) => setTimeout(resolve));
    rested = performance.now();
  }

  /* Keeping the whole pack. */

  /** The next consecutive pieces that are not stored, up to the maximum size of a request. */
  function missing() {
    const first = places.findIndex((place) => !kept.has(keyOf(place)));
    const { part, start } = places[first] ?? { part: 0, start: 0 };
    const length = places
      .slice(first)
      .findIndex(
        (place) => kept.has(keyOf(place)) || place.part !== part || place.end - start > STRETCH,
      );
    return first < 0
      ? []
      : places.slice(first, length < 0 ? undefined : first + Math.max(length, 1));
  }

  async function keepAll(paused: AbortSignal) {
    for (let begun = false; !paused.aborted;) {
      try {
        const from = await open();
        if (!begun) await findKept();
        begun = true;
        const runs = runsOf(missing());
        if (!runs.length) {
          // The browser may have cleared the storage in the meantime.
          await findKept();
          if (missing().length) continue;
          if (files) await cache.saveFiles(files);
          return;
        }
        const pieces = (await fetchRuns(from, runs)) ?? [];
        if (paused.reason !== 'removed') await write(pieces);
        if (state.trouble) set({ trouble: null });
      } catch (error) {
        const reason = error instanceof DOMException ? null : troubleOf(error).reason;
        if (reason !== 'offline' && reason !== 'host') throw error;
        set({ trouble: reason });
        const given = new Promise((resolve) => paused.addEventListener('abort', resolve));
        await Promise.race([
          new Promise((resolve) => setTimeout(resolve, RETRY)),
          online.given,
          given,
        ]);
      }
    }
  }

  async function keep() {
    if (keeping) return;
    const mine = (keeping = new AbortController());
    set({ keeping: true, trouble: null });
    let trouble: Packed['trouble'] = null;
    try {
      // One tab at a time: the others then find everything stored.
      const { locks } = navigator;
      if (locks)
        await locks.request(`merels-keep-${version}`, { signal: mine.signal }, () =>
          keepAll(mine.signal),
        );
      else await keepAll(mine.signal);
    } catch (error) {
      // The error comes from storage, not from the network or the host.
      if (error instanceof DOMException)
        trouble = error.name === 'QuotaExceededError' ? 'full' : 'no-storage';
      else if (!mine.signal.aborted) trouble = troubleOf(error).reason;
      if (!mine.signal.aborted) console.warn('The solution is not kept:', error);
    }
    if (keeping !== mine) return;
    keeping = null;
    set({ keeping: false, trouble });
  }

  function stop(reason: 'paused' | 'removed') {
    keeping?.abort(reason);
    keeping = null;
    set({ keeping: false, trouble: null });
  }

  return {
    open: () =>
      open().then(
        () => {},
        (error) => void troubleOf(error),
      ),
    ask(id: number, line: string) {
      questions.push({ id, line, told: false });
      changed.give();
      changed = createSignal();
      return work();
    },
    /** Cancels a question. */
    drop(id: number) {
      questions = questions.filter((question) => question.id !== id);
      changed.give();
      changed = createSignal();
    },
    keep,
    pause: () => stop('paused'),
    async remove() {
      stop('removed');
      kept.clear();
      await cache.remove().catch(unkept);
      set({ kept: 0 });
    },
    /** Called when the network may be back. */
    retry() {
      online.give();
      online = createSignal();
    },
  };
}
