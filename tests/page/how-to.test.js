// @vitest-environment happy-dom
/** How to play in pictures: what moves, when it rests, and what stands still instead. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHowTo } from '../../www/app/learn/how-to.ts';
import { scenes } from '../../www/app/learn/scenes.ts';
import { createView } from '../../www/app/board/view.ts';
import { setLook } from '../../www/app/state.ts';
import { core, createTable, pass } from './table.js';

/**
 * What is on each board, in the order in which they were made.
 * @type {import('../../www/app/board/view.ts').View[]}
 */
let made = [];
/** Scrolls the pictures into sight, or out of it. @type {(seen: boolean) => void} */
let look = () => {};

/** @type {typeof createView} */
const view = (...parts) => {
  const one = createView(...parts);
  made.push(one);
  return one;
};

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    function (/** @type {(entries: { isIntersecting: boolean }[]) => void} */ tell) {
      look = (isIntersecting) => tell([{ isIntersecting }]);
      return { observe: () => {} };
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** @param {boolean} single @param {boolean} [calm] */
async function show(single, calm = false) {
  const { store } = await createTable();
  made = [];
  if (calm) store.update((s) => setLook(s, { animation: false }));
  const element = await createHowTo(store, core, view, single);
  const button = /** @type {HTMLButtonElement} */ (element.querySelector('button'));
  const says = () => [...element.querySelectorAll('figcaption')].map((each) => each.textContent);
  const count = () => made.map((each) => each.get().men.filter((man) => man).length);
  return { store, button, says, count };
}

test('the scenes are played by Rust: placed, a mill closed, a man taken, flown, won', () => {
  const men = scenes(core).map(({ frames }) =>
    frames.map((frame) => frame.men.filter((man) => man).length),
  );
  expect(men).toEqual([
    [0, 1, 2, 3, 4],
    [8, 8],
    [8, 7],
    [7, 7],
    [7, 7, 6],
  ]);
  const [, mill, take, fly] = scenes(core);
  expect([mill?.frames[1]?.mills, take?.frames[0]?.mills].map((mills) => mills?.length)).toEqual([
    1, 1,
  ]);
  expect([mill, take, fly].map((scene) => scene?.frames[0]?.next)).toEqual([
    [{ from: 'g4', to: 'g7' }],
    [{ from: 'f4', to: 'f4' }],
    [{ from: 'c5', to: 'g1' }],
  ]);
});

test('they move one after the other while they are seen, and not while they are paused', async () => {
  const { button, count } = await show(false);
  expect(count()).toEqual([0, 8, 7, 7, 6]);
  await pass(60_000);
  expect(count(), 'not seen yet').toEqual([0, 8, 7, 7, 6]);
  look(true);
  await pass(1400);
  expect(count()).toEqual([1, 8, 7, 7, 6]);
  button.click();
  expect(button.textContent).toBe('Continue');
  await pass(60_000);
  expect(count()).toEqual([1, 8, 7, 7, 6]);
  button.click();
  await pass(4000);
  expect(count()).toEqual([4, 8, 7, 7, 6]);
  await pass(2200);
  expect(made[1]?.get().mills, 'the second starts over').toEqual([]);
  look(false);
  await pass(60_000);
  expect(made[1]?.get().mills).toEqual([]);
});

test('on one board they follow each other, each with its sentence', async () => {
  const { says, count } = await show(true);
  look(true);
  const heard = new Set();
  for (let n = 0; n < 50; n++) {
    heard.add(says().join());
    await pass(700);
  }
  expect([...heard]).toHaveLength(5);
  expect(count()).toHaveLength(1);
});

test('without motion an arrow shows each turn, and the next comes when it is asked for', async () => {
  const { button, says, store } = await show(true, true);
  look(true);
  const first = says();
  expect(made[0]?.get().autoShapes).toEqual([{ from: 'd2', to: 'd2' }]);
  await pass(60_000);
  expect(says()).toEqual(first);
  expect(button.textContent).toBe('Next');
  button.click();
  expect(says()).not.toEqual(first);
  expect(made[0]?.get().autoShapes).toEqual([{ from: 'g4', to: 'g7' }]);
  store.update((s) => setLook(s, { animation: true }));
  await pass();
  expect(button.textContent).toBe('Pause');
  const all = await show(false, true);
  expect(all.button.hidden).toBe(true);
  expect(made.map((each) => each.get().autoShapes.length)).toEqual([1, 1, 1, 1, 1]);
});
