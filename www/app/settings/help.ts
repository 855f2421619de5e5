// The help dialog: all keyboard shortcuts, and the switch for single-letter ones.
import './help.css';
import { setSingleKeys, type Store } from '../state.ts';
import { isMirrored } from '../ui/direction.ts';
import { h } from '../ui/dom.ts';
import { has, t, type Key } from '../i18n/i18n.ts';
import loadWords from '../i18n/settings.words.ts';
import { createDialog } from '../ui/dialog.ts';

/** What each key does; keys whose names differ between languages have a word key. */
const GROUPS: [Key, [string[], Key][]][] = [
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
      [['x'], 'help.analysis'],
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

/** The same in every language on a Mac. */
const ON_A_MAC: Record<string, string> = { 'key.undo': '⌘Z', 'key.redo': '⇧⌘Z' };

/** The label of a key. */
function keyName(name: string) {
  if (name === 'back' || name === 'on') return (name === 'on') === isMirrored() ? '←' : '→';
  const mac = /^(?:Mac|iP)/.test(navigator.platform) && ON_A_MAC[name];
  return mac || (has(name) ? t(name) : name);
}

export async function createHelp(store: Store) {
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
          onchange: (event: Event) => {
            const { checked } = event.target as HTMLInputElement;
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
