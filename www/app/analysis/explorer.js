// The explorer: the value of each move, from the exact values of the position, or from the opening values that the engine has loaded,
// which also say how many replies hold.
import { isSolved, setStudy } from '../state.js';
import { scoreOf } from './scores.js';

/**
 * @typedef {import('../types').Explored['placings']} Explored
 * @typedef {import('../types').Listed[]} Placings
 * @typedef {NonNullable<import('../types').Study['opening']>} Opening
 */

/** @type {Placings} */
const NONE = [];
/** @type {Opening} */
const LOADING = { line: '', placings: NONE };

/**
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 * @param {import('../engine/client.js').EngineClient} engine
 * @param {() => Promise<void>} loaded resolves when the engine has loaded the game's files
 */
export function createExplorer(store, core, engine, loaded) {
  let asked = '';
  /** The engine's answer; undefined until it comes. @type {Explored | null | undefined} */
  let answer;
  /** The exact values and the answer listed last. @type {{ exact: import('../types').Exact | null, explored: Explored | null, placings: Placings }} */
  let listed = { exact: null, explored: null, placings: NONE };

  function follow() {
    const { study, game, editor } = store.get();
    const line = study && !editor && !game.outcome ? game.line : '';
    if (line !== asked) ask(line);
    const opening = line ? known(line) : null;
    const before = study?.opening ?? null;
    if (opening?.line === before?.line && opening?.placings === before?.placings) return;
    store.update((s) => (s.study ? setStudy(s, { ...s.study, opening }) : s));
  }

  /** @param {string} line */
  function ask(line) {
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

  /** @param {string} line @returns {Opening} */
  function known(line) {
    const { study, exact, solving } = store.get();
    const isHere = exact?.line === line;
    if (answer || (isHere && exact.values))
      return { line, placings: list(line, isHere ? exact : null) };
    // The list of the position before stays, to keep the focus.
    if (answer === undefined) return study?.opening ?? LOADING;
    const isComing = isHere
      ? exact.value !== undefined
      : isSolved(solving.can) && solving.status !== 'failed';
    return isComing ? LOADING : { line, placings: NONE };
  }

  /** The moves, the best first; among equals the engine's order. @param {string} line @param {import('../types').Exact | null} exact @returns {Placings} */
  function list(line, exact) {
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
