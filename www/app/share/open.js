// Opens texts, links and dropped files in place of the current game.
import { refusal } from '../i18n/error-text.js';
import { t } from '../i18n/i18n.js';
import { setNotice } from '../state.js';
import { fromLink } from './links.js';

/**
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 * @param {import('../game/session.js').Session} session
 * @param {ReturnType<typeof import('../storage/autosave.js').createAutosave>} autosave
 * @param {{ openCollection: (file: File) => void, showBroken: (text: string, reason: string) => void, join: (link: string) => void }} screens
 */
export function createOpener(store, core, session, autosave, screens) {
  /** Opens a text, with a way back to the current game; lists the games if there are several. Throws if it is invalid. @param {string} text @param {File} [file] its source */
  function openText(text, file) {
    const before = { ...autosave.snapshot(), begun: store.get().game.moves.length > 0 };
    try {
      session.open(text);
    } catch (error) {
      if (!core.holdsMany(text)) throw error;
      return screens.openCollection(file ?? new File([text], ''));
    }
    if (!before.begun) return;
    const run = () => {
      session.resumeGame(before.id, before.text);
      store.update((s) => setNotice(s, null));
    };
    store.update((s) => setNotice(s, { key: 'share.opened' }, { label: { key: 'share.back' }, run }));
  }

  return {
    openText,

    /** Opens what was dropped on the page. @param {string | null} text null for a file that is not a single game @param {File} [file] */
    openDrop(text, file) {
      try {
        if (text === null) file && screens.openCollection(file);
        else openText(fromLink(text) ?? text, file);
      } catch (error) {
        screens.showBroken(text ?? '', refusal(error));
      }
    },

    /** Opens the game, position or invitation in the page's address, and removes it there. Returns whether there was one. */
    openLink() {
      const { hash } = location;
      if (!hash || hash.startsWith('#/')) return false;
      try {
        if (/^#join=/.test(hash)) screens.join(hash);
        const text = fromLink(hash);
        if (text !== null) openText(text);
      } catch (error) {
        screens.showBroken(location.href, t('share.bad-link', { reason: refusal(error) }));
      }
      // Remove the link: a reload continues the game.
      history.replaceState(history.state, '', location.pathname + location.search);
      return true;
    },
  };
}
