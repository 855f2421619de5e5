// @vitest-environment happy-dom
/** The board for the keyboard and for the ear. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLook, setPremove } from '../../www/app/state.ts';
import { APART, COMPUTER, createTable, pass } from './table.js';

beforeEach(() => {
  document.body.innerHTML = '';
});
afterEach(() => void vi.useRealTimers());

/** @param {Parameters<typeof createTable>[0]} [wish] */
async function twin(wish) {
  const table = await createTable(wish);
  const { board } = table;
  const grid = /** @type {HTMLElement} */ (board.element.querySelector('[role=grid]'));
  await pass();
  const cell = (/** @type {string} */ point) =>
    /** @type {HTMLElement} */ (grid.querySelector(`[data-point="${point}"]`));
  return {
    ...table,
    grid,
    cell,
    focus(/** @type {string} */ point) {
      board.set({ cursor: point });
      board.focus();
    },
    cursor: () => board.get().cursor,
    /** The points of each row, in the order in which they are read. */
    rows: () =>
      [...grid.querySelectorAll('[role=row]')].map((row) =>
        [...row.children].map((el) => /** @type {HTMLElement} */ (el).dataset.point).join(' '),
      ),
    label: (/** @type {string} */ point) => cell(point).getAttribute('aria-label'),
    focused: () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.point,
    /**
     * A key where the focus is; says whether the browser may do with it what it does.
     * @param {string} key
     * @param {KeyboardEventInit} [how]
     */
    async key(key, how) {
      const left = document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }),
      );
      await pass();
      return left;
    },
  };
}

const NINE = [
  'a7 d7 g7',
  'b6 d6 f6',
  'c5 d5 e5',
  'a4 b4 c4 e4 f4 g4',
  'c3 d3 e3',
  'b2 d2 f2',
  'a1 d1 g1',
];
const TURNED = NINE.map((row) => row.split(' ').reverse().join(' ')).reverse();

