// @vitest-environment happy-dom
/**
 * What is heard of a turn, and when: sounds follow each other, and nothing sounds that is switched
 * off.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TIMES } from '../../www/app/board/animate.ts';
import { createSoundLoader } from '../../www/app/ui/sound-loader.ts';
import { createSound } from '../../www/app/ui/sound.ts';
import { setLook } from '../../www/app/state.ts';
import { LONGEST, TONES, render } from '../../www/app/ui/sound-synth.ts';
import { APART, createTable, pass } from './table.js';

/** @typedef {import('../../www/app/ui/sound-synth.ts').Tone} Tone */

/** A device that notes what is to be heard. */
class FakeAudio {
  /**
   * What was started: which sound, so many milliseconds from then, and how loud.
   * @type {{ tone: Tone, wait: number, gain: number }[]}
   */
  static heard = [];
  /** So many were opened. */
  static opened = 0;
  currentTime = 40;
  sampleRate = 8000;
  state = 'suspended';
  destination = {};
  resumed = 0;
  constructor() {
    FakeAudio.opened++;
  }
  resume() {
    this.resumed++;
    this.state = 'running';
    return Promise.resolve();
  }
  /** @param {number} _channels @param {number} length */
  createBuffer(_channels, length) {
    const tone = TONES.find((one) => render(one, this.sampleRate).length === length);
    return { tone, copyToChannel: () => {} };
  }
  createGain() {
    return { gain: { value: 1 }, connect: (/** @type {object} */ to) => to };
  }
  createBufferSource() {
    /** @type {any} */
    const source = {
      buffer: null,
      gain: null,
      connect: (/** @type {any} */ gain) => (source.gain = gain),
      start: (/** @type {number} */ at) => {
        FakeAudio.heard.push({
          tone: source.buffer.tone,
          wait: Math.round((at - this.currentTime) * 1000),
          gain: source.gain.gain.value,
        });
      },
    };
    return source;
  }
}

/** @type {AbortController} */
let over;

