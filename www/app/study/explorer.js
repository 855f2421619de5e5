// The opening explorer: what each placing of the first plies is worth. Its file is fetched when it is first needed; where that
// tells nothing, the values that the computer has learnt may.
import address from '../../../data/nine.explorer?url';
import { bring } from '../schooling.js';
import { setStudy } from '../state.js';

/** What it is called among the things that a computer learns. */
const NAME = 'nine.explorer';
/** It tells of the game whose first placings are solved, and of so many plies. */
const OPENING = 'nine.opening';
const PLIES = 10;

/**
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 * @param {import('../engine/client.js').EngineClient} engine
 */
export function createExplorer(store, core, engine) {
  /** @type {Promise<void> | null} */
  let brought = null;
  let asked = '';

  function follow() {
    const { study, game, rules } = store.get();
    const told = study && !game.outcome && game.ply < PLIES && core.schooling(rules.spec).includes(OPENING);
    const line = told ? game.line : '';
    if (line === asked) return;
    asked = line;
    if (!line) return set(null);
    brought ??= bring(engine, NAME, address).then(again);
    ask(line);
  }

  /** @param {string} line */
  function ask(line) {
    engine.explore(line, (placings) => line === asked && set(placings && { line, placings }));
  }

  /** @param {import('../types').Study['opening']} opening */
  function set(opening) {
    store.update((s) => (s.study && s.study.opening !== opening ? setStudy(s, { ...s.study, opening }) : s));
  }

  /** Asks again, since more is known. */
  function again() {
    if (asked) ask(asked);
  }

  return { follow, again };
}
