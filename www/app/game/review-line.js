// Scores the positions of a line, the last one first, and has Rust judge its turns.
import { within } from '../engine/timing.js';

/**
 * @typedef {import('../types').Score} Score
 * @typedef {{ score: Score | null, other: Score | null }} Worth of a position, and of the best move that was not played
 * @typedef {Pick<import('../types').Review, 'nodes' | 'scores' | 'others' | 'known' | 'info'>} Judgement what is known of a line
 */

/** @param {Score | null} score */
const isExact = (score) => score !== null && !('cp' in score);

/**
 * What a kept review says of the positions of a line, as far as its own line goes with it.
 * @param {import('../types').KeptReview | null} kept @param {string[]} turns of the line
 * @param {boolean} estimates are they good enough, or exact values only?
 * @returns {(ply: number) => Worth | null}
 */
export function keptWorth(kept, turns, estimates) {
  const same = kept ? [...turns, undefined].findIndex((turn, ply) => turn !== kept.line[ply]) : 0;
  return (ply) => {
    // The last position has no turn to compare, as in a line that is the same to its end.
    if (!kept || (same >= 0 && ply >= same)) return null;
    const { [ply]: score = null } = kept.scores;
    const { [ply]: other = null } = kept.others;
    return score && (estimates || (isExact(score) && (other === null || isExact(other))))
      ? { score, other }
      : null;
  };
}

/** A review of a whole line as it is kept with its game. @param {import('../types').MoveNode[]} moves of the game @param {Pick<import('../types').Review, 'nodes' | 'scores' | 'others' | 'effort'>} review @returns {import('../types').KeptReview} */
export function toKeep(moves, { nodes, scores, others, effort }) {
  const texts = new Map(moves.map(({ id, text }) => [id, text]));
  return { line: nodes.slice(1).map((node) => texts.get(node) ?? ''), scores, others, effort };
}

/** The time limit per position, in milliseconds. */
const MILLIS = 10_000;

/**
 * @param {object} parts
 * @param {Pick<import('./session.js').Session, 'look'>} parts.session
 * @param {Pick<import('../engine/client.js').EngineClient, 'ask'>} parts.engine
 * @param {(line: string) => Promise<import('../types').PositionValues | null>} parts.values exact values if known
 * @param {number} parts.nodes how many the engine visits in a position that is not known exactly
 */
export function createJudge({ session, engine, values, nodes: effort }) {
  /** The exact value of a position and of the best move that was not played; null if unknown. @param {number} node @param {string | undefined} played @returns {Promise<Worth | null>} */
  async function exactly(node, played) {
    const exact = await within(MILLIS, values(session.look((game) => game.lineAt(node))));
    const [other] =
      exact?.moves.filter(({ text }) => text !== played).sort((a, b) => a.rank - b.rank) ?? [];
    return exact && { score: exact.value, other: other?.value ?? null };
  }

  /** The same as an estimate. @param {string} begin @param {string[]} moves @param {string | undefined} played @returns {Promise<Worth>} */
  async function estimate(begin, moves, played) {
    const { info, lines } = await engine.ask({
      line: begin,
      moves,
      millis: MILLIS,
      limits: { nodes: effort, lines: 2 },
    });
    return {
      score: info?.score ?? null,
      other: lines.find(({ pv }) => pv[0] !== played)?.score ?? null,
    };
  }

  /** @param {number[]} nodes @param {(Score | null)[]} scores @param {(Score | null)[]} others */
  const judged = (nodes, scores, others) =>
    session.look((game) => game.review(nodes[nodes.length - 1] ?? 0, scores, others));

  return {
    /**
     * Judges a whole line, and reports after each position.
     * @param {string} start @param {Pick<import('../types').MoveNode, 'id' | 'text'>[]} line
     * @param {() => boolean} current is it still wanted?
     * @param {(found: Judgement) => void} report
     * @param {(ply: number) => Worth | null} [had] what is known already
     */
    async line(start, line, current, report, had = () => null) {
      const nodes = [0, ...line.map((m) => m.id)];
      const turns = line.map((m) => m.text);
      /** @type {(Score | null)[]} */
      const scores = nodes.map(() => null);
      const others = [...scores];
      let info = judged(nodes, scores, others);
      // Start at the end: entries in the transposition table help with earlier positions.
      for (let ply = nodes.length - 1; ply >= 0 && current(); ply--) {
        // The rules tell how an ended game has ended.
        if (!info.values[ply]) {
          const known = had(ply) ?? (await exactly(nodes[ply] ?? 0, turns[ply]));
          if (!current()) return;
          const { score, other } =
            known ?? (await estimate(start, turns.slice(0, ply), turns[ply]));
          if (!current()) return;
          scores[ply] = score;
          others[ply] = other;
        }
        info = judged(nodes, scores, others);
        report({
          nodes,
          scores: [...scores],
          others: [...others],
          known: nodes.length - ply,
          info,
        });
      }
    },

    /**
     * Judges one turn after positions whose scores are known.
     * @param {string} start @param {Pick<import('../types').MoveNode, 'id' | 'text'>[]} line that ends with the turn
     * @param {(Score | null)[]} scores of the positions before it @param {(Score | null)[]} others
     */
    async turn(start, line, scores, others) {
      const nodes = [0, ...line.map((m) => m.id)];
      const before = scores.slice(0, line.length);
      const over = judged(nodes, [...before, null], others.slice(0, line.length)).values[
        line.length
      ];
      const worth = over
        ? null
        : ((await exactly(nodes.at(-1) ?? 0, undefined)) ??
          (await estimate(
            start,
            line.map((m) => m.text),
            undefined,
          )));
      return judged(
        nodes,
        [...before, worth?.score ?? null],
        [...others.slice(0, line.length), null],
      ).turns.at(-1);
    },
  };
}
