// Listeners for language changes. Separate from the words, so that modules without any need not load them.

/** @type {Set<() => void>} */
const listeners = new Set();

/** Adds a listener that updates words on screen. @param {() => void} listener */
export const onLanguage = (listener) => void listeners.add(listener);

/** Updates all words on screen that do not depend on the state. */
export function retell() {
  for (const listener of listeners) listener();
}
