/** The words of a language come in parts, each with the part of the page that says them. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The addresses that were asked for, and what is to become of the next ones. @type {string[]} */
let asked = [];
/** @type {(url: string) => Promise<void>} */
let gate = async () => {};
/** @type {typeof import('../../www/app/i18n/i18n.ts')} */
let i18n;
/** @type {typeof import('../../www/app/i18n/languages.ts')} */
let languages;

beforeEach(async () => {
  asked = [];
  gate = async () => {};
  vi.resetModules();
  vi.stubGlobal('fetch', async (/** @type {string} */ url) => {
    const file = url.replace(/.*i18n\/|\?.*/g, '');
    asked.push(file);
    await gate(url);
    return new Response(readFileSync(new URL(`../../www/app/i18n/${file}`, import.meta.url)));
  });
  i18n = await import('../../www/app/i18n/i18n.ts');
  languages = await import('../../www/app/i18n/languages.ts');
});

afterEach(() => i18n.selectLanguage('en', null));

/** As the page does it. @param {import('../../www/app/i18n/languages.ts').Language} code */
const change = async (code) => i18n.selectLanguage(code, await languages.loadWords(code));

test('a part that comes in another language brings its own words and no others', async () => {
  await change('de');
  expect(asked).toEqual(['de/main.json']);
  const { default: load } = await import('../../www/app/i18n/library.words.ts');
  await load();
  expect(asked).toEqual(['de/main.json', 'de/library.json']);
  expect([i18n.t('side.white'), i18n.t('collection.search')]).toEqual(['Weiß', 'Suchen']);
});

test('the parts that are there follow the language, and English needs no file', async () => {
  const { default: load } = await import('../../www/app/i18n/library.words.ts');
  await load();
  expect([asked, i18n.t('collection.search')]).toEqual([[], 'Search']);
  await change('de');
  expect([[...asked].sort(), i18n.t('collection.search')]).toEqual([
    ['de/library.json', 'de/main.json'],
    'Suchen',
  ]);
  await change('en');
  expect(i18n.t('collection.search')).toBe('Search');
  await change('de');
  expect(asked, 'nothing is fetched twice').toHaveLength(2);
});

test('a part and a language that come at the same time find each other', async () => {
  let go = () => {};
  const late = new Promise((resolve) => (go = () => resolve(undefined)));
  gate = async (url) => void (await (url.includes('/fr/main') && late));
  await change('de');
  const changed = change('fr');
  const { default: load } = await import('../../www/app/i18n/library.words.ts');
  await load();
  expect(i18n.t('collection.search')).toBe('Suchen');
  go();
  await changed;
  expect([i18n.t('side.white'), i18n.t('collection.search')]).toEqual(['Blancs', 'Rechercher']);
});

test('the language may change while the words of a part are on their way', async () => {
  let go = () => {};
  const late = new Promise((resolve) => (go = () => resolve(undefined)));
  await change('de');
  gate = async (url) => void (await (url.includes('/de/library') && late));
  const { default: load } = await import('../../www/app/i18n/library.words.ts');
  const loaded = load();
  await change('fr');
  go();
  await loaded;
  expect([i18n.currentLanguage(), i18n.t('collection.search')]).toEqual(['fr', 'Rechercher']);
});

test('words that did not come are asked for again, and a missing one is said in English', async () => {
  await change('de');
  gate = async () => {
    throw new Error('no network');
  };
  const { default: load } = await import('../../www/app/i18n/library.words.ts');
  await expect(load()).rejects.toThrow('no network');
  expect([i18n.t('side.white'), i18n.t('collection.search')]).toEqual(['Weiß', 'Search']);
  gate = async () => {};
  await load();
  expect(i18n.t('collection.search')).toBe('Suchen');
});

test.each([
  [['cy-GB'], 'en'],
  [['cy-GB', 'fr-CA'], 'fr'],
  [['ar-EG', 'fr-CA'], 'ar'],
  [['fa-IR'], 'fa'],
  [['de-AT'], 'de'],
  [['zh-Hant-TW', 'en'], 'zh'],
  [['PT-br'], 'pt'],
  [[], 'en'],
])('a device that asks for %j is spoken to in %s', (wanted, code) =>
  expect(languages.preferred(wanted)).toBe(code),
);
