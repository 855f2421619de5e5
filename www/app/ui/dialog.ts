// The frame of every dialog: a title, a scrolling body, a close button. On phones it slides up from
// the bottom.
import '../../styles/sheets.css';
import { h, iconButton } from './dom.ts';
import { onLanguage, t } from '../i18n/i18n.ts';

let count = 0;

/** Creates a dialog whose contents are built each time it opens. */
export function createDialog(
  name: string,
  fill: () => { title: string; body: Node[]; foot?: Node[] },
) {
  const id = `dialog-${++count}`;
  const dialog = h('dialog', {
    class: `sheet sheet-${name}`,
    'aria-labelledby': id,
    'data-dialog': name,
  }) as HTMLDialogElement;
  document.body.append(dialog);
  // A click on the backdrop closes the dialog, but only if it also started there.
  let outside = false;
  dialog.addEventListener('pointerdown', (event) => (outside = event.target === dialog));
  dialog.addEventListener('click', (event) => {
    if (outside && event.target === dialog) dialog.close();
  });
  // A dialog that has just closed may keep the focus until the next frame.
  dialog.addEventListener('keydown', (event) => dialog.open && event.stopPropagation());

  function show() {
    const { title, body, foot } = fill();
    const inside = h('div', { class: 'sheet-body' }, ...body);
    // Keyboard users must be able to focus a body that only scrolls.
    if (!inside.querySelector('button, input, select, textarea')) inside.tabIndex = 0;
    dialog.replaceChildren(
      h(
        'div',
        { class: 'sheet-frame' },
        h(
          'header',
          { class: 'sheet-head' },
          h('h2', { id, tabindex: -1, autofocus: true, text: title }),
          iconButton('close', t('action.close'), () => dialog.close()),
        ),
        inside,
        foot ? h('footer', { class: 'sheet-foot' }, ...foot) : null,
      ),
    );
  }

  // Rebuild an open dialog when the language changes, keeping focus and scroll position.
  onLanguage(() => {
    if (!dialog.open) return;
    const stops = () => [
      ...dialog.querySelectorAll('button, input, select, textarea, summary, [tabindex]'),
    ];
    const at = document.activeElement ? stops().indexOf(document.activeElement) : -1;
    const top = dialog.querySelector('.sheet-body')?.scrollTop ?? 0;
    show();
    const body = dialog.querySelector('.sheet-body');
    if (body) body.scrollTop = top;
    const stop = stops()[at];
    if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
  });

  return {
    dialog,
    open() {
      show();
      if (!dialog.open) dialog.showModal();
      // Rebuilding the contents has removed the focused element.
      else if (!dialog.contains(document.activeElement)) dialog.querySelector('h2')?.focus();
    },
    close: () => dialog.close(),
  };
}

/**
 * A group of radio buttons.
 * @param choices value and label
 */
export function radios(
  name: string,
  legend: string,
  choices: [string, string][],
  value: string,
  changed: (value: string) => void,
) {
  return h(
    'fieldset',
    { class: 'segments' },
    h('legend', { text: legend }),
    h(
      'div',
      { class: 'segment-row' },
      ...choices.map(([v, words]) =>
        h(
          'label',
          { class: 'segment' },
          h('input', {
            type: 'radio',
            name,
            value: v,
            checked: v === value,
            onchange: () => changed(v),
          }),
          h('span', { text: words }),
        ),
      ),
    ),
  );
}

/** Speeds for computer against computer: the minimum time between turns, in milliseconds. */
const PACES = [
  ['pace.slow', 3000],
  ['pace.calm', 1500],
  ['pace.brisk', 700],
  ['pace.fast', 200],
] as const;

export const paces = (value: number, changed: (pace: number) => void) =>
  radios(
    'pace',
    t('pace'),
    PACES.map(([key, pace]) => [String(pace), t(key)]),
    String(value),
    (v) => changed(Number(v)),
  );

export const check = (words: string, value: boolean, changed: (value: boolean) => void) =>
  h(
    'label',
    { class: 'check' },
    h('input', {
      type: 'checkbox',
      checked: value,
      onchange: (e: Event) => changed((e.target as HTMLInputElement).checked),
    }),
    h('span', { text: words }),
  );

/** @param note shown below the field */
export function selectField(
  label: string,
  choices: { value: string; words: string; disabled?: boolean }[],
  value: string,
  changed: (value: string) => void,
  note: HTMLElement | null = null,
) {
  const id = `field-${++count}`;
  if (note) note.id = `${id}-note`;
  return h(
    'div',
    { class: 'field' },
    h('label', { class: 'field-label', for: id, text: label }),
    h(
      'select',
      {
        id,
        'aria-describedby': note ? `${id}-note` : null,
        onchange: (event: Event) => changed((event.target as HTMLSelectElement).value),
      },
      ...choices.map((c) =>
        h('option', {
          value: c.value,
          selected: c.value === value,
          disabled: c.disabled,
          text: c.words,
        }),
      ),
    ),
    note,
  );
}
