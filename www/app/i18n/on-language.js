// Who wants to know when the language changes. Apart from the words, so that what has none of its own needs not bring them.

/** @type {Set<() => void>} */
const listeners = new Set();

/** Called back whenever words have to be shown anew. @param {() => void} listener */
export const onLanguage = (listener) => void listeners.add(listener);

/** Shows all words anew that do not follow the state. */
export function retell() {
  for (const listener of listeners) listener();
}
