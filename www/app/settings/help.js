// The help dialog: all keyboard shortcuts, and the switch for single-letter ones.
import './help.css';
import { setSingleKeys } from '../state.js';
import { isMirrored } from '../platform/direction.js';
import { h } from '../platform/dom.js';
import { has, t } from '../i18n/i18n.js';
import loadWords from '../i18n/settings.words.js';
import { createDialog } from '../platform/dialog.js';

/** @typedef {import('../i18n/i18n.js').Key} Key */

/** What each key does; keys whose names differ between languages have a word key. @type {[Key, [string[], Key][]][]} */
const GROUPS = [
  [
    'help.board',
    [
      [['←', '→', '↑', '↓'], 'help.arrows'],
      [['key.home', 'key.end'], 'help.ends'],
      [['key.enter', 'key.space'], 'help.act'],
      [['key.escape'], 'help.cancel'],
    ],
  ],
  [
    'help.game',
    [
      [['back', 'on'], 'help.walk'],
      [['↑', '↓'], 'help.beside'],
      [['key.home', 'key.end'], 'help.line-ends'],
      [['key.undo'], 'help.undo'],
      [['key.redo'], 'help.redo'],
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
      [['h'], 'help.hint'],
      [['t'], 'help.flip'],
      [['u'], 'help.undo'],
      [['y'], 'help.redo'],
      [['n'], 'help.new'],
      [['l'], 'help.rules'],
      [['k'], 'help.games'],
      [['s'], 'help.share'],
      [['p'], 'help.edit'],
      [['v'], 'help.values'],
      [['x'], 'help.study'],
    ],
  ],
  [
    'help.editor',
    [
      [['key.enter', 'key.space'], 'help.editor.use'],
      [['w'], 'help.editor.white'],
      [['b'], 'help.editor.black'],
      [['key.delete'], 'help.editor.none'],
    ],
  ],
];

/** The same in every language on a Mac. @type {Record<string, string>} */
const ON_A_MAC = { 'key.undo': '⌘Z', 'key.redo': '⇧⌘Z' };

/** The label of a key. @param {string} name */
function keyName(name) {
  if (name === 'back' || name === 'on') return (name === 'on') === isMirrored() ? '←' : '→';
  const mac = /^(?:Mac|iP)/.test(navigator.platform) && ON_A_MAC[name];
  return mac || (has(name) ? t(name) : name);
}

/** @param {import('../state.js').Store} store */
export async function createHelp(store) {
  await loadWords();
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
                h('dt', {}, ...names.map((name) => h('kbd', { text: keyName(name) }))),
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
