// The rules of the current game: how it is won, the short rules with boards, and the rest folded
// below. The sentences are from Rust.
import './rules.css';
import './figure.css';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import loadWords from '../i18n/rules.words.ts';
import { createDialog } from '../ui/dialog.ts';
import { ruleFigure } from './rule-figures.ts';
import { ruleLines, ruleWords as words } from './rule-words.ts';
import { sourcesOf } from './rule-sources.ts';
import type { Store } from '../state.ts';
import type { Core, RulesText } from '../types.ts';

type Clause = RulesText['sections'][number]['clauses'][number];

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

export async function createRules(store: Store, core: Core) {
  await loadWords();
  return createDialog('rules', () => {
    const { rules } = store.get();
    const { sections, sources } = core.rulesText(rules.spec);
    const clauses = sections.flatMap((section) => section.clauses);
    const ids = clauses.map(({ sentence }) => sentence.id);
    const offered = core.variants();
    const base = offered.find((v) => v.spec === rules.base)?.name ?? rules.base;
    const named = offered.some((v) => v.spec === rules.spec);
    const section = (id: string) => sections.find((each) => each.title.id === `section.${id}`);
    const title = (id: string) => words(section(id)?.title ?? { id: '', values: {}, text: '' });
    const known = section('known');
    /** Where it is played, and since when. */
    const about = known?.clauses.filter(({ sentence }) => sentence.id.startsWith('about.')) ?? [];
    const rest = known?.clauses.filter((clause) => !about.includes(clause)) ?? [];
    /** Those that have been shown already. */
    const told: Set<Clause> = new Set(known?.clauses);

    function tell(clause: Clause) {
      told.add(clause);
      const { sentence, usual } = clause;
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

    function short([name, keys]: (typeof SHORT)[number]) {
      const flies = ids.includes('fly.3') || ids.includes('fly.4');
      const onBoard = ids.includes('begin.board');
      if (name === 'fly' && !flies) return null;
      if (
        (name === 'place' && onBoard) ||
        (name === 'begin' && !onBoard) ||
        (name === 'between' && !ids.includes('between.taken'))
      )
        return null;
      const wanted =
        name === 'move' && !flies && !ids.includes('fly.never')
          ? ['fly']
          : name === 'begin'
            ? ['men', ...keys]
            : keys;
      const found = wanted.flatMap((key) =>
        clauses.filter(
          ({ option, sentence }) => (option ?? sentence.id) === key && !LATER.includes(sentence.id),
        ),
      );
      if (!found.length) return null;
      return h(
        'section',
        { class: 'rule' },
        ruleFigure(core, rules, name),
        h(
          'div',
          {},
          h('h3', { text: name === 'end' ? title('end') : t(`rules.${name}`) }),
          ...found.map(tell),
        ),
      );
    }

    /** How the game is won, in a line. */
    function win() {
      const blocked = ids.includes('blocked.lose');
      if (ids.includes('goal.mill')) return t(blocked ? 'rules.win.row-or-block' : 'rules.win.row');
      if (ids.includes('least.1')) return t(blocked ? 'rules.win.all-or-block' : 'rules.win.all');
      return t(blocked ? 'rules.win.men-or-block' : 'rules.win.men');
    }

    /** What is not told yet, by section. */
    function more() {
      const rest = sections
        .map(({ title: heading, clauses: all }) => ({
          heading,
          untold: all.filter((clause) => !told.has(clause)),
        }))
        .filter(({ untold }) => untold.length);
      return h(
        'details',
        { class: 'rules-more', open: rest.some(({ untold }) => untold.some(({ usual }) => usual)) },
        h('summary', { text: t('rules.more') }),
        ...rest.map(({ heading, untold }) =>
          h(
            'section',
            { class: 'rules-section' },
            h('h3', { text: words(heading) }),
            ...untold.map(tell),
          ),
        ),
      );
    }

    return {
      title: t('rules.title'),
      body: [
        h(
          'div',
          { class: 'rules-head' },
          h('p', { class: 'rules-win', text: win() }),
          h('p', { class: 'quiet', text: named ? rules.name : base }),
          ...about.map(({ sentence }) => h('p', { class: 'rules-about', text: words(sentence) })),
          rules.custom
            ? h('p', {
                class: 'quiet',
                text: t(named ? 'rules.named' : 'rules.custom', { variant: base }),
              })
            : null,
        ),
        h('div', { class: 'rules-short' }, ...SHORT.map(short).filter((rule) => rule !== null)),
        more(),
        h(
          'details',
          { class: 'rules-more rules-readings' },
          h('summary', { text: t('rules.readings') }),
          ...(rest.length
            ? [
                h('h3', { text: title('known') }),
                ...rest.map(({ sentence }) => h('p', { text: words(sentence) })),
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
          h(
            'ul',
            { class: 'sources' },
            ...sourcesOf(clauses, sources).map((text) => h('li', { lang: 'en', text })),
          ),
        ),
      ],
    };
  });
}
