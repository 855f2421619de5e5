// The languages that are spoken, each under its own name, and where their words are.

/** Names in the languages themselves; in the order of the alphabet, other scripts after it. */
export const LANGUAGES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  hu: 'Magyar',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
  ja: '日本語',
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Record<string, string>} the addresses of the catalogues */
const files = import.meta.glob('./*.json', { query: '?url', import: 'default', eager: true });

/** @param {unknown} code @returns {code is Language} */
export const isLanguage = (code) => typeof code === 'string' && Object.hasOwn(LANGUAGES, code);

/** The first language that the device asks for and that is spoken here. @param {readonly string[]} [wanted] @returns {Language} */
export function preferred(wanted = navigator.languages) {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0];
    if (isLanguage(code)) return code;
  }
  return 'en';
}

/** A language's words; null for English, which is there from the start. @param {Language} code @returns {Promise<import('./i18n.js').Words | null>} */
export async function loadWords(code) {
  const file = files[`./${code}.json`];
  if (!file) return null;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.json();
}
