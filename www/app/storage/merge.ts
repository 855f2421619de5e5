// Stored records that several tabs write to, merged so that no tab's changes are lost.
import { ASIDE, drop, forget, get, keysFrom } from './local.ts';
import { storedValue } from './storage.ts';

/**
 * A stored value that is merged on writing. Local storage may lag briefly between tabs, so a tab
 * that sees its changes overwritten writes them again.
 * @param merge on a conflict `after` wins; returns an equal value if `after` contains all of
 *   `before`
 */
export function mergedValue<T extends object>(
  key: string,
  read: Parameters<typeof storedValue<T>>[1],
  merge: (before: T, after: T) => T,
) {
  const place = storedValue(key, read, merge);
  /** The last value this tab wrote. */
  let mine: T | null = null;
  let reclaimed = false;

  const asides = () => keysFrom(`${ASIDE}${key}.`);

  /** Merges what an older version could not read and set aside. */
  function reclaim() {
    reclaimed = true;
    for (const aside of asides()) {
      let whole = true;
      const found = place.open(get(aside), () => (whole = false));
      if (!found) continue;
      const here = place.read();
      // Newer data wins.
      const all = here ? merge(found, here) : found;
      const done = JSON.stringify(all) === JSON.stringify(here) ? 'stored' : place.write(all);
      // Keep it if some of it could not be read.
      if (whole && done === 'stored') drop(aside);
    }
  }

  addEventListener('storage', (event) => {
    // Erased in another tab.
    if (event.key === null || (event.key === key && event.newValue === null)) {
      mine = null;
      // If the key exists again, the data was only set aside.
      if (get(key) === null) forget(key);
    }
    const theirs = event.key === key && mine ? place.open(get(key)) : null;
    if (!theirs || !mine) return;
    const both = merge(mine, theirs);
    if (JSON.stringify(both) !== JSON.stringify(theirs)) place.write(both);
  });

  return {
    read() {
      if (!reclaimed) reclaim();
      return place.read();
    },
    write(value: T) {
      mine = value;
      return place.write(value);
    },
    /** Erases the value and returns it. */
    erase() {
      const before = place.read();
      mine = null;
      place.erase();
      // Otherwise they would be merged again.
      for (const aside of asides()) if (place.open(get(aside))) drop(aside);
      return before;
    },
  };
}
