// @vitest-environment happy-dom
/**
 * The end of a game: the result and its reason, the move that decided it, and what is offered next.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEndPanel } from '../../www/app/game/end-panel.ts';
import { decisive, ownMistakes, streak, whatFollows } from '../../www/app/game/ending.ts';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { storedText } from '../../www/app/storage/games.ts';
import { setSolving } from '../../www/app/state.ts';
import { eraseResults, restoreResults } from '../../www/app/storage/results.ts';
import { COMPUTER, core, createTable, pageOfMoves, pass } from './table.js';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  eraseResults();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * @param {Parameters<typeof createTable>[0]} wish
 * @param {(line: string) => Promise<import('../../www/app/types.ts').PositionValues | null>}
 *   [values]
 * @param {Parameters<typeof createEndPanel>[0]['reason']} [reason]
 */
async function ending(wish, values = async () => null, reason = async () => null) {
  const table = await createTable(wish);
  eraseResults();
  const { page, moves } = pageOfMoves();
  /** @type {unknown[]} */
  const opened = [];
  const note =
    (/** @type {string} */ what) =>
    (/** @type {unknown[]} */ ...args) =>
      void opened.push([what, ...args]);
  const open = {
    rematch: note('rematch'),
    review: note('review'),
    why: note('why'),
    learn: note('learn'),
    lesson: note('lesson'),
  };
  await createEndPanel({
    store: table.store,
    core,
    session: table.session,
    engine: table.engine,
    values,
    reason,
    moves,
    levelName: (n) => `Level ${n}`,
    sound: () => opened.push('sound'),
    open,
  });
  return {
    ...table,
    opened,
    panel: () => /** @type {HTMLElement} */ (page.querySelector('.end')),
    text: (/** @type {string} */ css) => page.querySelector(css)?.textContent ?? '',
    buttons: () => [...page.querySelectorAll('.end-buttons button')].map((b) => b.textContent),
    click: (/** @type {string} */ words) =>
      /** @type {HTMLElement | undefined} */ (
        [...page.querySelectorAll('button')].find((b) => b.textContent === words)
      )?.click(),
  };
}

/**
 * @param {number} id
 * @param {'white' | 'black' | null} winner
 * @returns {import('../../www/app/storage/results.ts').Result}
 */
const result = (id, winner) => ({
  id: String(id),
  ended: id,
  spec: 'nine',
  mode: 'computer',
  human: 'white',
  level: 3,
  winner,
  turns: 9,
  hints: 0,
  accuracy: null,
});

test('a game that is lost by resignation, and its panel goes with a new game', async () => {
  const table = await ending(COMPUTER);
  expect(table.panel().hidden).toBe(true);
  table.session.resign();
  await pass();
  expect(table.panel().hidden).toBe(false);
  expect([table.text('.end-title'), table.text('.end-about')]).toEqual([
    'You lose',
    'You resigned · 0 moves',
  ]);
  expect(table.text('.end-note').trim()).toBe('Good game. Beginner is one step easier.');
  // What decided it comes first, then what may come next.
  expect(
    [...table.panel().children].map((el) => el.className.replace(/^quiet | coming$/, '')),
  ).toEqual([
    'end-head',
    'end-score',
    'end-about',
    'end-graph',
    'end-turn',
    'end-why',
    'end-buttons',
    'end-note',
  ]);
  expect(table.buttons()).toEqual(['Rematch', 'Play Beginner', 'Review']);
  for (const words of ['Rematch', 'Review']) table.click(words);
  expect(table.opened).toMatchObject([['rematch'], ['review']]);
  table.session.newGame(COMPUTER);
  await pass();
  expect(table.panel().hidden).toBe(true);
  expect(table.panel().closest('.ended')).toBeNull();
});

