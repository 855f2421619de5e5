// @vitest-environment happy-dom
/**
 * What is said beside the board: what is to be done, what can be pressed, how near a draw is, and
 * what is read aloud.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActionRow } from '../../www/app/game/action-row.ts';
import { createLimits, createStatus, createVoice } from '../../www/app/game/status.ts';
import { boardText } from '../../www/app/game/read-aloud.ts';
import { mayAsk, setHint, setLook, setAnalysis } from '../../www/app/state.ts';
import { moveText, outcomeText, statusText } from '../../www/app/game/words.ts';
import { APART, COMPUTER, WATCH, createTable, pass } from './table.js';

afterEach(() => void vi.useRealTimers());

/** @param {string} text @param {Parameters<typeof createTable>[0]} [wish] */
async function opened(text, wish) {
  const table = await createTable(wish);
  await table.open(text);
  return table;
}

describe('what is to be done', () => {
  test.each([
    ['nine 3/3/3/6/3/3/3 w 9,9 0 1', 'White’s turn. Place a man.', 'Your turn. Place a man.'],
    ['nine 3/1W1/3/6/3/3/3 b 8,9 0 1', 'Black’s turn. Place a man.', 'Your turn. Place a man.'],
    [APART, 'White’s turn. Move a man.', 'Your turn. Move a man.'],
    [
      'nine WW1/3/3/W5/3/1B1/BBB w 0,0 0 20',
      'White’s turn. Move a man to any empty point.',
      'Your turn. Move a man to any empty point.',
    ],
    [
      'lasker W2/1W1/3/6/3/3/1BB w 8,8 0 3',
      'White’s turn. Place a man or move one.',
      'Your turn. Place a man or move one.',
    ],
    [
      'six[blocked=pass] WBW/3/B2B/3/WB1 w 0,0 0 9',
      'No moves: White passes.',
      'No moves: you pass.',
    ],
  ])('%s', async (text, two, you) => {
    expect(statusText((await opened(text)).state())).toBe(two);
    expect(statusText((await opened(text, COMPUTER)).state())).toBe(you);
  });

  test('after half a turn: the man that is to be taken', async () => {
    const table = await opened(APART);
    await table.press('d6');
    expect(statusText(table.state())).toBe('Where should the man on d6 go?');
    await table.press('d5');
    expect(statusText(table.state())).toBe('Mill! White takes a black piece.');
    const you = await opened(APART, COMPUTER);
    await you.press('d6', 'd5');
    expect(statusText(you.state())).toBe('Mill! Take a black piece.');
  });

  test('while the computer plays', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    expect(statusText(table.state())).toBe('Black is thinking…');
    table.session.pause();
    expect(statusText(table.state())).toBe('Black to move.');
  });

  test.each([
    [
      'three',
      ['b2', 'a1', 'a3', 'a2', 'c1'],
      'White wins: White has a mill.',
      'You win: you have a mill.',
    ],
  ])('at the end of %s', async (spec, turns, two, you) => {
    const table = await createTable({ spec });
    await table.play(...turns);
    expect(outcomeText(table.state())).toBe(two);
    const { state } = table;
    expect(outcomeText({ ...state(), settings: { ...state().settings, mode: 'computer' } })).toBe(
      you,
    );
    expect(
      outcomeText({
        ...state(),
        settings: { ...state().settings, mode: 'computer', human: 'black' },
      }),
    ).toBe('You lose: White has a mill.');
    // Of a game of others nobody is "you".
    expect(
      outcomeText({
        ...state(),
        settings: { ...state().settings, mode: 'computer' },
        names: { white: 'Ann', black: '' },
      }),
    ).toBe(two);
  });

  test.each([
    ['resignation', 'You resigned.', 'You win: White resigned.'],
    ['time', 'You ran out of time.', 'You win: White ran out of time.'],
    ['blocked', 'You lose: you can’t move.', 'You win: White can’t move.'],
    [
      'fewer-than-three',
      'You lose: you have fewer than three men left.',
      'You win: White has fewer than three men left.',
    ],
    ['mill', 'You lose: Black has a mill.', 'You win: you have a mill.'],
    [
      'full-board',
      'You lose: the board is full, and you moved first.',
      'You win: the board is full, and White moved first.',
    ],
  ])('an end by %s is told to the one who reads it', async (reason, lost, won) => {
    const { state } = await createTable(COMPUTER);
    const game = /** @type {any} */ ({
      ...state().game,
      outcome: { winner: 'black', loser: 'white', reason, text: '' },
    });
    expect(outcomeText({ ...state(), game })).toBe(lost);
    expect(outcomeText({ ...state(), game, settings: { ...COMPUTER, human: 'black' } })).toBe(won);
  });

  test.each([
    [['a1', 'a4', 'd1'], ['d7'], 'Black has fewer than three men left.'],
    [['a1', 'a4', 'd1'], ['d7', 'g7'], 'Black has only two men left.'],
  ])('the men that are left at the end are counted: %j', async (white, black, said) => {
    const { state } = await createTable();
    const men = state().rules.board.points.map(({ name }) =>
      white.includes(name) ? 'white' : black.includes(name) ? 'black' : '',
    );
    const outcome = { winner: 'white', loser: 'black', reason: 'fewer-than-three', text: '' };
    const game = /** @type {any} */ ({
      ...state().game,
      men,
      outcome,
    });
    expect(outcomeText({ ...state(), game })).toBe(`White wins: ${said}`);
  });

  test('turns in words, for the ear', async () => {
    const table = await createTable();
    await table.open('nine[mills=each] 1WW/3/2B/W3B1/3/1B1/W1B w 4,5 0 6');
    const said = (/** @type {string} */ text) => {
      const move = table.state().game.legal.find((one) => one.text === text);
      return move && moveText(move);
    };
    expect(said('b6')).toBe('White plays b6');
    expect(said('a7xe5xg1')).toBe('White plays a7, takes e5 and g1');
    await table.open(APART);
    expect(said('d6-d5xa1')).toBe('White moves d6 to d5, takes a1');
  });
});

