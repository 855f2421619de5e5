// The explorer: the value of each move, from the exact values of the position, or from the opening
// values that the engine has loaded, which also say how many replies hold.
import { setAnalysis, type Store } from '../state.ts';
import { scoreOf } from './scores.ts';
import { isSolved } from '../engine/solving.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Core, Exact, Listed, Analysis } from '../types.ts';

type Explored = import('../types.ts').Explored['placings'];
type Placings = Listed[];
type Opening = NonNullable<Analysis['opening']>;

const NONE: Placings = [];
const LOADING: Opening = { line: '', placings: NONE };

/** @param loaded resolves when the engine has loaded the game's files */
export function createExplorer(
  store: Store,
  core: Core,
  engine: EngineClient,
  loaded: () => Promise<void>,
) {
  let asked = '';
  /** The engine's answer; undefined until it comes. */
  let answer: Explored | null | undefined;
  /** The exact values and the answer listed last. */
  let listed: { exact: Exact | null; explored: Explored | null; placings: Placings } = {
    exact: null,
    explored: null,
    placings: NONE,
  };

  function follow() {
    const { analysis, game, editor } = store.get();
    const line = analysis && !editor && !game.outcome ? game.line : '';
    if (line !== asked) ask(line);
    const opening = line ? known(line) : null;
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

  /** The moves, the best first; among equals the engine's order. */
  function list(line: string, exact: Exact | null): Placings {
    const explored = answer ?? null;
    if (listed.placings.length && listed.exact === exact && listed.explored === explored)
      return listed.placings;
    const moves = new Map(exact?.values?.moves.map((move) => [move.text, move]));
    const placings = (explored ?? core.placings(line, [...moves.values()]) ?? []).map(
      (placing) => ({ ...placing, move: moves.get(placing.turns[0] ?? '') }),
    );
    placings.sort((a, b) => (a.move?.rank ?? 0) - (b.move?.rank ?? 0));
    listed = {
      exact,
      explored,
      placings: placings.map(({ move, ...placing }) => ({
        ...placing,
        value: move?.value ?? scoreOf(placing),
      })),
    };
    return listed.placings;
  }

  return { follow };
}
