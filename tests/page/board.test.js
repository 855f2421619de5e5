// @vitest-environment happy-dom
/** The board by itself, with no game behind it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBoard } from '../../www/app/board/board.ts';
import { layOut } from '../../www/app/board/geometry.ts';
import { pen } from './pen.js';

const FOLDER = join(import.meta.dirname, '../../www/app/board');
const NAMES = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
/** @type {import('../../www/app/board/types.ts').BoardInfo} */
const THREE = {
  name: 'three',
  side: 3,
  points: NAMES.map((name, i) => ({ name, x: i % 3, y: 2 - Math.floor(i / 3) })),
  edges: [
    [0, 1],
    [1, 2],
    [3, 4],
    [4, 5],
    [0, 3],
    [3, 6],
  ],
};
const SIZE = 300;

/** Men by point. @param {Record<string, 'white' | 'black'>} men */
const standing = (men) => NAMES.map((name) => men[name] ?? '');
/**
 * White to move.
 * @param {{ from: string | null, to: string }[]} ways
 * @param {string[] | null} [captures]
 */
const white = (ways, captures = null) => ({
  side: /** @type {const} */ ('white'),
  ways,
  captures,
  premove: false,
});

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '';
});
afterEach(() => void vi.useRealTimers());

/** @param {Partial<import('../../www/app/board/types.ts').Config>} config */
function put(config) {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => new DOMRect(0, 0, SIZE, SIZE);
  // Nothing can be drawn here.
  HTMLCanvasElement.prototype.getContext = /** @type {any} */ (() => pen);
  document.body.append(element);
  /** @type {unknown[][]} */
  const told = [];
  const note =
    (/** @type {string} */ what) =>
    (/** @type {unknown[]} */ ...args) =>
      void told.push([what, ...args]);
  const board = createBoard(element, {
    board: THREE,
    men: standing({}),
    events: {
      move: note('move'),
      capture: note('capture'),
      refused: note('refused'),
      picked: note('picked'),
      drawing: note('drawing'),
    },
    ...config,
  });
  /**
   * @param {string} type
   * @param {string | null} point null: off the board
   * @param {PointerEventInit} [how]
   * @param {EventTarget} [target]
   */
  function pointer(type, point, how, target = element) {
    const { x, y } = (point && layOut(THREE, SIZE, false).points[NAMES.indexOf(point)]) || {
      x: 2 * SIZE,
      y: 2 * SIZE,
    };
    const event = new PointerEvent(type, {
      clientX: x,
      clientY: y,
      pointerId: 1,
      pointerType: 'mouse',
      bubbles: true,
      ...how,
    });
    target.dispatchEvent(event);
    return event;
  }
  /** @param {string | null} from @param {string | null} to @param {PointerEventInit} [how] */
  function drag(from, to, how) {
    for (const [type, point] of /** @type {[string, string | null][]} */ ([
      ['pointerdown', from],
      ['pointermove', 'b2'],
      ['pointermove', to],
      ['pointerup', to],
    ]))
      pointer(type, point, how);
  }
  return { board, element, told, pointer, drag };
}

