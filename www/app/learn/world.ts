// A page to read on each game of the world: where it is played, and what is different in it from
// Nine Men's Morris. All of it is Rust's.
import '../game/figure.css';
import { t } from '../i18n/i18n.ts';
import { h, type Props } from '../ui/dom.ts';
import { ruleFigure } from '../game/rule-figures.ts';
import { ruleLines, ruleWords as words } from '../game/rule-words.ts';
import type { Core, VariantInfo } from '../types.ts';

/** Those that the lessons are about, or that differ by little from them. */
const FAMILY = [
  'three',
  'nine-holes',
  'five',
  'six',
  'seven',
  'nine',
  'lasker',
  'eleven',
  'twelve',
  'morabaraba',
];
/** What hardly matters to a beginner. */
const DETAILS = ['repeat', 'quiet', 'ten', 'first', 'board'];

/**
 * @param play begins a game
 * @param link to the lesson on a game
 */
export function worldView(core: Core, play: (spec: string) => void, link: (id: string) => Props) {
  const usual = new Map(core.rules('nine').options.map(({ key, value }) => [key, value]));
  const games = core
    .variants()
    .filter(({ kind, spec }) => kind === 'preset' && !FAMILY.includes(spec));

  function section({ spec, name, summary }: VariantInfo) {
    const rules = core.rules(spec);
    const clauses = core.rulesText(spec).sections.flatMap((part) => part.clauses);
    const about = clauses.filter(({ sentence }) => sentence.id.startsWith('about.'));
    const other = new Set(
      rules.options
        .filter(({ key, value }) => usual.get(key) !== value && !DETAILS.includes(key))
        .map(({ key }) => key),
    );
    const special = clauses.filter(
      ({ option }) => option === 'men' || (option !== null && other.has(option)),
    );
    const figure = ruleFigure(core, rules, other.has('between') ? 'between' : 'mill');
    return h(
      'section',
      { 'data-game': spec },
      h('h2', { text: name }),
      figure ? h('figure', { class: 'book-figure' }, figure) : null,
      h('p', { text: summary }),
      ...about.map(({ sentence }) => h('p', { text: words(sentence) })),
      h('ul', {}, ...special.map(({ sentence }) => h('li', {}, ...ruleLines(sentence)))),
      h(
        'div',
        { class: 'book-actions' },
        h('a', {
          class: 'small-button',
          'aria-label': `${t('learn.world.try')}: ${name}`,
          text: t('learn.world.try'),
          ...link(spec),
        }),
        h('button', {
          type: 'button',
          class: 'small-button',
          'aria-label': t('learn.world.play', { game: name }),
          text: t('learn.world.begin'),
          onclick: () => play(spec),
        }),
      ),
    );
  }

  return h('article', { class: 'book' }, ...games.map(section));
}
