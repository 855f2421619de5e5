// The settings dialog. Loaded on demand.
import './settings.css';
import { setLook, setSingleKeys, type Store } from '../state.ts';
import { createSolution } from '../game/solution.ts';
import { h } from '../ui/dom.ts';
import { installer } from '../platform/install.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import loadWords from '../i18n/settings.words.ts';
import { isLanguage, preferred, type Language } from '../i18n/languages.ts';
import { LANGUAGES } from '../i18n/names.ts';
import { backupView } from './backup-view.ts';
import { looks, paint } from './looks.ts';
import { REPLIES, THINKING } from '../storage/storage.ts';
import { createDialog, radios, selectField } from '../ui/dialog.ts';
import type { Solution } from '../engine/lazy-values.ts';
import type { Core, Look, State } from '../types.ts';

interface Page {
  store: Store;
  core: Core;
  /** Plays a sound at the current volume. */
  sample: () => void;
  changeLanguage: (chosen: Language | null) => void;
  open: Record<'rules' | 'help' | 'type' | 'read', () => void>;
  /** Loads all parts of the page that keep something. */
  places: () => Promise<unknown>;
}

type Change = (change: Partial<Look>) => void;

const group = (key: Key, ...children: (Node | null)[]) =>
  h('fieldset', {}, h('legend', { text: t(key) }), ...children);

function tick(text: string, name: string, checked: boolean, set: (on: boolean) => void) {
  const onchange = (e: Event) => set((e.target as HTMLInputElement).checked);
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', name, checked, onchange }),
    h('span', { text }),
  );
}

/** What is asked for now and then, each in a sheet of its own. */
function items({ update, game }: State, open: Page['open'], close: () => void) {
  const install = installer();
  const item = (name: string, key: Key, run: () => void) =>
    h('button', {
      type: 'button',
      class: 'small-button',
      'data-item': name,
      text: t(key),
      onclick: () => {
        close();
        run();
      },
    });
  return h(
    'div',
    { class: 'settings-items' },
    update ? item('update', 'menu.update', update) : null,
    install ? item('install', 'menu.install', install) : null,
    item('rules', 'menu.rules', open.rules),
    item('help', 'menu.help', open.help),
    game.outcome ? null : item('type', 'menu.type', open.type),
    item('read', 'menu.read', open.read),
  );
}

const language = (chosen: Language | null, change: Page['changeLanguage']) =>
  selectField(
    t('menu.language'),
    [
      { value: '', words: t('menu.language.system', { language: LANGUAGES[preferred()] }) },
      ...Object.entries(LANGUAGES).map(([value, words]) => ({ value, words })),
    ],
    chosen ?? '',
    (v) => change(isLanguage(v) ? v : null),
  );

const theme = (chosen: Look['theme'], choose: (theme: Look['theme']) => void) =>
  radios(
    'theme',
    t('menu.look'),
    [
      ['system', t('menu.theme.system')],
      ['light', t('menu.theme.light')],
      ['dark', t('menu.theme.dark')],
    ],
    chosen,
    (v) => choose(v as Look['theme']),
  );

/** What the board shows, how it is moved on, and how the computer answers. */
function board(look: Look, change: Change) {
  const check = (key: Key, name: 'coordinates' | 'threats' | 'values' | 'animation') =>
    tick(t(key), name, look[name], (on) => change({ [name]: on }));
  return [
    group(
      'settings.board',
      check('menu.coordinates', 'coordinates'),
      check('settings.threats', 'threats'),
      check('menu.values', 'values'),
      h('span', { class: 'quiet field-note', text: t('menu.values.note') }),
      check('settings.animation', 'animation'),
    ),
    radios(
      'entry',
      t('settings.entry'),
      [
        ['both', t('settings.entry.both')],
        ['click', t('settings.entry.click')],
        ['drag', t('settings.entry.drag')],
      ],
      look.entry,
      (entry) => change({ entry: entry as Look['entry'] }),
    ),
    radios(
      'reply',
      t('settings.reply'),
      REPLIES.map((reply) => [reply, t(`settings.reply.${reply}`)]),
      look.reply,
      (reply) => change({ reply: reply as Look['reply'] }),
    ),
    selectField(
      t('settings.thinking'),
      [
        { value: '0', words: t('settings.thinking.level') },
        ...THINKING.map((millis) => ({
          value: String(millis),
          words: t('new.clock.seconds', { n: millis / 1000 }),
        })),
      ],
      String(look.thinking ?? 0),
      (millis) => change({ thinking: THINKING.find((m) => String(m) === millis) ?? null }),
      h('span', { class: 'quiet field-note', text: t('settings.thinking.note') }),
    ),
  ];
}

function sound(look: Look, change: Change, sample: () => void) {
  const shakes = 'vibrate' in navigator && matchMedia('(any-pointer: coarse)').matches;
  return group(
    'settings.sound',
    volume(look.volume, change, sample),
    shakes
      ? tick(t('settings.vibration'), 'vibration', look.vibration, (on) =>
          change({ vibration: on }),
        )
      : null,
  );
}

function volume(at: number, change: Change, sample: () => void) {
  const words = (n: number) => (n ? inDigits(n) : t('settings.volume.off'));
  const value = h('span', { class: 'range-value', 'aria-hidden': 'true', text: words(at) });
  const input = h('input', {
    type: 'range',
    class: 'range',
    name: 'volume',
    id: 'volume',
    min: 0,
    max: 100,
    step: 5,
    value: at,
    'aria-valuetext': words(at),
    oninput: () => {
      const n = Number((input as HTMLInputElement).value);
      change({ volume: n });
      value.textContent = words(n);
      input.setAttribute('aria-valuetext', words(n));
    },
    onchange: () => sample(),
  });
  return h(
    'div',
    { class: 'field' },
    h('label', { class: 'field-label', for: 'volume', text: t('settings.volume') }),
    h('div', { class: 'range-row' }, input, value),
  );
}

export async function createSettings({
  store,
  core,
  sample,
  solution,
  changeLanguage,
  open,
  places,
}: Page & { solution: Solution }) {
  await loadWords();
  const row = await createSolution(store, solution, true);
  const change = (change: Partial<Look>) => store.update((s) => setLook(s, change));

  const sheet = createDialog('settings', () => {
    const state = store.get();
    const { look } = state;
    const version = `${core.version()}${document.documentElement.dataset.commit}`;
    return {
      title: t('menu.settings'),
      body: [
        items(state, open, () => sheet.close()),
        language(state.language.chosen, changeLanguage),
        group(
          'settings.look',
          looks(look.material, (material) => change({ material })),
        ),
        theme(look.theme, (theme) => {
          change({ theme });
          // Paint the samples after the page's theme has changed.
          queueMicrotask(() => paint(sheet.dialog));
        }),
        ...board(look, change),
        sound(look, change, sample),
        ...(state.solving.pack ? [group('values.title', row)] : []),
        group(
          'settings.keys',
          tick(t('help.switch'), 'shortcuts', state.singleKeys, (on) =>
            store.update((s) => setSingleKeys(s, on)),
          ),
        ),
        backupView(places),
        h('p', { class: 'quiet', text: t('board.help') }),
        h('p', { class: 'quiet', text: t('menu.version', { version }) }),
      ],
    };
  });

  return {
    open() {
      sheet.open();
      paint(sheet.dialog);
    },
  };
}
