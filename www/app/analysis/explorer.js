// The opening explorer: values of the first placings. Its file is loaded on demand; other positions are looked up in the values the
// engine has loaded.
import address from '../../../data/nine.explorer?url';
import { load } from '../engine/loading.js';
import { setStudy } from '../state.js';

/** Its name among the engine's files. */
const NAME = 'nine.explorer';
/** It covers games with this file, up to this many plies. */
const OPENING = 'nine.opening';
const PLIES = 10;

/**
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 * @param {import('../engine/client.js').EngineClient} engine
 * @param {() => Promise<void>} loaded resolves when the engine has loaded the game's other files
 */
export function createExplorer(store, core, engine, loaded) {
  /** May more data still arrive? */
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
    // Reserve space, so that nothing below moves.
    const awaited = coming ? { line: '', placings: [] } : null;
    if (!store.get().study?.opening) set(awaited);
    engine.explore(line, (placings) => line === asked && set(placings ? { line, placings } : awaited));
  }

  /** @param {import('../types').Study['opening']} opening */
  function set(opening) {
    store.update((s) => (s.study && s.study.opening !== opening ? setStudy(s, { ...s.study, opening }) : s));
  }

  /** Asks again after more data has loaded. */
  function refresh() {
    if (asked) ask(asked);
  }

  return { follow };
}
