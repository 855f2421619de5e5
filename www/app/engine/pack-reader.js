// Looks up values in a pack. Fetches the pieces it needs and stores them on this device.
import { Pack } from '../../pkg-pack/merels.js';
import { isTrap, yieldToMessages } from './heartbeat.js';
import { Trouble, chunkWith, fetchChunks, fetchFile } from './pack-fetch.js';

/**
 * @typedef {import('../types').PackPlace} PackPlace
 * @typedef {import('../types').Packed} Packed
 * @typedef {import('./pack-cache.js').Piece} Piece
 * @typedef {import('./pack-fetch.js').Chunk} Chunk
 * @typedef {import('../types').PositionValues} PositionValues
 * @typedef {{ id: number, line: string, told: boolean }} Question
 * @typedef {{ part: number, start: number, end: number, places: PackPlace[] }} Run consecutive pieces, fetched together
 * @typedef {object} Tell
 * @property {(state: Packed) => void} state
 * @property {(id: number, value: import('../types').ExactValue) => void} value the position's own value, which is found first
 * @property {(id: number, values: PositionValues | null) => void} values null if there are none
 */

/** How long to decode before messages are handled, in milliseconds. */
const SLICE = 10;
/** The interval at which timers get a turn, in milliseconds: a stream of messages could hold up the heartbeat. */
const REST = 200;
/** The maximum number of requests at the same time; a browser makes fewer to a host without HTTP/2. */
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

/** A place as a number. @param {Pick<PackPlace, 'part' | 'start'>} place */
const keyOf = ({ part, start }) => part * 2 ** 32 + start;

/** A promise that can be resolved from outside. */
function createSignal() {
  let give = () => {};
  const given = new Promise((resolve) => (give = () => resolve(undefined)));
  return { given, give };
}

/** @param {unknown} error @returns {Trouble} */
function troubleOf(error) {
  // After a trap the module's memory cannot be trusted.
  if (isTrap(error)) throw error;
  if (error instanceof Trouble) return error;
  const code =
    error instanceof Error && 'code' in error
      ? /** @type {'version' | 'other-pack' | 'damaged'} */ (error.code)
      : 'broken';
  return new Trouble(code, error);
}

/**
 * @param {object} parts
 * @param {string} parts.address of the folder, with a trailing slash
 * @param {string} parts.version of the pack
 * @param {{ index: number, checksums: number }} parts.sizes of these files, in bytes
 * @param {import('./pack-cache.js').PackCache} parts.cache
 * @param {Tell} parts.tell
 */
