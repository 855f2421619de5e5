// Looks up words in the current language. English is bundled with the scripts; other languages are
// separate files.
import main from './en/main.json' with { type: 'json' };

export { onLanguage, retell } from './on-language.ts';

type English = typeof main &
  typeof import('./en/analysis.json') &
  typeof import('./en/exercises.json') &
  typeof import('./en/howto.json') &
  typeof import('./en/learn.json') &
  typeof import('./en/library.json') &
  typeof import('./en/offers.json') &
  typeof import('./en/openings.json') &
  typeof import('./en/path.json') &
  typeof import('./en/practice.json') &
  typeof import('./en/read.json') &
  typeof import('./en/reasons.json') &
  typeof import('./en/rules.json') &
  typeof import('./en/rush.json') &
  typeof import('./en/settings.json') &
  typeof import('./en/setup.json') &
  typeof import('./en/share.json') &
  typeof import('./en/show.json') &
  typeof import('./en/solution.json') &
  typeof import('./en/special.json') &
  typeof import('./en/together.json') &
  typeof import('./en/weeks.json');

export type Key = Exclude<keyof English, 'default'>;

export type Words = Record<string, string | Record<string, string>>;

/** Lists are joined by `Intl.ListFormat`. */
type Values = Record<string, string | number | string[]>;

/** Words in the state: a key, so that they follow the language, or plain text. */
export type Said =
  string | { key: Key; values?: Record<string, string | number | string[] | { key: Key }> };

/** English for every loaded part of the page; the fallback for missing translations. */
const en: Words = { ...main };
let words = en;
let code = 'en';
// Created lazily: the second took 80 ms in Chromium with a fourfold CPU slowdown.
let plural: Intl.PluralRules | null = null;
let numbers: Intl.NumberFormat | null = null;

/** Adds the English of a part of the page. */
export const addEnglish = (more: Words) => void Object.assign(en, more);

/**
 * Changes the language; `retell` then updates what is on screen.
 * @param catalogue null for English
 */
export function selectLanguage(language: string, catalogue: Words | null) {
  words = catalogue ?? en;
  if (language === code) return;
  code = language;
  plural = null;
  numbers = null;
}

/**
 * The words for a key, with values filled in.
 * @param values numbers are formatted for the language; `n` selects the plural form
 */
export const t = (key: Key, values?: Values) => fill(words[key] ?? en[key] ?? key, values ?? {});

function fill(entry: string | Record<string, string>, values: Values) {
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

/** The plural form of a number. */
const pluralForm = (n: number) => (plural ??= new Intl.PluralRules(code)).select(n);

/**
 * Formats a number; small ones look the same in most languages, but these may have digits of their
 * own.
 */
const formatted = (n: number) =>
  Number.isInteger(n) && n >= 0 && n < 1000 && !/ar|fa/.test(code)
    ? String(n)
    : (numbers ??= new Intl.NumberFormat(code)).format(n);

/** The code of the current language. */
export const currentLanguage = () => code;

/** Words from the state as text. */
export function tell(said: Said) {
  if (typeof said === 'string') return said;
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' && 'key' in value ? t(value.key) : value,
  ]);
  return t(said.key, Object.fromEntries(values));
}

/** Is there an entry for a computed key? */
export const has = (key: string): key is Key => key in words;

/** Words from Rust, which are in English; translated if there is an entry. */
export const fromRust = (key: string, english: string, values?: Values) =>
  has(key) ? t(key, values) : typeset(english);

/** English from Rust with typographic apostrophes. */
export const typeset = (text: string) => text.replaceAll("'", '’');
