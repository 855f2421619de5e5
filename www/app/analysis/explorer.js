// The opening explorer: values of placings. The file with those of the first plies is loaded on demand; other positions are looked
// up in the values the engine has loaded, and in the exact values of the current position.
import address from '../../../data/nine.explorer?url';
import { load } from '../engine/loading.js';
import { setStudy } from '../state.js';

/** Its name among the engine's files. */
const NAME = 'nine.explorer';
/** It covers games with this file, up to this many plies. */
const OPENING = 'nine.opening';
const PLIES = 10;

/** @typedef {import('../types').ExplorerPlacing[]} Placings */

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
  /** The exact values that were looked at last. @type {import('../types').Exact | null} */
  let seen = null;

  function follow() {
    const { study, game, rules, exact, solving } = store.get();
    const isPlacing = study && !game.outcome && game.hands.white + game.hands.black > 0;
    const isCovered = isPlacing && game.ply < PLIES && core.dataFiles(rules.spec).includes(OPENING);
    const line = isCovered || (isPlacing && solving.can.pack !== null) ? game.line : '';
    if (line === asked && exact === seen) return;
    const isNew = line !== asked;
    [asked, seen] = [line, exact];
    if (!line) return set(null);
    if (!isNew || !isCovered) return answer(line, null);
    fetched ??= Promise.all([load(engine, NAME, address).then(refresh), loaded()]).then(() => {
      coming = false;
      refresh();
    });
    ask(line);
  }

  /** @param {string} line */
  function ask(line) {
    // Reserve space, so that nothing below moves.
    if (!store.get().study?.opening) answer(line, null);
    engine.explore(line, (placings) => line === asked && answer(line, placings));
  }

  /** Shows what the files have, else what the exact values say. @param {string} line @param {Placings | null} placings */
  function answer(line, placings) {
    const { study, exact, solving } = store.get();
    if (placings) return set({ line, placings });
    if (study?.opening?.line === line) return;
    const known = exact?.line === line && exact.values ? core.placings(line, exact.values.moves) : null;
    const waits = (fetched && coming) || (solving.can.pack !== null && (exact?.line !== line || exact.value !== undefined));
    set(known ? { line, placings: known } : waits ? { line: '', placings: [] } : null);
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
