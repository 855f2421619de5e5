// Loads the sound code when the page is idle or on the first press, to keep it out of the first
// load. A sound due before then is played late, unless it is too late.
import type { Store } from '../state.ts';
import type { Begun } from './sound.ts';
import type { Tone } from './sound-synth.ts';

/** How late a sound may be, in milliseconds: about as long as a man takes to drop. */
const MAX_DELAY = 150;

/** @returns plays a sound at the current volume */
export function createSoundLoader(store: Store): (tone?: Tone) => void {
  const begun: Begun = { changes: [], press: null };
  let loading: Promise<ReturnType<typeof import('./sound.ts').createSound>> | null = null;
  let loaded = false;

  async function fetchSound() {
    const { createSound } = await import('./sound.ts');
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

  function pressed(event: Event) {
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
