// Pages to read: paragraphs, small boards, sources.
import '../game/figure.css';
import { sectionPicture, type Book, type Section } from './book.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import type { Core } from '../types.ts';

/** @param analyse opens a position in the analysis */
export function pageView(
  core: Core,
  book: Book,
  name: 'strategy' | 'history',
  lang: string,
  analyse: (line: string) => void,
) {
  const figure = (section: Section) => {
    const { line, caption } = section;
    const picture = sectionPicture(core, section);
    if (!line || !picture) return null;
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
