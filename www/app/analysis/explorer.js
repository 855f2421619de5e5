// The opening explorer: the value of each placing, from the exact values of the position, or from the opening values that the engine
// has loaded, which also say how many replies hold.
import { isSolved, setStudy } from '../state.js';

/**
 * @typedef {import('../types').ExplorerPlacing[]} Placings
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
  /** The engine's answer; undefined until it comes. @type {Placings | null | undefined} */
  let answer;
  /** The exact values listed last. @type {{ exact: import('../types').Exact | null, placings: Placings }} */
  let listed = { exact: null, placings: NONE };

  function follow() {
    const { study, game, editor } = store.get();
    const line = study && !editor && !game.outcome && game.hands.white + game.hands.black > 0 ? game.line : '';
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
    if (answer) return { line, placings: answer };
    const isHere = exact?.line === line;
    if (isHere && exact.values) return { line, placings: placingsOf(exact) };
    // The list of the position before stays, to keep the focus.
    if (answer === undefined) return study?.opening ?? LOADING;
    const isComing = isHere ? exact.value !== undefined : isSolved(solving.can) && solving.status !== 'failed';
    return isComing ? LOADING : { line, placings: NONE };
  }

  /** @param {import('../types').Exact} exact */
  function placingsOf(exact) {
    if (listed.exact !== exact) listed = { exact, placings: (exact.values && core.placings(exact.line, exact.values.moves)) ?? NONE };
    return listed.placings;
  }

  return { follow };
}