describe('what can be pressed', () => {
  /** @param {import('./table.js').Table} table */
  function status(table) {
    const box = document.createElement('div');
    box.append(document.createElement('p'));
    createStatus(table.store, box, table.session);
    const buttons = () => [...box.querySelectorAll('button')].filter((b) => !b.hidden);
    return {
      box,
      words: () => buttons().map((b) => b.textContent || b.getAttribute('aria-label')),
      press: async (/** @type {string} */ word) => {
        buttons()
          .find((b) => b.textContent === word || b.getAttribute('aria-label') === word)
          ?.click();
        await pass();
      },
    };
  }

  /** The row of actions. @param {import('./table.js').Table} table */
  function row(table) {
    const nav = document.createElement('nav');
    /** @type {string[]} */
    const done = [];
    const note = (/** @type {string} */ what) => () => void done.push(what);
    createActionRow(table.store, nav, table.session, {
      newGame: note('new'),
      hint: note('hint'),
      resign: note('resign'),
      pace: note('pace'),
      edit: note('edit'),
    });
    const buttons = () => [...nav.querySelectorAll('button')].filter((b) => !b.hidden);
    const wordOf = (/** @type {HTMLElement} */ b) => b.textContent || b.getAttribute('aria-label');
    const named = (/** @type {string} */ word) => buttons().find((b) => wordOf(b) === word);
    return {
      done,
      named,
      words: () => buttons().map(wordOf),
      can: () =>
        buttons()
          .filter((b) => b.getAttribute('aria-disabled') !== 'true')
          .map(wordOf),
      press: async (/** @type {string} */ word) => {
        named(word)?.click();
        await pass();
      },
    };
  }

  test('the actions of a game: what cannot be done now is marked so, and redo is there when there is something to redo', async () => {
    const table = await createTable();
    const { words, can, press, done } = row(table);
    expect(words()).toEqual(['Take back', 'Hint', 'Flip', 'Draw', 'Resign', 'New game']);
    expect(can()).toEqual(['Hint', 'Flip', 'Draw', 'Resign', 'New game']);
    await table.play('d6');
    expect(can()).toEqual(words());
    await press('Take back');
    expect(can()).toEqual(['Redo', 'Hint', 'Flip', 'Draw', 'Resign', 'New game']);
    await press('Redo');
    expect(words()).toEqual(['Take back', 'Hint', 'Flip', 'Draw', 'Resign', 'New game']);
    for (const word of ['Hint', 'Resign', 'New game']) await press(word);
    expect(done).toEqual(['hint', 'resign', 'new']);
    table.session.resign();
    await pass();
    expect(can()).toEqual(['Take back', 'Flip', 'New game']);
    // The computer is asked in the sheet of giving up.
    expect(row(await createTable(COMPUTER)).words()).toEqual([
      'Take back',
      'Hint',
      'Flip',
      'Resign',
      'New game',
    ]);
    expect(row(await createTable(WATCH)).words()).toEqual([
      'Take back',
      'Flip',
      'Speed',
      'New game',
    ]);
  });

  test('the actions of the analysis go through the game', async () => {
    const table = await createTable();
    await table.play('d6', 'a1', 'b6');
    table.store.update((s) =>
      setAnalysis(s, /** @type {any} */ ({ home: s.game.node, labels: new Map(), pointers: [] })),
    );
    await pass();
    const { words, can, press, done } = row(table);
    expect(words()).toEqual(['Start', 'Back', 'Forward', 'End', 'Flip', 'Set up']);
    expect(can()).toEqual(['Start', 'Back', 'Flip', 'Set up']);
    await press('Back');
    expect(table.played()).toHaveLength(2);
    await press('Start');
    expect(table.played()).toHaveLength(0);
    expect(can()).toEqual(['Forward', 'End', 'Flip', 'Set up']);
    await press('Forward');
    expect(table.played()).toHaveLength(1);
    await press('End');
    expect(table.played()).toHaveLength(3);
    await press('Set up');
    expect(done).toEqual(['edit']);
  });

  test('in a person’s turn a half move can be cancelled', async () => {
    const table = await opened(APART);
    const { words, press, box } = status(table);
    expect(words()).toEqual([]);
    await table.press('d6', 'd5');
    expect(words()).toEqual(['Cancel']);
    expect(box.textContent).toContain('Mill!');
    await press('Cancel');
    expect(table.state().pending).toBeNull();
  });

  test('two computers: pause, then step and go on', async () => {
    const table = await createTable(WATCH);
    const { words, press } = status(table);
    expect(words()).toEqual(['Pause']);
    await press('Pause');
    expect(words()).toEqual(['Step', 'Continue']);
    await press('Step');
    expect(table.played()).toHaveLength(1);
    expect(words()).toEqual(['Step', 'Continue']);
    await press('Continue');
    await pass(700);
    expect(table.played()).toHaveLength(2);
  });

  test('an offer is declined or agreed to', async () => {
    const table = await createTable();
    const { words, press } = status(table);
    table.session.offerDraw();
    await pass();
    expect(words()).toEqual(['Decline', 'Accept']);
    await press('Decline');
    expect(table.state().offer).toBeNull();
    expect(table.state().game.outcome).toBeNull();
    table.session.offerDraw();
    await pass();
    await press('Accept');
    expect(table.state().game.outcome).toMatchObject({ reason: 'agreement' });
  });

  test('at the end nothing; a computer that waits goes on; who is blocked passes', async () => {
    const table = await createTable(COMPUTER);
    const { words } = status(table);
    table.computer.hold = true;
    await table.press('d6');
    expect(words()).toEqual([]);
    table.session.pause();
    await pass();
    expect(words()).toEqual(['Continue']);
    table.session.resign();
    await pass();
    expect(words()).toEqual([]);
    const blocked = await opened('six[blocked=pass] WBW/3/B2B/3/WB1 w 0,0 0 9');
    const { words: offered, press: push } = status(blocked);
    expect(offered()[0]).toBe('Pass');
    await push('Pass');
    expect(blocked.played()).toEqual(['pass']);
  });

  test('the lamp says which step of a hint comes next', async () => {
    const table = await createTable();
    const { named } = row(table);
    for (const [stage, word] of /** @type {[1 | 2 | 3, string][]} */ ([
      [1, 'Hint: which move'],
      [2, 'Hint: why'],
      [3, 'Hide the hint'],
    ])) {
      table.store.update((s) => setHint(s, { stage, turn: 'd6', look: [], steps: [] }));
      await pass();
      expect(named('Hint')?.getAttribute('aria-label')).toBe(word);
    }
    expect(mayAsk(table.state())).toBe(true);
  });

  test('turns, messages and results are spoken', async () => {
    const table = await createTable();
    const live = document.createElement('p');
    createVoice(table.store, live);
    await table.play('d6');
    expect(live.textContent).toBe('White plays d6. Black’s turn. Place a man.');
    await table.play('a1', 'b6', 'd7');
    await table.press('f6');
    expect(live.textContent).toBe('Mill! White takes a black piece.');
    await table.press('a1');
    expect(live.textContent).toBe('Mill! White plays f6, takes a1. Black’s turn. Place a man.');
    table.session.resign();
    await pass();
    expect(live.textContent).toBe('White wins: Black resigned.');
  });
});

