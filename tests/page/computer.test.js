// @vitest-environment happy-dom
/** The computer at the table: as an opponent, and on both sides. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isConsidering, setLook, setNotice } from '../../www/app/state.ts';
import { statusText } from '../../www/app/game/words.ts';
import { COMPUTER, WATCH, createTable, pass } from './table.js';

afterEach(() => void vi.useRealTimers());

describe('against the computer', () => {
  test('it answers each turn, and not before its time', async () => {
    const table = await createTable(COMPUTER);
    await table.press('d6');
    expect(table.played()).toEqual(['d6']);
    expect(table.state().thinking).toBe(true);
    await pass(99);
    expect(table.played()).toEqual(['d6']);
    await pass(1);
    expect(table.played()).toEqual(['d6', 'a7']);
    expect(table.state().thinking).toBe(false);
    const [question] = table.computer.asked;
    expect(question).toMatchObject({
      line: 'nine 3/3/3/6/3/3/3 w 9,9 0 1',
      moves: ['d6'],
      millis: 1000,
      limits: { level: 3, seed: expect.any(Number) },
    });
    expect(question?.legal).toHaveLength(23);
  });

  test('it begins where the person has the black men, and these are at the bottom', async () => {
    const table = await createTable({ ...COMPUTER, human: 'black' });
    expect(table.state().flipped).toBe(true);
    await pass(100);
    expect(table.played()).toEqual(['a7']);
    await table.press('d6');
    expect(table.played()).toEqual(['a7', 'd6']);
  });

  test('back and forth goes to the person’s own turns', async () => {
    const table = await createTable(COMPUTER);
    for (const point of ['d6', 'f4']) {
      await table.press(point);
      await pass(100);
    }
    const all = ['d6', 'a7', 'f4', 'd7'];
    expect(table.played()).toEqual(all);
    table.session.undo();
    expect(table.played()).toEqual(all.slice(0, 2));
    expect(table.state().paused).toBe(false);
    table.session.undo();
    expect(table.played()).toEqual([]);
    table.session.undo();
    expect(table.played()).toEqual([]);
    table.session.redo();
    expect(table.played()).toEqual(all.slice(0, 2));
    table.session.redo();
    expect(table.played()).toEqual(all);
    await pass(1000);
    // None of this has asked the computer.
    expect(table.computer.asked).toHaveLength(2);
  });

  test('a turn taken back while the computer thinks is not answered', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    expect(table.computer.thinks).toBe(true);
    table.session.undo();
    expect(table.computer.cancelled).toBe(1);
    expect(table.state().thinking).toBe(false);
    table.computer.release();
    await pass(1000);
    expect(table.played()).toEqual([]);
    expect(table.state().paused).toBe(false);
  });

  test('an answer that came in time but waits for its pace is forgotten, too', async () => {
    const table = await createTable(COMPUTER);
    await table.press('d6');
    await pass(50);
    table.session.undo();
    await table.press('g1');
    await pass(60);
    expect(table.played()).toEqual(['g1']);
    await pass(40);
    expect(table.played()).toEqual(['g1', 'a7']);
  });

  test('a step stops at the computer’s turn, and it waits until it is told to go on', async () => {
    const table = await createTable(COMPUTER);
    await table.press('d6');
    await pass(100);
    table.session.step(-1);
    expect(table.played()).toEqual(['d6']);
    expect(table.state().paused).toBe(true);
    await pass(1000);
    expect(table.played()).toEqual(['d6']);
    expect(statusText(table.state())).toBe('Black to move.');
    table.session.step(1);
    expect(table.played()).toEqual(['d6', 'a7']);
    expect(table.state().paused).toBe(false);
    table.session.step(1);
    expect(table.played()).toEqual(['d6', 'a7']);
    table.session.step(-1);
    table.session.resume();
    await pass(100);
    expect(table.played()).toEqual(['d6', 'a7']);
    expect(table.computer.asked).toHaveLength(2);
  });

  test('it waits for the board to come to rest', async () => {
    const table = await createTable(COMPUTER);
    table.rest.hold = true;
    await table.press('d6');
    await pass(5000);
    expect(table.played()).toEqual(['d6']);
    table.rest.release();
    await pass(100);
    expect(table.played()).toEqual(['d6', 'a7']);
  });

  test('what it answers may not be too slow for its clock', async () => {
    const table = await createTable({
      ...COMPUTER,
      clock: { minutes: 1, increment: 0, rests: true },
    });
    table.store.update((s) => setLook(s, { thinking: 15_000 }));
    await table.press('d6');
    // A twentieth of its minute.
    expect(table.computer.asked[0]?.millis).toBe(3000);
  });

  test('given less time while it thinks, it moves by the new limit', async () => {
    const table = await createTable({ ...COMPUTER, levels: { white: 10, black: 10 } });
    table.store.update((s) => setLook(s, { thinking: 15_000 }));
    await pass();
    table.computer.hold = true;
    await table.press('d6');
    table.store.update((s) => setLook(s, { thinking: 1000 }));
    await pass();
    expect(table.computer.asked.map(({ millis, limits }) => [millis, 'level' in limits])).toEqual([
      [15_000, false],
      [1000, true],
    ]);
    table.computer.release();
    await pass(100);
    expect(table.played()).toHaveLength(2);
  });

  test('the perfect player plays by exact values, and lets the search choose between draws', async () => {
    const table = await createTable({
      ...COMPUTER,
      spec: 'three',
      levels: { white: 11, black: 11 },
    });
    /**
     * @param {string} text
     * @param {number} rank
     * @param {import('../../www/app/types.ts').ExactValue} value
     */
    const worth = (text, rank, value) => ({
      text,
      rank,
      value,
      verdict: /** @type {const} */ ('draw'),
    });
    table.exact.of = () => ({
      value: { loss: 8 },
      counter: null,
      moves: [worth('a3', 1, { loss: 2 }), worth('c1', 0, { loss: 8 })],
    });
    await table.press('b2');
    await pass(100);
    expect(table.played()).toEqual(['b2', 'c1']);
    expect(table.computer.asked).toEqual([]);
    const moves = [
      worth('b1', 0, { draw: true }),
      worth('b3', 1, { loss: 2 }),
      worth('a1', 0, { draw: true }),
    ];
    table.exact.of = () => ({ value: { draw: true }, counter: null, moves });
    await table.press('a3');
    await pass(100);
    expect(table.computer.asked[0]).toMatchObject({
      known: moves,
      millis: 500,
      limits: { level: 10 },
    });
    expect(table.played()).toEqual(['b2', 'c1', 'a3', 'b1']);
  });

  describe('the perfect player of a game whose values come without distances', () => {
    const PERFECT = { ...COMPUTER, levels: { white: 11, black: 11 } };
    /**
     * @param {string} text
     * @param {number} rank
     * @param {import('../../www/app/types.ts').ExactValue} value
     */
    const worth = (text, rank, value) => ({
      text,
      rank,
      value,
      verdict: /** @type {const} */ ('win'),
    });

    test('lets the search look for the shortest win, with all its time', async () => {
      const table = await createTable(PERFECT);
      const moves = [
        worth('a1', 1, { draw: true }),
        worth('f4', 0, { win: null }),
        worth('a7', 0, { win: null }),
      ];
      table.exact.of = () => ({ value: { win: null }, counter: null, moves });
      await table.press('d6');
      await pass(100);
      expect(table.computer.asked[0]).toMatchObject({
        known: moves,
        millis: 2000,
        limits: { level: 10 },
      });
      expect(table.played()).toEqual(['d6', 'f4']);
      expect(table.state().notice).toBeNull();
    });

    test('waits for them, and plays the only turn that keeps them', async () => {
      const table = await createTable(PERFECT);
      table.exact.of = () =>
        new Promise((resolve) =>
          setTimeout(resolve, 3000, {
            value: { draw: true },
            counter: null,
            moves: [worth('a1', 1, { loss: null }), worth('f4', 0, { draw: true })],
          }),
        );
      await table.press('d6');
      await pass(2900);
      expect(table.state().thinking).toBe(true);
      await pass(100);
      expect(table.played()).toEqual(['d6', 'f4']);
      expect(table.computer.asked).toEqual([]);
    });

    test('plays by estimates without them, and says so once', async () => {
      const table = await createTable(PERFECT);
      await table.press('d6');
      await pass(100);
      expect(table.computer.asked[0]).toMatchObject({ limits: { level: 10 } });
      expect(table.computer.asked[0]).not.toHaveProperty('known');
      expect(table.state().notice?.text).toEqual({ key: 'notice.estimates' });
      table.store.update((s) => setNotice(s, null));
      await table.press('f4');
      await pass(100);
      expect(table.played()).toHaveLength(4);
      expect(table.state().notice).toBeNull();
    });

    test('does not wait for them for ever', async () => {
      const table = await createTable(PERFECT);
      table.exact.of = () => new Promise(() => {});
      await table.press('d6');
      await pass(29_900);
      expect(table.played()).toEqual(['d6']);
      await pass(100);
      expect(table.played()).toHaveLength(2);
      expect(table.state().notice?.text).toEqual({ key: 'notice.estimates' });
    });

    test('forgets the question when a turn is taken back meanwhile', async () => {
      const table = await createTable(PERFECT);
      table.exact.of = () => new Promise((resolve) => setTimeout(resolve, 3000, null));
      await table.press('d6');
      table.session.undo();
      await pass(4000);
      expect(table.played()).toEqual([]);
      expect(table.state()).toMatchObject({ notice: null, thinking: false });
      expect(table.computer.asked).toEqual([]);
    });
  });

  test('a person is done with waiting for one that fails: both sides are played by hand until it is asked again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const table = await createTable(COMPUTER);
    table.computer.fails = new Error('died again and again');
    await table.press('d6');
    expect(table.state()).toMatchObject({
      engineDown: true,
      thinking: false,
      notice: { text: { key: 'notice.gone' } },
    });
    await table.press('a1', 'f4');
    expect(table.played()).toEqual(['d6', 'a1', 'f4']);
    expect(table.state().engineDown).toBe(true);
    table.computer.fails = null;
    table.state().notice?.action?.run();
    await pass(100);
    expect(table.state()).toMatchObject({ engineDown: false, notice: null });
    expect(table.played()).toEqual(['d6', 'a1', 'f4', 'a7']);
  });

  test('one that was stopped waits, and is not gone', async () => {
    const table = await createTable(COMPUTER);
    table.computer.fails = new DOMException('cancelled', 'AbortError');
    await table.press('d6');
    expect(table.state()).toMatchObject({ engineDown: false, paused: true, notice: null });
  });
});

