/** What moves when one arrangement of men becomes another. */
import { describe, expect, test } from 'vitest';
import {
  TIMES,
  dropScale,
  easeOut,
  progress,
  pulseAfter,
  running,
  tweensBetween,
} from '../../www/app/board/animate.ts';

/** @typedef {import('../../www/app/board/animate.ts').Men} Men */
/** @typedef {import('../../www/app/board/animate.ts').Tween} Tween */

/** Men by a row of letters. @param {string} row @returns {Men} */
const men = (row) => [...row].map((c) => (c === 'W' ? 'white' : c === 'B' ? 'black' : ''));

const NOW = 1000;

/**
 * @param {string} before
 * @param {string} after
 * @param {Partial<Parameters<typeof tweensBetween>[2]>} [how]
 */
const between = (before, after, how) =>
  tweensBetween(men(before), men(after), {
    now: NOW,
    flies: () => false,
    mills: [],
    still: -1,
    ...how,
  });

/** @param {Tween[]} tweens @param {Tween['kind']} kind */
function only(tweens, kind) {
  const [one, ...more] = tweens.filter((tween) => tween.kind === kind);
  if (!one || more.length) throw new Error(`${more.length + (one ? 1 : 0)} of ${kind}`);
  return one;
}
/** @param {Tween} tween */
const end = ({ start, time }) => start + time;

test('a man that is placed drops, at once', () => {
  expect(between('.W..', '.W.B')).toEqual([
    { kind: 'drop', side: 'black', to: 3, start: NOW, time: TIMES.drop },
  ]);
});

test('a man that moves slides, and flies where there is no line', () => {
  expect(between('.W..', '...W')).toEqual([
    { kind: 'slide', side: 'white', from: 1, to: 3, start: NOW, time: TIMES.slide },
  ]);
  const asked = /** @type {number[][]} */ ([]);
  const flies = (/** @type {number} */ from, /** @type {number} */ to) =>
    Boolean(asked.push([from, to]));
  expect(between('.B..', '...B', { flies })).toEqual([
    { kind: 'fly', side: 'black', from: 1, to: 3, start: NOW, time: TIMES.fly },
  ]);
  expect(asked).toEqual([[1, 3]]);
});

test('nothing moves where nothing has changed', () => expect(between('.W.B', '.W.B')).toEqual([]));

describe('a man that is taken', () => {
  test.each([
    ['.WB.', 'WW..', 'drop', TIMES.drop],
    ['.WB.', 'W...', 'slide', TIMES.slide],
  ])('from %s to %s leaves only after the %s', (before, after, kind, time) => {
    const tweens = between(before, after);
    const landed = only(tweens, /** @type {Tween['kind']} */ (kind));
    const leave = only(tweens, 'leave');
    expect(landed).toMatchObject({ start: NOW, time });
    expect(leave).toEqual({
      kind: 'leave',
      side: 'black',
      from: 2,
      by: null,
      start: NOW + time,
      time: TIMES.leave,
    });
    // Until then it stands there, and after that it goes.
    expect(progress(leave, end(landed) - 1)).toBe(0);
    expect(progress(leave, end(landed) + 1)).toBeGreaterThan(0);
  });

  test('after a flight, which takes longer', () => {
    const tweens = between('.WB.', 'W...', { flies: () => true });
    expect(only(tweens, 'leave').start).toBe(NOW + TIMES.fly);
  });

  test('alone leaves at once: the other has landed before it was chosen', () => {
    expect(between('WWB.', 'WW..')).toEqual([
      { kind: 'leave', side: 'black', from: 2, by: null, start: NOW, time: TIMES.leave },
    ]);
  });

  test('goes to its owner’s tray where there is one', () => {
    const by = { x: 100, y: -40 };
    const asked = /** @type {unknown[]} */ ([]);
    const tweens = between('.WB.', 'WW..', { leaves: (...of) => (asked.push(of), by) });
    expect(only(tweens, 'leave')).toMatchObject({ by, time: TIMES.tray });
    expect(asked).toEqual([['black', 2]]);
  });

  test('two of them leave together', () => {
    const tweens = between('.WB.B', 'WW...');
    expect(tweens.filter(({ kind }) => kind === 'leave').map(({ start }) => start)).toEqual([
      NOW + TIMES.drop,
      NOW + TIMES.drop,
    ]);
  });

  test('where a man is put back by taking a turn back, it drops', () => {
    const tweens = between('W...', '.WB.');
    expect(only(tweens, 'drop')).toMatchObject({ side: 'black', to: 2, start: NOW });
    expect(only(tweens, 'slide')).toMatchObject({ from: 0, to: 1 });
  });
});

