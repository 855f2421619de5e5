// Waits for the first sound. What makes it is not part of the first load: it comes as soon as the page is at rest, or with
// the first press. A man that is placed before it is there is heard a moment later, as long as he still drops.

/** @typedef {import('../types').State} State */

/**
 * @typedef {object} Begun what has happened before the sound was there
 * @property {{ now: State, before: State, at: number }[]} changes the latest ones, each with its performance.now()
 * @property {string | null} press the kind of pointer that pressed last, "key" for a key, null before the first press
 */

/** How long a change waits for its sound, in milliseconds: about as long as a man drops. */
const PATIENCE = 150;

/** @param {import('../state.js').Store} store @returns {() => void} lets the volume be heard */
export function createSoundLoader(store) {
  /** @type {Begun} */
  const begun = { changes: [], press: null };
  /** @type {Promise<{ sample: () => void }> | null} */
  let loading = null;
  let here = false;

  async function fetchSound() {
    const { createSound } = await import('./sound.js');
    here = true;
    const { press, changes } = begun;
    return createSound(store, { press, changes: changes.filter(({ at }) => performance.now() - at < PATIENCE) });
  }

  const load = () => (loading ??= fetchSound());
  // Without a network it may come with a later press.
  const attempt = () => void (here || load().catch(() => (loading = null)));

  /** @param {Event} event */
  function pressed(event) {
    begun.press = event instanceof PointerEvent ? event.pointerType : 'key';
    if (here) for (const type of ['pointerdown', 'keydown']) removeEventListener(type, pressed, { capture: true });
    attempt();
  }

  for (const type of ['pointerdown', 'keydown']) addEventListener(type, pressed, { capture: true });
  store.subscribe((now, before) => {
    if (here) return;
    begun.changes = [...begun.changes.slice(-3), { now, before, at: performance.now() }];
  });
  if ('requestIdleCallback' in window) requestIdleCallback(attempt, { timeout: 3000 });
  else setTimeout(attempt, 500);

  return () => void load().then((sound) => sound.sample(), () => (loading = null));
}
