// Subscriptions to parts of the state.

/** Has any of these parts changed? */
export function changed<State>(
  parts: (state: State) => readonly unknown[],
  now: State,
  before: State,
) {
  const old = parts(before);
  return parts(now).some((part, i) => part !== old[i]);
}

/** Calls `show` now and whenever one of these parts changes. */
export function observe<State>(
  store: { subscribe: (listener: (now: State, before: State) => void) => void },
  parts: (state: State) => readonly unknown[],
  show: () => void,
) {
  store.subscribe((now, before) => changed(parts, now, before) && show());
  show();
}
