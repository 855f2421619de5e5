// @vitest-environment happy-dom
/** What presses on the board become, and turns that are prepared while the computer thinks. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { destinations } from '../../www/app/board/state.ts';
import { canAct, setGame, setAnalysis, takeable } from '../../www/app/state.ts';
import { statusText } from '../../www/app/game/words.ts';
import { core } from './core.js';
import { APART, COMPUTER, createTable, pass } from './table.js';

afterEach(() => void vi.useRealTimers());

/** White has played a7-d7, and Black thinks. */
async function thinking() {
  const table = await createTable(COMPUTER);
  await table.open(APART);
  table.computer.hold = true;
  await table.press('a7', 'd7');
  expect(table.state().thinking).toBe(true);
  return table;
}

/** Lets the answer come. @param {import('./table.js').Table} table */
async function answered(table) {
  table.computer.hold = false;
  table.computer.release();
  await pass(100);
}

/** @type {any} */
const analysis = {
  home: 0,
  paused: false,
  lines: 1,
  labels: new Map(),
  pointers: [],
  review: null,
};

describe('prepared turns', () => {
  test('one is prepared while the computer thinks, and played', async () => {
    const table = await thinking();
    await table.press('d7');
    expect(statusText(table.state())).toBe('Next move from d7: choose where to.');
    await table.press('g7');
    expect(statusText(table.state())).toBe('Next move: d7 to g7. Press again to cancel.');
    expect(table.played()).toEqual(['a7-d7']);
    await answered(table);
    expect(table.played().slice(0, 3)).toEqual(['a7-d7', 'b2-b4', 'd7-g7']);
    expect(table.state().premove).toBeNull();
  });

  test('it is given up by another press, and by Escape', async () => {
    const table = await thinking();
    await table.press('d7', 'g7', 'g4');
    expect(table.state().premove).toBeNull();
    await table.press('d7', 'g7');
    table.board.cancel();
    expect(table.state().premove).toBeNull();
    expect(statusText(table.state())).toBe('Black is thinking…');
    await answered(table);
    expect(table.played()).toHaveLength(2);
  });

  test('one that closes a mill asks for the capture', async () => {
    const table = await thinking();
    await table.press('d6', 'd5');
    expect(statusText(table.state())).toBe('Next move: d6 to d5. Press again to cancel.');
    await answered(table);
    expect(table.state().pending).toEqual({ from: 'd6', to: 'd5', taken: [] });
    expect(statusText(table.state())).toBe('Mill! Take a black piece.');
    await table.press('a1');
    expect(table.played()[2]).toBe('d6-d5xa1');
  });

  test('one that is not legal any more is forgotten', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6', 'a7');
    expect(statusText(table.state())).toBe('Next move: a man on a7. Press again to cancel.');
    await answered(table);
    expect(table.played()).toEqual(['d6', 'a7']);
    expect(table.state().premove).toBeNull();
    expect(statusText(table.state())).toBe('Your turn. Place a man.');
  });

  test('it can be cancelled while the answer still moves', async () => {
    const table = await thinking();
    await table.press('d7', 'g7');
    table.rest.hold = false;
    table.computer.hold = false;
    // The man comes to rest for the session, then moves for the prepared turn.
    table.computer.release();
    table.rest.hold = true;
    await pass(100);
    expect(table.played()).toHaveLength(2);
    expect(statusText(table.state())).toBe('Next move: d7 to g7. Press again to cancel.');
    await table.press('g4');
    expect(table.state().premove).toBeNull();
    table.rest.release();
    await pass(100);
    expect(table.played()).toHaveLength(2);
  });

  test('it is played only once the answer has come to rest', async () => {
    const table = await thinking();
    await table.press('d7', 'g7');
    table.computer.hold = false;
    table.computer.release();
    table.rest.hold = true;
    await pass(100);
    expect(table.played()).toHaveLength(2);
    table.rest.release();
    await pass();
    expect(table.played()).toHaveLength(3);
  });

  test('it is of one game only', async () => {
    const table = await thinking();
    await table.press('d7', 'g7');
    const play = vi.spyOn(table.session, 'play');
    // In another game against the computer, one ply further, the same turn is legal.
    const game = core.read(`[Position "${APART}"]\n\n20. a7-d7 a1-a4 *`).state();
    table.store.update((s) => ({ ...setGame(s, game), slot: { ...s.slot, id: 'another' } }));
    await pass(1000);
    expect(canAct(table.state()) && table.state().game.legal.map(({ text }) => text)).toContain(
      'd7-g7',
    );
    expect(table.state().premove).toBeNull();
    expect(play).not.toHaveBeenCalled();
  });

  test.each([
    [
      'the game is looked into',
      (/** @type {import('./table.js').Table} */ table) =>
        table.store.update((s) => setAnalysis(s, analysis)),
    ],
    [
      'the computer is told to wait',
      (/** @type {import('./table.js').Table} */ table) => table.session.pause(),
    ],
    [
      'a turn is taken back',
      (/** @type {import('./table.js').Table} */ table) => table.session.undo(),
    ],
    [
      'the game is given up',
      (/** @type {import('./table.js').Table} */ table) => table.session.resign(),
    ],
    [
      'another game begins',
      (/** @type {import('./table.js').Table} */ table) => table.session.newGame(COMPUTER),
    ],
  ])('it is given up where %s', async (_, happens) => {
    const table = await thinking();
    await table.press('d7', 'g7');
    happens(table);
    await pass();
    expect(table.state().premove).toBeNull();
    await answered(table);
    await pass(1000);
    expect(table.played()).not.toContain('d7-g7');
  });

  test('one that the computer does not live to see is given up', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const table = await createTable(COMPUTER);
    await table.open(APART);
    table.rest.hold = true;
    await table.press('a7', 'd7', 'd7', 'g7');
    expect(table.state().premove).not.toBeNull();
    table.store.update((s) => ({ ...s, engineDown: true }));
    await pass();
    expect(table.state().premove).toBeNull();
  });

  test('a man that was taken up stays in hand', async () => {
    const table = await thinking();
    await table.press('d7');
    await answered(table);
    expect(table.played()).toHaveLength(2);
    expect([table.state().picked, table.board.get().selected]).toEqual([{ from: 'd7' }, 'd7']);
    expect(statusText(table.state())).toBe('Where should the man on d7 go?');
    await table.press('g7');
    expect(table.played()[2]).toBe('d7-g7');
  });

  test('the same man pressed again is put down, another one is taken up', async () => {
    const table = await thinking();
    await table.press('d7', 'd7');
    expect(table.state().picked).toBeNull();
    await table.press('d7', 'd6');
    expect([table.state().picked, table.board.get().selected]).toEqual([{ from: 'd6' }, 'd6']);
    // What it cannot reach, with no man there, puts it down.
    await table.press('g1');
    expect(table.state().picked).toBeNull();
    expect(table.state().premove).toBeNull();
  });
});