test('a mill is drawn out once its last man has landed', () => {
  const mills = [
    [0, 1, 2],
    [2, 3, 4],
  ];
  const tweens = between('WW.', 'WWW', { mills });
  expect(tweens.filter(({ kind }) => kind === 'mill')).toEqual(
    mills.map((points) => ({ kind: 'mill', points, start: NOW + TIMES.drop, time: TIMES.mill })),
  );
  const slid = between('WW.W', 'WWW.', { mills: [[0, 1, 2]] });
  expect(only(slid, 'mill').start).toBe(end(only(slid, 'slide')));
});

test('men that can be taken pulse when the man that closed the mill has landed', () => {
  const tweens = between('WW.', 'WWW', { mills: [[0, 1, 2]] });
  expect(pulseAfter(tweens, [3], NOW)).toEqual({
    kind: 'pulse',
    points: [3],
    start: NOW + TIMES.drop,
    time: TIMES.pulse,
  });
  expect(pulseAfter([], [3], NOW).start).toBe(NOW);
});

describe('a man that was dropped by hand', () => {
  test('is where it belongs: it neither drops nor slides', () => {
    expect(between('.W..', '.W.B', { still: 3 })).toEqual([]);
    expect(between('.W..', '...W', { still: 3 })).toEqual([]);
  });

  test('and what it takes leaves at once, what it closes is drawn out at once', () => {
    const tweens = between('WW.WB', 'WWW..', { still: 2, mills: [[0, 1, 2]] });
    expect(tweens.map(({ kind, start }) => [kind, start])).toEqual([
      ['mill', NOW],
      ['leave', NOW],
    ]);
  });

  test('keeps no other man from moving', () => {
    expect(between('.W..', '...W', { still: 0 })).toHaveLength(1);
  });
});

test('more than a turn or two at once is a jump, in which nothing travels', () => {
  expect(between('WWW....', '....WWW')).toHaveLength(3);
  expect(between('WWWW....', '....WWWW')).toEqual([]);
  expect(between('.......', 'WBWBWBW')).toEqual([]);
  expect(between('WBWBWB.', '.......')).toHaveLength(6);
  expect(between('WBWBWBW', '.......')).toEqual([]);
});

test('a man of the one side is never taken for one of the other', () => {
  const tweens = between('W.', '.B');
  expect(tweens.map(({ kind }) => kind).sort()).toEqual(['drop', 'leave']);
  expect(
    between('W', 'B')
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['drop', 'leave']);
});

test('how far a motion is, and when it is over', () => {
  const [tween] = between('.W..', '...W');
  if (!tween) throw new Error('nothing moves');
  expect([0, 0.5, 1].map((part) => progress(tween, NOW + part * TIMES.slide))).toEqual([0, 0.5, 1]);
  expect([progress(tween, 0), progress(tween, 1e6)]).toEqual([0, 1]);
  expect(running([tween], NOW + TIMES.slide - 1)).toEqual([tween]);
  expect(running([tween], NOW + TIMES.slide)).toEqual([]);
  expect([easeOut(0), easeOut(1)]).toEqual([0, 1]);
  expect(easeOut(0.5)).toBeGreaterThan(0.5);
  // A man that drops is a little too large for a moment.
  expect(dropScale(0)).toBeCloseTo(0.6);
  expect(dropScale(0.7)).toBeCloseTo(1.04);
  expect(dropScale(1)).toBeCloseTo(1);
});
