// @vitest-environment happy-dom
/** What a hint needs is loaded once a game has begun, and not before. */
import { afterAll, expect, test, vi } from 'vitest';
import { createHints } from '../../www/app/game/hints.ts';
import { openPage, pass, until } from './page.js';

vi.mock('../../www/app/game/hints.ts', () => ({
  createHints: vi.fn(async () => ({ ask: vi.fn() })),
}));

const page = await openPage();
afterAll(() => void vi.useRealTimers());

test('with the first move, and once', async () => {
  const made = vi.mocked(createHints).mock.calls;
  await pass(2000);
  expect(made).toHaveLength(0);
  await page.press('d6');
  await until(() => made.length);
  await pass(2000);
  expect(made).toHaveLength(1);
});
