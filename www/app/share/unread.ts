// What can be done about a record that cannot be read as it is: asking which game it is, or opening
// what comes before the error.
import { h } from '../ui/dom.ts';
import { selectField } from '../ui/dialog.ts';
import { t } from '../i18n/i18n.ts';
import type { How } from '../game/session.ts';
import type { Core } from '../types.ts';
import type { Refusal } from '../../pkg/merels.js';

/** How many turns of a text can be read, and whether that is all. */
function readable(core: Core, text: string, answer?: string) {
  try {
    const { game, error } = core.readBegin(text, undefined, answer);
    const turns = game.state().played.length;
    game.free();
    return { turns, whole: !error };
  } catch {
    return { turns: 0, whole: false };
  }
}

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

/**
 * The games that a record may be of, the likeliest first: by how much of it they can play, then by
 * the name, then Nine Men's Morris.
 */
export function likeliest(core: Core, text: string, name: string) {
  const all = core.variants().map((variant) => {
    const { turns, whole } = readable(core, text, variant.spec);
    const near = Math.max(alike(name, variant.name), alike(name, variant.id));
    // A few pairs of letters in common mean nothing.
    const named = near > LIKE ? near : 0;
    return { variant, by: [Number(whole), turns, named, Number(variant.id === 'nine')] };
  });
  const order = (a: number[], b: number[]) => {
    const i = a.findIndex((value, at) => value !== b[at]);
    return i < 0 ? 0 : (b[i] ?? 0) - (a[i] ?? 0);
  };
  return all.sort((a, b) => order(a.by, b.by)).map(({ variant }) => variant);
}

/** What is offered for an error in a text; null where there is nothing. */
export function remedy(
  core: Core,
  text: string,
  { error, how, open }: { error: unknown; how: How; open: (how: How) => void },
) {
  const { code, params } = (error ?? {}) as Partial<Refusal>;
  const button = (words: string, more: () => How) =>
    h('button', {
      type: 'button',
      class: 'small-button',
      text: words,
      onclick: () => open({ ...how, ...more() }),
    });
  if (code === 'no-variant') {
    const given = String(params?.given ?? '');
    const games = likeliest(core, text, given);
    let answer = games[0]?.spec ?? 'nine';
    const choices = games.map(({ spec, name }) => ({ value: spec, words: name }));
    return h(
      'div',
      { class: 'share-remedy', id: 'paste-remedy' },
      selectField(t('share.which', { given }), choices, answer, (spec) => (answer = spec)),
      button(t('share.open'), () => ({ answer })),
    );
  }
  if (!readable(core, text, how.answer).turns) return null;
  return h(
    'div',
    { class: 'share-remedy', id: 'paste-remedy' },
    button(t('share.begin'), () => ({ begin: true })),
  );
}
