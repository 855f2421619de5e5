// Loads the WebAssembly module: the only file, with the engine's worker, that knows where Rust lives.
import { fromRust, typeset } from './i18n/i18n.js';
import init, { Game, Puzzles, checkSetup, expectation, explain, firstThatHolds, holdsMany, levels, rules, rulesText, schooling, solvable, variants, version } from '../pkg/merels.js';

/**
 * What the page calls in Rust. Words come out in the language that is spoken.
 * @returns {Promise<import('./types').Core>}
 */
export async function loadCore() {
  await init();
  return {
    version,
    variants: () =>
      variants().map((v) => ({
        ...v,
        name: fromRust(`variant.${v.id}.name`, v.name),
        summary: fromRust(`variant.${v.id}.summary`, v.summary),
      })),
    rules: (spec) => inWords(rules(spec)),
    levels: () =>
      levels().map((l) => ({
        ...l,
        name: fromRust(`level.${l.level}.name`, l.name),
        about: fromRust(`level.${l.level}.about`, l.about),
      })),
    rulesText,
    checkSetup,
    explain,
    firstThatHolds,
    holdsMany,
    solvable,
    schooling,
    expectation,
    start: (spec) => Game.start(spec),
    read: (text) => Game.read(text),
    fromRecord: (text) => Game.fromRecord(text),
    puzzles: (text) => new Puzzles(text),
  };
}

/** Rules in the language that is spoken. @param {import('../pkg/merels.js').RulesInfo} info @returns {import('../pkg/merels.js').RulesInfo} */
export function inWords(info) {
  const base = fromRust(`variant.${info.base}.name`, '');
  return {
    ...info,
    name: info.id ? fromRust(`variant.${info.id}.name`, info.name) : fromRust('variant.custom', info.name.replace(/^./, (c) => c.toUpperCase()), { name: base }),
    options: info.options.map((option) => ({
      ...option,
      words: valueInWords(option.key, option),
      choices: option.choices.map((choice) => ({ ...choice, words: valueInWords(option.key, choice) })),
    })),
  };
}

/** @param {string} key @param {{ value: string, words: string }} option */
function valueInWords(key, { value, words }) {
  const number = /^\d+$/.test(value) && (key === 'men' || key === 'quiet');
  return number ? fromRust(`option.${key}.n`, words, { n: Number(value) }) : fromRust(`option.${key}.${value}`, typeset(words));
}
