// Listeners for language changes. Separate from the words, so that modules without any need not
// load them.

const listeners: Set<() => void> = new Set();

/** Adds a listener that updates words on screen. */
export const onLanguage = (listener: () => void) => void listeners.add(listener);

/** Updates all words on screen that do not depend on the state. */
export function retell() {
  for (const listener of listeners) listener();
}
