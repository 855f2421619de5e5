// Looks up words in the current language. English is bundled with the scripts; other languages are separate files.
import main from './en/main.json' with { type: 'json' };

export { onLanguage, retell } from './on-language.js';

/** @typedef {typeof main & typeof import('./en/analysis.json') & typeof import('./en/howto.json') & typeof import('./en/learn.json') & typeof import('./en/library.json') & typeof import('./en/offers.json') & typeof import('./en/rules.json') & typeof import('./en/settings.json') & typeof import('./en/setup.json') & typeof import('./en/share.json') & typeof import('./en/show.json') & typeof import('./en/solution.json') & typeof import('./en/special.json') & typeof import('./en/together.json')} English */
/** @typedef {Exclude<keyof English, 'default'>} Key */
/** @typedef {Record<string, string | Record<string, string>>} Words */
/** Lists are joined by `Intl.ListFormat`. @typedef {Record<string, string | number | string[]>} Values */
/** Words in the state: a key, so that they follow the language, or plain text. @typedef {string | { key: Key, values?: Record<string, string | number | string[] | { key: Key }> }} Said */

/** English for every loaded part of the page; the fallback for missing translations. @type {Words} */
const en = { ...main };
let words = en;
let code = 'en';
// Created lazily: the second took 80 ms in Chromium with a fourfold CPU slowdown.
/** @type {Intl.PluralRules | null} */
let plural = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/** Adds the English of a part of the page. @param {Words} more */
export const addEnglish = (more) => void Object.assign(en, more);

/** Changes the language; `retell` then updates what is on screen. @param {string} language @param {Words | null} catalogue null for English */
export function selectLanguage(language, catalogue) {
  words = catalogue ?? en;
  if (language === code) return;
  code = language;
  plural = null;
  numbers = null;
}

/**
 * The words for a key, with values filled in.
 * @param {Key} key
 * @param {Values} [values] numbers are formatted for the language; `n` selects the plural form
 */
export const t = (key, values) => fill(words[key] ?? en[key] ?? key, values ?? {});

/** @param {string | Record<string, string>} entry @param {Values} values */
function fill(entry, values) {
  const text =
    typeof entry === 'string'
      ? entry
      : (entry[pluralForm(Number(values.n ?? 0))] ?? entry.other ?? '');
  return text.replace(/\{([\w-]+)\}/g, (whole, name) => {
    const value = values[name];
    if (Array.isArray(value))
      return new Intl.ListFormat(code === 'en' ? 'en-GB' : code).format(value);
    return value === undefined ? whole : typeof value === 'number' ? formatted(value) : value;
  });
}

/** The plural form of a number. @param {number} n */
const pluralForm = (n) => (plural ??= new Intl.PluralRules(code)).select(n);

/** Formats a number; small ones look the same in most languages, but these may have digits of their own. @param {number} n */
const formatted = (n) =>
  Number.isInteger(n) && n >= 0 && n < 1000 && !/ar|fa/.test(code)
    ? String(n)
    : (numbers ??= new Intl.NumberFormat(code)).format(n);

/** The code of the current language. */
export const currentLanguage = () => code;

/** Words from the state as text. @param {Said} said */
export function tell(said) {
  if (typeof said === 'string') return said;
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' && 'key' in value ? t(value.key) : value,
  ]);
  return t(said.key, Object.fromEntries(values));
}

/** Is there an entry for a computed key? @param {string} key @returns {key is Key} */
export const has = (key) => key in words;

/** Words from Rust, which are in English; translated if there is an entry. @param {string} key @param {string} english @param {Values} [values] */
export const fromRust = (key, english, values) => (has(key) ? t(key, values) : typeset(english));

/** English from Rust with typographic apostrophes. @param {string} text */
export const typeset = (text) => text.replaceAll("'", '’');
