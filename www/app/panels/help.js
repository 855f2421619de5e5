// All keys on one sheet, and the switch for those that are a single letter.
import { setSingleKeys } from '../state.js';
import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { createDialog } from './dialog.js';

/** @typedef {import('../i18n/i18n.js').Key} Key */

/** What each key does; a dash joins the ends of a range. @type {[Key, [string[], Key][]][]} */
const GROUPS = [
  [
    'help.board',
    [
      [['←', '→', '↑', '↓'], 'help.arrows'],
      [['Home', 'End'], 'help.ends'],
      [['Enter', 'help.space'], 'help.act'],
      [['Esc'], 'help.cancel'],
    ],
  ],
  [
    'help.game',
    [
      [['←', '→'], 'help.walk'],
      [['Ctrl Z'], 'help.undo'],
      [['Ctrl Y'], 'help.redo'],
    ],
  ],
  [
    'help.single',
    [
      [['?'], 'help.help'],
      [['a–g'], 'help.type'],
      [['m'], 'help.field'],
      [['r'], 'help.read'],
      [['o'], 'help.to-board'],
      [['t'], 'help.flip'],
      [['u'], 'help.undo'],
      [['y'], 'help.redo'],
      [['n'], 'help.new'],
      [['l'], 'help.rules'],
      [['g'], 'help.games'],
      [['s'], 'help.share'],
      [['p'], 'help.edit'],
    ],
  ],
  [
    'help.editor',
    [
      [['Enter', 'help.space'], 'help.editor.use'],
      [['w'], 'help.editor.white'],
      [['b'], 'help.editor.black'],
      [['Del'], 'help.editor.none'],
    ],
  ],
];

/** @param {import('../state.js').Store} store */
export function createHelp(store) {
  return createDialog('help', () => ({
    title: t('help.title'),
    body: [
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          checked: store.get().singleKeys,
          onchange: (/** @type {Event} */ event) => {
            const { checked } = /** @type {HTMLInputElement} */ (event.target);
            store.update((s) => setSingleKeys(s, checked));
          },
        }),
        h('span', { text: t('help.switch') }),
      ),
      ...GROUPS.map(([title, keys]) =>
        h(
          'section',
          { class: 'keys' },
          h('h3', { text: t(title) }),
          h(
            'dl',
            {},
            ...keys.map(([names, what]) =>
              h(
                'div',
                {},
                h('dt', {}, ...names.map((name) => h('kbd', { text: name === 'help.space' ? t('help.space') : name }))),
                h('dd', { text: t(what) }),
              ),
            ),
          ),
        ),
      ),
      h('p', { class: 'quiet', text: t('help.moves') }),
    ],
  }));
}
