// @vitest-environment happy-dom
/**
 * What is read from the state: what stands where, what may be done, and what is left on the clocks.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  canAct,
  createStore,
  isTogether,
  manAt,
  mayAsk,
  mayAnalyse,
  setPicked,
  setHint,
  setLook,
  setOffer,
  setPaused,
  setAnalysis,
  shownHand,
  shownLost,
  shownMen,
  takeable,
  threatened,
} from '../../www/app/state.ts';
import { begin, destinations, mayPlace } from '../../www/app/board/state.ts';
import { boardConfig } from '../../www/app/game/board-view.ts';
import { createPlayer } from '../../www/app/game/players.ts';
import {
  positionValueText,
  solvingText,
  valueSign,
  valueText,
  valuesNote,
} from '../../www/app/game/words.ts';
import { APART, COMPUTER, PEOPLE, WATCH, core, createTable, pass } from './table.js';
import { clockSide, punchClock, runClock, shownTimes } from '../../www/app/game/clock-state.ts';
import { hintShapes } from '../../www/app/game/board-view.ts';
import { pointValues } from '../../www/app/game/point-values.ts';

/** @typedef {import('../../www/app/types.ts').State} State */

afterEach(() => void vi.useRealTimers());

/** @type {any} */
const analysis = {
  home: 0,
  paused: false,
  lines: 1,
  labels: new Map(),
  pointers: [],
  review: null,
};

/** The points that a side's men stand on. @param {State} state @param {'white' | 'black'} side */
const where = (state, side) =>
  state.rules.board.points.flatMap(({ name }, i) => (shownMen(state)[i] === side ? [name] : []));

/** As the board has it. @param {State} state */
const onBoard = (state) => begin(boardConfig(state));
/** Where the board lets a man go. @param {State} state @param {string | null} from */
const goals = (state, from) => destinations(onBoard(state), from);

describe('the store', () => {
  test('tells once of several changes, with what was told before, and not of none', async () => {
    const store = createStore(/** @type {any} */ ({ n: 1 }));
    /** @type {number[][]} */
    const told = [];
    store.subscribe(
      (now, before) => void told.push([/** @type {any} */ (now).n, /** @type {any} */ (before).n]),
    );
    store.update((s) => /** @type {any} */ ({ ...s, n: 2 }));
    store.update((s) => /** @type {any} */ ({ ...s, n: 3 }));
    store.update((s) => s);
    expect(told).toEqual([]);
    await Promise.resolve();
    expect(told).toEqual([[3, 1]]);
    store.update((s) => s);
    await Promise.resolve();
    expect(told).toHaveLength(1);
  });
});

