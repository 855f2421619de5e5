// The page's language: the chosen one, or the first supported one of the device.
import { onLanguage, retell, selectLanguage, t } from '../i18n/i18n.js';
import { isLanguage, loadWords, preferred } from '../i18n/languages.js';
import { setLanguage, setNotice, setRules } from '../state.js';
import { readLanguage, saveLanguage } from '../storage/storage.js';

/**
 * @typedef {import('../i18n/languages.js').Language} Language
 * @typedef {import('../types').LanguageState} LanguageState
 */

/** Sets the language at startup. Falls back to English if its words cannot be loaded. @returns {Promise<LanguageState>} */
export async function firstLanguage() {
  const stored = readLanguage();
  const chosen = isLanguage(stored) ? stored : null;
  const wanted = chosen ?? preferred();
  try {
    apply(wanted, await loadWords(wanted));
    return { chosen, current: wanted };
  } catch (error) {
    console.warn('This language’s words did not come:', error);
    return { chosen, current: 'en' };
  } finally {
    document.documentElement.dataset.speaks = '';
    translatePage();
  }
}

/** Translates the texts of index.html. */
function translatePage() {
  for (const el of document.querySelectorAll('[data-words]'))
    el.textContent = t(
      /** @type {import('../i18n/i18n.js').Key} */ (el.getAttribute('data-words')),
    );
}

/** @param {Language} code @param {import('../i18n/i18n.js').Words | null} words */
function apply(code, words) {
  selectLanguage(code, words);
  document.documentElement.lang = code;
  document.documentElement.dir = t('language.direction');
  manifest(code);
}

/** Selects the manifest of a language, which names the installed app; the build writes one for each. @param {Language} code */
function manifest(code) {
  const link = document.querySelector('link[rel=manifest]');
  if (import.meta.env.PROD)
    link?.setAttribute(
      'href',
      code === 'en' ? './manifest.webmanifest' : `./manifest.${code}.webmanifest`,
    );
}

/**
 * Changes the language without disturbing the game.
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 */
export function createLanguage(store, core) {
  let latest = 0;

  /** @param {Language | null} chosen null for the device's language */
  async function change(chosen) {
    const mine = ++latest;
    const wanted = chosen ?? preferred();
    try {
      const words = await loadWords(wanted);
      if (mine !== latest) return;
      apply(wanted, words);
    } catch (error) {
      console.warn(error);
      store.update((s) => setNotice(s, { key: 'notice.language' }));
      retell();
      return;
    }
    saveLanguage(chosen);
    store.update((s) =>
      setRules(setLanguage(s, { chosen, current: wanted }), core.rules(s.rules.spec)),
    );
    retell();
  }

  onLanguage(translatePage);

  addEventListener('languagechange', () => {
    if (store.get().language.chosen === null) void change(null);
  });
  return { change };
}
