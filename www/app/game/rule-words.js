// The sentences of the rules, which Rust names and fills in.
import { inDigits } from '../i18n/digits.js';
import { fromRust } from '../i18n/i18n.js';
import { h } from '../platform/dom.js';

/** @typedef {import('../types').Sentence} Sentence */

/** A sentence in the language of the page. None has two numbers, so that the one it has may choose the plural form. @param {Sentence} sentence */
export function ruleWords({ id, values, text }) {
  const number = Object.values(values).find((value) => /^\d+½?$/.test(value));
  const said = Object.entries(values).map(([name, value]) => [name, /^\d+$/.test(value) ? inDigits(value) : value]);
  return fromRust(`rule.${id}`, text, { ...Object.fromEntries(said), ...(number && { n: Number(number.replace('½', '.5')) }) });
}

/** A sentence as paragraph; lines after its first are a list. @param {Sentence} sentence */
export function ruleLines(sentence) {
  const [first = '', ...items] = ruleWords(sentence).split('\n');
  return [h('p', { text: first }), ...(items.length ? [h('ul', { class: 'clause-list' }, ...items.map((text) => h('li', { text })))] : [])];
}
