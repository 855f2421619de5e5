// The rules of the current game: how it is won, the short rules with boards, and the rest folded
// below. The sentences are from Rust.
import './rules.css';
import './figure.css';
import { h } from '../ui/dom.ts';
import { currentLanguage, t, type Key } from '../i18n/i18n.ts';
import loadWords from '../i18n/rules.words.ts';
import { createDialog } from '../ui/dialog.ts';
import { ruleFigure } from './rule-figures.ts';
import { rulesInParts, winKey, type Clause, type Section } from './rule-parts.ts';
import { ruleLines, ruleWords as words } from './rule-words.ts';
import { sourcesOf } from './rule-sources.ts';
import type { Store } from '../state.ts';
import type { Core, RulesInfo } from '../types.ts';

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

/** To the page of these rules, which can be printed. */
const pageLink = ({ spec }: RulesInfo) =>
  h(
    'p',
    { class: 'rules-page' },
    h('a', {
      href: `./read/${currentLanguage()}/${spec}.html`,
      target: '_blank',
      text: t('rules.page'),
    }),
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
    const { title, known, about, short, told } = rulesInParts(sections);
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
        readingsView(title('known'), known, clauses, sourcesOf(clauses, sources)),
        ...(rules.custom ? [] : [pageLink(rules)]),
      ],
    };
  });
}