describe('ways that are offered ahead', () => {
  /**
   * Where a man of White's may be prepared to go while Black thinks.
   * @param {string} spec
   * @param {string} board
   * @param {string} from
   */
  async function ways(spec, board, from) {
    const table = await createTable({ ...COMPUTER, spec });
    await table.open(`${spec} ${board} b 0,0 0 20`);
    // Whoever opens it plays the side to move.
    table.store.update((s) => ({ ...s, settings: { ...s.settings, human: 'white' } }));
    await pass();
    return [...destinations(table.board.get(), from)];
  }
  const SIX = 'WW1/W2/3/W2B2/B2/WB1/WBB';
  const SEVEN = 'WW1/W1W/3/W2B2/B2/WB1/WBB';

  test.each([
    // One man fewer, and they fly.
    ['nine', 'WW1/3/3/W2B2/B2/1B1/WBB', 'd7', 20],
    ['nine', 'WW1/W2/3/W2B2/B2/1B1/WBB', 'd7', 2],
    ['nine[fly=never]', 'WW1/3/3/W2B2/B2/1B1/WBB', 'd7', 2],
    // Where each mill takes one, as many may be lost at once as there are mills through a point.
    ['nine[mills=each]', 'WW1/W2/3/W2B2/B2/1B1/WBB', 'd7', 19],
    ['nine[mills=each]', SIX, 'd7', 2],
    ['twelve[mills=each]', SIX, 'd7', 18],
    ['twelve[mills=each]', SEVEN, 'd7', 2],
  ])('in %s, %s, the man on %s has %i', async (spec, board, from, count) => {
    const free = await ways(spec, board, from);
    expect(free).toHaveLength(count);
  });
});

