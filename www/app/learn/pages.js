// Pages to read: paragraphs, small boards, sources.
import { boardPicture, h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';

/** @typedef {{ title: string, text: string[], line?: string, caption?: string }} Section */
/** @typedef {{ strategy: Section[], history: Section[], sources: string[] }} Book */

/** @param {import('../types').Core} core @param {Book} book @param {'strategy' | 'history'} name @param {string} lang */
export function pageView(core, book, name, lang) {
  const figure = (/** @type {Section} */ { line, caption }) => {
    if (!line) return null;
    const game = core.read(line);
    const { men, spec } = game.state();
    game.free();
    return h('figure', { class: 'book-figure' }, boardPicture(core.rules(spec).board, men), h('figcaption', { class: 'quiet', text: caption ?? '' }));
  };
  return h(
    'article',
    { class: 'book' },
    ...book[name].map((section) => h('section', { lang }, h('h2', { text: section.title }), figure(section), ...section.text.map((text) => h('p', { text })))),
    name === 'history'
      ? h('section', {}, h('h2', { text: t('learn.sources') }), h('ol', { class: 'sources', lang: 'en' }, ...book.sources.map((text) => h('li', { class: 'quiet', text }))))
      : null,
  );
}
