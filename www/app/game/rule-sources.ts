// The books that the rules of a game follow: those that its sentences name, and the three that are
// about all these games.
import english from '../i18n/en/rules.json' with { type: 'json' };
import type { RulesText } from '../types.ts';

type Clause = RulesText['sections'][number]['clauses'][number];

const GENERAL = /^(?:Bell|Murray|Parlett)$/;

/** What a sentence calls a source: its first author, or its name. */
export const nameOf = (source: string) =>
  source.replace(/^(?:\p{Lu}\. )+/u, '').replace(/(?: and |,| \().*/, '');

export function sourcesOf(clauses: Clause[], sources: readonly string[]) {
  const ids = clauses.flatMap(({ sentence, dispute }) => [sentence.id, dispute?.id ?? sentence.id]);
  const said = ids.map((id) => (english as Record<string, string>)[`rule.${id}`]).join(' ');
  return sources.filter((source) => GENERAL.test(nameOf(source)) || said.includes(nameOf(source)));
}
