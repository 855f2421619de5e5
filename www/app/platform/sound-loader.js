// Loads the sound code when the page is idle or on the first press, to keep it out of the first load. A sound due before then
// is played late, unless it is too late.

/** @typedef {import('../types').State} State */

/**
 * @typedef {object} Begun what happened before the sound code was loaded
 * @property {{ now: State, before: State, at: number }[]} changes the latest changes, each with its performance.now()
 * @property {string | null} press the pointer type of the last press, "key" for a key, null before the first press
 */

/** How late a sound may be, in milliseconds: about as long as a man takes to drop. */
const MAX_DELAY = 150;

/** @param {import('../state.js').Store} store @returns {(tone?: import('./sound-synth.js').Tone) => void} plays a sound at the current volume */
export function createSoundLoader(store) {
  /** @type {Begun} */
  const begun = { changes: [], press: null };
  /** @type {Promise<ReturnType<typeof import('./sound.js').createSound>> | null} */
  let loading = null;
  let loaded = false;

  async function fetchSound() {
    const { createSound } = await import('./sound.js');
    loaded = true;
    const { press, changes } = begun;
    return createSound(store, {
      press,
      changes: changes.filter(({ at }) => performance.now() - at < MAX_DELAY),
    });
  }

  const load = () => (loading ??= fetchSound());
  // If loading fails, the next press retries.
  const attempt = () => void (loaded || load().catch(() => (loading = null)));

  /** @param {Event} event */
  function pressed(event) {
    begun.press = event instanceof PointerEvent ? event.pointerType : 'key';
    if (loaded)
      for (const type of ['pointerdown', 'keydown'])
        removeEventListener(type, pressed, { capture: true });
    attempt();
  }

  for (const type of ['pointerdown', 'keydown']) addEventListener(type, pressed, { capture: true });
  store.subscribe((now, before) => {
    if (loaded) return;
    begun.changes = [...begun.changes.slice(-3), { now, before, at: performance.now() }];
  });
  if ('requestIdleCallback' in window) requestIdleCallback(attempt, { timeout: 3000 });
  else setTimeout(attempt, 500);

  return (tone) =>
    void load().then(
      (sound) => sound.sample(tone),
      () => (loading = null),
    );
}