describe('the draws by a count', () => {
  /** @param {import('./table.js').Table} table */
  function limits(table, threats = false) {
    const line = document.createElement('p');
    table.store.update((s) => setLook(s, { threats }));
    createLimits(table.store, line);
    return () => line.textContent;
  }

  test('lozenges on the board explain themselves where there are any', async () => {
    const table = await opened('nine 3/3/3/6/3/3/3 w 9,9 0 1');
    const told = limits(table, true);
    await table.play('d6', 'a7', 'd2', 'd7');
    expect(told()).toBe('◇ Black threatens a mill');
    table.store.update((s) => setLook(s, { threats: false }));
    await pass();
    expect(told()).toBe('');
  });

  test('quiet turns are told from three fifths of the way on', async () => {
    const table = await opened('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 59 30');
    const told = limits(table);
    expect(told()).toBe('');
    await table.play('d6-f6');
    expect(told()).toBe('Moves left before the no-capture draw: 20');
    await table.play('b4-c4');
    expect(told()).toBe('Moves left before the no-capture draw: 20');
    await table.open('nine[quiet=20] W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 11 30');
    expect(told()).toBe('');
    await table.play('d6-f6');
    expect(told()).toBe('Moves left before the no-capture draw: 4');
  });

  test('the ten moves are told from the first, and go before the other count where they come first', async () => {
    const table = await opened('nine[ten=both] W1B/1W1/3/W5/3/3/1BB w 0,0 0 30');
    const told = limits(table);
    expect(told()).toBe('');
    await table.play('a7-b6');
    expect(told()).toBe('Moves left before the ten-move draw: 10');
    await table.open('nine[ten=both] W1B/1W1/3/W5/3/3/1BB w 0,0 18 30');
    expect(told()).toBe('Moves left before the ten-move draw: 1');
    // The other count is as near, but does not come before it; then it does.
    await table.open('nine[quiet=20,ten=both] W1B/1W1/3/W5/3/3/1BB w 0,0 18 30');
    expect(told()).toBe('Moves left before the ten-move draw: 1');
    await table.open('nine[quiet=19,ten=both] W1B/1W1/3/W5/3/3/1BB w 0,0 18 30');
    expect(told()).toBe(
      'Moves left before the ten-move draw: 1 · Moves left before the no-capture draw: 1',
    );
    await table.open('nine[ten=both] W1B/1W1/3/W5/3/3/1BB w 0,0 18 30');
    await table.play('a7-b6', 'g1-f2');
    expect(table.state().game.outcome).toMatchObject({ reason: 'ten-moves', winner: null });
  });

  test('a position seen twice', async () => {
    const table = await opened('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30');
    const told = limits(table);
    for (const turn of ['d6-f6', 'b4-c4', 'f6-d6']) {
      await table.play(turn);
      expect(told()).toBe('');
    }
    await table.play('c4-b4');
    expect(told()).toBe('Position repeated: once more is a draw');
    await table.play('d6-f6', 'b4-c4', 'f6-d6', 'c4-b4');
    expect(table.state().game.outcome).toMatchObject({ reason: 'repetition' });
  });
});

