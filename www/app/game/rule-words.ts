// The sentences of the rules, which Rust names and fills in.
import { inDigits } from '../i18n/digits.ts';
import { fromRust } from '../i18n/i18n.ts';
import { h } from '../ui/dom.ts';
import type { Sentence } from '../types.ts';

/**
 * A sentence in the language of the page. None has two numbers, so that the one it has may choose
 * the plural form.
 */
export function ruleWords({ id, values, text }: Sentence) {
  const number = Object.values(values).find((value) => /^\d+½?$/.test(value));
  const said = Object.entries(values).map(([name, value]) => [
    name,
    /^\d+$/.test(value) ? inDigits(value) : value,
  ]);
  return fromRust(`rule.${id}`, text, {
    ...Object.fromEntries(said),
    ...(number && { n: Number(number.replace('½', '.5')) }),
  });
}

/** A sentence and the items of its list, the lines after its first. */
export function ruleLines(sentence: Sentence): [first: string, list: HTMLElement | null] {
  const [first = '', ...items] = ruleWords(sentence).split('\n');
  return [
    first,
    items.length
      ? h('ul', { class: 'clause-list' }, ...items.map((text) => h('li', { text })))
      : null,
  ];
}
