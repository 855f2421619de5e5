// Scores the positions of a line, the last one first, and has Rust judge its turns.
import { within } from '../engine/timing.ts';
import type { EngineClient } from '../engine/client.ts';
import type { KeptReview, MoveNode, PositionValues, Review, Score } from '../types.ts';
import type { Session } from './session.ts';

/** Of a position, and of the best move that was not played; the engine's move if it was asked. */
interface Worth {
  score: Score | null;
  other: Score | null;
  best: string | null;
}

/** What is known of a line. */
export type Judgement = Pick<Review, 'nodes' | 'scores' | 'others' | 'best' | 'known' | 'info'>;

const isExact = (score: Score | null) => score !== null && !('cp' in score);

/**
 * What a kept review says of the positions of a line, as far as its own line goes with it.
 * @param turns of the line
 * @param estimates are they good enough, or exact values only?
 */
export function keptWorth(
  kept: KeptReview | null,
  turns: string[],
  estimates: boolean,
): (ply: number) => Worth | null {
  const same = kept ? [...turns, undefined].findIndex((turn, ply) => turn !== kept.line[ply]) : 0;
  return (ply) => {
    // The last position has no turn to compare, as in a line that is the same to its end.
    if (!kept || (same >= 0 && ply >= same)) return null;
    const { [ply]: score = null } = kept.scores;
    const { [ply]: other = null } = kept.others;
    const { [ply]: best = null } = kept.best;
    return score && (estimates || (isExact(score) && (other === null || isExact(other))))
      ? { score, other, best }
      : null;
  };
}

/**
 * A review of a whole line as it is kept with its game.
 * @param moves of the game
 */
export function toKeep(
  moves: MoveNode[],
  {
    nodes,
    scores,
    others,
    best,
    effort,
  }: Pick<Review, 'nodes' | 'scores' | 'others' | 'best' | 'effort'>,
): KeptReview {
  const texts = new Map(moves.map(({ id, text }) => [id, text]));
  return {
    line: nodes.slice(1).map((node) => texts.get(node) ?? ''),
    scores,
    others,
    best,
    effort,
  };
}

/** The time limit per position, in milliseconds. */
const MILLIS = 10_000;

interface Judge {
  session: Pick<Session, 'look'>;
  engine: Pick<EngineClient, 'ask'>;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
  /** How many the engine visits in a position that is not known exactly. */
  nodes: number;
}

/** The exact value of a position and of the best move that was not played; null if unknown. */
async function exactly(
  { session, values }: Judge,
  node: number,
  played: string | undefined,
): Promise<Worth | null> {
  const exact = await within(MILLIS, values(session.look((game) => game.lineAt(node))));
  const [other] =
    exact?.moves.filter(({ text }) => text !== played).sort((a, b) => a.rank - b.rank) ?? [];
  return exact && { score: exact.value, other: other?.value ?? null, best: null };
}

/** The same as an estimate. */
async function estimate(
  { engine, nodes }: Judge,
  begin: string,
  moves: string[],
  played: string | undefined,
): Promise<Worth> {
  const { info, lines } = await engine.ask({
    line: begin,
    moves,
    millis: MILLIS,
    limits: { nodes, lines: 2 },
  });
  return {
    score: info?.score ?? null,
    other: lines.find(({ pv }) => pv[0] !== played)?.score ?? null,
    best: lines[0]?.pv[0] ?? null,
  };
}

export function createJudge(judge: Judge) {
  const { session } = judge;
  const judged = (nodes: number[], scores: (Score | null)[], others: (Score | null)[]) =>
    session.look((game) => game.review(nodes[nodes.length - 1] ?? 0, scores, others));

  return {
    /**
     * Judges a whole line, and reports after each position.
     * @param current is it still wanted?
     * @param had what is known already
     */
    async line(
      start: string,
      line: Pick<MoveNode, 'id' | 'text'>[],
      current: () => boolean,
      report: (found: Judgement) => void,
      had: (ply: number) => Worth | null = () => null,
    ) {
      const nodes = [0, ...line.map((m) => m.id)];
      const turns = line.map((m) => m.text);
      const scores: (Score | null)[] = nodes.map(() => null);
      const others = [...scores];
      const best: Worth['best'][] = nodes.map(() => null);
      let info = judged(nodes, scores, others);
      // Start at the end: entries in the transposition table help with earlier positions.
      for (let ply = nodes.length - 1; ply >= 0 && current(); ply--) {
        // The rules tell how an ended game has ended.
        if (!info.values[ply]) {
          const known = had(ply) ?? (await exactly(judge, nodes[ply] ?? 0, turns[ply]));
          if (!current()) return;
          const worth = known ?? (await estimate(judge, start, turns.slice(0, ply), turns[ply]));
          if (!current()) return;
          scores[ply] = worth.score;
          others[ply] = worth.other;
          best[ply] = worth.best;
        }
        info = judged(nodes, scores, others);
        report({
          nodes,
          scores: [...scores],
          others: [...others],
          best: [...best],
          known: nodes.length - ply,
          info,
        });
      }
    },

    /**
     * Judges one turn after positions whose scores are known.
     * @param line that ends with the turn
     * @param scores of the positions before it
     */
    async turn(
      start: string,
      line: Pick<MoveNode, 'id' | 'text'>[],
      scores: (Score | null)[],
      others: (Score | null)[],
    ) {
      const nodes = [0, ...line.map((m) => m.id)];
      const before = scores.slice(0, line.length);
      const over = judged(nodes, [...before, null], others.slice(0, line.length)).values[
        line.length
      ];
      const worth = over
        ? null
        : ((await exactly(judge, nodes.at(-1) ?? 0, undefined)) ??
          (await estimate(
            judge,
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
