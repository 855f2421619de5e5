// The settings dialog. Loaded on demand.
import './settings.css';
import { setLook, setSingleKeys, type Store } from '../state.ts';
import { drawMan, fit } from '../board/men.ts';
import { drawSurface } from '../board/surface.ts';
import { readTheme } from '../board/palette.ts';
import { createSolution } from '../game/solution.ts';
import { h } from '../ui/dom.ts';
import { installer } from '../platform/install.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import loadWords from '../i18n/settings.words.ts';
import { isLanguage, preferred, type Language } from '../i18n/languages.ts';
import { LANGUAGES } from '../i18n/names.ts';
import { REPLIES, THINKING } from '../storage/storage.ts';
import { createDialog, radios, selectField } from '../ui/dialog.ts';
import type { Solution } from '../engine/exact-values.ts';
import type { Core, Look, Material } from '../types.ts';

const MATERIALS = ['paper', 'wood', 'slate', 'contrast'] as const;
const SAMPLE = { width: 132, height: 84 };

export async function createSettings({
  store,
  core,
  sample,
  solution,
  changeLanguage,
  open,
}: {
  store: Store;
  core: Core;
  /** Plays a sound at the current volume. */
  sample: () => void;
  solution: Solution;
  changeLanguage: (chosen: Language | null) => void;
  open: Record<'rules' | 'help' | 'type' | 'read', () => void>;
}) {
  await loadWords();
  const row = await createSolution(store, solution, true);
  const look = () => store.get().look;
  const change = (change: Partial<Look>) => store.update((s) => setLook(s, change));

  const check = (
    key: Key,
    name: 'coordinates' | 'threats' | 'values' | 'animation' | 'vibration',
  ) => tick(t(key), name, look()[name], (on) => change({ [name]: on }));

  function tick(text: string, name: string, checked: boolean, set: (on: boolean) => void) {
    const onchange = (e: Event) => set((e.target as HTMLInputElement).checked);
    return h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', name, checked, onchange }),
      h('span', { text }),
    );
  }

  function choice(material: Material) {
    const canvas = h('canvas', {
      class: 'sample',
      'aria-hidden': 'true',
      'data-look': material,
      'data-shade': document.documentElement.dataset.shade,
    }) as HTMLCanvasElement;
    return h(
      'label',
      { class: 'choice look-choice' },
      h('input', {
        type: 'radio',
        name: 'material',
        value: material,
        checked: material === look().material,
        onchange: () => change({ material }),
      }),
      canvas,
      h('span', { class: 'choice-name', text: t(`settings.look.${material}`) }),
    );
  }

  function volume() {
    const words = (n: number) => (n ? inDigits(n) : t('settings.volume.off'));
    const value = h('span', {
      class: 'range-value',
      'aria-hidden': 'true',
      text: words(look().volume),
    });
    const input = h('input', {
      type: 'range',
      class: 'range',
      name: 'volume',
      id: 'volume',
      min: 0,
      max: 100,
      step: 5,
      value: look().volume,
      'aria-valuetext': words(look().volume),
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

  const group = (key: Key, ...children: (Node | null)[]) =>
    h('fieldset', {}, h('legend', { text: t(key) }), ...children);

  /** What is asked for now and then, each in a sheet of its own. */
  function items() {
    const { update, game } = store.get();
    const install = installer();
    const item = (name: string, key: Key, run: () => void) =>
      h('button', {
        type: 'button',
        class: 'small-button',
        'data-item': name,
        text: t(key),
        onclick: () => {
          sheet.close();
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

  const sheet = createDialog('settings', () => {
    const shakes = 'vibrate' in navigator && matchMedia('(any-pointer: coarse)').matches;
    return {
      title: t('menu.settings'),
      body: [
        items(),
        selectField(
          t('menu.language'),
          [
            { value: '', words: t('menu.language.system', { language: LANGUAGES[preferred()] }) },
            ...Object.entries(LANGUAGES).map(([value, words]) => ({ value, words })),
          ],
          store.get().language.chosen ?? '',
          (v) => changeLanguage(isLanguage(v) ? v : null),
        ),
        group('settings.look', h('div', { class: 'looks' }, ...MATERIALS.map(choice))),
        radios(
          'theme',
          t('menu.look'),
          [
            ['system', t('menu.theme.system')],
            ['light', t('menu.theme.light')],
            ['dark', t('menu.theme.dark')],
          ],
          look().theme,
          (theme) => {
            change({ theme: theme as Look['theme'] });
            // Paint the samples after the page's theme has changed.
            queueMicrotask(paint);
          },
        ),
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
          look().entry,
          (entry) => change({ entry: entry as Look['entry'] }),
        ),
        radios(
          'reply',
          t('settings.reply'),
          REPLIES.map((reply) => [reply, t(`settings.reply.${reply}`)]),
          look().reply,
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
          String(look().thinking ?? 0),
          (millis) => change({ thinking: THINKING.find((m) => String(m) === millis) ?? null }),
          h('span', { class: 'quiet field-note', text: t('settings.thinking.note') }),
        ),
        group('settings.sound', volume(), shakes ? check('settings.vibration', 'vibration') : null),
        ...(store.get().solving.pack ? [group('values.title', row)] : []),
        group(
          'settings.keys',
          tick(t('help.switch'), 'shortcuts', store.get().singleKeys, (on) =>
            store.update((s) => setSingleKeys(s, on)),
          ),
        ),
        h('p', { class: 'quiet', text: t('board.help') }),
        h('p', {
          class: 'quiet',
          text: t('menu.version', {
            version: `${core.version()}${document.documentElement.dataset.commit}`,
          }),
        }),
      ],
    };
  });

  /** Draws a sample of each board with a man of each side. */
  function paint() {
    const { width, height } = SAMPLE;
    for (const canvas of sheet.dialog.querySelectorAll('canvas')) {
      canvas.dataset.shade = document.documentElement.dataset.shade;
      const theme = readTheme(canvas);
      const ctx = fit(canvas, width, height);
      ctx.fillStyle = theme.board;
      ctx.fillRect(0, 0, width, height);
      ctx.save();
      ctx.scale(1.5, 1.5);
      drawSurface(ctx, width, theme);
      ctx.restore();
      const [y, left, right, r] = [height / 2, width * 0.28, width * 0.72, 21];
      ctx.strokeStyle = theme.line;
      ctx.lineWidth = 4;
      ctx.beginPath();
      ctx.moveTo(0, y);
      ctx.lineTo(width, y);
      for (const x of [left, right]) {
        ctx.moveTo(x, y);
        ctx.lineTo(x, height);
      }
      ctx.stroke();
      drawMan(ctx, theme, 'white', left, y, r);
      drawMan(ctx, theme, 'black', right, y, r);
    }
  }

  return {
    open() {
      sheet.open();
      paint();
    },
  };
}
