/** What becomes of a lesson by each turn. */
import { expect, test } from 'vitest';
import { begun, offered, onward, played } from '../../www/app/learn/lesson-run.ts';

const lesson = { steps: 2, playOn: true, goOn: true };
const first = { show: false, next: false, play: false, restart: false };

test('a mistake leaves the position to be solved, and is told by its place', () => {
  const wrong = played(begun, undefined);
  expect(wrong).toMatchObject({ step: 0, solved: false, last: 'wrong' });
  expect(played(begun, 2).last).toBe(1);
  expect(offered(wrong, lesson)).toEqual({ ...first, show: true });
});

test('a right turn leads on, and the last one to the end', () => {
  const right = played(begun, 0);
  expect(right).toMatchObject({ solved: true, last: 'right' });
  expect(offered(right, lesson)).toEqual({ ...first, next: true });
  const next = onward(right);
  expect(next).toMatchObject({ step: 1, solved: false, last: 'none' });
  const end = played(next, 0);
  expect(offered(end, lesson)).toEqual({ show: false, next: true, play: true, restart: true });
  expect(offered(end, { ...lesson, playOn: false, goOn: false })).toEqual({
    ...first,
    restart: true,
  });
});

test('what is tried after a right turn does not undo it', () => {
  const again = played(played(begun, 0), 1);
  expect(again).toMatchObject({ solved: true, last: 0 });
  expect(offered(again, lesson)).toEqual({ ...first, next: true });
});

test('each turn and step counts, so that a late reply is dropped', () => {
  const right = played(begun, 0);
  expect([right.turn, onward(right).turn, played(right, 1).turn]).toEqual([2, 3, 3]);
});
