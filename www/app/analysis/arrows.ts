// The marks of the analysis on the board: values at points, and the best moves as arrows.
import { SIGNS, nextMistake } from '../game/glyphs.ts';
import { t } from '../i18n/i18n.ts';
import { drawChances } from './explorer.ts';
import { reasonMarks } from './reasons.ts';
import { withPlies, type Scores } from './scores.ts';
import { setAnalysis, type Store } from '../state.ts';
import { atPoints } from '../game/point-values.ts';
import type { Score, State, Analysis } from '../types.ts';
import type { Symmetry } from './symmetry.ts';

/** The state that the marks depend on. */
const OBSERVED = ['game', 'pending', 'picked', 'exact', 'language', 'editor'] as const;
const IN_ANALYSIS = [
  'found',
  'glance',
  'opening',
  'values',
  'arrows',
  'review',
  'learning',
  'reasons',
] as const;

/** Is the score exact? */
const isProved = (score: Score | undefined) => score !== undefined && !('cp' in score);

/**
 * The known scores of all moves; exact values take precedence. The quick evaluation is less
 * reliable than the search: a move that the search does not list among the best is shown as no
 * better than the last of those.
 */
export function knownScores(
  { exact, game, analysis }: State,
  order: (score: Score) => number,
): Map<string, Score> {
  const best = analysis?.found?.line === game.line ? analysis.found.lines : [];
  const last = best.at(-1)?.score;
  const most = last && ('cp' in last ? last : 'draw' in last ? { cp: 0 } : null);
  const scores: Map<string, Score> = new Map();
  for (const [turn, score] of analysis?.glance?.line === game.line ? analysis.glance.turns : [])
    scores.set(turn, most && 'cp' in score && order(score) > order(most) ? most : score);
  for (const { pv, score } of best) if (pv[0]) scores.set(pv[0], score);
  if (analysis?.opening?.line === game.line)
    for (const { turns, value } of analysis.opening.placings)
      for (const turn of turns) if (!isProved(scores.get(turn))) scores.set(turn, value);
  if (exact?.line === game.line && exact.values)
    for (const { text, value } of exact.values.moves)
      scores.set(text, withPlies(value, scores.get(text)));
  return scores;
}

export function createMarks(store: Store, scores: Scores, even: Symmetry['even']) {
  function labels(state: State): Analysis['labels'] {
    if (!state.analysis?.values || state.game.outcome || state.editor) return new Map();
    const { missed, isWhole } = drawChances(state);
    const turns = [...even(state.game, knownScores(state, scores.order), scores.order)].map(
      ([turn, score]) => {
        const chance = missed.get(turn) ?? 0;
        // Less than any difference in value.
        const harder = isWhole ? chance / 1e4 : 0;
        return { turn, score, chance, order: scores.order(score) + harder };
      },
    );
    const orders = [...new Set(turns.map(({ order }) => order))].sort((a, b) => b - a);
    const ranked = new Map(
      turns.map(({ turn, score, chance, order }) => [
        turn,
        { score, chance, rank: orders.indexOf(order) },
      ]),
    );
    const found = atPoints(state, ranked);
    const best = Math.min(...[...found.values()].map(({ rank }) => rank));
    const { turn, move } = nextMistake(state) ?? {};
    const played = state.game.legal.find(({ text }) => text === move?.text);
    // Before a man is picked, its best move is shown where it stands.
    const wrong = !played?.from || played.from === state.picked?.from ? played?.to : null;
    const glyph = turn && SIGNS[turn.judgement];
    return new Map(
      [...found].map(([point, { score, chance, rank }]) => [
        point,
        {
          text: (point === wrong && glyph) || (chance ? `${chance}%` : scores.sign(score)),
          kind: scores.kind(score),
          best: rank === best,
          words: chance
            ? `${scores.words(score)}, ${t('explorer.missed', { percent: chance })}`
            : scores.words(score),
        },
      ]),
    );
  }

  function pointers({ analysis, game, pending, editor, exact }: State): Analysis['pointers'] {
    if (!analysis?.arrows || pending || editor || analysis.found?.line !== game.line) return [];
    const known = exact?.line === game.line ? (exact.values?.moves ?? []) : [];
    const spoils = (turn: string | undefined) =>
      known.some(({ text, verdict }) => text === turn && verdict.includes('-to-'));
    return analysis.found.lines.flatMap(({ pv, line }) => {
      const move = game.legal.find((m) => m.text === pv[0]);
      // A man that is only removed gets a ring.
      const to = move?.to ?? move?.captures[0];
      return to && !spoils(pv[0]) ? [{ from: move?.from ?? to, to, faint: line !== 1 }] : [];
    });
  }

  return function follow(now: State, before: State) {
    const { analysis } = now;
    if (!analysis) return;
    const old = before.analysis;
    if (
      old &&
      OBSERVED.every((key) => now[key] === before[key]) &&
      IN_ANALYSIS.every((key) => analysis[key] === old[key])
    )
      return;
    const reason = analysis.reasons.get(now.game.node);
    const marks = reason && !analysis.learning ? reasonMarks(reason) : [];
    const shown = { labels: labels(now), pointers: [...pointers(now), ...marks] };
    store.update((s) => (s.analysis ? setAnalysis(s, { ...s.analysis, ...shown }) : s));
  };
}
