// Looks up the page's words. Other languages will be catalogues beside en.js with the same keys.
import en from './en.js';

/** @typedef {keyof typeof en} Key */

/** @type {Record<Key, string | Record<string, string>>} */
const words = en;
const plural = new Intl.PluralRules('en');

/**
 * The words for a key, filled in.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const entry = words[key];
  const text =
    typeof entry === 'string' ? entry : (entry[plural.select(Number(values.n ?? 0))] ?? entry.other ?? key);
  return text.replace(/\{([\w-]+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Is there an entry for a key that was put together? @param {string} key @returns {key is Key} */
export const has = (key) => key in words;

/** Words that come from Rust, with the apostrophes of print. @param {string} text */
export const typeset = (text) => text.replaceAll("'", '’');