describe('presses', () => {
  test('a man goes where it may, and is put down by a second press', async () => {
    const table = await createTable();
    await table.open(APART);
    await table.press('g1');
    expect(statusText(table.state())).toBe('That’s not your man.');
    await table.press('d7');
    expect(statusText(table.state())).toBe('Select one of your men first.');
    expect(table.state().message?.point).toBe('d7');
    await table.press('a7');
    expect(table.state()).toMatchObject({ picked: { from: 'a7' }, message: null });
    await table.press('a7');
    expect(table.state().picked).toBeNull();
    await table.press('a7', 'd6');
    expect([table.state().picked, table.board.get().selected]).toEqual([{ from: 'd6' }, 'd6']);
    await table.press('g4');
    expect(table.state().picked).toBeNull();
    expect(statusText(table.state())).toBe('You can only move to the next point on a line.');
    await table.press('a7', 'd7');
    expect(table.played()).toEqual(['a7-d7']);
  });

  test('the capture is the second half of the turn', async () => {
    const table = await createTable();
    await table.play('d6', 'a7', 'b6', 'd7', 'a1', 'g7xa1', 'f4', 'e3');
    const { line } = table.state().game;
    await table.press('f6');
    expect(statusText(table.state())).toBe('Mill! White takes a black piece.');
    expect(table.state().game.line).toBe(line);
    // A protected man says why, and the choice stays open.
    await table.press('d7');
    expect(statusText(table.state())).toMatch(/Protected/);
    expect(table.state().pending).not.toBeNull();
    // So does an empty point.
    await table.press('a1');
    expect(statusText(table.state())).toBe('First take one of the ringed men.');
    expect(table.state().pending).not.toBeNull();
    // A press on one's own man takes the half move back, and so does Escape, and a step back.
    await table.press('f6');
    expect(table.state().pending).toBeNull();
    await table.press('f6');
    table.board.cancel();
    expect(table.state().pending).toBeNull();
    await table.press('f6');
    table.session.step(-1);
    expect(table.state()).toMatchObject({ pending: null, game: { line } });
    await table.press('f6');
    table.session.undo();
    expect(table.state()).toMatchObject({ pending: null, game: { line } });
    await table.press('f6', 'e3');
    expect(table.played().at(-1)).toBe('f6xe3');
  });

  test('a man is placed on no other, and the turn is still to be played', async () => {
    const table = await createTable();
    await table.play('d6');
    await table.press('d6');
    expect(statusText(table.state())).toBe('That point is occupied.');
    await table.press('f4');
    expect(table.played()).toEqual(['d6', 'f4']);
  });

  test('two mills at once take two men where each takes one', async () => {
    const table = await createTable();
    await table.open('nine[mills=each] 1WW/3/2B/W3B1/3/1B1/W1B w 4,5 0 6');
    await table.press('a7', 'g1');
    expect(table.state().pending).toEqual({ from: null, to: 'a7', taken: ['g1'] });
    expect(statusText(table.state())).toBe('One more: take a black piece.');
    expect([...takeable(table.state())]).toEqual(['e5', 'f4', 'd2']);
    expect(table.played()).toEqual([]);
    await table.press('e5');
    expect(table.played()).toEqual(['a7xe5xg1']);
  });

  test('the computer’s men and turn are nobody’s to play', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    table.session.pause();
    await pass();
    await table.press('a1', 'd6');
    expect(table.state()).toMatchObject({ picked: null, premove: null, message: null });
    expect(table.played()).toEqual(['d6']);
  });

  test('Escape takes one thing back at a time, what is drawn before what is half done', async () => {
    const table = await createTable();
    await table.play('d6', 'f4', 'b6', 'a1');
    await table.press('f6');
    table.board.set({ shapes: [{ from: 'a7', to: 'a7' }] });
    table.board.cancel();
    expect(table.board.get().shapes).toEqual([]);
    expect(table.state()).toMatchObject({ pending: { to: 'f6' } });
    table.board.cancel();
    expect(table.state().pending).toBeNull();
  });

  test('a pointer that passes over the board wakes nobody; a man that is taken up or dragged does', async () => {
    const table = await createTable();
    await table.open(APART);
    let woken = 0;
    table.store.subscribe(() => void woken++);
    const { x, y } = table.at('a7');
    for (let step = 0; step < 20; step++) {
      table.pointer('pointermove', x + 8 * step, y);
      await pass();
    }
    table.pointer('pointermove', x, y);
    expect(table.board.get().hover).toBe('a7');
    expect(woken).toBe(0);
    table.pointer('pointerdown', x, y);
    await pass();
    expect(table.state().picked).toEqual({ from: 'a7' });
    expect(woken).toBe(1);
    for (let step = 0; step < 20; step++) {
      table.pointer('pointermove', x, y + 3 * step);
      await pass();
    }
    expect(table.board.get().drag).toMatchObject({ from: 'a7', side: 'white' });
    expect(woken).toBe(1);
    const { x: toX, y: toY } = table.at('d7');
    table.pointer('pointerup', toX, toY);
    await pass();
    expect(table.played()).toEqual(['a7-d7']);
    expect(table.board.get()).toMatchObject({ drag: null, selected: null });
  });

  test('a drawing is begun and ended, and the same again takes it away', async () => {
    const table = await createTable();
    table.board.mark('g7');
    expect(statusText(table.state())).toBe(
      'Drawing from g7: choose another point for an arrow, or the same one for a circle.',
    );
    table.board.mark('d7');
    table.board.mark('a1');
    table.board.mark('a1');
    expect(table.board.get().shapes).toEqual([
      { from: 'g7', to: 'd7' },
      { from: 'a1', to: 'a1' },
    ]);
    table.board.mark('g7');
    table.board.mark('d7');
    expect(table.board.get().shapes).toEqual([{ from: 'a1', to: 'a1' }]);
    await table.play('d6');
    expect(table.board.get().shapes).toEqual([]);
  });
});
