// Collects the scores found during analysis for the graph. If there is a review, exact scores found later replace its estimates.
import { exactValue, setStudy } from '../state.js';

/**
 * @typedef {import('../types').Score} Score
 * @typedef {import('../types').State} State
 * @typedef {import('../types').Review} Review
 */

/** The state that the graph depends on. */
const IN_STUDY = /** @type {const} */ (['found', 'opening', 'review']);

/** @param {import('../state.js').Store} store @param {import('../game/session.js').Session} session @param {import('./scores.js').Scores} scores */
export function createScoreHistory(store, session, scores) {
  /** The known scores by node. @type {Map<number, Score>} */
  let known = new Map();

  /** The best known score of the current position. @param {State} state @returns {Score | null} */
  function here(state) {
    const { game, study } = state;
    const exact = exactValue(state);
    if (exact) return exact;
    const found = study?.found?.line === game.line ? study.found.lines[0]?.score : undefined;
    if (found && scores.isExact(found)) return found;
    const [placing] = study?.opening?.line === game.line ? study.opening.placings : [];
    return placing?.value ?? found ?? null;
  }

  /** Stores a score. Returns false if nothing has changed. @param {number} node @param {Score} score */
  function learn(node, score) {
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

  /** @param {Review | null} review @param {number[]} nodes @returns {Review | null} null if nothing has changed */
  function reviewWith(review, nodes) {
    const asked = review && !review.live;
    const line = asked ? review.nodes : nodes;
    const found = line.map((node, ply) => {
      const mine = known.get(node) ?? null;
      const theirs = asked ? (review.scores[ply] ?? null) : null;
      // The review's estimates are comparable with each other, so replace them only with exact scores.
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
      effort: review?.effort ?? 0,
      known: info.values.filter(Boolean).length,
      running: false,
      live: !asked,
      info,
    };
  }

  /** @param {State} now @param {State} before */
  return function follow(now, before) {
    const { study, game } = now;
    if (now.slot.id !== before.slot.id || study === null) known = new Map();
    if (!study || study.review?.running || now.editor || !game.moves.length) return;
    const old = before.study;
    if (
      old &&
      now.exact === before.exact &&
      game === before.game &&
      IN_STUDY.every((key) => study[key] === old[key])
    )
      return;
    const score = game.outcome ? null : here(now);
    const news = score !== null && learn(game.node, score);
    if (!news && game === before.game && study.review === old?.review) return;
    const review = reviewWith(study.review, [
      0,
      ...game.moves.filter((m) => m.onPath).map((m) => m.id),
    ]);
    if (review) store.update((s) => (s.study ? setStudy(s, { ...s.study, review }) : s));
  };
}
