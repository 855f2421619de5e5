/** What the page says in each language. */
import { readFileSync, readdirSync } from 'node:fs';

const CATALOGUES = new URL('../../www/app/i18n/', import.meta.url);
/** All but English. */
export const CODES = readdirSync(CATALOGUES).filter(
  (name) => /^[a-z]{2}$/.test(name) && name !== 'en',
);
/**
 * The words of one part of the page.
 * @param {string} code
 * @param {string} part
 * @returns {Record<string, any>}
 */
export const wordsOf = (code, part) =>
  JSON.parse(readFileSync(new URL(`${code}/${part}.json`, CATALOGUES), 'utf8'));
/** All words of a language. @param {string} code @returns {Record<string, any>} */
export const words = (code) =>
  Object.assign(
    {},
    ...readdirSync(new URL(code, CATALOGUES)).map((name) =>
      wordsOf(code, name.replace('.json', '')),
    ),
  );
