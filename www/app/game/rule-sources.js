// The books that the rules of a game follow: those that its sentences name, and the three that are about all these games.
import english from '../i18n/en/rules.json' with { type: 'json' };

/** @typedef {import('../types').RulesText['sections'][number]['clauses'][number]} Clause */

const GENERAL = /^(?:Bell|Murray|Parlett)$/;

/** What a sentence calls a source: its first author, or its name. @param {string} source */
export const nameOf = (source) =>
  source.replace(/^(?:\p{Lu}\. )+/u, '').replace(/(?: and |,| \().*/, '');

/** @param {Clause[]} clauses @param {readonly string[]} sources */
export function sourcesOf(clauses, sources) {
  const ids = clauses.flatMap(({ sentence, dispute }) => [sentence.id, dispute?.id ?? sentence.id]);
  const said = ids
    .map((id) => /** @type {Record<string, string>} */ (english)[`rule.${id}`])
    .join(' ');
  return sources.filter((source) => GENERAL.test(nameOf(source)) || said.includes(nameOf(source)));
}
