// Plays the sounds of what happens on the board, and shakes the device a little. Loaded with the first press, since no
// browser lets a page sound before.
import { candidates, shownMen } from './state.js';
import { TIMES } from './board/animate.js';
import { TONES, render } from './tones.js';

/**
 * @typedef {import('./types').State} State
 * @typedef {import('./tones.js').Tone} Tone
 */

/** Milliseconds of vibration. @type {Record<Tone, number | number[]>} */
const SHAKES = { knock: 8, slide: 8, mill: [12, 60, 16], capture: 14 };

/** @param {import('./state.js').Store} store */
export function createSound(store) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {Map<Tone, AudioBuffer>} */
  const buffers = new Map();
  let touched = false;

  /** Makes the sounds when there is time, not while a man moves. */
  function prepare() {
    if (audio || store.get().look.volume <= 0) return;
    audio = new AudioContext({ latencyHint: 'interactive' });
    for (const tone of TONES) {
      const samples = render(tone, audio.sampleRate);
      const buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
      buffer.copyToChannel(samples, 0);
      buffers.set(tone, buffer);
    }
  }

  /** @param {Tone} tone @param {number} wait in milliseconds */
  function play(tone, wait = 0) {
    const { volume } = store.get().look;
    if (volume <= 0 || document.hidden || !audio) return;
    if (audio.state === 'suspended') void audio.resume();
    const source = audio.createBufferSource();
    const gain = audio.createGain();
    // The ear hears loudness in steps of the power.
    gain.gain.value = (volume / 100) ** 2;
    source.buffer = buffers.get(tone) ?? null;
    source.connect(gain).connect(audio.destination);
    source.start(audio.currentTime + wait / 1000);
  }

  /** @param {Tone} tone */
  function shake(tone) {
    if (touched && store.get().look.vibration) navigator.vibrate?.(SHAKES[tone]);
  }

  /** What is heard of a change, in order. @param {State} now @param {State} before @returns {Tone[]} */
  function heard(now, before) {
    const fromHalf = before.half !== null;
    if (now.half) {
      if (fromHalf) return now.half.taken.length > (before.half?.taken.length ?? 0) ? ['capture'] : [];
      const closes = candidates(now)[0]?.closes.length ?? 0;
      return [now.half.from ? 'slide' : 'knock', ...(closes ? /** @type {Tone[]} */ (['mill']) : [])];
    }
    const { last, ply } = now.game;
    if (!last || ply !== before.game.ply + 1 || last.kind === 'pass') return [];
    /** @type {Tone[]} */
    const tones = fromHalf ? [] : [last.from ? 'slide' : 'knock'];
    if (!fromHalf && last.closes.length) tones.push('mill');
    if (last.captures.length > (before.half?.taken.length ?? 0)) tones.push('capture');
    return tones;
  }

  addEventListener('pointerdown', (event) => (touched = event.pointerType === 'touch'), { capture: true });
  store.subscribe((now, before) => {
    if (now.rules.board !== before.rules.board) return;
    const was = shownMen(before);
    if ((now.game === before.game && now.half === before.half) || shownMen(now).every((man, i) => man === was[i])) return;
    let wait = 0;
    for (const tone of heard(now, before)) {
      play(tone, wait);
      shake(tone);
      // A knock falls when the man lands, the rest follows.
      wait += now.look.animation ? { knock: TIMES.drop, slide: TIMES.slide + 40, mill: 200, capture: 0 }[tone] : 120;
    }
  });
  if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 1500 });
  else setTimeout(prepare, 300);

  return {
    /** Lets the volume be heard. */
    sample() {
      prepare();
      play('knock');
    },
  };
}
