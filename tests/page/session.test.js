// @vitest-environment happy-dom
/** A game at the table: begun, opened, played, taken back and given up. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setOffer } from '../../www/app/state.ts';
import { statusText } from '../../www/app/game/words.ts';
import { APART, COMPUTER, WATCH, createTable, pass } from './table.js';

/** A game of Three Men's Morris that White wins. */
const WON = ['b2', 'a1', 'a3', 'a2', 'c1'];

afterEach(() => void vi.useRealTimers());

describe('new games', () => {
  test('a new game has its own name, its rules and its clocks, and lets an answer to the old one come to nothing', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    const { slot } = table.state();
    table.session.newGame({
      ...COMPUTER,
      spec: 'six',
      clock: { minutes: 5, increment: 2, rests: true },
    });
    await pass();
    const { state } = table;
    expect(table.computer.cancelled).toBe(1);
    table.computer.release();
    await pass(1000);
    expect(table.played()).toEqual([]);
    expect(state().slot.id).not.toBe(slot.id);
    expect(state().rules.board.points).toHaveLength(16);
    expect(state().clock).toMatchObject({
      left: { white: 300_000, black: 300_000 },
      running: null,
    });
    expect(state().draft).toMatchObject({ spec: 'six', mode: 'computer' });
  });

  test('the perfect player gives way to the best that searches where a game is not solved', async () => {
    const table = await createTable({
      ...COMPUTER,
      spec: 'twelve',
      levels: { white: 11, black: 3 },
    });
    expect(table.state().settings.levels).toEqual({ white: 10, black: 3 });
    for (const spec of ['six', 'nine', 'nine[quiet=never]']) {
      table.session.newGame({ ...COMPUTER, spec, levels: { white: 11, black: 3 } });
      expect(table.state().settings.levels, spec).toEqual({ white: 11, black: 3 });
    }
    table.session.newGame({
      ...COMPUTER,
      spec: 'nine[fly=never]',
      levels: { white: 11, black: 3 },
    });
    expect(table.state().settings.levels).toEqual({ white: 10, black: 3 });
  });

  test('a rematch against the computer exchanges the colours, the level stays the computer’s', async () => {
    const table = await createTable({
      ...COMPUTER,
      spec: 'three',
      levels: { white: 2, black: 7 },
      clock: { minutes: 1, increment: 0, rests: true },
    });
    table.session.resign();
    table.session.rematch();
    await pass();
    const { settings, flipped, game, clock } = table.state();
    expect(settings).toMatchObject({
      human: 'black',
      levels: { white: 2, black: 7 },
      spec: 'three',
      mode: 'computer',
    });
    expect(flipped).toBe(true);
    expect(game.outcome).toBeNull();
    expect(clock?.left).toEqual({ white: 60_000, black: 60_000 });
    await pass(100);
    expect(table.played()).toHaveLength(1);
    table.session.resign();
    table.session.rematch();
    expect(table.state()).toMatchObject({ flipped: false, settings: { human: 'white' } });
  });

  test('a rematch of two computers exchanges the levels, and keeps them', async () => {
    const table = await createTable({
      ...WATCH,
      spec: 'three',
      levels: { white: 2, black: 7 },
      pace: 300,
    });
    table.session.rematch();
    await pass();
    expect(table.state().settings).toMatchObject({
      levels: { white: 7, black: 2 },
      mode: 'watch',
      pace: 300,
      spec: 'three',
    });
    table.session.rematch();
    expect(table.state().settings.levels).toEqual({ white: 2, black: 7 });
    expect(table.state().draft.levels).toEqual({ white: 2, black: 7 });
  });

  test('in a rematch two people keep their places, and with them exchange the colours', async () => {
    const table = await createTable({ spec: 'three' });
    await table.play(...WON);
    expect(table.state().game.outcome).toMatchObject({ winner: 'white', reason: 'mill' });
    table.session.rematch();
    expect(table.state()).toMatchObject({ flipped: true, game: { outcome: null } });
    table.session.rematch();
    expect(table.state().flipped).toBe(false);
    // A board that turns by itself begins with White below.
    table.session.newGame({ ...table.state().settings, turning: true });
    await table.play('b2');
    expect(table.state().flipped).toBe(true);
    table.session.rematch();
    expect(table.state().flipped).toBe(false);
  });

  test('the board turns to the side to move once the man has come to rest, not at the end, and not unasked', async () => {
    const table = await createTable({ spec: 'three', turning: true });
    table.rest.hold = true;
    await table.play('b2');
    expect(table.state().flipped).toBe(false);
    table.rest.release();
    await pass();
    expect(table.state().flipped).toBe(true);
    table.rest.hold = false;
    await table.play('a1');
    expect(table.state().flipped).toBe(false);
    table.session.undo();
    await pass();
    expect(table.state().flipped).toBe(true);
    table.session.newGame({ ...table.state().settings, turning: false });
    await table.play('b2');
    expect(table.state().flipped).toBe(false);
  });
});

