// The languages that are spoken, each under its own name, and where their words are: one file for each part of the page.
import { addEnglish, speak, spoken } from './i18n.js';

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

/** @typedef {import('./i18n.js').Words} Words */

/** The files of each part of the page that is there. @type {Map<string, Record<string, string>>} */
const parts = new Map([['main', import.meta.glob(['./*/main.json', '!./en/*'], { query: '?url', import: 'default', eager: true })]]);

/** What was fetched, by address. @type {Map<string, Promise<Words>>} */
const fetched = new Map();

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

/**
 * Adds the words of a part of the page that comes later than the first load.
 * @param {string} part as its files are called
 * @param {Words} english
 * @param {Record<string, string>} files of the other languages
 * @returns {() => Promise<void>} to be awaited before the part is shown
 */
export function addWords(part, english, files) {
  addEnglish(english);
  parts.set(part, files);
  return speakAll;
}

/** Speaks the words of every part that is there, whatever language is chosen meanwhile. @returns {Promise<void>} */
async function speakAll() {
  const code = spoken();
  const words = await loadWords(code);
  return code === spoken() ? speak(code, words) : speakAll();
}

/** A language's words for every part that is there; null for English, which comes with the scripts. @param {string} code @returns {Promise<Words | null>} */
export async function loadWords(code) {
  if (code === 'en') return null;
  const all = await Promise.all([...parts].map(([part, files]) => read(files[`./${code}/${part}.json`] ?? '')));
  // Another part may have come meanwhile.
  return all.length < parts.size ? loadWords(code) : Object.assign({}, ...all);
}

/** @param {string} file */
function read(file) {
  const words = fetched.get(file) ?? fetchWords(file);
  fetched.set(file, words);
  return words;
}

/** @param {string} file @returns {Promise<Words>} */
async function fetchWords(file) {
  try {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return await response.json();
  } catch (error) {
    // Asked again, it may come.
    fetched.delete(file);
    throw error;
  }
}
