// Which language is spoken: the one that was chosen, or the first of the device's.
import { onLanguage, retell, speak, t } from '../i18n/i18n.js';
import { isLanguage, loadWords, preferred } from '../i18n/languages.js';
import { setLanguage, setNotice, setRules } from '../state.js';
import { readLanguage, saveLanguage } from '../storage/storage.js';

/**
 * @typedef {import('../i18n/languages.js').Language} Language
 * @typedef {import('../types').LanguageState} LanguageState
 */

/** Speaks the language in which the page begins. Where its words cannot be fetched, that is English. @returns {Promise<LanguageState>} */
export async function firstLanguage() {
  const stored = readLanguage();
  const chosen = isLanguage(stored) ? stored : null;
  const wanted = chosen ?? preferred();
  try {
    begin(wanted, await loadWords(wanted));
    return { chosen, spoken: wanted };
  } catch (error) {
    console.warn('This language’s words did not come:', error);
    return { chosen, spoken: 'en' };
  } finally {
    document.documentElement.dataset.speaks = '';
    plain();
  }
}

/** The sentences of index.html that may still be needed. */
function plain() {
  for (const el of document.querySelectorAll('[data-words]')) el.textContent = t(/** @type {import('../i18n/i18n.js').Key} */ (el.getAttribute('data-words')));
}

/** @param {Language} code @param {import('../i18n/i18n.js').Words | null} words */
function begin(code, words) {
  speak(code, words);
  document.documentElement.lang = code;
  document.documentElement.dir = t('language.direction');
  manifest(code);
}

/** What the page is called once it is installed; the build writes a manifest for each language. @param {Language} code */
function manifest(code) {
  const link = document.querySelector('link[rel=manifest]');
  if (import.meta.env.PROD) link?.setAttribute('href', code === 'en' ? './manifest.webmanifest' : `./manifest.${code}.webmanifest`);
}

/**
 * Lets the language be changed while the game stands as it is.
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 */
export function createLanguage(store, core) {
  let asked = 0;

  /** @param {Language | null} chosen null for the device's own */
  async function change(chosen) {
    const mine = ++asked;
    const wanted = chosen ?? preferred();
    try {
      const words = await loadWords(wanted);
      if (mine !== asked) return;
      begin(wanted, words);
    } catch (error) {
      console.warn(error);
      store.update((s) => setNotice(s, { text: { key: 'notice.language' }, action: null }));
      retell();
      return;
    }
    saveLanguage(chosen);
    store.update((s) => setRules(setLanguage(s, { chosen, spoken: wanted }), core.rules(s.rules.spec)));
    retell();
  }

  onLanguage(plain);

  addEventListener('languagechange', () => {
    if (store.get().language.chosen === null) void change(null);
  });
  return { change };
}
