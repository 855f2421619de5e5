// The only file of the page's own thread that knows where Rust lives.
import init, { Game, levels, rules, variants, version } from '../pkg/merels.js';

/**
 * Loads the WebAssembly module and returns what the page calls in it.
 * @returns {Promise<import('./types').Core>}
 */
export async function loadCore() {
  await init();
  return {
    version,
    variants: () => /** @type {import('./types').VariantInfo[]} */ (variants()),
    rules: (spec) => /** @type {import('./types').RulesInfo} */ (rules(spec)),
    levels: () => /** @type {import('./types').Level[]} */ (levels()),
    start: (spec) => /** @type {import('./types').Game} */ (/** @type {unknown} */ (Game.start(spec))),
    fromPosition: (line) => /** @type {import('./types').Game} */ (/** @type {unknown} */ (Game.fromPosition(line))),
    fromRecord: (text) => /** @type {import('./types').Game} */ (/** @type {unknown} */ (Game.fromRecord(text))),
  };
}
