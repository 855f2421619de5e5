// Loads the WebAssembly module: the only file, with the engine's worker, that knows where Rust
// lives.
import { isTrap } from './heartbeat.ts';
import { inWords, variantInWords } from './in-words.ts';
import { fromRust } from '../i18n/i18n.ts';
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
  replies,
  rules,
  rulesText,
  solvable,
  variants,
  version,
} from '../../pkg/merels.js';
import type { Core } from '../types.ts';

/**
 * What the page calls in Rust. Words come out in the language that is spoken. After a trap nothing
 * is called any more: the page reloads.
 */
export async function loadCore(): Promise<Core> {
  await init();
  for (const made of [Game, Puzzles]) {
    guard(made);
    guard(made.prototype);
  }
  const { variants, rules, levels, solvable, ...asTheyAre } = guard({ ...functions });
  // Asked for at every turn, and always the same.
  const strengths = levels();
  return {
    ...asTheyAre,
    variants: () => variants().map(variantInWords),
    rules: (spec) => inWords(rules(spec)),
    levels: () =>
      strengths.map((l) => ({
        ...l,
        name: fromRust(`level.${l.level}.name`, l.name),
        about: fromRust(`level.${l.level}.about`, l.about),
      })),
    solvable(spec) {
      const can = solvable(spec);
      // It may have been left out of this page.
      return { ...can, pack: can.pack && PACKS[can.pack] ? can.pack : null };
    },
  };
}

const functions = {
  version,
  variants,
  rules,
  levels,
  rulesText,
  checkSetup,
  firstThatHolds,
  holdsMany,
  solvable,
  dataFiles,
  describeMove,
  placings,
  replies,
  expectation,
  start: (spec: string) => Game.start(spec),
  read: (text: string, spec: string) => Game.read(text, spec),
  readBegin: (text: string, spec?: string, answer?: string) => Game.readBegin(text, spec, answer),
  fromRecord: (text: string) => Game.fromRecord(text),
  puzzles: (text: string) => new Puzzles(text),
};

let trap: unknown = null;

/** Lets no function of an object or a class be called after a trap. */
function guard<T extends object>(of: T): T {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(of)))
    if (typeof value === 'function' && name !== 'constructor')
      Object.assign(of, {
        [name](this: unknown, ...args: unknown[]) {
          if (trap) throw new Error('the rules have failed before', { cause: trap });
          try {
            return value.apply(this, args);
          } catch (error) {
            if (!trap && isTrap(error)) recover((trap = error));
            throw error;
          }
        },
      });
  return of;
}
