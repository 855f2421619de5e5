// The head of the table: the game's name, another game, its rules, and sharing it.
import { byId, h, icon, iconButton } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import type { Store } from '../state.ts';

export function createTitleBar(
  store: Store,
  open: { chooseGame: () => void; newGame: () => void; rules: () => void; share: () => void },
) {
  const name = h('h1', { tabindex: -1 });
  const change = h(
    'button',
    { type: 'button', class: 'change turns', onclick: open.chooseGame },
    h('span', { text: () => t('action.change') }),
    icon('next'),
  );
  const rules = () => t('menu.rules');
  const share = () => t('share.title');
  const fresh = () => t('action.new');
  // In play it stands below the board.
  const begin = iconButton('plus', fresh, open.newGame, { title: fresh, hidden: true });
  byId('bar').append(
    h('div', { class: 'variant' }, name, change),
    h(
      'div',
      { class: 'bar-end' },
      iconButton('book', rules, open.rules, { title: rules, 'data-action': 'rules' }),
      iconButton('share', share, open.share, { title: share, 'data-action': 'share' }),
      begin,
    ),
  );
  observe(
    store,
    ({ rules, analysis, slot }) => [rules, analysis === null, slot.name],
    () => {
      const { name: variant } = store.get().rules;
      begin.hidden = store.get().analysis === null;
      // A game that has a name goes by it.
      name.textContent = store.get().slot.name || variant;
      change.setAttribute('aria-label', t('variant.change', { variant }));
    },
  );
}
