// Loads the WebAssembly module: the only file, with the engine's worker, that knows where Rust lives.
import init, { Game, levels, rules, variants, version } from '../pkg/merels.js';

/**
 * What the page calls in Rust.
 * @returns {Promise<import('./types').Core>}
 */
export async function loadCore() {
  await init();
  return {
    version,
    variants,
    rules,
    levels,
    start: (spec) => Game.start(spec),
    fromPosition: (line) => Game.fromPosition(line),
    fromRecord: (text) => Game.fromRecord(text),
  };
}
