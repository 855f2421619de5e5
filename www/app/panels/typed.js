// A turn typed in letters: d6, f2-f4xd5. It stands where the status is, and only while somebody types.
import { canAct } from '../state.js';
import { h, icon } from '../dom.js';
import { t } from '../i18n/i18n.js';

/**
 * @param {import('../state.js').Store} store
 * @param {import('../session.js').Session} session
 * @param {HTMLElement} page
 * @param {() => void} leave where the keyboard goes afterwards
 */
export function createTyped(store, session, page, leave) {
  const error = h('p', { class: 'error', id: 'typed-error', role: 'alert' });
  const field = /** @type {HTMLInputElement} */ (
    h('input', {
      id: 'typed',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      enterkeyhint: 'go',
      'aria-describedby': 'typed-help typed-error',
    })
  );
  const form = h(
    'form',
    { class: 'typed', onsubmit: submit, hidden: true },
    h('label', { class: 'field-label', for: 'typed', text: () => t('typed.label') }),
    h(
      'div',
      { class: 'field-row' },
      field,
      h('button', { class: 'button primary', text: () => t('typed.play') }),
      h('button', { type: 'button', class: 'icon-button', 'aria-label': () => t('action.close'), onclick: close }, icon('close')),
    ),
    h('p', { class: 'quiet', id: 'typed-help', text: () => t('typed.help') }),
    error,
  );
  page.append(form);

  function close() {
    form.hidden = true;
    leave();
  }

  /** @param {string} reason */
  function refuse(reason) {
    error.textContent = reason;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    field.select();
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    // As it is said and written elsewhere: capitals, spaces, a printer's dash, a colon for a capture.
    const turn = field.value.toLowerCase().replace(/\s+/g, '').replace(/[–—]/g, '-').replace(/[:×*]/g, 'x');
    if (!turn) return refuse(t('typed.empty'));
    if (!canAct(store.get())) return refuse(t('typed.not-now'));
    try {
      session.play(turn, null);
    } catch (reason) {
      return refuse(sentence(reason instanceof Error ? reason.message : String(reason)));
    }
    field.value = '';
    error.textContent = '';
    field.removeAttribute('aria-invalid');
  }

  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
  });
  field.addEventListener('input', () => {
    error.textContent = '';
    field.removeAttribute('aria-invalid');
  });

  return {
    /** @param {string} [begun] what has been typed already */
    open(begun = '') {
      form.hidden = false;
      if (begun) field.value = begun;
      error.textContent = '';
      field.removeAttribute('aria-invalid');
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    },
  };
}

/** @param {string} text */
const sentence = (text) => (/^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)).replace(/[^.?!]$/, '$&.');
