// The marks of the analysis on the board: values at points, and the best moves as arrows.
import { SIGNS, nextMistake } from '../game/glyphs.ts';
import { withPlies, type Scores } from './scores.ts';
import { atPoints, setStudy, type Store } from '../state.ts';
import type { Score, State, Study } from '../types.ts';
import type { Symmetry } from './symmetry.ts';

/** The state that the marks depend on. */
const WATCHED = ['game', 'pending', 'picked', 'exact', 'language', 'editor'] as const;
const IN_STUDY = ['found', 'glance', 'opening', 'values', 'arrows', 'review', 'learning'] as const;

/** Is the score exact? */
const isProved = (score: Score | undefined) => score !== undefined && !('cp' in score);

/**
 * The known scores of all moves; exact values take precedence. The quick evaluation is less
 * reliable than the search: a move that the search does not list among the best is shown as no
 * better than the last of those.
 */
export function knownScores(
  { exact, game, study }: State,
  order: (score: Score) => number,
): Map<string, Score> {
  const best = study?.found?.line === game.line ? study.found.lines : [];
  const last = best.at(-1)?.score;
  const most = last && ('cp' in last ? last : 'draw' in last ? { cp: 0 } : null);
  const scores: Map<string, Score> = new Map();
  for (const [turn, score] of study?.glance?.line === game.line ? study.glance.turns : [])
    scores.set(turn, most && 'cp' in score && order(score) > order(most) ? most : score);
  for (const { pv, score } of best) if (pv[0]) scores.set(pv[0], score);
  if (study?.opening?.line === game.line)
    for (const { turns, value } of study.opening.placings)
      for (const turn of turns) if (!isProved(scores.get(turn))) scores.set(turn, value);
  if (exact?.line === game.line && exact.values)
    for (const { text, value } of exact.values.moves)
      scores.set(text, withPlies(value, scores.get(text)));
  return scores;
}

export function createMarks(store: Store, scores: Scores, even: Symmetry['even']) {
  function labels(state: State): Study['labels'] {
    if (!state.study?.values || state.game.outcome || state.editor) return new Map();
    const turns = [...even(state.game, knownScores(state, scores.order), scores.order)].map(
      ([turn, score]) => ({ turn, score, order: scores.order(score) }),
    );
    const orders = [...new Set(turns.map(({ order }) => order))].sort((a, b) => b - a);
    const ranked = new Map(
      turns.map(({ turn, score, order }) => [turn, { score, rank: orders.indexOf(order) }]),
    );
    const found = atPoints(state, ranked);
    const best = Math.min(...[...found.values()].map(({ rank }) => rank));
    const { turn, move } = nextMistake(state) ?? {};
    const played = state.game.legal.find(({ text }) => text === move?.text);
    // Before a man is picked, its best move is shown where it stands.
    const wrong = !played?.from || played.from === state.picked?.from ? played?.to : null;
    const glyph = turn && SIGNS[turn.judgement];
    return new Map(
      [...found].map(([point, { score, rank }]) => [
        point,
        {
          text: (point === wrong && glyph) || scores.sign(score),
          kind: scores.kind(score),
          best: rank === best,
          words: scores.words(score),
        },
      ]),
    );
  }

  function pointers({ study, game, pending, editor, exact }: State): Study['pointers'] {
    if (!study?.arrows || pending || editor || study.found?.line !== game.line) return [];
    const known = exact?.line === game.line ? (exact.values?.moves ?? []) : [];
    const spoils = (turn: string | undefined) =>
      known.some(({ text, verdict }) => text === turn && verdict.includes('-to-'));
    return study.found.lines.flatMap(({ pv, line }) => {
      const move = game.legal.find((m) => m.text === pv[0]);
      // A man that is only removed gets a ring.
      const to = move?.to ?? move?.captures[0];
      return to && !spoils(pv[0]) ? [{ from: move?.from ?? to, to, faint: line !== 1 }] : [];
    });
  }

  return function follow(now: State, before: State) {
    const { study } = now;
    if (!study) return;
    const old = before.study;
    if (
      old &&
      WATCHED.every((key) => now[key] === before[key]) &&
      IN_STUDY.every((key) => study[key] === old[key])
    )
      return;
    const shown = { labels: labels(now), pointers: pointers(now) };
    store.update((s) => (s.study ? setStudy(s, { ...s.study, ...shown }) : s));
  };
}
