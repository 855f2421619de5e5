// Notices about parts that did not load and about storage.
import { t } from './i18n/i18n.ts';
import { spoken } from './i18n/languages.ts';
import { lookForUpdate } from './platform/offline.ts';
import { download } from './platform/pass-on.ts';
import { setNotice, type Store } from './state.ts';
import { keysFrom, onTrouble } from './storage/local.ts';
import type { Session } from './game/session.ts';
import type { Notice } from './types.ts';

/** A part of the page did not load, perhaps because it belongs to an old version. */
export async function reportNotLoaded(store: Store) {
  const show = (action: Notice['action']) =>
    store.update((s) => setNotice(s, { key: 'notice.not-loaded' }, action));
  show(null);
  if (await lookForUpdate()) show({ label: { key: 'action.again' }, run: () => location.reload() });
}

/** On a first visit: the page speaks none of the device's languages. */
export function reportUntranslated(store: Store, settings: () => void) {
  if (spoken() === null && !keysFrom('merels.').length)
    store.update((s) =>
      setNotice(
        s,
        { key: 'notice.untranslated' },
        { label: { key: 'menu.language' }, run: settings },
      ),
    );
}

/** Offers the text of a stored game that cannot be read. */
export function reportUnreadable(store: Store, text: string) {
  const run = () => download(t('file.kept'), text);
  store.update((s) =>
    setNotice(s, { key: 'notice.kept' }, { label: { key: 'notice.download' }, run }),
  );
}

export function reportStorageTrouble(store: Store, session: Session, openGames: () => void) {
  onTrouble((what) => {
    const aside = what === 'aside';
    const key = aside ? 'notice.aside' : what === 'full' ? 'notice.storage.full' : 'notice.storage';
    const action: Notice['action'] = aside
      ? { label: { key: 'notice.elsewhere.show' }, run: openGames }
      : { label: { key: 'share.save' }, run: () => download(t('file.record'), session.record()) };
    store.update((s) => setNotice(s, { key }, action));
  });
}
