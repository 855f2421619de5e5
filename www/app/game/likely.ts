// Which game a record is of that names one which no game here is called: as `likely.rs` has it,
// which would be a large part of the first load.
import type { Core } from '../types.ts';

const pairs = (name: string) => {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return new Set([...letters].slice(1).map((letter, i) => [...letters][i] + letter));
};

/** From here on, two names are alike. */
const LIKE = 0.5;

/** How alike two names are, 0 to 1: by the pairs of letters that they share. */
function alike(one: string, other: string) {
  const [a, b] = [pairs(one), pairs(other)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size || 1);
}

/** How many turns of a text can be read, and whether that is all. */
export function readable(core: Pick<Core, 'readBegin'>, text: string, answer?: string) {
  try {
    const { game, error } = core.readBegin(text, undefined, answer);
    const turns = game.state().played.length;
    game.free();
    return { turns, error };
  } catch {
    return { turns: 0, error: undefined };
  }
}

/**
 * The games that a record may be of, the likeliest first: by how much of it they can play, then by
 * the name, then Nine Men's Morris.
 */
export function likeliest(core: Pick<Core, 'readBegin' | 'variants'>, text: string, name: string) {
  const all = core.variants().map((variant) => {
    const { turns, error } = readable(core, text, variant.spec);
    const near = Math.max(alike(name, variant.name), alike(name, variant.id));
    // A few pairs of letters in common mean nothing.
    const named = near > LIKE ? near : 0;
    return { variant, by: [Number(error === null), turns, named, Number(variant.id === 'nine')] };
  });
  const order = (a: number[], b: number[]) => {
    const i = a.findIndex((value, at) => value !== b[at]);
    return i < 0 ? 0 : (b[i] ?? 0) - (a[i] ?? 0);
  };
  return all.sort((a, b) => order(a.by, b.by)).map(({ variant }) => variant);
}
