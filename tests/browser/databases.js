/** What the page keeps in its databases. */

/** @typedef {import('@playwright/test').Page} Page */

/**
 * What is kept under a name; undefined where there is no such thing, or no such database yet: whoever opens one that is not there
 * makes it, and without its drawers, so that is undone.
 * @param {Page} page @param {string} database @param {string} drawer @param {string} key
 * @returns {Promise<any>}
 */
export const keptIn = (page, database, drawer, key) =>
  page.evaluate(
    ([database, drawer, key]) =>
      new Promise((resolve) => {
        const opening = indexedDB.open(database);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(undefined);
        opening.onsuccess = () => {
          const asked = opening.result.transaction(drawer).objectStore(drawer).get(key);
          asked.onsuccess = () => (opening.result.close(), resolve(asked.result));
        };
      }),
    /** @type {[string, string, string]} */ ([database, drawer, key]),
  );
