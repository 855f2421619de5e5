// Synthesises the sounds of wood on wood as samples. Does not play them.

export type Tone = 'knock' | 'slide' | 'mill' | 'capture' | 'right';

export const TONES: Tone[] = ['knock', 'slide', 'mill', 'capture', 'right'];
/** The maximum length of a sound, in seconds. */
export const LONGEST = 0.25;

/** Reproducible white noise. */
function createNoise(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/**
 * A struck block of wood: a few decaying partials, the higher the faster, and a short click.
 * @param at start, in seconds
 */
function strike(
  into: Float32Array,
  rate: number,
  at: number,
  { pitch, decay, loud, click }: { pitch: number; decay: number; loud: number; click: number },
) {
  const noise = createNoise(5);
  const first = Math.round(at * rate);
  for (let i = first; i < into.length; i++) {
    const t = (i - first) / rate;
    const attack = Math.min(1, t / 0.0012);
    let sum = click * noise() * Math.exp(-t / 0.0035);
    for (const [part, share] of [
      [1, 1],
      [2.37, 0.5],
      [4.1, 0.22],
    ] as [number, number][])
      sum +=
        share * Math.sin(2 * Math.PI * pitch * part * t) * Math.exp((-t * Math.sqrt(part)) / decay);
    into[i] = (into[i] ?? 0) + attack * loud * sum;
  }
}

/** A man sliding over the board: low-passed noise that fades in and out. */
function rub(into: Float32Array, rate: number, time: number, loud: number) {
  const noise = createNoise(9);
  const n = Math.min(into.length, Math.round(time * rate));
  const dull = 1 - Math.exp((-2 * Math.PI * 900) / rate);
  let low = 0;
  let lower = 0;
  for (let i = 0; i < n; i++) {
    low += dull * (noise() - low);
    lower += dull * 0.25 * (low - lower);
    into[i] = (into[i] ?? 0) + loud * Math.sin((Math.PI * i) / n) ** 1.5 * (low - lower);
  }
}

/**
 * Renders a sound as samples from -1 to 1, faded out.
 * @param rate samples per second
 */
export function render(tone: Tone, rate: number) {
  const seconds = { knock: 0.14, slide: 0.24, mill: 0.25, capture: 0.07, right: 0.25 }[tone];
  const out = new Float32Array(Math.floor(seconds * rate));
  if (tone === 'knock') strike(out, rate, 0, { pitch: 430, decay: 0.028, loud: 0.5, click: 0.35 });
  else if (tone === 'capture')
    strike(out, rate, 0, { pitch: 1250, decay: 0.008, loud: 0.4, click: 0.9 });
  else if (tone === 'slide') {
    rub(out, rate, 0.17, 1.1);
    strike(out, rate, 0.16, { pitch: 380, decay: 0.016, loud: 0.26, click: 0.12 });
  } else if (tone === 'right') {
    // Up a fourth, where a mill goes down.
    strike(out, rate, 0, { pitch: 588, decay: 0.04, loud: 0.35, click: 0.12 });
    strike(out, rate, 0.09, { pitch: 784, decay: 0.05, loud: 0.4, click: 0.12 });
  } else {
    strike(out, rate, 0, { pitch: 240, decay: 0.035, loud: 0.5, click: 0.25 });
    strike(out, rate, 0.105, { pitch: 196, decay: 0.038, loud: 0.55, click: 0.25 });
  }
  const tail = Math.min(out.length, Math.round(0.012 * rate));
  for (let i = 0; i < tail; i++)
    out[out.length - 1 - i] = (out[out.length - 1 - i] ?? 0) * (i / tail);
  for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i] ?? 0);
  return out;
}