describe('two computers', () => {
  test('they play by their pace, are paused, stepped and let go on', async () => {
    const table = await createTable(WATCH);
    await pass(699);
    expect(table.played()).toHaveLength(0);
    await pass(1);
    expect(table.played()).toHaveLength(1);
    await pass(700);
    expect(table.played()).toHaveLength(2);
    table.session.pause();
    await pass(5000);
    expect(table.played()).toHaveLength(2);
    expect(table.state()).toMatchObject({ paused: true, thinking: false });
    table.session.stepComputer();
    await pass();
    // A step does not wait for the pace.
    expect(table.played()).toHaveLength(3);
    expect(table.state().paused).toBe(true);
    await pass(5000);
    expect(table.played()).toHaveLength(3);
    // It goes along what was played already.
    const third = table.played()[2];
    table.session.undo();
    const questions = table.computer.asked.length;
    table.session.stepComputer();
    await pass(5000);
    expect(table.played()[2]).toBe(third);
    expect(table.played()).toHaveLength(3);
    expect(table.computer.asked).toHaveLength(questions);
    table.session.resume();
    await pass(700);
    expect(table.played()).toHaveLength(4);
  });

  test('another pace counts at once, and is kept for the next game', async () => {
    const table = await createTable({ ...WATCH, pace: 2500 });
    await pass(100);
    table.session.setPace(200);
    await pass(200);
    expect(table.played()).toHaveLength(1);
    expect(table.state().draft.pace).toBe(200);
    await pass(1000);
    expect(table.played()).toHaveLength(6);
  });

  test('each is asked at its own level', async () => {
    const table = await createTable({ ...WATCH, levels: { white: 2, black: 7 }, pace: 0 });
    await pass(1);
    await pass(1);
    expect(table.computer.asked.slice(0, 4).map(({ limits }) => limits.level)).toEqual([
      2, 7, 2, 7,
    ]);
    table.session.pause();
  });

  test('nobody offers a draw there', async () => {
    const table = await createTable(WATCH);
    table.session.offerDraw();
    expect(table.state().offer).toBeNull();
    expect(isConsidering(table.state())).toBe(false);
  });
});
