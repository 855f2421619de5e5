// The languages to choose from. Separate from the words, so that only the settings load them.

/** Native names, in alphabetical order, other scripts last. */
export const LANGUAGES = {
  af: 'Afrikaans',
  id: 'Bahasa Indonesia',
  cs: 'Čeština',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  hu: 'Magyar',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
  ru: 'Русский',
  uk: 'Українська',
  ar: 'العربية',
  fa: 'فارسی',
  zh: '中文',
  ja: '日本語',
  ko: '한국어',
};