describe('the board read aloud', () => {
  test('rank by rank from the top, then the players and whose turn it is', async () => {
    const table = await createTable({ spec: 'three' });
    await table.play('b2', 'a1', 'c1');
    expect(boardText(table.state())).toBe(
      'Rank 3: empty. Rank 2: White b2. Rank 1: Black a1, White c1. White: 1 in hand, 0 lost. Black: 2 in hand, 0 lost. White threatens a mill at a3. Black’s turn. Place a man.',
    );
  });

  test('turned, from the rank that is at the top then', async () => {
    const table = await createTable({ spec: 'three' });
    await table.play('b2', 'a1', 'c1');
    table.session.flip();
    expect(boardText(table.state())).toMatch(
      /^Rank 1: .*Rank 2: White b2\. Rank 3: empty\. White: /,
    );
    const seven = await opened('nine W1B/1W1/2B/WB2B1/1W1/3/W1B w 0,0 3 30');
    seven.session.flip();
    expect(
      [...boardText(seven.state()).matchAll(/Rank (\d)/g)].map(([, rank]) => rank).join(''),
    ).toBe('1234567');
    seven.session.flip();
    expect(
      [...boardText(seven.state()).matchAll(/Rank (\d)/g)].map(([, rank]) => rank).join(''),
    ).toBe('7654321');
    expect(boardText(seven.state())).toContain('Rank 4: White a4, Black b4, Black f4.');
  });

  test('a man that was just put there counts, and one that was taken does not', async () => {
    const table = await createTable();
    await table.play('d6', 'a1', 'b6', 'd7');
    await table.press('f6');
    expect(boardText(table.state())).toContain('Rank 6: White b6, White d6, White f6.');
    expect(boardText(table.state())).toContain('White: 6 in hand');
    expect(boardText(table.state())).toMatch(/Mill! White takes a black piece\.$/);
  });
});
