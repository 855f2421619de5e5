// @vitest-environment happy-dom
/**
 * Games in which a turn is more than a man placed or moved: men removed, turns on end, dead men,
 * men lost from the hand, lines used up.
 */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardText } from '../../www/app/game/read-aloud.ts';
import { createSpecial } from '../../www/app/game/special.ts';
import { createHints } from '../../www/app/game/hints.ts';
import { createMoves } from '../../www/app/game/moves.ts';
import { createPlayer } from '../../www/app/game/players.ts';
import { createTyped } from '../../www/app/game/typed.ts';
import { createVoice } from '../../www/app/game/status.ts';
import { statusText } from '../../www/app/game/words.ts';
import { setPaused, setSlot } from '../../www/app/state.ts';
import { COMPUTER, core, createTable, pass } from './table.js';
import { atPoints } from '../../www/app/game/point-values.ts';
import { hintShapes } from '../../www/app/game/board-view.ts';
import { isMineLast, mayTakeBack } from '../../www/app/game/sending.ts';

afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  document.body.innerHTML = '';
});

/** White is shut in by Black's men. */
const SHUT_IN = 'WBW/3/3/B4B/3/3/WB1 w 0,0 0 10';
/** Both sides still have men enough. */
const OPEN = 'W1W/1B1/3/W1B2B/1W1/3/B1B w 0,0 0 13';

/** @param {Partial<import('../../www/app/types.ts').Settings>} wish @param {string} [line] */
async function specialTable(wish, line) {
  const table = await createTable(wish);
  await createSpecial(table.store, table.board);
  if (line) await table.open(line);
  await pass();
  return {
    ...table,
    said: () => statusText(table.state()),
    label: (/** @type {string} */ point) =>
      table.board.element.querySelector(`[data-point="${point}"]`)?.getAttribute('aria-label'),
  };
}

describe('a man is removed without a move', () => {
  test('by a press, one a turn, and the status says how many', async () => {
    const { press, played, said, board, label } = await specialTable(
      { spec: 'el-filja' },
      `el-filja ${OPEN} 2,1`,
    );
    expect(said()).toBe('White takes 2 men: now a black piece.');
    expect(board.get().movable).toMatchObject({
      side: 'white',
      captures: ['d6', 'c4', 'g4', 'a1', 'g1'],
    });
    expect(label('d6')).toBe('d6, black piece, can be taken');
    await press('d6');
    expect(said()).toBe('White takes a black piece.');
    expect(board.get().lastMove).toEqual({ from: 'd6', to: null });
    await press('a1');
    expect(said()).toBe('Black takes a white piece.');
    await press('d3');
    expect(played()).toEqual(['xd6', 'xa1', 'xd3']);
    expect(said()).toBe('White’s turn. Move a man.');
  });

  test('an own man, where no mill was made; what is not to be taken says why', async () => {
    const { press, played, said, board } = await specialTable(
      { spec: 'el-filja' },
      `el-filja ${OPEN} -1,-1`,
    );
    expect(said()).toBe('There are no mills. White removes one of its own men.');
    await press('d6');
    expect(said()).toBe('Remove one of your own men.');
    expect(played()).toEqual([]);
    await press('c3');
    expect(said()).toBe('First take one of the ringed men.');
    await press('g7');
    expect(played()).toEqual(['xg7']);
    expect(board.get().movable?.captures).toContain('d6');
  });

  test('enclosed by two, without a mill; one of several', async () => {
    const { press, played, said, board, open } = await specialTable(
      {},
      'nine[between=enclosed] WB1/3/3/5B/3/3/2W w 7,7 0 6',
    );
    await press('g7');
    expect(said()).toBe('White enclosed a black piece and takes it.');
    expect(board.get().movable?.captures?.toSorted()).toEqual(['d7', 'g4']);
    await press('g4');
    expect(played()).toEqual(['g7xg4']);
    await open('nine[between=enclosed] 1WW/3/3/B5/3/3/W1B w 6,7 0 6');
    await press('a7');
    expect(said()).toBe('Mill! White takes a black piece.');
    await press('g1');
    expect(played()).toEqual(['a7xg1']);
  });

  test('leapt over, with the move; a mill takes another', async () => {
    const { press, played, said, state, open, board } = await specialTable(
      {},
      'nine[leap=take] WB1/2B/3/6/2B/W1W/B1W w 0,0 8 20',
    );
    await press('a7', 'g7');
    expect(played()).toEqual(['a7-g7xd7']);
    expect(state().game.men[1]).toBe('');
    await open('nine[leap=take] WB1/2B/3/5W/2B/W2/B1W w 0,0 8 20');
    await press('a7', 'g7');
    expect(said()).toBe('One more: take a black piece.');
    expect(board.get().movable?.captures?.toSorted()).toEqual(['a1', 'e3', 'f6']);
    await press('e3');
    expect(played()).toEqual(['a7-g7xd7xe3']);
    // A mill that is closed by a step takes by a press, even the only man it may.
    await open('nine[leap=take,protect=always] 1W1/3/B2/2B2W/BB1/W2/2W w 0,0 8 20');
    await press('d7', 'g7');
    expect(played()).toEqual([]);
    await press('d3');
    expect(played()).toEqual(['d7-g7xd3']);
  });

  test('by a blocked side, then it moves', async () => {
    const { press, played, said } = await specialTable(
      {},
      `nine[blocked=take,fly=never] ${SHUT_IN}`,
    );
    expect(said()).toBe('White can’t move and takes a black piece next to one of its own.');
    // Its own man has to wait.
    await press('a7');
    expect(said()).toBe('White has to remove a man first.');
    await press('d7');
    expect(said()).toBe('White’s turn. Move a man.');
    await press('a7', 'd7');
    expect(played()).toEqual(['xd7', 'a7-d7']);
  });

  test('typed, by a screen reader’s press, and in a hint', async () => {
    const { board, session, store, engine, computer, played, state } = await specialTable(
      { spec: 'zhi-qi' },
      `zhi-qi ${OPEN} 1,1`,
    );
    computer.answers = () => ({ move: 'xc4' });
    const hints = await createHints({
      store,
      core,
      engine,
      values: async () => null,
      reason: async () => null,
    });
    await hints.ask();
    await pass(100);
    await hints.ask();
    expect(statusText(state())).toBe('Take the man on c4.');
    expect(hintShapes(state())).toEqual([{ from: 'c4', to: 'c4', hint: true }]);
    expect([...atPoints(state(), new Map([['xc4', { rank: 0 }]])).keys()]).toEqual(['c4']);
    const page = document.createElement('div');
    document.body.append(page);
    createTyped(store, session, page, () => {}).open('xD6');
    page.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await pass();
    expect(played()).toEqual(['xd6']);
    board.element
      .querySelector('[data-point=a7]')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await pass();
    expect(played()).toEqual(['xd6', 'xa7']);
  });

  test('it is announced, and can be taken back', async () => {
    const { store, press, session, played } = await specialTable(
      { spec: 'zhi-qi' },
      `zhi-qi ${OPEN} 1,1`,
    );
    const live = document.createElement('div');
    createVoice(store, live);
    await press('d6');
    expect(live.textContent).toBe('White removes d6. Black takes a white piece.');
    session.undo();
    await pass();
    expect(played()).toEqual([]);
  });
});

