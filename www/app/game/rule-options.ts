// Form fields for the options of a rule set.
import { h } from '../ui/dom.ts';
import { has, t } from '../i18n/i18n.ts';
import { refusal } from './error-text.ts';
import { selectField } from '../ui/dialog.ts';
import type { Core, RulesInfo } from '../types.ts';

/** @param get returns the current rule set */
export function createOptions(core: Core, get: () => string, set: (spec: string) => void) {
  const fields = h('div', { class: 'options' });
  const error = h('p', { class: 'error', role: 'alert' });
  const element = h('div', {}, fields, error);

  /** Shows the options of the current rule set. */
  function show() {
    const info = core.rules(get());
    error.textContent = '';
    fields.replaceChildren(
      h('p', { class: 'quiet', text: info.name }),
      ...info.options.map((o) => {
        const key = `option.${o.key}`;
        const choices = o.choices.some((c) => c.value === o.value) ? o.choices : [...o.choices, o];
        const field = selectField(has(key) ? t(key) : o.key, choices, o.value, (value) =>
          change(info, o.key, value),
        );
        if (o.changed)
          field
            .querySelector('label')
            ?.append(h('span', { class: 'tag', text: t('option.changed') }));
        return field;
      }),
      info.custom
        ? h('button', {
            type: 'button',
            class: 'small-button',
            text: t('new.rules.reset'),
            onclick: () => choose(info.base),
          })
        : '',
    );
    return info;
  }

  function choose(spec: string) {
    set(spec);
    show();
  }

  function change(info: RulesInfo, key: string, value: string) {
    const usual = new Map(core.rules(info.base).options.map((o) => [o.key, o.value]));
    const wanted = info.options
      .map((o) => ({ key: o.key, value: o.key === key ? value : o.value }))
      .filter((o) => usual.get(o.key) !== o.value)
      .map((o) => `${o.key}=${o.value}`)
      .join(',');
    try {
      choose(core.rules(wanted ? `${info.base}[${wanted}]` : info.base).spec);
    } catch (reason) {
      // Show the last valid rules, which are the ones a game would start with.
      show();
      error.textContent = t('new.bad-rules', { reason: refusal(reason, false) });
    }
    fields.querySelectorAll('select')[info.options.findIndex((o) => o.key === key)]?.focus();
  }

  return { element, show };
}