describe('opened texts', () => {
  test('whoever opens a position against the computer plays the side to move', async () => {
    const table = await createTable(COMPUTER);
    await table.open('nine 3/1W1/3/6/3/3/3 b 8,9 0 1');
    expect(table.state().settings.human).toBe('black');
    expect(table.state().flipped).toBe(true);
    expect(table.state().thinking).toBe(false);
  });

  test('a record stands at its end, and nobody plays on until somebody says who', async () => {
    const table = await createTable(WATCH);
    await pass(100);
    await table.open('1. d6 f4 2. d2 *');
    expect(table.played()).toEqual(['d6', 'f4', 'd2']);
    expect(table.state().settings.mode).toBe('shared');
    await pass(5000);
    expect(table.played()).toHaveLength(3);
  });

  test('two computers wait before they go on from a position', async () => {
    const table = await createTable(WATCH);
    await pass(100);
    await table.open('nine 3/1W1/3/4B1/3/1W1/3 b 7,8 0 2');
    expect(table.state().paused).toBe(true);
    await pass(5000);
    expect(table.played()).toHaveLength(0);
    table.session.resume();
    await pass(700);
    expect(table.played()).toHaveLength(1);
  });

  test('a text that is none is refused, and the game stays as it was', async () => {
    const table = await createTable();
    await table.play('d6');
    const before = table.state();
    expect(() => table.session.open('1. d6 z9 *')).toThrow(/z9/);
    expect(table.state()).toBe(before);
    await table.play('f4');
    expect(table.played()).toEqual(['d6', 'f4']);
  });
});

describe('the end', () => {
  test('a person gives up for themselves; of two people whose turn it is', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    table.session.resign();
    await pass(1000);
    expect(table.state().game.outcome).toMatchObject({
      loser: 'white',
      winner: 'black',
      reason: 'resignation',
    });
    expect(statusText(table.state())).toBe('You resigned.');
    const two = await createTable();
    await two.play('d6');
    two.session.resign();
    expect(two.state().game.outcome).toMatchObject({ loser: 'black' });
    expect(statusText(two.state())).toBe('White wins: Black resigned.');
  });

  test('a game that was given up by mistake is taken back, and goes on the same way', async () => {
    const table = await createTable();
    await table.play('d6', 'd2');
    table.session.resign();
    table.session.undo();
    expect(table.state().game.outcome).toBeNull();
    table.session.redo();
    expect(table.state().game.outcome).toMatchObject({ reason: 'resignation' });
    table.session.undo();
    await table.play('d2');
    expect(table.state().game.outcome).toBeNull();
    await table.play('a1');
    expect(table.played()).toEqual(['d6', 'd2', 'a1']);
    expect(table.session.record()).not.toContain('resign');
  });

  test('what is played after a turn was taken back goes before it', async () => {
    const table = await createTable();
    await table.play('d6', 'f4');
    table.session.undo();
    await table.play('a1');
    table.session.undo();
    table.session.redo();
    expect(table.played()).toEqual(['d6', 'a1']);
    expect(table.session.record()).toMatch(/1\. d6 a1 \(1\.\.\. f4\)/);
    expect(
      table
        .state()
        .game.moves.map(({ text }) => text)
        .sort(),
    ).toEqual(['a1', 'd6', 'f4']);
  });

  test('an illegal turn is refused and changes nothing', async () => {
    const table = await createTable();
    await table.play('d6');
    const { game } = table.state();
    expect(() => table.session.play('d6')).toThrow();
    expect(table.state().game).toBe(game);
  });

  test('a fallen flag ends the game once, and playing on from before it is a game again', async () => {
    const table = await createTable();
    await table.play('d6');
    table.session.flag('black');
    expect(table.state().game.outcome).toMatchObject({
      winner: 'white',
      loser: 'black',
      reason: 'time',
    });
    table.session.flag('white');
    expect(table.state().game.outcome).toMatchObject({ winner: 'white' });
    table.session.undo();
    expect(table.state().game.outcome).toBeNull();
  });
});

