// Pages to read: paragraphs, small boards, sources.
import '../game/figure.css';
import { boardFigure, turnMarks } from '../game/figure.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import type { Core } from '../types.ts';

/** A turn is drawn as an arrow; what it takes may be left out. */
interface Section {
  title: string;
  text: string[];
  line?: string;
  turn?: string;
  caption?: string;
}

export interface Book {
  strategy: Section[];
  history: Section[];
  sources: string[];
}

/** @param analyse opens a position in the analysis */
export function pageView(
  core: Core,
  book: Book,
  name: 'strategy' | 'history',
  lang: string,
  analyse: (line: string) => void,
) {
  const figure = ({ line, turn, caption }: Section) => {
    if (!line) return null;
    const game = core.read(line);
    const { men, spec, legal } = game.state();
    game.free();
    const move = turn && legal.find(({ text }) => text === turn || text.startsWith(`${turn}x`));
    const picture = boardFigure(
      core.rules(spec),
      men,
      move ? { ...turnMarks(move), ...(move.text === turn ? {} : { rings: [] }) } : {},
    );
    return h(
      'figure',
      { class: 'book-figure' },
      picture,
      h('figcaption', { class: 'quiet', text: caption ?? '' }),
      h('button', {
        type: 'button',
        class: 'small-button',
        text: t('door.analyse'),
        'aria-description': caption ?? '',
        onclick: () => analyse(line),
      }),
    );
  };
  return h(
    'article',
    { class: 'book' },
    ...book[name].map((section) =>
      h(
        'section',
        { lang },
        h('h2', { text: section.title }),
        figure(section),
        ...section.text.map((text) => h('p', { text })),
      ),
    ),
    name === 'history'
      ? h(
          'section',
          {},
          h('h2', { text: t('learn.sources') }),
          h(
            'ol',
            { class: 'sources', lang: 'en' },
            ...book.sources.map((text) => h('li', { class: 'quiet', text })),
          ),
        )
      : null,
  );
}
