// Loads the WebAssembly module: the only file, with the engine's worker, that knows where Rust
// lives.
import { isTrap } from './heartbeat.ts';
import { fromRust, typeset } from '../i18n/i18n.ts';
import { recover } from '../platform/recover.ts';
import { PACKS } from '../platform/packs.ts';
import init, {
  Game,
  Puzzles,
  checkSetup,
  dataFiles,
  describeMove,
  expectation,
  firstThatHolds,
  holdsMany,
  levels,
  placings,
  rules,
  rulesText,
  solvable,
  variants,
  version,
  type RulesInfo,
} from '../../pkg/merels.js';
import type { Core } from '../types.ts';

/**
 * What the page calls in Rust. Words come out in the language that is spoken. After a trap nothing
 * is called any more: the page reloads.
 */
export async function loadCore(): Promise<Core> {
  await initGuarded();
  // Asked for at every turn, and always the same.
  const strengths = levels();
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
      strengths.map((l) => ({
        ...l,
        name: fromRust(`level.${l.level}.name`, l.name),
        about: fromRust(`level.${l.level}.about`, l.about),
      })),
    rulesText,
    checkSetup,
    firstThatHolds,
    holdsMany,
    solvable(spec) {
      const can = solvable(spec);
      // It may have been left out of this page.
      return { ...can, pack: can.pack && PACKS[can.pack] ? can.pack : null };
    },
    dataFiles,
    describeMove,
    placings,
    expectation,
    start: (spec) => Game.start(spec),
    read: (text, spec) => Game.read(text, spec),
    fromRecord: (text) => Game.fromRecord(text),
    puzzles: (text) => new Puzzles(text),
  };
}

/**
 * Every call from JavaScript goes through a guard: there the glue takes what the browser makes of
 * the module.
 */
async function initGuarded() {
  const { instantiate, instantiateStreaming } = WebAssembly;
  const guarding =
    (make: (...args: any[]) => Promise<any>) =>
    async (...args: any[]) => {
      const made = await make(...args);
      return { ...made, instance: { exports: guarded(made.instance.exports) } };
    };
  Object.assign(WebAssembly, {
    instantiate: guarding(instantiate),
    instantiateStreaming: guarding(instantiateStreaming),
  });
  await init().finally(() => Object.assign(WebAssembly, { instantiate, instantiateStreaming }));
}

function guarded(exports: WebAssembly.Exports): WebAssembly.Exports {
  let trap: unknown = null;
  const guard =
    (call: Function) =>
    (...args: unknown[]) => {
      if (trap) throw new Error('the rules have failed before', { cause: trap });
      try {
        return call(...args);
      } catch (error) {
        if (!trap && isTrap(error)) recover((trap = error));
        throw error;
      }
    };
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [
      name,
      typeof value === 'function' ? guard(value) : value,
    ]),
  );
}

/** Rules in the language that is spoken. */
export function inWords(info: RulesInfo): RulesInfo {
  const base = fromRust(`variant.${info.base}.name`, '');
  return {
    ...info,
    name: info.id
      ? fromRust(`variant.${info.id}.name`, info.name)
      : fromRust(
          'variant.custom',
          info.name.replace(/^./, (c) => c.toUpperCase()),
          { name: base },
        ),
    options: info.options.map((option) => ({
      ...option,
      words: valueInWords(option.key, option),
      choices: option.choices.map((choice) => ({
        ...choice,
        words: valueInWords(option.key, choice),
      })),
    })),
  };
}

function valueInWords(key: string, { value, words }: { value: string; words: string }) {
  const number = /^\d+$/.test(value) && (key === 'men' || key === 'quiet');
  return number
    ? fromRust(`option.${key}.n`, words, { n: Number(value) / (key === 'quiet' ? 2 : 1) })
    : fromRust(`option.${key}.${value}`, typeset(words));
}
