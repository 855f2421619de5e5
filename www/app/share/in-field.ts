// The field for a text that is to be opened, and a button for a file.
import { RECORDS, fileButton } from '../ui/file-button.ts';
import { h } from '../ui/dom.ts';
import { textOf } from '../platform/drop.ts';
import { t } from '../i18n/i18n.ts';
import { refusal } from '../game/error-text.ts';
import { recordIn, type Found } from '../game/around.ts';
import { remedy } from './unread.ts';
import { isTogether, type Store } from '../state.ts';
import type { How } from '../game/session.ts';
import type { Core, SetupDraft } from '../types.ts';

/**
 * The maximum length of foreign text to show: laying out a word of a million letters freezes the
 * page.
 */
const MAX_SHOWN = 20_000;

/** What the field shows of a text. */
const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** A text that could not be read. */
export interface Broken {
  text: string;
  /** In words. */
  reason: string;
  error?: unknown;
  how?: How;
}

export function inField(
  store: Store,
  core: Core,
  broken: Broken,
  does: {
    /** Opens a text or throws. */
    openText: (text: string, file?: File, how?: How) => void;
    /** Lists the games of a file. */
    openCollection: (file: File) => void;
    /** Puts a position right that cannot be played. */
    setUp: (draft: SetupDraft) => void;
    close: () => void;
  },
) {
  const error = h('p', { class: 'error', id: 'paste-error', role: 'alert', text: broken.reason });
  const field = h('textarea', {
    id: 'paste',
    dir: 'auto',
    rows: 3,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': 'paste-help paste-error',
    'aria-invalid': broken.reason ? 'true' : null,
    onpaste: paste,
  }) as HTMLTextAreaElement;
  field.value = shown(broken.text);
  const remedies = h('div', {});
  if (broken.error && offer(broken.text, broken.error, broken.how)?.querySelector('select'))
    error.textContent = '';

  /** Offers what can be done about an error. */
  function offer(text: string, reason: unknown, how: How = {}, file?: File) {
    const again = (other: How) => open(text, file, other);
    const setUp = isTogether(store.get()) ? null : does.setUp;
    const made = remedy(core, text, { error: reason, how, open: again, setUp });
    remedies.replaceChildren(...(made ? [made] : []));
    return made;
  }

  /** Opens a long text directly instead of putting it into the field. */
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= MAX_SHOWN) return;
    event.preventDefault();
    field.value = shown(text);
    open(text.trim());
  }

  /** Opens a record that was found in a text; where an error is, is said of what the field shows. */
  function openFound({ text, leftOut }: Found, file?: File, how: How = {}) {
    field.value = shown(text);
    open(text, file, { ...how, leftOut: leftOut || how.leftOut });
  }

  /** @param file its source */
  function open(text: string, file?: File, how?: How) {
    const found = how?.begin || !text ? null : recordIn(core, text, how?.answer);
    // A file of games may begin with words, too.
    if (found?.isWhole) return openFound(found, file, how);
    try {
      if (!text) throw new Error(t('share.empty'));
      does.openText(text, file, how);
      does.close();
    } catch (reason) {
      if (found) return openFound(found, file, how);
      field.setAttribute('aria-invalid', 'true');
      const made = offer(text, reason, how, file);
      const question = made?.querySelector('select');
      // Which game it is says all of that error.
      error.textContent = question ? '' : refusal(reason);
      (question ?? field).focus();
      // The whole message is to be seen, and what can be done about it.
      (made ?? error).scrollIntoView({ block: 'nearest' });
    }
  }

  async function openFile(event: Event) {
    const chooser = event.target as HTMLInputElement;
    const file = chooser.files?.[0];
    chooser.value = '';
    if (!file) return;
    const text = await textOf(file);
    if (text === null) {
      does.close();
      return does.openCollection(file);
    }
    field.value = shown(text);
    open(text.trim(), file);
  }

  return layOut({ field, error, remedies, openFile, open: () => open(field.value.trim()) });
}

/** The field, what is wrong with the text in it, and what is offered for that. */
function layOut(parts: {
  field: HTMLElement;
  error: HTMLElement;
  remedies: HTMLElement;
  openFile: (event: Event) => void;
  open: () => void;
}) {
  return h(
    'div',
    { class: 'field share-in' },
    h('h3', {}, h('label', { for: 'paste', text: t('share.paste') })),
    h('p', { class: 'quiet field-note', id: 'paste-help', text: t('share.paste.help') }),
    parts.field,
    parts.error,
    parts.remedies,
    h(
      'div',
      { class: 'field-end' },
      fileButton(t('share.file'), RECORDS, parts.openFile),
      h('button', {
        type: 'button',
        class: 'small-button primary',
        text: t('share.open'),
        onclick: parts.open,
      }),
    ),
  );
}
