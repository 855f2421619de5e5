/** What the page keeps in its databases. */

/** @typedef {import('@playwright/test').Page} Page */

/**
 * What is kept under a name; undefined where there is no such thing, or no such database yet:
 * whoever opens one that is not there makes it, and without its object stores, so that is undone.
 * @param {Page} page @param {string} database @param {string} objectStore @param {string} key
 * @returns {Promise<any>}
 */
export const keptIn = (page, database, objectStore, key) =>
  page.evaluate(
    ([database, objectStore, key]) =>
      new Promise((resolve) => {
        const opening = indexedDB.open(database);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(undefined);
        opening.onsuccess = () => {
          const asked = opening.result.transaction(objectStore).objectStore(objectStore).get(key);
          asked.onsuccess = () => (opening.result.close(), resolve(asked.result));
        };
      }),
    /** @type {[string, string, string]} */ ([database, objectStore, key]),
  );
