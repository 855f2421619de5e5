// Notices about parts that did not load and about storage.
import { t } from './i18n/i18n.js';
import { spoken } from './i18n/languages.js';
import { lookForUpdate } from './platform/offline.js';
import { download } from './platform/pass-on.js';
import { setNotice } from './state.js';
import { keysFrom, onTrouble } from './storage/local.js';

/** @typedef {import('./state.js').Store} Store */

/** A part of the page did not load, perhaps because it belongs to an old version. @param {Store} store */
export async function reportNotLoaded(store) {
  /** @param {import('./types').Notice['action']} action */
  const show = (action) => store.update((s) => setNotice(s, { key: 'notice.not-loaded' }, action));
  show(null);
  if (await lookForUpdate()) show({ label: { key: 'action.again' }, run: () => location.reload() });
}

/** On a first visit: the page speaks none of the device's languages. @param {Store} store @param {() => void} settings */
export function reportUntranslated(store, settings) {
  if (spoken() === null && !keysFrom('merels.').length)
    store.update((s) =>
      setNotice(
        s,
        { key: 'notice.untranslated' },
        { label: { key: 'menu.language' }, run: settings },
      ),
    );
}

/** Offers the text of a stored game that cannot be read. @param {Store} store @param {string} text */
export function reportUnreadable(store, text) {
  const run = () => download(t('file.kept'), text);
  store.update((s) =>
    setNotice(s, { key: 'notice.kept' }, { label: { key: 'notice.download' }, run }),
  );
}

/** @param {Store} store @param {import('./game/session.js').Session} session @param {() => void} openGames */
export function reportStorageTrouble(store, session, openGames) {
  onTrouble((what) => {
    const aside = what === 'aside';
    const key = aside ? 'notice.aside' : what === 'full' ? 'notice.storage.full' : 'notice.storage';
    /** @type {import('./types').Notice['action']} */
    const action = aside
      ? { label: { key: 'notice.elsewhere.show' }, run: openGames }
      : { label: { key: 'share.save' }, run: () => download(t('file.record'), session.record()) };
    store.update((s) => setNotice(s, { key }, action));
  });
}