describe('the men', () => {
  test('a half move is shown made: placed, moved, and with what was taken', async () => {
    const table = await createTable();
    await table.play('d6', 'a1', 'b6', 'd7');
    expect([shownHand(table.state(), 'white'), shownHand(table.state(), 'black')]).toEqual([7, 7]);
    await table.press('f6');
    expect(where(table.state(), 'white')).toEqual(['b6', 'd6', 'f6']);
    expect([shownHand(table.state(), 'white'), shownHand(table.state(), 'black')]).toEqual([6, 7]);
    expect([...takeable(table.state())].sort()).toEqual(['a1', 'd7']);
    expect(table.state().game.men.filter(Boolean)).toHaveLength(4);
    await table.press('a1');
    expect([shownLost(table.state(), 'white'), shownLost(table.state(), 'black')]).toEqual([0, 1]);
    const moving = await createTable();
    await moving.open(APART);
    await moving.press('d6', 'd5');
    expect(where(moving.state(), 'white')).toEqual(['a7', 'c5', 'd5', 'e5']);
    expect(manAt(moving.state(), 'd6')).toBe('');
    expect(shownHand(moving.state(), 'white')).toBe(0);
  });

  test('with each mill a man, the first one is gone before the second is chosen', async () => {
    const table = await createTable();
    await table.open('nine[mills=each] 1WW/3/2B/W3B1/3/1B1/W1B w 4,5 0 6');
    await table.press('a7', 'g1');
    expect(where(table.state(), 'black')).toEqual(['e5', 'f4', 'd2']);
    expect(shownLost(table.state(), 'black')).toBe(table.state().game.lost.black + 1);
    expect(shownLost(table.state(), 'white')).toBe(table.state().game.lost.white);
  });

  test('where a man may go depends on which one it is, and none while a man is to be taken', async () => {
    const table = await createTable();
    expect(goals(table.state(), null).size).toBe(24);
    expect(mayPlace(onBoard(table.state()), 'white')).toBe(true);
    await table.open(APART);
    expect(mayPlace(onBoard(table.state()), 'white')).toBe(false);
    expect([...goals(table.state(), 'c5')].sort()).toEqual(['c4', 'd5']);
    expect(goals(table.state(), 'g1').size).toBe(0);
    expect(goals(table.state(), null).size).toBe(0);
    await table.press('d6', 'd5');
    expect(goals(table.state(), 'c5').size).toBe(0);
  });

  test('while the computer thinks, the person’s own men are up', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    expect(onBoard(table.state()).movable?.side).toBe('white');
    await table.press('d6');
    expect(table.state().game.turn).toBe('black');
    expect(onBoard(table.state()).movable?.side).toBe('white');
    expect(canAct(table.state())).toBe(false);
    expect(mayPlace(onBoard(table.state()), 'white')).toBe(true);
    expect(goals(table.state(), null).size).toBe(23);
    table.session.pause();
    expect(onBoard(table.state()).movable).toBeNull();
    expect(mayPlace(onBoard(table.state()), 'white')).toBe(false);
  });

  test('where a mill is threatened is marked for whoever may do something about it', async () => {
    const table = await createTable();
    await table.open('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30');
    expect(threatened(table.state())).toEqual(['g4']);
    table.store.update((s) => setLook(s, { threats: false }));
    expect(threatened(table.state())).toEqual([]);
    const watched = await createTable(WATCH);
    await watched.open('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30');
    expect(threatened(watched.state())).toEqual([]);
  });

  test('a hint draws where to look, then the turn and what it takes', async () => {
    const table = await createTable();
    await table.open(APART);
    const hint = { turn: 'd6-d5xa1', look: ['c5', 'e5'], steps: [] };
    const drawn = (/** @type {0 | 1 | 2 | 3} */ stage) => {
      table.store.update((s) => setHint(s, { ...hint, stage }));
      return hintShapes(table.state()).map(({ from, to }) => `${from} ${to}`);
    };
    expect(drawn(0)).toEqual([]);
    expect(drawn(1)).toEqual(['c5 c5', 'e5 e5']);
    expect(drawn(2)).toEqual(['d6 d5', 'a1 a1']);
    expect(drawn(3)).toEqual(['d6 d5', 'a1 a1']);
  });
});

describe('exact values at the points', () => {
  /** @typedef {import('../../www/app/types.ts').MoveValue} MoveValue */
  /** @param {string} text @param {number} rank @returns {MoveValue} */
  const worth = (text, rank) => ({
    text,
    rank,
    value: rank ? { loss: 2 * rank } : { draw: true },
    verdict: rank ? 'draw-to-loss' : 'draw',
  });
  const MOVES = [
    worth('a7-d7', 1),
    worth('a7-a4', 0),
    worth('d6-d7', 2),
    worth('d6-d5xb2', 0),
    worth('d6-d5xa1', 1),
    worth('c5-c4', 3),
  ];

  async function known() {
    const table = await createTable();
    await table.open(APART);
    const { line } = table.state().game;
    table.store.update((s) => ({
      ...setLook(s, { values: true }),
      exact: { line, values: { value: { draw: true }, counter: null, moves: MOVES } },
    }));
    return table;
  }
  /** @param {State} state */
  const shown = (state) =>
    Object.fromEntries([...pointValues(state)].map(([point, { text }]) => [point, text]));

  test('each man has its best, one that is chosen or dragged its ways, and a mill what may be taken', async () => {
    const table = await known();
    expect(shown(table.state())).toEqual({ a7: 'a7-a4', d6: 'd6-d5xb2', c5: 'c5-c4' });
    await table.press('d6');
    expect(shown(table.state())).toEqual({ d7: 'd6-d7', d5: 'd6-d5xb2' });
    table.store.update((s) => setPicked(s, { from: 'a7' }));
    expect(shown(table.state())).toEqual({ d7: 'a7-d7', a4: 'a7-a4' });
    table.store.update((s) => setPicked(s, { from: 'd6' }));
    await table.press('d5');
    expect(shown(table.state())).toEqual({ b2: 'd6-d5xb2', a1: 'd6-d5xa1' });
  });

  test('none are shown unasked, of another position, or where the game is looked into', async () => {
    const table = await known();
    table.store.update((s) => setAnalysis(s, analysis));
    expect(shown(table.state())).toEqual({});
    table.store.update((s) => setAnalysis(s, null));
    table.store.update((s) => setLook(s, { values: false }));
    expect(shown(table.state())).toEqual({});
    table.store.update((s) => setLook(s, { values: true }));
    expect(shown(table.state())).not.toEqual({});
    const { exact } = table.state();
    table.store.update((s) => ({ ...s, exact: exact && { ...exact, line: 'another' } }));
    expect(shown(table.state())).toEqual({});
  });
});

