// The rules of a game in the parts in which they are shown: the short ones with boards, the rest,
// what is known of the game, and where it is played.
import { ruleWords } from './rule-words.ts';
import type { RulesText } from '../types.ts';

export type Section = RulesText['sections'][number];
export type Clause = Section['clauses'][number];

/**
 * The short rules: a picture, and the clauses beside it by option or id. Flying is apart, as it may
 * be the only way to move.
 */
const SHORT = [
  ['begin', ['begin']],
  ['place', ['men', 'phases', 'centre']],
  ['mill', ['mill', 'goal', 'protect', 'placing', 'lines', 'again', 'reform']],
  ['between', ['between']],
  ['leap', ['leap']],
  ['move', ['move', 'starts']],
  ['fly', ['fly']],
  ['end', ['least', 'blocked', 'full']],
] as const;
/** What of that is told further below: it hardly ever happens, or forbids nothing. */
const LATER = ['full.draw', 'full.play', 'reform.allow'];

const idsOf = (clauses: Clause[]) => clauses.map(({ sentence }) => sentence.id);

/** The clauses of a short rule; none where a game has no such rule. */
function shortClauses([name, keys]: (typeof SHORT)[number], clauses: Clause[]): Clause[] {
  const ids = idsOf(clauses);
  const flies = ids.includes('fly.3') || ids.includes('fly.4');
  const onBoard = ids.includes('begin.board');
  if (
    (name === 'fly' && !flies) ||
    (name === 'place' && onBoard) ||
    (name === 'begin' && !onBoard) ||
    (name === 'between' && !ids.some((id) => /^between\.(?!safe)/.test(id))) ||
    (name === 'leap' && !ids.includes('leap.take'))
  )
    return [];
  const wanted =
    name === 'move' && !flies && !ids.includes('fly.never')
      ? ['fly']
      : name === 'begin'
        ? ['men', ...keys]
        : keys;
  return wanted.flatMap((key) =>
    clauses.filter(
      ({ option, sentence }) => (option ?? sentence.id) === key && !LATER.includes(sentence.id),
    ),
  );
}

/** How the game is won, in a line. */
export function winKey(clauses: Clause[]) {
  const ids = idsOf(clauses);
  const blocked = ids.includes('blocked.lose');
  if (ids.includes('goal.mill')) return blocked ? 'rules.win.row-or-block' : 'rules.win.row';
  if (ids.includes('least.1')) return blocked ? 'rules.win.all-or-block' : 'rules.win.all';
  return blocked ? 'rules.win.men-or-block' : 'rules.win.men';
}

/**
 * @returns title: of a section; known: what is known of the game, and `about`: where it is played and
 *   since when; short: the short rules; told: all of these, which the rest need not repeat
 */
export function rulesInParts(sections: Section[]) {
  const clauses = sections.flatMap((section) => section.clauses);
  const section = (id: string) => sections.find(({ title }) => title.id === `section.${id}`);
  const notes = section('known')?.clauses ?? [];
  const about = notes.filter(({ sentence }) => sentence.id.startsWith('about.'));
  const short = SHORT.map((rule) => ({ name: rule[0], found: shortClauses(rule, clauses) }));
  return {
    title: (id: string) => ruleWords(section(id)?.title ?? { id: '', values: {}, text: '' }),
    known: notes.filter((clause) => !about.includes(clause)),
    about,
    short,
    told: new Set([...notes, ...short.flatMap(({ found }) => found)]),
  };
}
