// A page on each game: its rules with boards, where and since when it is played, what is known of it,
// where authors disagree, and the sources.
import { boardFigure } from '../game/figure.ts';
import { ruleFigure } from '../game/rule-figures.ts';
import { rulesInParts, winKey, type Clause, type Section } from '../game/rule-parts.ts';
import { sourcesOf } from '../game/rule-sources.ts';
import { ruleLines, ruleWords } from '../game/rule-words.ts';
import { GALLERY } from '../home/gallery.ts';
import { t } from '../i18n/i18n.ts';
import { h } from '../ui/dom.ts';
import { figure, gameHash, type Source } from './page.ts';
import type { Page } from './types.ts';
import type { Core, RulesInfo, VariantInfo } from '../types.ts';

/** Where a game is played, with how many men, how long it takes, who wins. */
export function factsOf({ spec, men }: Pick<VariantInfo, 'spec' | 'men'>) {
  const shown = GALLERY[spec];
  return [
    ...(shown ? [t(`region.${shown.region}`)] : []),
    t('new.men', { n: men }),
    ...(shown ? [t('new.time', { n: shown.minutes })] : []),
    ...(shown?.known ? [t(`new.known.${shown.known}`)] : []),
  ].join(' · ');
}

const clauseView = ({ sentence }: Clause) => {
  const [first, list] = ruleLines(sentence);
  return h('div', { class: 'clause' }, h('p', { text: first }), list);
};

/** The short rules, each with a board. */
const shortView = (
  core: Core,
  rules: RulesInfo,
  { short, title }: ReturnType<typeof rulesInParts>,
) =>
  h(
    'section',
    {},
    h('h2', { text: t('rules.title') }),
    ...short.flatMap(({ name, found }) =>
      found.length
        ? [
            h(
              'section',
              { class: 'read-rule' },
              figure(ruleFigure(core, rules, name)),
              h('h3', { text: name === 'end' ? title('end') : t(`rules.${name}`) }),
              ...found.map(clauseView),
            ),
          ]
        : [],
    ),
  );

/** What the short rules don't tell. */
const moreView = (sections: Section[], told: Set<Clause>) =>
  h(
    'section',
    {},
    h('h2', { text: t('rules.more') }),
    ...sections.flatMap(({ title, clauses }) => {
      const untold = clauses.filter((clause) => !told.has(clause));
      return untold.length ? [h('h3', { text: ruleWords(title) }), ...untold.map(clauseView)] : [];
    }),
  );

/** Who says what; null where authors agree. */
function disputesView(clauses: Clause[]) {
  const disputed = clauses.filter(({ dispute }) => dispute);
  if (!disputed.length) return null;
  return h(
    'section',
    {},
    h('h2', { text: t('rules.disputed') }),
    ...disputed.map(({ sentence, dispute }) =>
      h(
        'div',
        { class: 'reading' },
        h('p', { class: 'quiet', text: ruleWords(sentence).replaceAll('\n', ' ') }),
        dispute ? h('p', { text: ruleWords(dispute) }) : null,
      ),
    ),
  );
}

export const sourcesView = (sources: readonly string[]) =>
  h(
    'section',
    {},
    h('h2', { text: t('rules.sources') }),
    h('ul', { class: 'sources', lang: 'en' }, ...sources.map((text) => h('li', { text }))),
  );

/** The empty board, or the one on which all men stand before the first turn. */
function boardView(core: Core, rules: RulesInfo) {
  const game = core.start(rules.spec);
  const { men } = game.state();
  game.free();
  return figure(boardFigure(rules, men));
}

export function gamePage({ core }: Source, variant: VariantInfo): Page {
  const { spec, name, summary } = variant;
  const rules = core.rules(spec);
  const { sections, sources } = core.rulesText(spec);
  const clauses = sections.flatMap((section) => section.clauses);
  const parts = rulesInParts(sections);
  const { title, known, about, told } = parts;
  const shown = GALLERY[spec];
  const win = t(winKey(clauses));
  const notes = [...about, ...known].map(({ sentence }) => ruleWords(sentence));
  return {
    name: spec,
    title: t('read.rules', { game: name }),
    description: `${summary} ${win}`,
    game: { spec, name, also: [...(shown?.names ?? []), ...(shown?.also ?? [])] },
    way: { hash: gameHash(spec), text: t('learn.world.play', { game: name }) },
    body: [
      h(
        'div',
        { class: 'read-head' },
        boardView(core, rules),
        h('h1', { text: name }),
        h('p', { class: 'read-lead', text: summary }),
        shown?.names
          ? h('p', { class: 'quiet', text: t('gallery.names', { names: shown.names }) })
          : null,
        h('p', { class: 'quiet', text: factsOf(variant) }),
        h('p', { class: 'read-win', text: win }),
      ),
      shortView(core, rules, parts),
      moreView(sections, told),
      h(
        'section',
        {},
        h('h2', { text: title('known') }),
        ...notes.map((text) => h('p', { text })),
        shown?.known || known.some(({ sentence }) => sentence.id.startsWith('value.'))
          ? null
          : h('p', { text: t('read.unknown') }),
      ),
      disputesView(clauses),
      sourcesView(sourcesOf(clauses, sources)),
    ],
  };
}