beforeEach(() => {
  Object.assign(FakeAudio, { heard: [], opened: 0 });
  vi.stubGlobal('AudioContext', FakeAudio);
  over = new AbortController();
  // What listens is of one test only.
  const { addEventListener } = window;
  vi.stubGlobal(
    'addEventListener',
    (/** @type {string} */ type, /** @type {any} */ hear, /** @type {any} */ how) =>
      addEventListener.call(window, type, hear, { ...how, signal: over.signal }),
  );
});
afterEach(() => {
  over.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** @param {string | null} [press] the pointer that pressed before */
async function sounding(press = 'mouse', spec = 'nine') {
  const table = await createTable({ spec });
  const sound = createSound(table.store, { changes: [], press });
  await pass(2000);
  return {
    ...table,
    sound,
    /** What is heard of what is done, and when. @param {() => unknown} act */
    async heard(act) {
      FakeAudio.heard = [];
      await act();
      await pass();
      return FakeAudio.heard.map(({ tone, wait }) => `${tone} ${wait}`);
    },
  };
}

describe('what is heard of a turn', () => {
  test('a man that is placed knocks', async () => {
    const table = await sounding();
    expect(await table.heard(() => table.play('d6'))).toEqual(['knock 0']);
  });

  test('one that moves slides, and its mill and its capture follow, one after another', async () => {
    const table = await sounding();
    await table.open(APART);
    expect(await table.heard(() => table.play('a7-d7'))).toEqual(['slide 0']);
    await table.open(APART);
    const mill = TIMES.slide + 40;
    expect(await table.heard(() => table.play('d6-d5xa1'))).toEqual([
      'slide 0',
      `mill ${mill}`,
      `capture ${mill + 200}`,
    ]);
  });

  test('a mill that is closed by placing', async () => {
    const table = await sounding();
    await table.play('d6', 'a1', 'b6', 'd7');
    expect(await table.heard(() => table.play('f6xa1'))).toEqual([
      'knock 0',
      `mill ${TIMES.drop}`,
      `capture ${TIMES.drop + 200}`,
    ]);
  });

  test('in two halves each is heard once, the capture when it is made', async () => {
    const table = await sounding();
    await table.play('d6', 'a1', 'b6', 'd7');
    expect(await table.heard(() => table.press('f6'))).toEqual(['knock 0', `mill ${TIMES.drop}`]);
    expect(await table.heard(() => table.press('a1'))).toEqual(['capture 0']);
  });

  test('of two that are taken each is heard', async () => {
    const table = await sounding();
    await table.open('nine[mills=each] 1WW/3/2B/W3B1/3/1B1/W1B w 4,5 0 6');
    expect(await table.heard(() => table.press('a7', 'g1', 'e5'))).toEqual([
      'knock 0',
      `mill ${TIMES.drop}`,
      'capture 0',
      'capture 0',
    ]);
  });

  test('without motion they follow each other all the same', async () => {
    const table = await sounding();
    table.store.update((s) => setLook(s, { animation: false }));
    await table.play('d6', 'a1', 'b6', 'd7');
    expect(await table.heard(() => table.play('f6xa1'))).toEqual([
      'knock 0',
      'mill 120',
      'capture 240',
    ]);
  });

  test('nothing of walking back, of a new game, or of what only is chosen', async () => {
    const table = await sounding();
    await table.play('d6', 'a1');
    expect(await table.heard(() => table.session.undo())).toEqual([]);
    expect(await table.heard(() => table.session.redo())).toEqual(['knock 0']);
    expect(await table.heard(() => table.open(APART))).toEqual([]);
    expect(await table.heard(() => table.press('a7'))).toEqual([]);
    expect(await table.heard(() => table.session.flip())).toEqual([]);
  });
});

describe('how loud', () => {
  test.each([
    [100, 1],
    [40, 0.16],
    [10, 0.01],
  ])('a volume of %i is a gain of %d', async (volume, gain) => {
    const table = await sounding();
    table.store.update((s) => setLook(s, { volume }));
    await table.heard(() => table.play('d6'));
    expect(FakeAudio.heard[0]?.gain).toBeCloseTo(gain, 9);
  });

  test('a volume of 0 is silence, and opens no device', async () => {
    const table = await createTable();
    table.store.update((s) => setLook(s, { volume: 0 }));
    await pass();
    const sound = createSound(table.store, { changes: [], press: 'mouse' });
    await pass(5000);
    await table.play('d6');
    sound.sample();
    expect([FakeAudio.heard, FakeAudio.opened]).toEqual([[], 0]);
    table.store.update((s) => setLook(s, { volume: 40 }));
    await table.play('a1');
    expect(FakeAudio.heard).toHaveLength(1);
    table.store.update((s) => setLook(s, { volume: 0 }));
    await table.play('g1');
    expect(FakeAudio.heard).toHaveLength(1);
  });

  test('nothing sounds before the first press, or while the page is hidden', async () => {
    const table = await sounding(null);
    expect(await table.heard(() => table.play('d6'))).toEqual([]);
    expect(FakeAudio.opened).toBe(0);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    expect(await table.heard(() => table.play('a1'))).toEqual(['knock 0']);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(await table.heard(() => table.play('g1'))).toEqual([]);
  });

  test('a sample is heard when the volume is set', async () => {
    const table = await sounding();
    expect(await table.heard(() => table.sound.sample())).toEqual(['knock 0']);
    expect(FakeAudio.opened).toBe(1);
  });
});

describe('under the finger', () => {
  test.each([
    ['touch', true, 1],
    ['mouse', true, 0],
    ['touch', false, 0],
  ])('pressed by %s, wished: %s: shaken %i times', async (press, vibration, times) => {
    const vibrate = vi.fn();
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate });
    const table = await sounding(press);
    table.store.update((s) => setLook(s, { vibration }));
    await table.heard(() => table.play('d6'));
    expect(vibrate).toHaveBeenCalledTimes(times);
  });
});

describe('before the sound is there', () => {
  test('what happened a moment ago is heard as soon as it comes, what is longer ago never', async () => {
    for (const [wait, heard] of /** @type {[number, number][]} */ ([
      [100, 1],
      [400, 0],
    ])) {
      FakeAudio.heard = [];
      const table = await createTable();
      createSoundLoader(table.store);
      await table.play('d6');
      // The page stands still, then the sound is fetched by a press.
      vi.setSystemTime(Date.now() + wait);
      await pass(wait);
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
      await vi.dynamicImportSettled();
      await pass(50);
      expect(FakeAudio.heard.length, String(wait)).toBe(heard);
    }
  });

  test('it comes without a press, too, and the volume can be tried', async () => {
    const table = await createTable();
    const sample = createSoundLoader(table.store);
    await pass(3000);
    await vi.dynamicImportSettled();
    expect(FakeAudio.heard).toEqual([]);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    sample();
    await vi.dynamicImportSettled();
    await pass();
    expect(FakeAudio.heard.map(({ tone }) => tone)).toEqual(['knock']);
  });
});

describe('the sounds themselves', () => {
  test.each(TONES)('%s is short, neither silent nor too loud, and ends softly', (tone) => {
    for (const rate of [8000, 44_100, 48_000]) {
      const samples = render(tone, rate);
      expect(samples.length / rate).toBeLessThanOrEqual(LONGEST);
      expect(samples.length / rate).toBeGreaterThan(0.05);
      const peak = samples.reduce((most, n) => Math.max(most, Math.abs(n)), 0);
      expect(peak).toBeGreaterThan(0.1);
      expect(peak).toBeLessThanOrEqual(1);
      expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01);
      expect(samples).toEqual(render(tone, rate));
    }
  });

  test('each is another one', () => {
    const sounds = TONES.map((tone) => render(tone, 8000).join());
    expect(new Set(sounds).size).toBe(TONES.length);
  });
});
