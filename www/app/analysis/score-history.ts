// Collects the scores found during analysis for the graph. If there is a review, exact scores found
// later replace its estimates.
import { setAnalysis, type Store } from '../state.ts';
import { exactValue } from './exact.ts';
import type { Session } from '../game/session.ts';
import type { Review, Score, State } from '../types.ts';
import type { Scores } from './scores.ts';

/** The state that the graph depends on. */
const IN_ANALYSIS = ['found', 'opening', 'review'] as const;

export function createScoreHistory(store: Store, session: Session, scores: Scores) {
  /** The known scores by node. */
  let known: Map<number, Score> = new Map();

  /** The best known score of the current position. */
  function here(state: State): Score | null {
    const { game, analysis } = state;
    const exact = exactValue(state);
    if (exact) return exact;
    const found = analysis?.found?.line === game.line ? analysis.found.lines[0]?.score : undefined;
    if (found && scores.isExact(found)) return found;
    const [placing] = analysis?.opening?.line === game.line ? analysis.opening.placings : [];
    return placing?.value ?? found ?? null;
  }

  /** Stores a score. Returns false if nothing has changed. */
  function learn(node: number, score: Score) {
    const old = known.get(node);
    if (
      old &&
      (JSON.stringify(old) === JSON.stringify(score) ||
        (scores.isExact(old) && !scores.isExact(score)))
    )
      return false;
    known.set(node, score);
    return true;
  }

  /** @returns null if nothing has changed */
  function reviewWith(review: Review | null, nodes: number[]): Review | null {
    const asked = review && !review.live;
    const line = asked ? review.nodes : nodes;
    const found = line.map((node, ply) => {
      const mine = known.get(node) ?? null;
      const theirs = asked ? (review.scores[ply] ?? null) : null;
      // The review's estimates are comparable with each other, so replace them only with exact
      // scores.
      return theirs && !(mine && scores.isExact(mine) && !scores.isExact(theirs)) ? theirs : mine;
    });
    const same =
      review &&
      review.nodes.length === line.length &&
      review.nodes.every((node, i) => node === line[i]) &&
      review.scores.every((score, i) => score === found[i]);
    if (same) return null;
    const others = asked ? review.others : [];
    const info = session.look((game) => game.review(line.at(-1) ?? 0, found, others));
    return {
      nodes: line,
      scores: found,
      others,
      best: asked ? review.best : [],
      effort: review?.effort ?? 0,
      known: info.values.filter(Boolean).length,
      running: false,
      live: !asked,
      info,
    };
  }

  return function follow(now: State, before: State) {
    const { analysis, game } = now;
    if (now.slot.id !== before.slot.id || analysis === null) known = new Map();
    if (!analysis || analysis.review?.running || now.editor || !game.moves.length) return;
    const old = before.analysis;
    if (
      old &&
      now.exact === before.exact &&
      game === before.game &&
      IN_ANALYSIS.every((key) => analysis[key] === old[key])
    )
      return;
    const score = game.outcome ? null : here(now);
    const news = score !== null && learn(game.node, score);
    if (!news && game === before.game && analysis.review === old?.review) return;
    const review = reviewWith(analysis.review, [
      0,
      ...game.moves.filter((m) => m.onPath).map((m) => m.id),
    ]);
    if (review) store.update((s) => (s.analysis ? setAnalysis(s, { ...s.analysis, review }) : s));
  };
}