export function createPackReader({ address, version, sizes, cache, tell }) {
  /** @type {Packed} */
  let state = { status: 'reading', reason: null, bytes: 0, kept: 0, keeping: false, trouble: null };
  /** @type {Promise<Pack> | null} */
  let opened = null;
  /** Its index and checksums. @type {import('./pack-cache.js').Files | null} */
  let files = null;
  /** All pieces in order, and their indices in it by place. @type {PackPlace[]} */
  let places = [];
  /** @type {Map<number, number>} */
  const numbers = new Map();
  /** Which of them are on this device. @type {Set<number>} */
  const kept = new Set();
  /** The size of each part. @type {number[]} */
  let partSizes = [];
  /** Parts whose header was checked; all of the part if the host does not send ranges of it. @type {Map<number, Promise<Chunk[] | null>>} */
  const parts = new Map();
  /** Whole parts that are being fetched. @type {Map<number, Promise<Chunk[]>>} */
  const wholes = new Map();
  /** Pieces being fetched. @type {Map<number, Promise<void>>} */
  const coming = new Map();
  /** Open questions, the newest last. @type {Question[]} */
  let questions = [];
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
  /** Set while the whole pack is being downloaded. @type {AbortController | null} */
  let keeping = null;

  /** @param {Partial<Packed>} change */
  function set(change) {
    state = { ...state, ...change };
    tell.state(state);
  }

  /** @type {ReturnType<typeof setTimeout> | null} */
  let reporting = null;

  /** Reports a change in the number of bytes stored. @param {number} change */
  function count(change) {
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

  /** @param {import('./pack-cache.js').Files} given */
  function read(given) {
    const found = new Pack(given.index, given.checksums);
    files = given;
    if (found.version() === version) return found;
    found.free();
    throw new Trouble('other-pack', 'the index belongs to another pack');
  }

  /** Removes stored pieces that are not what they must be. @param {Pack} from */
  async function dropWrong(from) {
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

  /** @param {Pack} from @param {PackPlace} place @param {Uint8Array} bytes */
  function isRight(from, place, bytes) {
    try {
      from.check(place, bytes);
      return true;
    } catch (error) {
      troubleOf(error);
      return false;
    }
  }

  /** Without storage, everything is fetched again. @param {unknown} error @returns {null} */
  function unkept(error) {
    console.warn('Values are not kept:', error);
    return null;
  }

  async function findKept() {
    const found = (await cache.places().catch(unkept)) ?? [];
    kept.clear();
    state = { ...state, kept: 0 };
    found.forEach(add);
  }

  /** Notes that a piece is stored. @param {Pick<PackPlace, 'part' | 'start'>} place */
  function add(place) {
    const { start, end } = places[numbers.get(keyOf(place)) ?? -1] ?? { start: 0, end: 0 };
    if (end && !kept.has(keyOf(place))) count(end - start);
    if (end) kept.add(keyOf(place));
  }

  /** @param {PackPlace} place */
  const lose = (place) => kept.delete(keyOf(place)) && count(place.start - place.end);

  /* Fetching. */

  const addressOf = (/** @type {number} */ part) => `${address}${part}.bin`;
  const sizeOf = (/** @type {number} */ part) => partSizes[part] ?? 0;

  /** Checks that a part belongs to this pack. @param {Pack} from @param {number} part */
  function beginOf(from, part) {
    const known = parts.get(part) ?? begin(from, part);
    parts.set(part, known);
    known.then(
      (chunks) => chunks && parts.delete(part),
      () => parts.delete(part),
    );
    return known;
  }

  /** @param {Pack} from @param {number} part @returns {Promise<Chunk[] | null>} */
  async function begin(from, part) {
    const head = { start: 0, end: from.headBytes() };
    const chunks =
      (await fetchChunks(addressOf(part), [head], sizeOf(part))) ?? (await wholeOf(part));
    const first = chunkWith(chunks, head)?.bytes ?? new Uint8Array();
    from.expectPart(part, first.subarray(0, head.end));
    return first.length >= sizeOf(part) ? chunks : null;
  }

  /** Fetches a whole part, once for all that want it. @param {number} part */
  function wholeOf(part) {
    const known =
      wholes.get(part) ??
      fetchFile(addressOf(part), sizeOf(part)).then((bytes) => [{ start: 0, bytes }]);
    wholes.set(part, known);
    void known.catch(() => {}).then(() => wholes.delete(part));
    return known;
  }

  /**
   * Fetches runs of a part, or the whole part if the host does not send ranges.
   * @param {Pack} from @param {Run[]} runs in order
   * @returns {Promise<Piece[] | null>} checked, with others that came with them; null if the host does not send several runs together
   */
  async function fetchRuns(from, runs) {
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

  /** @param {Piece[]} pieces */
  async function write(pieces) {
    await cache.write(pieces);
    for (const { place } of pieces) add(place);
  }

  /** Loads pieces, from this device or from the host. @param {Pack} into @param {PackPlace[]} asked */
  async function get(into, asked) {
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

  /** @param {Pack} into @param {PackPlace[]} wanted */
  async function bring(into, wanted) {
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
    /** @type {Piece[]} */
    const arrived = [];
    const fetchAll = async (/** @type {Run[]} */ runs) => {
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
      await fetchAll(runsOf(indices.map((i) => /** @type {PackPlace} */ (places[i]))));
    } finally {
      // In one transaction: a thousand transactions would take seconds.
      if (arrived.length) void write(arrived).catch(unkept);
    }
  }

  /** Groups neighbouring pieces of a part. @param {PackPlace[]} wanted in order */
  function runsOf(wanted) {
    /** @type {Run[]} */
    const runs = [];
    for (const place of wanted) {
      const last = runs.at(-1);
      if (last?.part === place.part && last.end === place.start) {
        last.places.push(place);
        last.end = place.end;
      } else runs.push({ part: place.part, start: place.start, end: place.end, places: [place] });
    }
    return runs;
  }

  /** Groups runs of a part, to be fetched with one request if the host can do that. @param {Run[]} runs in order */
  function batchesOf(runs) {
    /** @type {Run[][]} */
    const batches = [];
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

  /** @param {Question} question @param {PositionValues | null} values */
  function finish(question, values) {
    if (!questions.includes(question)) return;
    questions = questions.filter((other) => other !== question);
    if (values && state.reason) set({ reason: null });
    tell.values(question.id, values);
  }

  /** Works on a question until it is answered or a newer one is asked. @param {Question} question */
  async function pursue(question) {
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

  /** @param {AbortSignal} paused */
  async function keepAll(paused) {
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
    /** @type {Packed['trouble']} */
    let trouble = null;
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

  /** @param {'paused' | 'removed'} reason */
  function stop(reason) {
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
    /** @param {number} id @param {string} line */
    ask(id, line) {
      questions.push({ id, line, told: false });
      changed.give();
      changed = createSignal();
      return work();
    },
    /** Cancels a question. @param {number} id */
    drop(id) {
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
