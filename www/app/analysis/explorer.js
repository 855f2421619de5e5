// The opening explorer: what each placing of the first plies is worth. Its file is fetched when it is first needed; where that
// tells nothing, the values that the computer has loaded may.
import address from '../../../data/nine.explorer?url';
import { load } from '../engine/loading.js';
import { setStudy } from '../state.js';

/** Its name among the files that a computer loads. */
const NAME = 'nine.explorer';
/** It covers the game whose first placings are solved, and this many plies. */
const OPENING = 'nine.opening';
const PLIES = 10;

/**
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 * @param {import('../engine/client.js').EngineClient} engine
 * @param {() => Promise<void>} loaded when the computer has loaded every file of the game
 */
export function createExplorer(store, core, engine, loaded) {
  /** Whether more may be known soon: before the first question, and until all that there is has come or cannot. */
  let coming = true;
  /** @type {Promise<void> | null} */
  let fetched = null;
  let asked = '';

  function follow() {
    const { study, game, rules } = store.get();
    const covered = study && !game.outcome && game.ply < PLIES && core.dataFiles(rules.spec).includes(OPENING);
    const line = covered ? game.line : '';
    if (line === asked) return;
    asked = line;
    if (!line) return set(null);
    fetched ??= Promise.all([load(engine, NAME, address).then(refresh), loaded()]).then(() => {
      coming = false;
      refresh();
    });
    ask(line);
  }

  /** @param {string} line */
  function ask(line) {
    // Its room is there before the answer, so that nothing below moves while it is pressed.
    const awaited = coming ? { line: '', placings: [] } : null;
    if (!store.get().study?.opening) set(awaited);
    engine.explore(line, (placings) => line === asked && set(placings ? { line, placings } : awaited));
  }

  /** @param {import('../types').Study['opening']} opening */
  function set(opening) {
    store.update((s) => (s.study && s.study.opening !== opening ? setStudy(s, { ...s.study, opening }) : s));
  }

  /** Asks again, since more is known. */
  function refresh() {
    if (asked) ask(asked);
  }

  return { follow };
}
