// The form from which a game begins: who plays, which game, which rules.
import { setDraft } from '../state.js';
import { boardPicture, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { createDialog, radios, selectField } from './dialog.js';
import { createOptions } from './options.js';

/**
 * @typedef {import('../types').Core} Core
 * @typedef {import('../types').Draft} Draft
 */

/**
 * @param {import('../state.js').Store} store
 * @param {Core} core
 * @param {(draft: Draft) => void} begin
 */
export function createNewGame(store, core, begin) {
  const draft = () => store.get().draft;
  /** @param {Partial<Draft>} change */
  const change = (change) => store.update((s) => setDraft(s, change));

  /** @param {string} label @param {'white' | 'black' | 'both'} side */
  function level(label, side) {
    const levels = core.levels();
    const { levels: set } = draft();
    const about = h('span', { class: 'quiet field-note' });
    const value = side === 'black' ? set.black : set.white;
    const tell = (/** @type {number} */ n) => (about.textContent = levels.find((l) => l.level === n)?.about ?? '');
    tell(value);
    return selectField(
      label,
      levels.map((l) => ({ value: String(l.level), words: `${l.level} · ${l.name}` })),
      String(value),
      (v) => {
        const n = Number(v);
        tell(n);
        const now = draft().levels;
        change({
          levels: { white: side === 'black' ? now.white : n, black: side === 'white' ? now.black : n },
        });
      },
      about,
    );
  }

  /** What depends on who plays. @param {HTMLElement} box */
  function sides(box) {
    const { mode, colour } = draft();
    if (mode === 'people') box.replaceChildren();
    else if (mode === 'watch')
      box.replaceChildren(level(t('new.level.white'), 'white'), level(t('new.level.black'), 'black'));
    else
      box.replaceChildren(
        radios(
          'colour',
          t('new.colour'),
          [
            ['white', t('side.white')],
            ['black', t('side.black')],
            ['toss', t('new.colour.toss')],
          ],
          colour,
          (v) => change({ colour: /** @type {Draft['colour']} */ (v) }),
        ),
        level(t('new.level'), 'both'),
      );
  }

  /** @param {import('../types').VariantInfo} variant @param {string} spec @param {(spec: string) => void} choose */
  function choice(variant, spec, choose) {
    return h(
      'label',
      { class: 'choice' },
      h('input', { type: 'radio', name: 'variant', value: variant.spec, checked: variant.spec === spec, onchange: () => choose(variant.spec) }),
      boardPicture(core.rules(variant.spec).board),
      h('span', { class: 'choice-words' }, h('span', { class: 'choice-name', text: variant.name }), h('span', { class: 'choice-about', text: variant.summary })),
    );
  }

  const sheet = createDialog('new', () => {
    const variants = core.variants();
    const side = h('div', { class: 'sides' });
    const options = createOptions(core, () => draft().spec, choose);
    const summary = h('summary');
    const details = h('details', { class: 'rules' }, summary, options.element);
    const start = h('button', { type: 'button', class: 'button primary', text: t('action.start'), onclick: go });
    sides(side);

    /** @param {string} kind */
    const list = (kind) =>
      h('div', { class: 'choices' }, ...variants.filter((v) => v.kind === kind).map((v) => choice(v, draft().spec, choose)));
    const presets = list('preset');
    const named = list('named');

    /** @param {string} spec */
    function choose(spec) {
      change({ spec });
      rules();
    }

    /** Shows the options of the rules that are set, and marks the game that they belong to. */
    function rules() {
      const info = options.show();
      summary.textContent = t(info.custom ? 'new.rules.changed' : 'new.rules');
      for (const radio of sheet.dialog.querySelectorAll('input[name=variant]'))
        if (radio instanceof HTMLInputElement) radio.checked = radio.value === info.spec || (radio.value === info.base && info.custom);
    }

    function go() {
      const chosen = draft();
      sheet.close();
      begin(chosen);
    }

    rules();
    return {
      title: t('new.title'),
      body: [
        radios(
          'mode',
          t('new.against'),
          [
            ['computer', t('new.mode.computer')],
            ['people', t('new.mode.people')],
            ['watch', t('new.mode.watch')],
          ],
          draft().mode,
          (v) => {
            change({ mode: /** @type {Draft['mode']} */ (v) });
            sides(side);
          },
        ),
        side,
        h('fieldset', { class: 'variants' }, h('legend', { text: t('new.game') }), presets, h('h3', { text: t('new.named') }), named),
        details,
      ],
      foot: [start],
    };
  });

  return {
    open() {
      sheet.open();
      const chosen = sheet.dialog.querySelector('input[name=variant]:checked');
      chosen?.closest('label')?.scrollIntoView({ block: 'nearest' });
      const body = sheet.dialog.querySelector('.sheet-body');
      if (body) body.scrollTop = 0;
    },
  };
}
