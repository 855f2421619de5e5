// Reviews a game: the engine evaluates each position with the same number of nodes, and Rust judges the turns.
import { setStudy } from '../state.js';
import { within } from '../engine/timing.js';
import { isAbort } from './thinker.js';

/**
 * @typedef {import('../types').Review} Review
 * @typedef {import('../types').Score} Score
 * @typedef {{ score: Score | null, other: Score | null }} Worth of a position, and of the best move that was not played
 */

/** Nodes per unsolved position; takes far less than a second on most devices. */
const NODES = 200_000;
/** The time limit per position, in milliseconds. */
const MILLIS = 10_000;
/** How often to check whether exact values are ready, in milliseconds, and how many times. */
const SOLVING = { millis: 100, tries: 300 };

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../game/session.js').Session} parts.session
 * @param {import('../engine/client.js').EngineClient} parts.engine
 * @param {(line: string) => Promise<import('../types').PositionValues | null>} parts.values exact values if known
 * @param {() => Promise<void>} parts.ready resolves when the engine has loaded the opening's values
 * @param {(review: Review) => void} parts.finished
 * @param {(error: unknown) => void} parts.failed
 */
export function createReviewer({ store, session, engine, values, ready, finished, failed }) {
  /** Counts runs, to recognise cancelled ones. */
  let run = 0;

  /** @param {Review} review */
  const put = (review) => store.update((s) => (s.study ? setStudy(s, { ...s.study, review }) : s));

  /** The current scores with Rust's judgement. @param {Pick<Review, 'nodes' | 'scores' | 'others'>} found @param {number} known @param {boolean} running @returns {Review} */
  const judged = ({ nodes, scores, others }, known, running) => ({
    nodes,
    scores: [...scores],
    others: [...others],
    known,
    running,
    live: false,
    info: session.look((game) => game.review(nodes[nodes.length - 1] ?? 0, scores, others)),
  });

  async function start() {
    const mine = ++run;
    const { game } = store.get();
    const line = game.moves.filter((m) => m.onPath);
    const nodes = [0, ...line.map((m) => m.id)];
    const turns = line.map((m) => m.text);
    /** @type {(Score | null)[]} */
    const scores = nodes.map(() => null);
    const found = { nodes, scores, others: [...scores] };
    const current = () => mine === run && store.get().study !== null;
    let review = judged(found, 0, true);
    put(review);
    try {
      await Promise.all([ready(), solved(current)]);
      // Start at the end: entries in the transposition table help with earlier positions.
      for (let ply = nodes.length - 1; ply >= 0 && current(); ply--) {
        // The rules tell how an ended game has ended.
        if (!review.info.values[ply]) {
          const exact = await exactly(nodes[ply] ?? 0, turns[ply]);
          if (!current()) return;
          const { score, other } = exact ?? (await estimate(game.start, turns.slice(0, ply), turns[ply]));
          if (!current()) return;
          found.scores[ply] = score;
          found.others[ply] = other;
        }
        review = judged(found, nodes.length - ply, ply > 0);
        put(review);
      }
      if (current()) finished(review);
    } catch (error) {
      if (!isAbort(error)) failed(error);
      if (mine === run) stop();
    }
  }

  /** Waits for exact values that will be ready soon. @param {() => boolean} current */
  async function solved(current) {
    for (let wait = 0; wait < SOLVING.tries && current(); wait++) {
      await new Promise((resolve) => setTimeout(resolve, SOLVING.millis));
      if (!['reading', 'solving'].includes(store.get().solving.status)) return;
    }
  }

  /** The exact value of a position and of the best move that was not played; null if unknown. @param {number} node @param {string | undefined} played @returns {Promise<Worth | null>} */
  async function exactly(node, played) {
    const exact = await within(MILLIS, values(session.look((game) => game.lineAt(node))));
    const [other] = exact?.moves.filter(({ text }) => text !== played).sort((a, b) => a.rank - b.rank) ?? [];
    return exact && { score: exact.value, other: other?.value ?? null };
  }

  /** The same as an estimate. @param {string} begin @param {string[]} moves @param {string | undefined} played @returns {Promise<Worth>} */
  async function estimate(begin, moves, played) {
    const { info, lines } = await engine.ask({ line: begin, moves, millis: MILLIS, limits: { nodes: NODES, lines: 2 } });
    return { score: info?.score ?? null, other: lines.find(({ pv }) => pv[0] !== played)?.score ?? null };
  }

  function stop() {
    run++;
    const { study } = store.get();
    if (!study?.review?.running) return;
    put({ ...study.review, running: false });
    engine.cancel();
  }

  return { start, stop };
}