describe('the words for exact values', () => {
  test('say why there are none', async () => {
    const table = await createTable();
    const said = () => solvingText(table.state());
    expect(said()).toBe('Looking up the exact values…');
    table.store.update((s) => ({ ...s, exact: { line: s.game.line, values: null } }));
    expect(said()).toBe('The value of this position is unknown.');
    const because = (/** @type {import('../../www/app/types.ts').Packed['reason']} */ reason) =>
      table.store.update((s) => ({
        ...s,
        solving: { ...s.solving, pack: s.solving.pack && { ...s.solving.pack, reason } },
      }));
    because('damaged');
    expect(said()).toBe('The exact values couldn’t be used. Reload the page to try again.');
    because('version');
    expect(said()).toBe('The exact values couldn’t be used. Reload the page to try again.');
    because('other-pack');
    expect(said()).toBe('Exact values aren’t available on this site.');
    because('offline');
    expect(said()).toBe('The exact values aren’t on this device. Go online to load them.');
    table.session.newGame({ ...PEOPLE, spec: 'nine[fly=never]' });
    table.store.update((s) => ({
      ...s,
      solving: { ...s.solving, can: core.solvable('nine[fly=never]'), pack: null },
    }));
    expect(said()).toBe(
      'Only endgames are solved in this game: up to 8 men on the board, none in hand.',
    );
  });

  test('leave out a distance that is not known', () => {
    /** @type {import('../../www/app/types.ts').ExactValue[]} */
    const values = [{ win: 9 }, { win: null }, { loss: 8 }, { loss: null }, { draw: true }];
    expect(values.map(valueSign)).toEqual(['+5', '+', '−4', '−', '=']);
    expect(values.map(valueText)).toEqual(['wins in 5', 'wins', 'loses in 4', 'loses', 'draw']);
    expect(values.map((value) => positionValueText(value, 'black'))).toEqual([
      'Black wins in 5 moves.',
      'Black wins.',
      'Black loses in 4 moves.',
      'White wins.',
      'Draw.',
    ]);
    const note = (/** @type {import('../../www/app/types.ts').ExactValue[]} */ ...of) =>
      valuesNote({
        value: { draw: true },
        counter: null,
        moves: of.map((value) => ({ text: 'a1', value, rank: 0, verdict: 'draw' })),
      });
    const exact = 'Exact, with best play.';
    expect([
      note({ draw: true }, { loss: 8 }),
      note({ draw: true }, { loss: null }),
      note({ draw: true }),
    ]).toEqual(['Counted in the winner’s moves, with best play.', exact, exact]);
  });

  test('beside the perfect player tell how far a game is solved, not how much of a pack there is', async () => {
    const table = await createTable({ ...COMPUTER, levels: { white: 11, black: 11 } });
    const section = document.createElement('section');
    createPlayer(table.store, section, false, table.board, String, (level) => level === 11);
    const note = () => section.querySelector('.player-note')?.textContent;
    expect(note()).not.toContain('exact values');
    table.store.update((s) => ({ ...s, solving: { ...s.solving, can: core.solvable('six') } }));
    await pass(100);
    expect(note()).toBe('searching · exact values 0%');
  });
});

