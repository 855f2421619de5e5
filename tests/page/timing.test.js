/** How soon the computer answers, and how long it may think. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { leastTime, searchBy } from '../../www/app/engine/timing.ts';
import { REPLIES, THINKING } from '../../www/app/storage/storage.ts';
import { core } from './core.js';

afterEach(() => void vi.restoreAllMocks());

describe('the least time before an answer', () => {
  test.each([
    ['quick', 1, 100, 100],
    ['quick', 40, 100, 100],
    ['natural', 1, 406, 506],
    ['natural', 24, 544, 644],
    ['natural', 40, 640, 740],
    ['natural', 200, 640, 740],
    ['slow', 1, 1200, 1200],
    ['slow', 40, 1200, 1200],
  ])('%s with %i turns to choose from: %i to %i ms', (reply, turns, least, most) => {
    const random = vi.spyOn(Math, 'random');
    const time = () => leastTime(/** @type {(typeof REPLIES)[number]} */ (reply), turns);
    random.mockReturnValue(0);
    expect(time()).toBe(least);
    random.mockReturnValue(1);
    expect(time()).toBe(most);
  });

  test('the settings name the soonest first', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const times = REPLIES.map((reply) => leastTime(reply, 24));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(THINKING).toEqual([1000, 2000, 5000, 15_000]);
  });
});

describe('how long a level may think', () => {
  test.each([
    // Its own time, where nobody says otherwise.
    [3, null, 1000, true],
    [10, null, 2000, true],
    // More time helps only the strongest that searches.
    [3, 15_000, 15_000, true],
    [9, 15_000, 15_000, true],
    [10, 15_000, 15_000, false],
    [10, 2000, 2000, true],
    // Less time counts for all.
    [10, 1000, 1000, true],
  ])('level %i, wished %j: %i ms, by its own limits: %s', (level, wished, millis, limited) => {
    expect(searchBy(core.levels(), level, wished, 7)).toEqual({
      millis,
      limits: limited ? { level, seed: 7 } : {},
    });
  });
});
