// A field for a person's name.
import { h } from '../ui/dom.ts';
import { asName } from '../storage/names.ts';

let count = 0;

export function nameField(
  label: string | (() => string),
  value: string,
  changed: (name: string) => void,
) {
  const id = `name-${++count}`;
  const field = h('input', {
    id,
    dir: 'auto',
    maxlength: 40,
    autocomplete: 'off',
    spellcheck: 'false',
    onchange: () => changed((field.value = asName(field.value))),
  }) as HTMLInputElement;
  field.value = value;
  return h(
    'div',
    { class: 'field' },
    h('label', { class: 'field-label', for: id, text: label }),
    field,
  );
}