test('a first win is marked, the next level offered, and the deciding move found in the background', async () => {
  // The computer lets the mill on c1 happen with a2.
  const table = await ending({ ...COMPUTER, spec: 'three' }, undefined, async (_, turn) => ({
    kind: 'block-missed',
    side: 'black',
    had: 'draw',
    has: 'loss',
    points: ['c1'],
    mills: [['a3', 'b2', 'c1']],
    turns: 0,
    margin: 0,
    start: 'mistake',
    line: [turn, 'c1'],
    ends: true,
    exact: true,
    holding: ['c1'],
    answers: ['c1'],
  }));
  createAutosave(table.store, table.session);
  table.computer.answers = ({ moves, legal }) => {
    const score = moves.length === 4 ? { win: 1 } : { draw: /** @type {const} */ (true) };
    return {
      move: moves.length === 1 ? 'a1' : moves.length === 3 ? 'a2' : (legal?.[0] ?? ''),
      info: /** @type {any} */ ({ score, pv: [] }),
    };
  };
  await table.press('b2');
  await pass(500);
  await table.press('a3');
  await pass(500);
  await table.press('c1');
  await pass(500);
  expect(table.state().game.outcome).toMatchObject({ winner: 'white', reason: 'mill' });
  expect([table.text('.end-title'), table.text('.end-about')]).toEqual([
    'You win',
    'You have a mill · 3 moves',
  ]);
  expect(table.buttons()).toEqual(['Play Hobbyist', 'Rematch', 'Review']);
  expect(table.panel().querySelector('.end-joy')?.classList.contains('off')).toBe(false);
  expect(table.text('.end-note').trim()).toBe('Your first win over Level 3.');
  expect(table.text('.end-turn')).toBe('2. Black a2 gave the draw away. See why');
  expect(table.text('.end-why')).toBe(
    'White was threatening to close a3–b2–c1, and a2 doesn’t stop it. That wins the game for White.',
  );
  table.click('See why');
  expect(table.opened).toEqual(['sound', ['why', table.state().game.moves[3]?.id]]);
  const { id } = table.state().slot;
  const asked = table.computer.asked.length;
  table.click('Play Hobbyist');
  await pass();
  expect(table.state().settings.levels).toEqual({ white: 4, black: 4 });

  // What was found is kept with the game: opened again, it is not judged again.
  table.session.resumeGame(id, storedText(id) ?? '');
  await pass(500);
  expect(table.state().slot.review?.line).toEqual(table.played());
  expect(table.text('.end-turn')).toBe('2. Black a2 gave the draw away. See why');
  expect(table.computer.asked).toHaveLength(asked);
});

test.each([
  ['is not named where it kept the value', 0, ''],
  ['is named where it did not', 1, '2. a4 was probably the decisive mistake. See why'],
])('a move that decided the game by estimate is looked up: it %s', async (_, rank, words) => {
  /** @type {string[]} */
  const asked = [];
  const table = await ending(
    COMPUTER,
    async (line) => (asked.push(line), /** @type {any} */ ({ moves: [{ text: 'a4', rank }] })),
  );
  const cp = [0, 0, 0, 300, -300];
  table.computer.answers = ({ moves }) => ({
    move: moves.length === 1 ? 'g7' : 'g1',
    info: /** @type {any} */ ({ score: { cp: cp[moves.length] ?? 0 }, pv: [] }),
  });
  for (const point of ['d6', 'a4']) {
    await table.press(point);
    await pass(500);
  }
  table.session.resign();
  await pass(500);
  expect(table.text('.end-turn')).toBe(words);
  expect(asked).toEqual([
    table.session.look((game) => game.lineAt(table.state().game.moves[1]?.id ?? 0)),
  ]);
});

test('what was found stays in sight while it is judged again by exact values', async () => {
  const table = await ending(COMPUTER, () => new Promise(() => {}));
  const cp = [0, 300, 300, 300, -300];
  table.computer.answers = ({ moves }) => ({
    move: moves.length === 1 ? 'g7' : 'g1',
    info: /** @type {any} */ ({ score: { cp: cp[moves.length] ?? 0 }, pv: [] }),
  });
  for (const point of ['d6', 'a4']) {
    await table.press(point);
    await pass(500);
  }
  table.session.resign();
  await pass(500);
  const coming = () => table.panel().querySelector('.end-graph')?.classList.contains('coming');
  const words = table.text('.end-turn');
  expect([coming(), words]).toEqual([false, 'Your mistakes: 2 Learn from my mistakes']);
  table.store.update((s) => setSolving(s, { status: 'ready' }));
  await pass(500);
  expect([coming(), table.text('.end-turn')]).toEqual([false, words]);
});

test('one’s own mistakes are counted, and lead to being learnt from', async () => {
  const table = await ending(COMPUTER);
  const cp = [0, 300, 300, 300, -300];
  table.computer.answers = ({ moves }) => ({
    move: moves.length === 1 ? 'g7' : 'g1',
    info: /** @type {any} */ ({ score: { cp: cp[moves.length] ?? 0 }, pv: [] }),
  });
  for (const point of ['d6', 'a4']) {
    await table.press(point);
    await pass(500);
  }
  expect(table.text('.end-note button')).toBe('');
  table.session.resign();
  await pass(500);
  expect(table.text('.end-note')).toBe(
    'Good game. Beginner is one step easier. Your mistakes: 2 Learn from my mistakes',
  );
  table.click('Learn from my mistakes');
  expect(table.opened).toEqual([['learn', [0, 2].map((at) => table.state().game.moves[at]?.id)]]);
});

