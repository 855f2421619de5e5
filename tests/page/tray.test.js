/** The men beside a player's name: they can be counted. */
import { expect, test } from 'vitest';
import { trayLayout } from '../../www/app/game/players.ts';

test.each([
  ['phone', 146, 52],
  ['small phone', 116, 52],
  ['phone on its side', 48, 33],
  ['desktop', 164, 64],
  ['tablet', 480, 56],
])('men in a tray stand apart and inside, however many are lost: %s', (_, width, height) => {
  for (const men of [3, 6, 9, 12])
    for (let hand = 0; hand <= men; hand++)
      // One man at least is on the board where some are lost.
      for (let lost = 0; lost <= Math.max(0, men - hand - 1); lost++) {
        const at = trayLayout({ width, height }, men, hand);
        const all = Array.from({ length: hand + lost }, (_, i) => at(i));
        for (const [i, { r, x, y }] of all.entries()) {
          expect(Math.min(x - r, y - r, width - x - r, height - y - r)).toBeGreaterThanOrEqual(0);
          for (const other of all.slice(0, i))
            expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(2 * r);
        }
      }
});
