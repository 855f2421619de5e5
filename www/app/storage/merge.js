// Records to which several tabs add: nothing that one of them has written is lost by what another writes.
import { ASIDE, drop, forget, get, keysFrom } from './local.js';
import { storedValue } from './storage.js';

/**
 * A stored value that is merged with what is there. The storage of two tabs may lag behind each other by a moment: whichever
 * sees that its own was written over adds it again.
 * @template {object} T
 * @param {string} key
 * @param {Parameters<typeof storedValue<T>>[1]} read
 * @param {(before: T, after: T) => T} merge where they contradict each other, the latter counts; the same where `after` has all of `before`
 */
export function jointDrawer(key, read, merge) {
  const place = storedValue(key, read, {}, merge);
  /** What this tab wrote last. @type {T | null} */
  let mine = null;
  let begun = false;

  const asides = () => keysFrom(`${ASIDE}${key}.`);

  /** What a page of an earlier version could not read, and put aside. */
  function reclaim() {
    begun = true;
    for (const aside of asides()) {
      let whole = true;
      const found = place.open(get(aside), () => (whole = false));
      if (!found) continue;
      const here = place.read();
      // What was done since then counts more.
      const all = here ? merge(found, here) : found;
      const done = JSON.stringify(all) === JSON.stringify(here) ? 'stored' : place.write(all);
      // What is left out of it is nowhere else.
      if (whole && done === 'stored') drop(aside);
    }
  }

  addEventListener('storage', (event) => {
    // Erased: then this tab's is, too.
    if (event.key === null || (event.key === key && event.newValue === null)) {
      mine = null;
      // Where something is there again, it was only put aside.
      if (get(key) === null) forget(key);
    }
    const theirs = event.key === key && mine ? place.open(get(key)) : null;
    if (!theirs || !mine) return;
    const both = merge(mine, theirs);
    if (JSON.stringify(both) !== JSON.stringify(theirs)) place.write(both);
  });

  return {
    read() {
      if (!begun) reclaim();
      return place.read();
    },
    /** @param {T} value */
    write(value) {
      mine = value;
      return place.write(value);
    },
    /** Removes all, and gives back what was there. */
    erase() {
      const there = place.read();
      mine = null;
      place.erase();
      // What of these could be read would be added again.
      for (const aside of asides()) if (place.open(get(aside))) drop(aside);
      return there;
    },
  };
}
