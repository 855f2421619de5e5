// Copying the game out, and opening a position or a game from text.
import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { copy, fromLink, gameLink, positionLink } from '../share.js';
import { createDialog } from './dialog.js';

/**
 * @param {import('../session.js').Session} session
 * @param {(text: string) => void} openText opens a text or throws what is wrong with it
 */
export function createShare(session, openText) {
  /** A text that came by a link and could not be read, with the reason. */
  let broken = { text: '', reason: '' };
  let fields = 0;

  /** @param {string} label @param {string} text @param {number} rows */
  function out(label, text, rows) {
    const id = `share-${++fields}`;
    const done = h('span', { class: 'quiet', role: 'status' });
    const field = h(rows > 1 ? 'textarea' : 'input', { id, readonly: true, rows: rows > 1 ? rows : null, spellcheck: 'false' });
    /** @type {HTMLInputElement} */ (field).value = text;
    field.addEventListener('focus', () => /** @type {HTMLInputElement} */ (field).select());
    return h(
      'div',
      { class: 'field' },
      h('label', { class: 'field-label', for: id, text: label }),
      h(
        'div',
        { class: 'field-row' },
        field,
        h('button', {
          type: 'button',
          class: 'button',
          'aria-label': t('share.copy.of', { what: label }),
          text: t('share.copy'),
          onclick: async () => {
            const fine = await copy(text);
            if (!fine) field.focus();
            done.textContent = t(fine ? 'share.copied' : 'share.copy-failed');
          },
        }),
      ),
      done,
    );
  }

  const sheet = createDialog('share', () => {
    const error = h('p', { class: 'error', id: 'paste-error', role: 'alert', text: broken.reason });
    const field = /** @type {HTMLTextAreaElement} */ (
      h('textarea', {
        id: 'paste',
        rows: 3,
        spellcheck: 'false',
        autocapitalize: 'off',
        autocomplete: 'off',
        'aria-describedby': 'paste-help paste-error',
        'aria-invalid': broken.reason ? 'true' : null,
      })
    );
    field.value = broken.text;
    broken = { text: '', reason: '' };

    function open() {
      try {
        const text = field.value.trim();
        if (!text) throw new Error(t('share.empty'));
        openText(fromLink(text) ?? text);
        sheet.close();
      } catch (reason) {
        error.textContent = reason instanceof Error ? reason.message : String(reason);
        field.setAttribute('aria-invalid', 'true');
        field.focus();
      }
    }

    const record = session.record();
    const position = session.line();
    return {
      title: t('share.title'),
      body: [
        h(
          'div',
          { class: 'field' },
          h('label', { class: 'field-label', for: 'paste', text: t('share.paste') }),
          h('p', { class: 'quiet field-note', id: 'paste-help', text: t('share.paste.help') }),
          field,
          error,
          h('div', { class: 'field-end' }, h('button', { type: 'button', class: 'button primary', text: t('share.open'), onclick: open })),
        ),
        out(t('share.position'), position, 1),
        out(t('share.record'), record, 5),
        out(t('share.link.position'), positionLink(position), 1),
        out(t('share.link'), gameLink(record), 1),
      ],
    };
  });

  return {
    open: sheet.open,
    /** Opens with a text that could not be read. @param {string} text @param {string} reason */
    openBroken(text, reason) {
      broken = { text, reason };
      sheet.open();
      document.getElementById('paste')?.focus();
    },
  };
}
