// Everything on this device as one file, and back.
import { JSON_FILES, fileButton } from '../ui/file-button.ts';
import { h } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { download } from '../platform/pass-on.ts';
import { RefusedFile, addBackup, writeBackup } from '../storage/whole.ts';

/** The largest file that is read, in bytes: what local storage may hold, written twice. */
const LARGEST = 20_000_000;

async function take(file: File): Promise<Key> {
  try {
    if (file.size > LARGEST) throw new RefusedFile('other');
    return addBackup(await file.text()) ? 'backup.added' : 'backup.partly';
  } catch (error) {
    console.warn(error);
    return error instanceof RefusedFile ? `backup.${error.why}` : 'backup.damaged';
  }
}

/** @param places loads all parts of the page that keep something */
export function backupView(places: () => Promise<unknown>) {
  const said = h('p', { class: 'quiet', role: 'status' });
  const reload = h('button', {
    type: 'button',
    class: 'small-button',
    hidden: true,
    text: t('page.reload'),
    onclick: () => location.reload(),
  });

  /** Does it once all parts are there. */
  async function run(what: () => Promise<Key | null> | Key | null) {
    said.textContent = '';
    const key = await places().then(what, (error) => {
      console.warn(error);
      return 'notice.not-loaded' as const;
    });
    if (key) said.textContent = t(key);
    reload.hidden = key !== 'backup.added' && key !== 'backup.partly';
  }

  const save = () =>
    run(() => {
      download(t('file.backup'), writeBackup());
      return null;
    });

  async function chosen(event: Event) {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) await run(() => take(file));
    // The same one may be chosen again.
    input.value = '';
  }

  return h(
    'fieldset',
    { class: 'backup' },
    h('legend', { text: t('backup.title') }),
    h('p', { class: 'quiet', text: t('backup.about') }),
    h(
      'div',
      { class: 'settings-items' },
      h('button', {
        type: 'button',
        class: 'small-button',
        text: t('backup.save'),
        onclick: save,
      }),
      fileButton(t('backup.add'), JSON_FILES, chosen),
      reload,
    ),
    said,
  );
}
