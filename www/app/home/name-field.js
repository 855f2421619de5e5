// A field for a person's name.
import { h } from '../platform/dom.js';
import { asName } from '../storage/names.js';

let count = 0;

/** @param {string | (() => string)} label @param {string} value @param {(name: string) => void} changed */
export function nameField(label, value, changed) {
  const id = `name-${++count}`;
  const field = /** @type {HTMLInputElement} */ (
    h('input', {
      id,
      dir: 'auto',
      maxlength: 40,
      autocomplete: 'off',
      spellcheck: 'false',
      onchange: () => changed((field.value = asName(field.value))),
    })
  );
  field.value = value;
  return h(
    'div',
    { class: 'field' },
    h('label', { class: 'field-label', for: id, text: label }),
    field,
  );
}
