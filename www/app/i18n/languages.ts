// The word files of the languages, one per language and part of the page. A language with a main
// file is supported.
import { fetchWhole } from '../platform/fetch-whole.ts';
import { addEnglish, selectLanguage, currentLanguage, type Words } from './i18n.ts';

export type Language = keyof typeof import('./names.ts').LANGUAGES;

/** The word files of each loaded part of the page. */
const parts: Map<string, Record<string, string>> = new Map([
  [
    'main',
    import.meta.glob(['./*/main.json', '!./en/*'], {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ],
]);

/** The address of a file of words. */
const fileOf = (code: unknown, part: string) => parts.get(part)?.[`./${code}/${part}.json`];

/** Fetched words by URL. */
const fetched: Map<string, Promise<Words>> = new Map();

export const isLanguage = (code: unknown): code is Language =>
  code === 'en' || fileOf(code, 'main') !== undefined;

/** The first of the device's languages that is supported; null if none is. */
export const spoken = (wanted: readonly string[] = navigator.languages): Language | null =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? null;

/** The same, or English. */
export const preferred = (wanted?: readonly string[]): Language => spoken(wanted) ?? 'en';

/**
 * Adds the words of a lazily loaded part of the page.
 * @param part the name of its files
 * @param files of the other languages
 * @returns await this before showing the part
 */
export function addWords(
  part: string,
  english: Words,
  files: Record<string, string>,
): () => Promise<void> {
  addEnglish(english);
  parts.set(part, files);
  return loadAll;
}

/** Loads the words of all loaded parts, again if the language changes meanwhile. */
async function loadAll(): Promise<void> {
  const code = currentLanguage();
  const words = await loadWords(code);
  return code === currentLanguage() ? selectLanguage(code, words) : loadAll();
}

/** A language's words for all loaded parts; null for English, which is bundled. */
export async function loadWords(code: string): Promise<Words | null> {
  if (code === 'en') return null;
  const all = await Promise.all([...parts.keys()].map((part) => read(fileOf(code, part) ?? '')));
  // Another part may have been added meanwhile.
  return all.length < parts.size ? loadWords(code) : Object.assign({}, ...all);
}

function read(file: string) {
  const words = fetched.get(file) ?? fetchWords(file);
  fetched.set(file, words);
  return words;
}

async function fetchWords(file: string): Promise<Words> {
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
