// The title bar: the page's name and the current variant.
import { byId, h, icon } from '../platform/dom.js';
import { watch } from '../platform/watch.js';
import { t } from '../i18n/i18n.js';

/** @param {import('../state.js').Store} store @param {() => void} choose @param {() => void} rules */
export function createTitleBar(store, choose, rules) {
  const variant = h('span');
  const button = h('button', { type: 'button', class: 'variant', onclick: choose }, variant, icon('next'));
  const book = h('button', { type: 'button', class: 'icon-button', onclick: rules }, icon('book'));
  byId('bar').append(h('div', { class: 'bar-end' }, button, book));
  const show = () => {
    const { name } = store.get().rules;
    variant.textContent = name;
    button.setAttribute('aria-label', t('variant.change', { variant: name }));
    book.setAttribute('aria-label', t('menu.rules'));
    book.title = t('menu.rules');
    document.title = t('app.title', { variant: name });
  };
  watch(store, ({ rules }) => [rules], show);
}
