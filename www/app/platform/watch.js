// Subscriptions to parts of the state.

/**
 * Has any of these parts changed?
 * @template State @param {(state: State) => readonly unknown[]} parts @param {State} now @param {State} before
 */
export function changed(parts, now, before) {
  const old = parts(before);
  return parts(now).some((part, i) => part !== old[i]);
}

/**
 * Calls `show` now and whenever one of these parts changes.
 * @template State
 * @param {{ subscribe: (listener: (now: State, before: State) => void) => void }} store
 * @param {(state: State) => readonly unknown[]} parts
 * @param {() => void} show
 */
export function watch(store, parts, show) {
  store.subscribe((now, before) => changed(parts, now, before) && show());
  show();
}