describe('the clocks', () => {
  /**
   * Two people by the clock.
   * @param {number} increment
   * @param {Partial<import('../../www/app/types.ts').Settings>} [wish]
   */
  const timed = (increment, wish) =>
    createTable({ ...wish, clock: { minutes: 1, increment, rests: true } });

  test('which one runs: none before the first turn, at the end, in the past, while somebody waits or sets up', async () => {
    const table = await timed(0);
    expect(clockSide(table.state())).toBeNull();
    await table.play('d6');
    expect(clockSide(table.state())).toBe('black');
    await table.play('a1');
    expect(clockSide(table.state())).toBe('white');
    table.session.undo();
    expect(clockSide(table.state())).toBeNull();
    table.session.redo();
    expect(clockSide(table.state())).toBe('white');
    expect(clockSide(setPaused(table.state(), true))).toBeNull();
    expect(clockSide(setAnalysis(table.state(), analysis))).toBeNull();
    expect(clockSide({ ...table.state(), editor: /** @type {any} */ ({}) })).toBeNull();
    table.session.resign();
    expect(clockSide(table.state())).toBeNull();
    const watched = await timed(0, WATCH);
    expect(watched.state().clock).toBeNull();
  });

  test('a turn gains the increment for its own clock, where that ran', async () => {
    const table = await timed(5);
    const { node } = table.state().game;
    const run = runClock(table.state(), 'white', 1000);
    const punched = punchClock(run, 'white', 7, 11_000);
    expect(punched.clock).toMatchObject({
      left: { white: 55_000, black: 60_000 },
      running: null,
      node: 7,
      since: 11_000,
    });
    expect(punched.clock?.at).toEqual({
      [node]: { white: 60_000, black: 60_000 },
      7: { white: 55_000, black: 60_000 },
    });
    // The first turn costs nothing and gains nothing.
    expect(punchClock(table.state(), 'white', 7, 11_000).clock?.left).toEqual({
      white: 60_000,
      black: 60_000,
    });
    // No flag is raised again.
    expect(punchClock(run, 'white', 7, 100_000).clock).toBeNull();
    // What is only tried takes no time.
    expect(punchClock(setAnalysis(run, analysis), 'white', 7, 11_000)).toMatchObject({
      clock: run.clock,
    });
  });

  test('in the past they show what was left there', async () => {
    const table = await timed(0);
    await table.play('d6');
    table.store.update((s) => runClock(s, 'black', performance.now()));
    await pass(20_000);
    await table.play('a1');
    expect(shownTimes(table.state(), performance.now())).toEqual({ white: 60_000, black: 40_000 });
    table.session.undo();
    expect(shownTimes(table.state(), performance.now())).toEqual({ white: 60_000, black: 60_000 });
    // Played otherwise from there, Black has all of its time again.
    await table.play('g1');
    expect(shownTimes(table.state(), performance.now())).toEqual({ white: 60_000, black: 60_000 });
  });
});

describe('who may do what', () => {
  test('a hint: not for the computer, not in a timed game of two, not while something is to be answered', async () => {
    const table = await createTable(COMPUTER);
    const { state } = table;
    expect(mayAsk(state())).toBe(true);
    expect(mayAsk({ ...state(), engineDown: true })).toBe(false);
    expect(mayAsk(setAnalysis(state(), analysis))).toBe(false);
    expect(mayAsk(setOffer(state(), 'white'))).toBe(false);
    expect(mayAsk({ ...state(), editor: /** @type {any} */ ({}) })).toBe(false);
    table.computer.hold = true;
    table.session.offerDraw();
    expect(mayAsk(state())).toBe(false);
    await table.press('d6');
    expect(mayAsk(state())).toBe(false);
    const two = await createTable();
    await two.play('d6', 'a1', 'b6', 'd7');
    expect(mayAsk(two.state())).toBe(true);
    await two.press('f6');
    expect(mayAsk(two.state())).toBe(false);
    expect(
      mayAsk((await createTable({ clock: { minutes: 1, increment: 0, rests: true } })).state()),
    ).toBe(false);
    expect(
      mayAsk(
        (
          await createTable({ ...COMPUTER, clock: { minutes: 1, increment: 0, rests: true } })
        ).state(),
      ),
    ).toBe(true);
    expect(mayAsk((await createTable(WATCH)).state())).toBe(false);
    expect(mayAsk((await createTable({ ...COMPUTER, mode: 'away' })).state())).toBe(false);
  });

  test('a game is looked into: not against another person or by the clock until it is over', async () => {
    const clock = { minutes: 1, increment: 0, rests: true };
    /**
     * Before the first turn, in the middle, at the end.
     * @param {Parameters<typeof createTable>[0]} wish
     */
    const may = async (wish) => {
      const table = await createTable(wish);
      table.session.pause();
      const found = [mayAnalyse(table.state())];
      await table.play('d6');
      table.session.pause();
      found.push(mayAnalyse(table.state()));
      table.session.resign();
      found.push(mayAnalyse(table.state()));
      return found;
    };
    expect(await may(COMPUTER)).toEqual([true, true, true]);
    expect(await may({ ...COMPUTER, clock })).toEqual([true, false, true]);
    expect(await may({})).toEqual([true, false, true]);
    expect(await may(WATCH)).toEqual([true, true, true]);
    const away = await createTable({ ...COMPUTER, mode: 'away' });
    expect(mayAnalyse(away.state())).toBe(false);
    expect(
      mayAnalyse({ ...(await createTable(COMPUTER)).state(), editor: /** @type {any} */ ({}) }),
    ).toBe(false);
  });

  test('with another device a turn is played only where that may be', async () => {
    const table = await createTable({ ...COMPUTER, mode: 'away' });
    expect(canAct(table.state())).toBe(false);
    expect(isTogether(table.state())).toBe(true);
    table.store.update((s) => ({ ...s, match: { text: null, offers: [], may: true } }));
    expect(canAct(table.state())).toBe(true);
    expect(
      canAct({ ...table.state(), settings: { ...table.state().settings, human: 'black' } }),
    ).toBe(false);
  });
});
