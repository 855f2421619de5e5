// The rules of the current game in sentences from Rust; changed ones are highlighted.
import './rules.css';
import { boardPicture, h } from '../platform/dom.js';
import { fromRust, t } from '../i18n/i18n.js';
import loadWords from '../i18n/rules.words.js';
import { createDialog } from '../platform/dialog.js';

/** @typedef {import('../types').Sentence} Sentence */

/** @param {Sentence} sentence */
const words = ({ id, values, text }) => fromRust(`rule.${id}`, text, values);

/** @param {import('../state.js').Store} store @param {import('../types').Core} core */
export async function createRules(store, core) {
  await loadWords();
  return createDialog('rules', () => {
    const { rules } = store.get();
    const { sections, sources } = core.rulesText(rules.spec);
    const offered = core.variants();
    const base = offered.find((v) => v.spec === rules.base)?.name ?? rules.base;
    const named = offered.some((v) => v.spec === rules.spec);
    return {
      title: t('rules.title'),
      body: [
        h(
          'div',
          { class: 'rules-head' },
          boardPicture(rules.board),
          h(
            'div',
            {},
            h('h3', { text: named ? rules.name : base }),
            rules.custom ? h('p', { class: 'quiet', text: t(named ? 'rules.named' : 'rules.custom', { variant: base }) }) : null,
          ),
        ),
        ...sections.map(({ title, clauses }) =>
          h(
            'section',
            { class: 'rules-section' },
            h('h3', { text: words(title) }),
            ...clauses.map(({ sentence, usual, dispute }) =>
              h(
                'div',
                { class: usual ? 'clause changed' : 'clause' },
                usual ? h('span', { class: 'tag', text: t('option.changed') }) : null,
                h('p', { text: words(sentence) }),
                usual ? h('p', { class: 'quiet', text: t('rules.usual', { variant: base, rule: words(usual) }) }) : null,
                dispute ? h('p', { class: 'dispute', text: words(dispute) }) : null,
              ),
            ),
          ),
        ),
        h('section', { class: 'rules-section' }, h('h3', { text: t('rules.sources') }), h('ul', { class: 'sources' }, ...sources.map((text) => h('li', { lang: 'en', text })))),
      ],
    };
  });
}
