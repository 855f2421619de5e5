// The rules of the current game: how it is won, the short rules with boards, and the rest folded
// below. The sentences are from Rust.
import './rules.css';
import './figure.css';
import { h } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';
import loadWords from '../i18n/rules.words.ts';
import { createDialog } from '../ui/dialog.ts';
import { ruleFigure } from './rule-figures.ts';
import { ruleLines, ruleWords as words } from './rule-words.ts';
import { sourcesOf } from './rule-sources.ts';
import type { Store } from '../state.ts';
import type { Core, RulesInfo, RulesText } from '../types.ts';

type Section = RulesText['sections'][number];
type Clause = Section['clauses'][number];

/**
 * The short rules: a picture, and the clauses beside it by option or id. Flying is apart, as it may
 * be the only way to move.
 */
const SHORT = [
  ['begin', ['begin']],
  ['place', ['men', 'phases', 'centre']],
  ['mill', ['mill', 'goal', 'protect', 'placing', 'lines', 'again', 'reform']],
  ['between', ['between']],
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
    (name === 'between' && !ids.includes('between.taken'))
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
function winKey(clauses: Clause[]) {
  const ids = idsOf(clauses);
  const blocked = ids.includes('blocked.lose');
  if (ids.includes('goal.mill')) return blocked ? 'rules.win.row-or-block' : 'rules.win.row';
  if (ids.includes('least.1')) return blocked ? 'rules.win.all-or-block' : 'rules.win.all';
  return blocked ? 'rules.win.men-or-block' : 'rules.win.men';
}

/** @param base the name of the game whose usual rules these are compared to */
function clauseView({ sentence, usual }: Clause, base: string) {
  const [first, list] = ruleLines(sentence);
  return h(
    'div',
    { class: usual ? 'clause changed' : 'clause' },
    usual ? h('span', { class: 'tag', text: t('option.changed') }) : null,
    h('p', { text: first }),
    list,
    usual
      ? h('p', {
          class: 'quiet',
          text: t('rules.usual', { variant: base, rule: words(usual).replaceAll('\n', ' ') }),
        })
      : null,
  );
}

/** How the game is won, its name, and where it is played, and since when. */
const headView = (rules: RulesInfo, win: Key, base: string, named: boolean, about: Clause[]) =>
  h(
    'div',
    { class: 'rules-head' },
    h('p', { class: 'rules-win', text: t(win) }),
    h('p', { class: 'quiet', text: named ? rules.name : base }),
    ...about.map(({ sentence }) => h('p', { class: 'rules-about', text: words(sentence) })),
    rules.custom
      ? h('p', {
          class: 'quiet',
          text: t(named ? 'rules.named' : 'rules.custom', { variant: base }),
        })
      : null,
  );

/** What the short rules don't tell, by section. */
function moreView(sections: Section[], told: Set<Clause>, base: string) {
  const rest = sections
    .map(({ title, clauses }) => ({ title, untold: clauses.filter((each) => !told.has(each)) }))
    .filter(({ untold }) => untold.length);
  return h(
    'details',
    { class: 'rules-more', open: rest.some(({ untold }) => untold.some(({ usual }) => usual)) },
    h('summary', { text: t('rules.more') }),
    ...rest.map(({ title, untold }) =>
      h(
        'section',
        { class: 'rules-section' },
        h('h3', { text: words(title) }),
        ...untold.map((clause) => clauseView(clause, base)),
      ),
    ),
  );
}

/**
 * What is known of the game, where its rules are disputed, and the sources.
 * @param heading of what is known
 */
const readingsView = (heading: string, known: Clause[], clauses: Clause[], sources: string[]) =>
  h(
    'details',
    { class: 'rules-more rules-readings' },
    h('summary', { text: t('rules.readings') }),
    ...(known.length
      ? [
          h('h3', { text: heading }),
          ...known.map(({ sentence }) => h('p', { text: words(sentence) })),
        ]
      : []),
    h('h3', { text: t('rules.disputed') }),
    ...clauses.flatMap(({ sentence, dispute }) =>
      dispute
        ? [
            h(
              'div',
              { class: 'reading' },
              h('p', { class: 'quiet', text: words(sentence).replaceAll('\n', ' ') }),
              h('p', { text: words(dispute) }),
            ),
          ]
        : [],
    ),
    h('h3', { text: t('rules.sources') }),
    h('ul', { class: 'sources' }, ...sources.map((text) => h('li', { lang: 'en', text }))),
  );

export async function createRules(store: Store, core: Core) {
  await loadWords();
  return createDialog('rules', () => {
    const { rules } = store.get();
    const { sections, sources } = core.rulesText(rules.spec);
    const clauses = sections.flatMap((section) => section.clauses);
    const offered = core.variants();
    const base = offered.find((v) => v.spec === rules.base)?.name ?? rules.base;
    const named = offered.some((v) => v.spec === rules.spec);
    const section = (id: string) => sections.find(({ title }) => title.id === `section.${id}`);
    const title = (id: string) => words(section(id)?.title ?? { id: '', values: {}, text: '' });
    const known = section('known')?.clauses ?? [];
    const about = known.filter(({ sentence }) => sentence.id.startsWith('about.'));
    const rest = known.filter((clause) => !about.includes(clause));
    const short = SHORT.map((rule) => ({ name: rule[0], found: shortClauses(rule, clauses) }));
    const told = new Set([...known, ...short.flatMap(({ found }) => found)]);
    const shortViews = short.flatMap(({ name, found }) =>
      found.length
        ? [
            h(
              'section',
              { class: 'rule' },
              ruleFigure(core, rules, name),
              h(
                'div',
                {},
                h('h3', { text: name === 'end' ? title('end') : t(`rules.${name}`) }),
                ...found.map((clause) => clauseView(clause, base)),
              ),
            ),
          ]
        : [],
    );
    return {
      title: t('rules.title'),
      body: [
        headView(rules, winKey(clauses), base, named, about),
        h('div', { class: 'rules-short' }, ...shortViews),
        moreView(sections, told, base),
        readingsView(title('known'), rest, clauses, sourcesOf(clauses, sources)),
      ],
    };
  });
}