test('a side that cannot move passes, and the other frees it', async () => {
  const { press, play, said } = await specialTable({ spec: 'shax' }, `shax ${SHUT_IN} 0,0 - -`);
  expect(said()).toBe('No moves: White passes.');
  await play('pass');
  expect(said()).toBe('White can’t move. Free a white piece; nothing is taken this turn.');
  await press('d7', 'd6');
  expect(said()).toBe('White’s turn. Move a man.');
});

describe('turns do not alternate', () => {
  test('a mill while placing lets its side place again, in the same column of the moves', async () => {
    const { store, session, press, played, said } = await specialTable({ spec: 'nerenchi' });
    const section = document.createElement('section');
    createMoves(store, section, session);
    await press('a7', 'a1', 'd7', 'g1', 'g7');
    expect(said()).toBe('Mill! White places another man.');
    await press('b6', 'b2', 'f6', 'd1');
    expect(said()).toBe('Mill! Black places another man.');
    await press('c5');
    expect(played()).toEqual(['a7', 'a1', 'd7', 'g1', 'g7', 'b6', 'b2', 'f6', 'd1', 'c5']);
    expect([...section.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
      '1.a7a1',
      '2.d7g1',
      '3.g7',
      '4.b6b2',
      '5.f6d1',
      '6.…c5',
    ]);
  });

  test('the computer goes on by itself, and a turn is taken back to one’s own', async () => {
    const { computer, play, played, session, state } = await specialTable({
      ...COMPUTER,
      spec: 'nerenchi',
      human: 'white',
    });
    const answers = ['a1', 'd1', 'g1', 'c3', 'b2'];
    let n = 0;
    computer.answers = () => ({ move: answers[n++] ?? '' });
    for (const turn of ['a7', 'd7', 'b4']) {
      await play(turn);
      await pass(3000);
    }
    // The third man closes a mill, so a fourth follows.
    expect(played()).toEqual(['a7', 'a1', 'd7', 'd1', 'b4', 'g1', 'c3']);
    expect(state().game.turn).toBe('white');
    session.undo();
    await pass(3000);
    expect(played()).toEqual(['a7', 'a1', 'd7', 'd1']);
    expect(state().paused).toBe(false);
    session.redo();
    await pass();
    expect(played()).toEqual(['a7', 'a1', 'd7', 'd1', 'b4', 'g1', 'c3']);
  });

  test('a turn that is prepared waits until it is one’s own turn', async () => {
    const { computer, press, played, state } = await specialTable({
      ...COMPUTER,
      spec: 'nerenchi',
      human: 'white',
    });
    const answers = ['a1', 'd1', 'g1', 'c3'];
    let n = 0;
    computer.answers = () => ({ move: answers[n++] ?? '' });
    await press('a7');
    await pass(3000);
    await press('d7');
    await pass(3000);
    computer.hold = true;
    await press('b4', 'f4');
    expect(state().premove).toEqual({ from: null, to: 'f4' });
    computer.release();
    await pass(3000);
    expect(played().at(-1)).toBe('g1');
    expect(state().premove).toEqual({ from: null, to: 'f4' });
    computer.release();
    await pass(3000);
    expect(played().slice(-2)).toEqual(['c3', 'f4']);
  });

  test('what the computer began with is not taken back, however many turns it were', async () => {
    const { store, session, played, open, state } = await specialTable({
      ...COMPUTER,
      spec: 'nerenchi',
    });
    await open('nerenchi 1WW/3/3/6/3/3/BB1 w 9,9 0 3');
    session.setPlayers({ mode: 'computer', human: 'black' });
    store.update((s) => setPaused(s, true));
    session.edit((game) => game.play('a7'));
    session.edit((game) => game.play('f4'));
    expect([played(), state().game.turn]).toEqual([['a7', 'f4'], 'black']);
    expect(mayTakeBack(state())).toBe(false);
  });

  test('by message, a game is sent when it is the other’s turn, and what is not sent can be taken back', async () => {
    const { play, state, store } = await specialTable({ mode: 'message', spec: 'nerenchi' });
    store.update((s) => setSlot(s, { sent: 0 }));
    await play('a7', 'a1', 'd7', 'g1', 'g7');
    expect(isMineLast(state())).toBe(false);
    expect(mayTakeBack(state())).toBe(true);
    await play('b6');
    expect(isMineLast(state())).toBe(true);
    expect(mayTakeBack(state())).toBe(true);
  });
});