describe('another device', () => {
  test('what a person does is passed on, and nothing is done here', async () => {
    const table = await createTable({ ...COMPUTER, mode: 'away' });
    const calls = /** @type {unknown[][]} */ ([]);
    const note =
      (/** @type {string} */ what) =>
      (/** @type {unknown[]} */ ...args) =>
        void calls.push([what, ...args]);
    table.session.connect({
      play: note('play'),
      undo: note('undo'),
      resign: note('resign'),
      offerDraw: note('offer'),
      flag: note('flag'),
    });
    table.session.play('d6');
    expect(table.played()).toEqual([]);
    // It is back from there.
    table.session.edit((game) => game.play('d6'));
    table.session.undo();
    table.session.resign();
    table.session.offerDraw();
    table.session.flag('black');
    await pass(1000);
    expect(calls).toEqual([['play', 'd6'], ['undo'], ['resign'], ['offer'], ['flag']]);
    expect(table.played()).toEqual(['d6']);
    expect(table.computer.asked).toEqual([]);
    // Nobody walks about while the other one may play.
    table.store.update((s) => setOffer(s, null));
    table.session.goTo(0);
    expect(table.state().paused).toBe(false);
  });
});

test('a whole game by presses alone ends as the rules say, and takes men on the way', async () => {
  const table = await createTable();
  /**
   * Captures first, then what follows a rule of thumb: the game comes to an end.
   * @type {string[]}
   */
  const turns = [];
  while (!table.state().game.outcome && turns.length < 400) {
    const { legal } = table.state().game;
    const taking = legal.filter(({ captures }) => captures.length);
    const choice = taking.length ? taking : legal;
    const move = choice[(turns.length * 7919) % choice.length];
    if (!move) break;
    const before = table.state().game.ply;
    await table.press(...move.text.split(/[-x]/));
    expect(table.state().game.ply, move.text).toBe(before + 1);
    turns.push(move.text);
  }
  expect(table.played()).toEqual(turns);
  expect(table.state().game.outcome?.reason).toMatch(/^(fewer-than-three|blocked)$/);
  expect(turns.some((turn) => turn.includes('x'))).toBe(true);
  expect(turns.some((turn) => turn.includes('-'))).toBe(true);
});

test('a turn makes the game into plain data once', async () => {
  const table = await createTable();
  const state = table.session.look((game) => vi.spyOn(game, 'state'));
  await table.play('d6');
  expect(state).toHaveBeenCalledTimes(1);
  expect(table.played()).toEqual(['d6']);
});

test('what is tried while the game is looked into changes neither its line nor its clocks', async () => {
  const table = await createTable(COMPUTER);
  await table.open(APART);
  const { node } = table.state().game;
  /** @type {any} */
  const analysis = {
    home: node,
    paused: false,
    lines: 1,
    labels: new Map(),
    pointers: [],
    review: null,
  };
  table.store.update((s) => ({ ...s, analysis }));
  await table.press('a7', 'd7', 'a1', 'a4');
  expect(table.played()).toEqual(['a7-d7', 'a1-a4']);
  await pass(2000);
  expect(table.computer.asked).toEqual([]);
  expect(table.state().paused).toBe(true);
});
