// Entering moves as text, such as d6 or f2-f4xd5.
import '../../styles/sheets.css';
import './typed.css';
import { canAct, type Store } from '../state.ts';
import { h, icon } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { refusal } from './error-text.ts';
import type { Session } from './session.ts';

/** @param leave moves the focus on closing */
export function createTyped(store: Store, session: Session, page: HTMLElement, leave: () => void) {
  const error = h('p', { class: 'error', id: 'typed-error', role: 'alert' });
  const field = h('input', {
    id: 'typed',
    dir: 'ltr',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    enterkeyhint: 'go',
    'aria-describedby': 'typed-help typed-error',
  }) as HTMLInputElement;
  const label = h('label', { class: 'field-label', for: 'typed' });
  const go = h('button', { class: 'button primary' });
  const shut = h('button', { type: 'button', class: 'icon-button', onclick: close }, icon('close'));
  const help = h('p', { class: 'quiet', id: 'typed-help' });
  const form = h(
    'form',
    { class: 'typed', onsubmit: submit, hidden: true },
    label,
    h('div', { class: 'field-row' }, field, go, shut),
    help,
    error,
  );
  page.append(form);

  function close() {
    form.hidden = true;
    leave();
  }

  function refuse(reason: string) {
    error.textContent = reason;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    field.select();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = field.value.trim();
    if (!typed) return refuse(t('typed.empty'));
    if (!canAct(store.get())) return refuse(t('typed.not-now'));
    try {
      session.play(session.look((game) => game.asWritten(typed)));
    } catch (reason) {
      // What cannot be read at all has a place in the text, which says nothing to a player.
      const unread = reason instanceof Error && 'column' in reason && reason.column;
      return refuse(unread ? t('typed.unknown', { move: typed }) : refusal(reason));
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
    /** @param begun initial text */
    open(begun = '') {
      // The language may have changed.
      label.textContent = t('typed.label');
      go.textContent = t('typed.play');
      shut.setAttribute('aria-label', t('action.close'));
      help.textContent = t('typed.help');
      form.hidden = false;
      field.value = begun;
      error.textContent = '';
      field.removeAttribute('aria-invalid');
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    },
  };
}
