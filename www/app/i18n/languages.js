// The word files of the languages, one per language and part of the page. A language with a main file is supported.
import { fetchWhole } from '../platform/fetch-whole.js';
import { addEnglish, selectLanguage, currentLanguage } from './i18n.js';

/** @typedef {keyof typeof import('./names.js').LANGUAGES} Language */

/** @typedef {import('./i18n.js').Words} Words */

/** The word files of each loaded part of the page. @type {Map<string, Record<string, string>>} */
const parts = new Map([
  [
    'main',
    import.meta.glob(['./*/main.json', '!./en/*'], {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ],
]);

/** The address of a file of words. @param {unknown} code @param {string} part */
const fileOf = (code, part) => parts.get(part)?.[`./${code}/${part}.json`];

/** Fetched words by URL. @type {Map<string, Promise<Words>>} */
const fetched = new Map();

/** @param {unknown} code @returns {code is Language} */
export const isLanguage = (code) => code === 'en' || fileOf(code, 'main') !== undefined;

/** The first of the device's languages that is supported; null if none is. @param {readonly string[]} [wanted] @returns {Language | null} */
export const spoken = (wanted = navigator.languages) =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? null;

/** The same, or English. @param {readonly string[]} [wanted] @returns {Language} */
export const preferred = (wanted) => spoken(wanted) ?? 'en';

/**
 * Adds the words of a lazily loaded part of the page.
 * @param {string} part the name of its files
 * @param {Words} english
 * @param {Record<string, string>} files of the other languages
 * @returns {() => Promise<void>} await this before showing the part
 */
export function addWords(part, english, files) {
  addEnglish(english);
  parts.set(part, files);
  return loadAll;
}

/** Loads the words of all loaded parts, again if the language changes meanwhile. @returns {Promise<void>} */
async function loadAll() {
  const code = currentLanguage();
  const words = await loadWords(code);
  return code === currentLanguage() ? selectLanguage(code, words) : loadAll();
}

/** A language's words for all loaded parts; null for English, which is bundled. @param {string} code @returns {Promise<Words | null>} */
export async function loadWords(code) {
  if (code === 'en') return null;
  const all = await Promise.all([...parts.keys()].map((part) => read(fileOf(code, part) ?? '')));
  // Another part may have been added meanwhile.
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
    const response = await fetchWhole(file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return await response.json();
  } catch (error) {
    // Allow a retry.
    fetched.delete(file);
    throw error;
  }
}