test.each([
  [['white', 'white', 'white'], 'white', 'three-won'],
  [['black', 'white', 'white'], 'white', 'three-won'],
  [['white', 'black', 'white'], 'white', null],
  [['white', 'black', 'black'], 'black', 'three-lost'],
  [['black', 'black'], 'white', 'first'],
  [['black', null], 'black', null],
  [[], 'black', null],
])('after %j a game won by %s says %s', async (before, winner, words) => {
  const { state } = await createTable(COMPUTER);
  const game = /** @type {any} */ ({
    ...state().game,
    outcome: { winner, loser: null, reason: 'resignation', text: '' },
  });
  const results = before.map((won, i) => result(i, /** @type {any} */ (won)));
  expect(streak([...results, { ...result(9, 'black'), level: 5 }], { ...state(), game })).toBe(
    words,
  );
  // A game that is counted already counts once.
  expect(
    streak([...results, { ...result(8, /** @type {any} */ (winner)), id: state().slot.id }], {
      ...state(),
      game,
    }),
  ).toBe(words);
});

test('three losses in a row offer the level below', async () => {
  const table = await ending(COMPUTER);
  restoreResults([result(1, 'black'), result(2, 'black')]);
  table.session.resign();
  await pass();
  expect(table.text('.end-note').trim()).toBe(
    'Three losses in a row against Level 3. Try the level below?',
  );
  expect(table.buttons()).toEqual(['Play Beginner', 'Rematch', 'Review']);
});

test.each(
  /** @type {[number, 1 | 0 | -1, ReturnType<typeof streak>, string | null, number | null][]} */ ([
    [1, -1, null, 'lamp', null],
    [1, -1, 'three-lost', 'lamp', null],
    [1, 1, 'first', 'first', 2],
    [2, -1, null, 'easier', 1],
    [2, 0, null, null, null],
    [2, 1, null, 'harder', 3],
    [3, -1, 'three-lost', 'three-lost', 2],
    [10, 1, 'three-won', 'three-won', 11],
    [11, 1, null, null, null],
    [11, 1, 'first', 'first', null],
  ]),
)(
  'after level %i, result %i and %s: %s is said, and level %s offered',
  (level, result, row, note, next) => {
    const found = whatFollows(core, 'nine', level, result, row);
    expect([found.note, found.next?.level ?? null]).toEqual([note, next]);
  },
);

test('the loser’s last turning point decided; in a draw the last of all', () => {
  const turn = (/** @type {'white' | 'black'} */ side) =>
    /** @type {any} */ ({ side, judgement: 'mistake' });
  const info = /** @type {any} */ ({
    turns: [turn('white'), turn('black'), turn('white'), turn('black')],
    turning: [1, 0, 2],
    values: [0.5, 0.1, 0.8, 0.3, 0.9].map((white) => ({ white })),
  });
  expect(decisive(info, 'white')).toBe(info.turns[2]);
  expect(decisive(info, 'black')).toBe(info.turns[1]);
  expect(decisive(info, null)).toBe(info.turns[2]);
  expect(decisive({ ...info, turning: [] }, 'white')).toBeNull();
  // Who resigns where nothing was lost has not been beaten by a move.
  expect(
    decisive({ ...info, values: info.values.map(() => ({ white: 0.5 })) }, 'white'),
  ).toBeNull();
  const given = { ...turn('white'), judgement: 'win-lost', exact: true };
  expect(
    decisive(
      { turns: [given], turning: [0], values: [1, 0.5].map((white) => ({ white, exact: true })) },
      'white',
    ),
    'a win given away',
  ).toBe(given);
});

test('one’s own mistakes are one’s turning points, once all positions are judged', () => {
  const turns = ['white', 'black', 'white', 'black', 'white'].map(
    (side, at) => /** @type {any} */ ({ side, node: 10 + at }),
  );
  const value = /** @type {any} */ ({ white: 0.5 });
  const info = { turns, turning: [4, 1, 0], values: [value, value] };
  expect(ownMistakes(info, 'white', undefined)).toEqual([10, 14]);
  expect(ownMistakes(info, 'black', undefined)).toEqual([11]);
  expect(ownMistakes(info, 'white', 14), 'one that only seemed to be').toEqual([10]);
  expect(ownMistakes(info, null, undefined)).toEqual([]);
  expect(ownMistakes({ ...info, values: [value, null] }, 'white', undefined)).toEqual([]);
  expect(ownMistakes(null, 'white', undefined)).toEqual([]);
});