test('it is a grid of rows of cells, read in the order in which they are seen', async () => {
  const { grid, rows, session, cell } = await twin();
  expect(grid.getAttribute('aria-label')).toBe('Board, Nine Men’s Morris');
  expect(document.getElementById(grid.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Use the arrow keys to go from point to point, Enter or Space to choose, Escape to cancel.',
  );
  expect(grid.querySelectorAll('[role=gridcell]')).toHaveLength(24);
  expect(rows()).toEqual(NINE);
  session.flip();
  await pass();
  expect(rows()).toEqual(TURNED);
  // One cell is reached by Tab, the others by arrows.
  expect([...grid.querySelectorAll('[tabindex="0"]')]).toEqual([cell('a7')]);
  session.newGame({
    spec: 'six',
    mode: 'people',
    human: 'white',
    levels: { white: 3, black: 3 },
    clock: null,
    turning: false,
    pace: 700,
  });
  await pass();
  expect(rows()).toEqual(['a5 c5 e5', 'b4 c4 d4', 'a3 b3 d3 e3', 'b2 c2 d2', 'a1 c1 e1']);
});

test('a rank that has no points is no row', async () => {
  const { rows, session } = await twin({ spec: 'tsoro-yematatu' });
  expect(rows()).toEqual(['c5', 'b3 c3 d3', 'a1 c1 e1']);
  session.flip();
  await pass();
  expect(rows()).toEqual(['e1 c1 a1', 'd3 c3 b3', 'c5']);
});

test('each cell lies over its point, turned or not', async () => {
  const { cell, session } = await twin();
  const middle = (/** @type {string} */ point) => {
    const { left, top, inlineSize } = cell(point).style;
    return [left, top].map((at) => Math.round(parseFloat(at) + parseFloat(inlineSize) / 2));
  };
  const [a1, g7] = [middle('a1'), middle('g7')];
  expect(a1[0]).toBeLessThan(g7[0] ?? 0);
  expect(a1[1]).toBeGreaterThan(g7[1] ?? 0);
  session.flip();
  await pass();
  expect([middle('a1'), middle('g7')]).toEqual([g7, a1]);
});

describe('the keys', () => {
  /**
   * Where a key leads from a point.
   * @param {boolean} turned
   * @param {[string, string, string, KeyboardEventInit?][]} ways
   */
  async function leads(turned, ways) {
    const { session, focus, key, focused, cursor } = await twin();
    if (turned) session.flip();
    await pass();
    for (const [from, name, to, how] of ways) {
      focus(from);
      expect(await key(name, how), `${name} is used`).toBe(false);
      expect(focused(), `${how?.ctrlKey ? 'Ctrl ' : ''}${name} from ${from}`).toBe(to);
      expect(cursor()).toBe(to);
    }
  }
  const ctrlKey = true;

  test('arrows, Home and End go as the board is seen', () =>
    leads(false, [
      ['d6', 'ArrowUp', 'd7'],
      ['d6', 'ArrowDown', 'd5'],
      ['d6', 'ArrowLeft', 'b6'],
      ['d6', 'ArrowRight', 'f6'],
      ['a4', 'ArrowLeft', 'a4'],
      ['a1', 'ArrowUp', 'a4'],
      ['c4', 'ArrowRight', 'e4'],
      ['d5', 'ArrowDown', 'd3'],
      ['c4', 'Home', 'a4'],
      ['c4', 'End', 'g4'],
      ['d6', 'Home', 'b6'],
      ['d6', 'End', 'f6'],
      ['c4', 'Home', 'a7', { ctrlKey }],
      ['c4', 'End', 'g1', { ctrlKey }],
    ]));

  test('and so they do where it is turned', () =>
    leads(true, [
      ['d6', 'ArrowUp', 'd5'],
      ['d6', 'ArrowDown', 'd7'],
      ['d6', 'ArrowLeft', 'f6'],
      ['d6', 'ArrowRight', 'b6'],
      ['g4', 'ArrowLeft', 'g4'],
      ['c4', 'Home', 'g4'],
      ['c4', 'End', 'a4'],
      ['d6', 'Home', 'f6'],
      ['d6', 'End', 'b6'],
      ['c4', 'Home', 'g1', { ctrlKey }],
      ['c4', 'End', 'a7', { ctrlKey }],
    ]));

  test('Home and End lead to the first and last cell of the row that is read, whichever way it is turned', async () => {
    const { session, focus, key, focused, rows } = await twin();
    for (const turned of [false, true]) {
      for (const row of rows()) {
        const points = row.split(' ');
        focus(points[1] ?? '');
        await key('Home');
        expect(focused(), `${turned}`).toBe(points[0]);
        await key('End');
        expect(focused(), `${turned}`).toBe(points.at(-1));
      }
      session.flip();
      await pass();
    }
  });

  test('every point is reached by arrows', async () => {
    const { focus, key, focused, rows } = await twin();
    const reached = new Set(['a7']);
    const open = ['a7'];
    for (let from = open.pop(); from !== undefined; from = open.pop())
      for (const arrow of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        focus(from);
        await key(arrow);
        const to = focused() ?? '';
        if (reached.has(to)) continue;
        reached.add(to);
        open.push(to);
      }
    expect(reached.size).toBe(rows().join(' ').split(' ').length);
  });

  test('Enter and Space act, held down only once; Escape cancels; Shift draws', async () => {
    const { focus, key, played, board } = await twin();
    focus('d6');
    await key('Enter');
    focus('a1');
    await key(' ');
    expect(played()).toEqual(['d6', 'a1']);
    focus('b6');
    await key('Enter', { repeat: true });
    expect(played()).toHaveLength(2);
    await key('Enter', { shiftKey: true });
    await key('Enter', { shiftKey: true });
    expect(board.get().shapes).toEqual([{ from: 'b6', to: 'b6' }]);
    await key('Escape');
    expect(board.get().shapes).toEqual([]);
    // What is not the board's goes on to the page.
    for (const other of ['t', 'Tab', '?']) expect(await key(other), other).toBe(true);
    expect(await key('ArrowUp', { altKey: true })).toBe(true);
    expect(await key('ArrowUp', { ctrlKey })).toBe(true);
  });

  test('whoever is on the board stays on it when it turns', async () => {
    const { focus, focused, session, cursor } = await twin();
    focus('d6');
    session.flip();
    await pass();
    expect(focused()).toBe('d6');
    expect(cursor()).toBe('d6');
  });
});

describe('what is said of a point', () => {
  test('its man, what it may do, and what was last', async () => {
    const { label, press, cell, open, session } = await twin();
    expect(label('d6')).toBe('d6, empty');
    await press('d6');
    expect(label('d6')).toBe('d6, white piece, last move');
    await open(APART);
    expect(label('d5')).toBe('d5, empty');
    expect(cell('d6').dataset.act).toBe('choose');
    expect(cell('g1').dataset.act).toBe('');
    await press('d6');
    expect(label('d6')).toBe('d6, white piece, selected');
    expect(label('d5')).toBe('d5, empty, the man can move here');
    expect(cell('d6').getAttribute('aria-selected')).toBe('true');
    expect(cell('d5').dataset.act).toBe('go');
    await press('d5');
    expect([label('d5'), label('d6')]).toEqual(['d5, white piece, in a mill', 'd6, empty']);
    expect(label('g1')).toBe('g1, black piece, can be taken');
    expect(cell('g1').dataset.act).toBe('take');
    await press('g1');
    expect([label('g1'), label('d5')]).toEqual([
      'g1, empty, a man was taken here',
      'd5, white piece, in a mill, last move',
    ]);
    session.flip();
    await pass();
    expect(label('d5')).toBe('d5, white piece, in a mill, last move');
  });

  test('where a mill is threatened, and what is protected', async () => {
    const { label, open, press, store } = await twin();
    await open('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30');
    expect(label('g4')).toBe('g4, empty, a mill is threatened here');
    store.update((s) => setLook(s, { threats: false }));
    await pass();
    expect(label('g4')).toBe('g4, empty');
    await open('nine WW1/3/3/3W2/3/2B/BBB w 0,0 0 20');
    await press('e4', 'g7');
    expect(label('a1')).toBe('a1, black piece, in a mill, protected');
    expect(label('f2')).toBe('f2, black piece, can be taken');
  });

  test('where the next man goes', async () => {
    const { label, computer, press, store } = await twin(COMPUTER);
    computer.hold = true;
    await press('d6', 'f4');
    expect(label('f4')).toBe('f4, empty, your next move goes here');
    store.update((s) => setPremove(s, null));
    await pass();
    expect(label('f4')).toBe('f4, empty');
  });

  test('what is drawn on it', async () => {
    const { label, board } = await twin();
    for (const point of ['d6', 'f4', 'a1', 'a1']) board.mark(point);
    await pass();
    expect(label('d6')).toBe('d6, empty, arrow to f4');
    expect(label('a1')).toBe('a1, empty, circled');
    expect(label('f4')).toBe('f4, empty');
  });
});

test('a screen reader’s click acts, and the focus makes the cursor', async () => {
  const { cell, played, cursor } = await twin();
  cell('d6').click();
  await pass();
  expect(played()).toEqual(['d6']);
  cell('b2').focus();
  await pass();
  expect(cursor()).toBe('b2');
  expect(cell('b2').tabIndex).toBe(0);
  expect(cell('d6').tabIndex).toBe(-1);
});
