// The explorer: the value of each move, from the exact values of the position, or from the opening
// values that the engine has loaded; and how many replies hold, and how likely they are missed.
import { setAnalysis, type Store } from '../state.ts';
import { createReplies, type Replies } from './replies.ts';
import { scoreOf } from './scores.ts';
import { isSolved } from '../engine/solving.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Options } from '../engine/value-source.ts';
import type { Analysis, Core, Exact, Listed, PositionValues, Score, State } from '../types.ts';

type Explored = import('../types.ts').Explored['placings'];
type Placings = Listed[];
type ExactMoves = PositionValues['moves'];
type Opening = NonNullable<Analysis['opening']>;

const NONE: Placings = [];
const LOADING: Opening = { line: '', placings: NONE };
const ORDER = ['win', 'draw', 'loss'];

/** Do the replies to a move matter: does it keep the value, and is that not a win? */
export function isOpen({ value }: { value: Score }, [best]: { value: Score }[]) {
  const kind = Object.keys(value)[0] ?? '';
  return best !== undefined && kind in best.value && kind !== 'win';
}

/** The moves whose replies matter, and are not known: one of those that are the same. */
const unanswered = (placings: Listed[]) =>
  placings.flatMap((placing) =>
    placing.missed === null && isOpen(placing, placings) ? placing.turns.slice(0, 1) : [],
  );

/**
 * How many of 100 club players miss the replies to each move that keeps a draw. `isWhole` once all
 * of them are known.
 */
export function drawChances({ analysis, game }: State) {
  const { line, placings } = analysis?.opening ?? LOADING;
  const missed: Map<string, number> = new Map();
  if (line !== game.line || !placings[0] || !('draw' in placings[0].value))
    return { missed, isWhole: false };
  for (const placing of placings)
    if ('draw' in placing.value && placing.missed !== null)
      for (const turn of placing.turns) missed.set(turn, placing.missed);
  return { missed, isWhole: !unanswered(placings).length };
}

/** The moves, the best first; among equals those that are missed most, then the engine's order. */
function sorted(explored: Explored, values: ExactMoves, found: Replies): Placings {
  const moves = new Map(values.map((move) => [move.text, move]));
  const placings = explored.map((placing) => {
    const [turn = ''] = placing.turns;
    const { value = scoreOf(placing), rank = 0 } = moves.get(turn) ?? {};
    return {
      kind: ORDER.indexOf(placing.value),
      rank,
      listing: { ...placing, ...found.get(turn), value },
    };
  });
  // One by one they would jump about.
  const isWhole = !unanswered(placings.map(({ listing }) => listing)).length;
  const chance = ({ missed }: Listed) => (isWhole && missed) || 0;
  placings.sort(
    (a, b) => a.kind - b.kind || a.rank - b.rank || chance(b.listing) - chance(a.listing),
  );
  return placings.map(({ listing }) => listing);
}

/** @param loaded resolves when the engine has loaded the game's files */
export function createExplorer(
  store: Store,
  core: Core,
  engine: EngineClient,
  loaded: () => Promise<void>,
  values: (line: string, options?: Options) => Promise<PositionValues | null>,
) {
  const replies = createReplies(core, values, () => follow());
  let asked = '';
  /** The engine's answer; undefined until it comes. */
  let answer: Explored | null | undefined;
  /** The exact values, the answer and the replies listed last. */
  let listed: {
    exact: Exact | null;
    explored: Explored | null;
    replies: Replies | null;
    placings: Placings;
  } = { exact: null, explored: null, replies: null, placings: NONE };

  function follow() {
    const { analysis, game, editor } = store.get();
    const line = analysis && !editor && !game.outcome ? game.line : '';
    if (line !== asked) ask(line);
    const opening = line ? known(line) : null;
    askReplies(opening);
    const before = analysis?.opening ?? null;
    if (opening?.line === before?.line && opening?.placings === before?.placings) return;
    store.update((s) => (s.analysis ? setAnalysis(s, { ...s.analysis, opening }) : s));
  }

  function ask(line: string) {
    asked = line;
    answer = undefined;
    if (!line) return;
    void loaded().then(() => {
      if (line !== asked) return;
      engine.explore(line, (explored) => {
        if (line !== asked) return;
        answer = explored?.placings ?? null;
        follow();
      });
    });
  }

  /** After the values of the position itself, and not while a review needs those of others. */
  function askReplies(opening: Opening | null) {
    const { analysis, exact } = store.get();
    const { line, placings } = opening ?? LOADING;
    const wanted = line === asked && exact?.line === line && exact.values;
    if (!wanted || analysis?.review?.running) replies.ask('', []);
    else replies.ask(line, unanswered(placings));
  }

  function known(line: string): Opening {
    const { analysis, exact, solving } = store.get();
    const isHere = exact?.line === line;
    if (answer || (isHere && exact.values))
      return { line, placings: list(line, isHere ? exact : null) };
    // The list of the position before stays, to keep the focus.
    if (answer === undefined) return analysis?.opening ?? LOADING;
    const isComing = isHere
      ? exact.value !== undefined
      : isSolved(solving.can) && solving.status !== 'failed';
    return isComing ? LOADING : { line, placings: NONE };
  }

  function list(line: string, exact: Exact | null): Placings {
    const explored = answer ?? null;
    const found = replies.of(line);
    if (
      listed.placings.length &&
      listed.exact === exact &&
      listed.explored === explored &&
      listed.replies === found
    )
      return listed.placings;
    const moves = exact?.values?.moves ?? [];
    const placings = sorted(explored ?? core.placings(line, moves) ?? [], moves, found);
    listed = { exact, explored, replies: found, placings };
    return placings;
  }

  return { follow };
}
