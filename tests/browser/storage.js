/** What the page has stored, and storage without room. */
import { keptIn } from './databases.js';
import { expect } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
export const notice = (page) => page.locator('.notice');

/** Every stored game's record. @param {Page} page @returns {Promise<string[]>} */
export const records = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('merels.game.'))
      .map(([, text]) => JSON.parse(text).record),
  );

/** Fills local storage to the last letter. @param {Page} page */
export const fill = (page) =>
  page.evaluate(() => {
    for (let n = 1 << 22, i = 0; n >= 1;)
      try {
        localStorage.setItem(`filler.${i++}`, 'x'.repeat(n));
      } catch {
        n >>= 1;
      }
    // What is deleted later has to make room for what was written meanwhile.
    return Object.keys(localStorage).length;
  });

/** @param {Page} page */
export const makeRoom = (page) =>
  page.evaluate(() =>
    Object.keys(localStorage).forEach(
      (key) => key.startsWith('filler.') && localStorage.removeItem(key),
    ),
  );

/**
 * What is found while five seconds pass at a time, after which the page tries again, or gives up.
 * Its clock has to be the test's.
 * @template T @param {Page} page @param {() => Promise<T>} look
 */
export const inTime = (page, look) =>
  expect.poll(async () => (await page.clock.fastForward(5000), look()));

/**
 * The text of a copy, or null.
 * @param {Page} page
 * @param {string} database
 * @param {string} objectStore
 * @param {string} id
 * @returns {Promise<string | null>}
 */
export const copyOf = async (page, database, objectStore, id) =>
  (await keptIn(page, database, objectStore, id))?.text ?? null;

/** The id of the game that was played last. @param {Page} page @returns {Promise<string>} */
export const lastId = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('merels.current') ?? '').id);
