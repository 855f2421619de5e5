// Plays the sounds of the board and vibrates the device. Browsers allow no sound before the first
// user gesture.
import { candidates, other, shownMen, type Store } from '../state.ts';
import { TIMES } from '../board/animate.ts';
import { TONES, render, type Tone } from './sound-synth.ts';
import type { State } from '../types.ts';

/** What happened before the sound code was loaded. */
export interface Begun {
  /** The latest changes, each with its performance.now(). */
  changes: { now: State; before: State; at: number }[];
  /** The pointer type of the last press, "key" for a key, null before the first press. */
  press: string | null;
}

/** Milliseconds of vibration. */
const VIBRATIONS: Record<Tone, number | number[]> = {
  knock: 8,
  slide: 8,
  mill: [12, 60, 16],
  capture: 14,
  right: 8,
};

/** The sounds of a change, in order. */
function tonesOf(now: State, before: State): Tone[] {
  const wasPending = before.pending !== null;
  if (now.pending) {
    if (wasPending)
      return now.pending.taken.length > (before.pending?.taken.length ?? 0) ? ['capture'] : [];
    const closes = candidates(now)[0]?.closes.length ?? 0;
    return [now.pending.from ? 'slide' : 'knock', ...(closes ? (['mill'] as Tone[]) : [])];
  }
  const { last, ply } = now.game;
  if (!last || ply !== before.game.ply + 1 || last.kind === 'pass') return [];
  const tones: Tone[] = wasPending || last.kind === 'remove' ? [] : [last.from ? 'slide' : 'knock'];
  if (!wasPending && last.closes.length) tones.push('mill');
  const lost =
    now.game.lost[other(last.side)] -
    before.game.lost[other(last.side)] -
    (before.pending?.taken.length ?? 0);
  if (lost > 0 || last.kind === 'remove') tones.push('capture');
  return tones;
}

export function createSound(store: Store, begun: Begun) {
  let audio: AudioContext | null = null;
  const buffers: Map<Tone, AudioBuffer> = new Map();
  let { press } = begun;

  /** Null before the first press. */
  function open(): AudioContext | null {
    if (press !== null && store.get().look.volume > 0)
      audio ??= new AudioContext({ latencyHint: 'interactive' });
    return audio;
  }

  function bufferOf(into: AudioContext, tone: Tone) {
    const made = buffers.get(tone);
    if (made) return made;
    const samples = render(tone, into.sampleRate);
    const buffer = into.createBuffer(1, samples.length, into.sampleRate);
    buffer.copyToChannel(samples, 0);
    buffers.set(tone, buffer);
    return buffer;
  }

  /** Renders the sounds in idle time, one by one. */
  function prepare() {
    const into = open();
    const next = TONES.find((tone) => !buffers.has(tone));
    if (!into || !next) return;
    bufferOf(into, next);
    whenIdle(prepare);
  }

  /** @param wait in milliseconds */
  function play(tone: Tone, wait = 0) {
    const { volume } = store.get().look;
    if (volume <= 0 || document.hidden) return;
    const into = open();
    if (!into) return;
    if (into.state === 'suspended') void into.resume();
    const source = into.createBufferSource();
    const gain = into.createGain();
    // Perceived loudness is not linear in gain.
    gain.gain.value = (volume / 100) ** 2;
    source.buffer = bufferOf(into, tone);
    source.connect(gain).connect(into.destination);
    source.start(into.currentTime + wait / 1000);
  }

  function vibrate(tone: Tone) {
    if (press === 'touch' && store.get().look.vibration) navigator.vibrate?.(VIBRATIONS[tone]);
  }

  function playChange(now: State, before: State) {
    if (now.rules.board !== before.rules.board) return;
    const was = shownMen(before);
    if (
      (now.game === before.game && now.pending === before.pending) ||
      shownMen(now).every((man, i) => man === was[i])
    )
      return;
    let wait = 0;
    for (const tone of tonesOf(now, before)) {
      play(tone, wait);
      vibrate(tone);
      // The next sound follows when the man has landed.
      wait += now.look.animation
        ? { knock: TIMES.drop, slide: TIMES.slide + 40, mill: 200, capture: 0, right: 0 }[tone]
        : 120;
    }
  }

  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      (event) => {
        press = event instanceof PointerEvent ? event.pointerType : (press ?? 'key');
        if (!audio) whenIdle(prepare);
      },
      { capture: true },
    );
  store.subscribe(playChange);
  for (const { now, before } of begun.changes) playChange(now, before);
  if (press !== null) whenIdle(prepare);

  return {
    /** Plays a sound at the current volume. */
    sample(tone: Tone = 'knock') {
      play(tone);
    },
  };
}

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 1500 });
  else setTimeout(run, 300);
}
