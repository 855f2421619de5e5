// Loads the WebAssembly module: the only file, with the engine's worker, that knows where Rust lives.
import { typeset } from './i18n/i18n.js';
import init, { Game, levels, rules, variants, version } from '../pkg/merels.js';

/**
 * What the page calls in Rust.
 * @returns {Promise<import('./types').Core>}
 */
export async function loadCore() {
  await init();
  return {
    version,
    variants: () => variants().map((v) => ({ ...v, name: typeset(v.name), summary: typeset(v.summary) })),
    rules: (spec) => {
      const info = rules(spec);
      return { ...info, name: typeset(info.name).replace(/^./, (c) => c.toUpperCase()) };
    },
    levels,
    start: (spec) => Game.start(spec),
    read: (text) => Game.read(text),
    fromRecord: (text) => Game.fromRecord(text),
  };
}
