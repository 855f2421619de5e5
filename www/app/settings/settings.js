// The settings dialog. Loaded on demand.
import './settings.css';
import { setLook, setSingleKeys } from '../state.js';
import { drawMan, fit } from '../board/men.js';
import { drawSurface } from '../board/surface.js';
import { readTheme } from '../board/palette.js';
import { createSolution } from '../game/solution.js';
import { h } from '../platform/dom.js';
import { installer } from '../platform/install.js';
import { inDigits } from '../i18n/digits.js';
import { t } from '../i18n/i18n.js';
import loadWords from '../i18n/settings.words.js';
import { isLanguage, preferred } from '../i18n/languages.js';
import { LANGUAGES } from '../i18n/names.js';
import { REPLIES, THINKING } from '../engine/timing.js';
import { createDialog, radios, selectField } from '../platform/dialog.js';

/**
 * @typedef {import('../types').Look} Look
 * @typedef {import('../types').Material} Material
 */

const MATERIALS = /** @type {const} */ (['paper', 'wood', 'slate', 'contrast']);
const SAMPLE = { width: 132, height: 84 };

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {() => void} parts.sample plays a sound at the current volume
 * @param {import('../engine/exact-values.js').Solution} parts.solution
 * @param {(chosen: import('../i18n/languages.js').Language | null) => void} parts.changeLanguage
 * @param {Record<'rules' | 'help' | 'type' | 'read', () => void>} parts.open
 */
export async function createSettings({ store, core, sample, solution, changeLanguage, open }) {
  await loadWords();
  const row = await createSolution(store, solution, true);
  const look = () => store.get().look;
  /** @param {Partial<Look>} change */
  const change = (change) => store.update((s) => setLook(s, change));

  /** @param {import('../i18n/i18n.js').Key} key @param {'coordinates' | 'threats' | 'values' | 'animation' | 'vibration'} name */
  const check = (key, name) => tick(t(key), name, look()[name], (on) => change({ [name]: on }));

  /** @param {string} text @param {string} name @param {boolean} checked @param {(on: boolean) => void} set */
  function tick(text, name, checked, set) {
    const onchange = (/** @type {Event} */ e) =>
      set(/** @type {HTMLInputElement} */ (e.target).checked);
    return h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', name, checked, onchange }),
      h('span', { text }),
    );
  }

  /** @param {Material} material */
  function choice(material) {
    const canvas = /** @type {HTMLCanvasElement} */ (
      h('canvas', {
        class: 'sample',
        'aria-hidden': 'true',
        'data-look': material,
        'data-shade': document.documentElement.dataset.shade,
      })
    );
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
    const words = (/** @type {number} */ n) => (n ? inDigits(n) : t('settings.volume.off'));
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
        const n = Number(/** @type {HTMLInputElement} */ (input).value);
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

  /** @param {import('../i18n/i18n.js').Key} key @param {...(Node | null)} children */
  const group = (key, ...children) => h('fieldset', {}, h('legend', { text: t(key) }), ...children);

  /** What is asked for now and then, each in a sheet of its own. */
  function items() {
    const { update, game } = store.get();
    const install = installer();
    /** @param {string} name @param {import('../i18n/i18n.js').Key} key @param {() => void} run */
    const item = (name, key, run) =>
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
            change({ theme: /** @type {Look['theme']} */ (theme) });
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
          (entry) => change({ entry: /** @type {Look['entry']} */ (entry) }),
        ),
        radios(
          'reply',
          t('settings.reply'),
          REPLIES.map((reply) => [reply, t(`settings.reply.${reply}`)]),
          look().reply,
          (reply) => change({ reply: /** @type {Look['reply']} */ (reply) }),
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