test('it imports nothing outside its folder, nor the types of anything', () => {
  const files = readdirSync(FOLDER).filter((name) => /\.(?:js|ts)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const named = [...text.matchAll(/(?:from|import)\s*\(?\s*(['"])(.*?)\1/g)].map(
      ([, , path = '']) => path,
    );
    const outside = named.filter(
      (path) => !path.startsWith('.') || relative(FOLDER, resolve(FOLDER, path)).startsWith('..'),
    );
    expect(outside, name).toEqual([]);
  }
});

test('what is missing is named, and changes nothing', () => {
  const element = document.createElement('div');
  const make = () => createBoard(element, /** @type {any} */ ({}));
  expect(make).toThrow('board needs points and edges');
  const { board } = put({ movable: white([{ from: null, to: 'b2' }]) });
  expect(() => board.set({ movable: /** @type {any} */ ({ side: 'white' }) })).toThrow(
    'movable needs ways',
  );
  expect(board.mayPlace('white')).toBe(true);
});

test('a man is chosen and sent by presses, and by a drag; what is done changes nothing by itself', () => {
  const { board, told, drag } = put({
    men: standing({ a3: 'white', c1: 'black' }),
    movable: white([{ from: 'a3', to: 'b3' }]),
  });
  board.press('a3');
  expect(board.get().selected).toBe('a3');
  board.press('b3');
  expect(told).toEqual([
    ['picked', { from: 'a3' }],
    ['picked', null],
    ['move', 'a3', 'b3'],
  ]);
  told.length = 0;
  drag('a3', 'b3');
  expect(told).toEqual([
    ['picked', { from: 'a3' }],
    ['picked', null],
    ['move', 'a3', 'b3'],
  ]);
  told.length = 0;
  // Where it cannot go it is put down.
  drag('a3', 'c3');
  expect(told).toEqual([
    ['picked', { from: 'a3' }],
    ['picked', null],
  ]);
  expect(board.get().men).toEqual(standing({ a3: 'white', c1: 'black' }));
  board.press('c1');
  board.press('a1');
  expect(told.slice(2)).toEqual([
    ['refused', 'c1', null],
    ['refused', 'a1', null],
  ]);
  told.length = 0;
  board.press('a3');
  board.press('c3');
  expect(told).toEqual([
    ['picked', { from: 'a3' }],
    ['picked', null],
    ['refused', 'c3', 'a3'],
  ]);
});

test('a man that cannot move any more is put down, and its choice is over', () => {
  const { board, told } = put({
    men: standing({ a3: 'white' }),
    movable: white([{ from: 'a3', to: 'b3' }]),
  });
  board.press('a3');
  board.set({ coordinates: false });
  expect(board.get().selected).toBe('a3');
  board.set({ movable: null });
  expect(board.get().selected).toBeNull();
  expect(told).toEqual([
    ['picked', { from: 'a3' }],
    ['picked', null],
  ]);
});

test('while a man is to be taken, only those that may be are', () => {
  const { board, told } = put({
    men: standing({ a3: 'white', c1: 'black', b1: 'black' }),
    movable: white([{ from: 'a3', to: 'b3' }], ['c1']),
  });
  for (const point of ['c1', 'b1', 'a3', 'b3']) board.press(point);
  expect(told).toEqual([
    ['capture', 'c1'],
    ['refused', 'b1', null],
    ['refused', 'b3', null],
  ]);
});

/**
 * Whether the board comes to rest with the next frame.
 * @param {ReturnType<typeof put>['board']} board
 */
async function rests(board) {
  let still = false;
  void board.settled().then(() => (still = true));
  await vi.advanceTimersByTimeAsync(50);
  return still;
}

test('a man that was dropped by hand does not travel, the same man sent does, and so does the next', async () => {
  const ways = [{ from: 'a3', to: 'b3' }];
  const { board, drag } = put({ men: standing({ a3: 'white' }), movable: white(ways) });
  drag('a3', 'b3');
  board.set({ men: standing({ b3: 'white' }) });
  expect(await rests(board)).toBe(true);
  board.set({ men: standing({ a3: 'white' }) });
  expect(await rests(board)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  board.press('a3');
  board.press('b3');
  board.set({ men: standing({ b3: 'white' }) });
  expect(await rests(board)).toBe(false);
});

test('men of the side that may place are dragged from beside the board', () => {
  const { board, told, pointer } = put({ movable: white([{ from: null, to: 'b2' }]) });
  const tray = document.createElement('div');
  document.body.append(tray);
  /** @type {'white' | 'black'} */
  let side = 'black';
  tray.addEventListener('pointerdown', (event) => board.dragNewMan(event, side));
  const place = () => {
    pointer('pointerdown', null, {}, tray);
    pointer('pointermove', 'b2', {}, window);
    const { drag } = board.get();
    pointer('pointerup', 'b2', {}, window);
    return drag;
  };
  expect(place()).toBeNull();
  side = 'white';
  expect(place()).toEqual({ from: null, side: 'white', over: 'b2' });
  expect(told).toEqual([
    ['picked', { from: null }],
    ['picked', null],
    ['move', null, 'b2'],
  ]);
});

test('by clicks alone nothing is dragged, by drags alone a press sends nothing', () => {
  const { board, told, drag, pointer } = put({
    men: standing({ a3: 'white' }),
    movable: white([{ from: 'a3', to: 'b3' }]),
    entry: 'click',
  });
  const moves = () => told.filter(([what]) => what === 'move').length;
  drag('a3', 'b3');
  expect(moves()).toBe(0);
  board.set({ entry: 'drag', selected: null });
  for (const point of ['a3', 'b3'])
    for (const type of ['pointerdown', 'pointerup']) pointer(type, point);
  expect(moves()).toBe(0);
  drag('a3', 'b3');
  expect(moves()).toBe(1);
});

test('the right button draws, the left rubs out, and what was put there for good stays', () => {
  const pinned = [{ from: 'b2', to: 'b2' }];
  const { board, told, drag, pointer } = put({ autoShapes: pinned });
  drag('a1', 'c1', { button: 2 });
  drag('a1', 'a1', { button: 2 });
  expect(board.get().shapes).toEqual([
    { from: 'a1', to: 'c1' },
    { from: 'a1', to: 'a1' },
  ]);
  drag('a1', 'c1', { button: 2 });
  expect(board.get().shapes).toEqual([{ from: 'a1', to: 'a1' }]);
  expect(told.slice(0, 2)).toEqual([
    ['drawing', 'a1'],
    ['drawing', null],
  ]);
  pointer('pointerdown', null);
  expect(board.get()).toMatchObject({ shapes: [], autoShapes: pinned });
});

test('while a position is set up every man is dragged anywhere, also off the board', () => {
  /** @type {unknown[][]} */
  const done = [];
  const edit = {
    tool: /** @type {const} */ ('black'),
    press: (/** @type {string} */ point) => void done.push([point]),
    drop: (/** @type {unknown[]} */ ...args) => void done.push(args),
  };
  const { drag, pointer } = put({ men: standing({ a3: 'white', c1: 'black' }), edit });
  drag('c1', 'a3');
  drag('a3', null);
  for (const type of ['pointerdown', 'pointerup']) pointer(type, 'b1');
  expect(done).toEqual([['black', 'c1', 'a3'], ['white', 'a3', null], ['b1']]);
});

test('another board has its own points, and the cursor is on one of them', () => {
  const { board, element } = put({});
  board.set({ cursor: 'c1' });
  board.set({
    board: { ...THREE, name: 'two', side: 2, points: THREE.points.slice(3, 8), edges: [] },
    men: [],
  });
  expect(board.get().cursor).toBe('a2');
  expect(element.querySelectorAll('[role=gridcell]')).toHaveLength(5);
});

test('it goes without a trace, and hears nothing afterwards', () => {
  const { board, element, told, drag } = put({
    men: standing({ a3: 'white' }),
    movable: white([{ from: 'a3', to: 'b3' }]),
  });
  expect(element.children.length).toBeGreaterThan(0);
  board.destroy();
  expect(element.children).toHaveLength(0);
  drag('a3', 'b3');
  expect(told).toEqual([]);
});