describe('what is used up is seen', () => {
  test('a dead man stays on its point, which is shut, and is gone when all men are placed', async () => {
    const { press, state, board, said, label, store } = await specialTable({ spec: 'cham-gonu' });
    const live = document.createElement('div');
    createVoice(store, live);
    await press('a7', 'a1', 'd7', 'g1', 'g7');
    expect(said()).toBe('Mill! White marks a black piece as dead.');
    await press('a1');
    expect(live.textContent).toBe(
      'Mill! White plays g7, and a1 is dead. Black’s turn. Place a man.',
    );
    expect(board.get().marked).toEqual([21]);
    expect(board.get().under).not.toBeNull();
    expect(label('a1')).toBe('a1, a dead man; nobody may use the point until all men are placed');
    await press('a1');
    expect(said()).toBe('A dead man lies here. Nobody may use the point until all men are placed.');
    expect(boardText(state())).toContain('Dead men on a1.');
  });

  test('a man is lost from the hand', async () => {
    const { press, state, store, board } = await specialTable({ spec: 'dooz' });
    const section = document.createElement('section');
    document.body.append(section);
    createPlayer(store, section, false, board, String, () => false);
    const live = document.createElement('div');
    createVoice(store, live);
    await press('a7', 'a1', 'd7', 'g1', 'g7');
    expect(live.textContent).toBe(
      'Mill! White plays g7, Black loses a man in hand. Black’s turn. Place a man.',
    );
    expect(state().game).toMatchObject({ hands: { white: 9, black: 9 }, lost: { black: 1 } });
    expect(section.querySelector('.player-note')?.textContent).toBe('placing · 9 in hand · 1 lost');
  });

  test('a line that was used is drawn as used by its side, and read out', async () => {
    const { press, state, board } = await specialTable({ spec: 'one-time' });
    expect(board.get().under).toBeNull();
    await press('a7', 'a1', 'd7', 'g1', 'g7', 'a1');
    expect(board.get().under).not.toBeNull();
    expect(boardText(state())).toContain('White has used a7–g7.');
  });
});

describe('whole games by presses alone', () => {
  test.each([
    'dooz',
    'one-time',
    'cham-gonu',
    'zhi-qi',
    'cheng-san-qi',
    'da-san-qi',
    'nerenchi',
    'el-filja',
    'shax',
    'twelve[blocked=take,fly=never,full=each]',
  ])(
    '%s',
    async (spec) => {
      const { press, play, state, said, board } = await specialTable({ spec });
      // The same game each time.
      let seed = 7;
      const next = (/** @type {number} */ below) =>
        (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % below;
      for (let n = 0; n < 90 && !state().game.outcome; n++) {
        const { legal, ply } = state().game;
        const move = legal[(next(9973) >> 3) % legal.length];
        expect(said()).toMatch(/^(?:White|Black|Mill|There are|All men)/);
        if (move?.kind === 'pass') await play('pass');
        else
          await press(
            ...[move?.from, move?.to, ...(move?.captures ?? [])].filter(
              (point) => typeof point === 'string',
            ),
          );
        expect(state().game).toMatchObject({ ply: ply + 1, last: { text: move?.text } });
        expect(state().pending).toBeNull();
        // What is drawn follows the game.
        expect(board.get().marked).toEqual(state().game.marked);
      }
      expect(state().game.ply).toBeGreaterThan(20);
    },
    30_000,
  );
});
