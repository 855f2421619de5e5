// Looks up the page's words in the language that is spoken. English comes with the scripts, other languages as files of their own.
import main from './en/main.json' with { type: 'json' };

export { onLanguage, retell } from './on-language.js';

/** @typedef {typeof main & typeof import('./en/analysis.json') & typeof import('./en/learn.json') & typeof import('./en/library.json') & typeof import('./en/rules.json') & typeof import('./en/show.json') & typeof import('./en/together.json')} English */
/** @typedef {Exclude<keyof English, 'default'>} Key */
/** @typedef {Record<string, string | Record<string, string>>} Words */
/** A list is joined as the language does it. @typedef {Record<string, string | number | string[]>} Values */
/** Words kept in the state: a key, so that they follow the language, or a text as it came. @typedef {string | { key: Key, values?: Record<string, string | number | string[] | { key: Key }> }} Said */

/** Of every part of the page that is there: what another language lacks is said in it. @type {Words} */
const en = { ...main };
let words = en;
let code = 'en';
// Made when they are first needed: making the second took 80 ms in Chromium on a processor slowed four times.
/** @type {Intl.PluralRules | null} */
let plural = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/** Adds the English of a part of the page. @param {Words} more */
export const addEnglish = (more) => void Object.assign(en, more);

/** Changes the language; what is already on the screen follows with `retell`. @param {string} language @param {Words | null} catalogue null for English */
export function speak(language, catalogue) {
  words = catalogue ?? en;
  if (language === code) return;
  code = language;
  plural = null;
  numbers = null;
}

/**
 * The words for a key, filled in.
 * @param {Key} key
 * @param {Values} [values] a number is written as the language writes it; `n` chooses the plural form
 */
export const t = (key, values) => fill(words[key] ?? en[key] ?? key, values ?? {});

/** @param {string | Record<string, string>} entry @param {Values} values */
function fill(entry, values) {
  const text = typeof entry === 'string' ? entry : (entry[form(Number(values.n ?? 0))] ?? entry.other ?? '');
  return text.replace(/\{([\w-]+)\}/g, (whole, name) => {
    const value = values[name];
    if (Array.isArray(value)) return new Intl.ListFormat(code).format(value);
    return value === undefined ? whole : typeof value === 'number' ? written(value) : value;
  });
}

/** The plural form that a number takes. @param {number} n */
const form = (n) => (plural ??= new Intl.PluralRules(code)).select(n);

/** A number as the language writes it; small ones are written alike in all that are spoken here. @param {number} n */
const written = (n) => (Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : (numbers ??= new Intl.NumberFormat(code)).format(n));

/** The code of the language that is spoken. */
export const spoken = () => code;

/** What was said, in words. @param {Said} said */
export function tell(said) {
  if (typeof said === 'string') return said;
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [name, typeof value === 'object' && 'key' in value ? t(value.key) : value]);
  return t(said.key, Object.fromEntries(values));
}

/** Is there an entry for a key that was put together? @param {string} key @returns {key is Key} */
export const has = (key) => key in words;

/** Words that come from Rust, where English is written: in other languages they are looked up. @param {string} key @param {string} english @param {Values} [values] */
export const fromRust = (key, english, values) => (has(key) ? t(key, values) : typeset(english));

/** English from Rust, with the apostrophes of print. @param {string} text */
export const typeset = (text) => text.replaceAll("'", '’');
