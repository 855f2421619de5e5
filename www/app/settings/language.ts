// The page's language: the chosen one, or the first supported one of the device.
import { onLanguage, retell, selectLanguage, t, type Key, type Words } from '../i18n/i18n.ts';
import { isLanguage, loadWords, preferred, type Language } from '../i18n/languages.ts';
import { setLanguage, setNotice, setRules, type Store } from '../state.ts';
import { LANGUAGE, readLanguage, saveLanguage } from '../storage/storage.ts';
import type { Core, LanguageState } from '../types.ts';

function chosenLanguage() {
  const stored = readLanguage();
  return isLanguage(stored) ? stored : null;
}

/** Sets the language at startup. Falls back to English if its words cannot be loaded. */
export async function firstLanguage(): Promise<LanguageState> {
  const chosen = chosenLanguage();
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
    el.textContent = t(el.getAttribute('data-words') as Key);
}

function apply(code: Language, words: Words | null) {
  selectLanguage(code, words);
  document.documentElement.lang = code;
  document.documentElement.dir = t('language.direction');
  manifest(code);
}

/**
 * Selects the manifest of a language, which names the installed app; the build writes one for each.
 */
function manifest(code: Language) {
  const link = document.querySelector('link[rel=manifest]');
  if (import.meta.env.PROD)
    link?.setAttribute(
      'href',
      code === 'en' ? './manifest.webmanifest' : `./manifest.${code}.webmanifest`,
    );
}

/** Changes the language without disturbing the game. */
export function createLanguage(store: Store, core: Core) {
  let latest = 0;

  /**
   * @param chosen null for the device's language
   * @param stored is it stored already?
   */
  async function change(chosen: Language | null, stored = false) {
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
    if (!stored) saveLanguage(chosen);
    store.update((s) =>
      setRules(setLanguage(s, { chosen, current: wanted }), core.rules(s.rules.spec)),
    );
    retell();
  }

  onLanguage(translatePage);

  addEventListener('languagechange', () => {
    if (store.get().language.chosen === null) void change(null);
  });
  // Chosen in another tab, or restored late from its copy.
  addEventListener('storage', ({ key }) => {
    const chosen = chosenLanguage();
    if (key === LANGUAGE && chosen !== store.get().language.chosen) void change(chosen, true);
  });
  return { change };
}
