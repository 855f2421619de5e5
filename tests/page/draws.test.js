// @vitest-environment happy-dom
/** Draws that are offered: to the other person, or to the computer, which thinks about it. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isConsidering } from '../../www/app/state.ts';
import { statusText } from '../../www/app/game/words.ts';
import { COMPUTER, createTable, pass } from './table.js';

/** White has twice as many men. */
const AHEAD = 'nine WWW/WBW/WWW/B4B/1B1/3/3 w 0,0 0 30';

afterEach(() => void vi.useRealTimers());

describe('draws', () => {
  test('one is offered and answered at one screen', async () => {
    const table = await createTable();
    await table.play('d6');
    table.session.offerDraw();
    expect(statusText(table.state())).toBe('Black offers a draw. White, do you accept?');
    table.session.answerDraw(false);
    expect(statusText(table.state())).toBe('White declines the draw.');
    expect(table.state().game.outcome).toBeNull();
    table.session.offerDraw();
    // Playing on withdraws it.
    await table.play('a1');
    expect(table.state().offer).toBeNull();
    table.session.answerDraw(true);
    expect(table.state().game.outcome).toBeNull();
    table.session.offerDraw();
    table.session.answerDraw(true);
    expect(table.state().game.outcome).toMatchObject({ winner: null, reason: 'agreement' });
    table.session.offerDraw();
    expect(table.state().offer).toBeNull();
  });

  /**
   * What the computer makes of an offer, with a score to the side to move.
   * @param {import('../../www/app/types.ts').Score} score
   */
  async function offered(score) {
    const table = await createTable(COMPUTER);
    await table.open(AHEAD);
    table.computer.answers = () => ({ info: /** @type {any} */ ({ score, pv: [] }) });
    table.session.offerDraw();
    expect(statusText(table.state())).toBe('The computer is considering your offer…');
    await pass();
    return table;
  }

  test.each([
    [{ cp: 300 }, true],
    [{ cp: -40 }, true],
    [{ cp: -41 }, false],
    [{ draw: /** @type {const} */ (true) }, true],
    [{ win: 9 }, true],
    [{ loss: 8 }, false],
  ])('the computer agrees unless it is ahead: the person stands at %j', async (score, agrees) => {
    const table = await offered(score);
    if (agrees)
      expect(table.state().game.outcome).toMatchObject({ winner: null, reason: 'agreement' });
    else {
      expect(table.state().game.outcome).toBeNull();
      expect(statusText(table.state())).toBe('The computer declines: it thinks it’s ahead.');
    }
    expect(isConsidering(table.state())).toBe(false);
  });

  test('the perfect computer knows that it wins where its estimate does not', async () => {
    const table = await createTable({ ...COMPUTER, levels: { white: 11, black: 11 } });
    await table.open(AHEAD);
    table.exact.of = () => ({ value: { loss: null }, counter: null, moves: [] });
    table.computer.answers = () => ({ info: /** @type {any} */ ({ score: { cp: 0 }, pv: [] }) });
    table.session.offerDraw();
    await pass();
    expect(table.state().game.outcome).toBeNull();
    expect(statusText(table.state())).toBe('The computer declines: it thinks it’s ahead.');
  });

  test('an offer that is left for something else lapses', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    table.session.offerDraw();
    await pass();
    expect(isConsidering(table.state())).toBe(true);
    // A second one changes nothing.
    table.session.offerDraw();
    expect(table.computer.asked).toHaveLength(1);
    table.computer.hold = false;
    await table.press('d6');
    expect(isConsidering(table.state())).toBe(false);
    await pass(100);
    expect(table.played()).toHaveLength(2);
    expect(table.state().game.outcome).toBeNull();
  });

  test('nor does one where only the computer is told to stop', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    table.session.offerDraw();
    await pass();
    table.session.pause();
    await pass();
    expect(isConsidering(table.state())).toBe(false);
    expect(statusText(table.state())).toBe('Your turn. Place a man.');
  });

  test('nor does one outlive a walk through the game', async () => {
    const table = await createTable(COMPUTER);
    await table.press('d6');
    await pass(100);
    table.computer.hold = true;
    table.session.offerDraw();
    await pass();
    table.session.step(-1);
    await pass();
    table.computer.release();
    await pass(1000);
    expect(isConsidering(table.state())).toBe(false);
    expect(table.state().game.outcome).toBeNull();
  });

  test('a computer that does not answer an offer says so, and the game goes on', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const table = await createTable(COMPUTER);
    table.computer.fails = new Error('dead');
    table.session.offerDraw();
    await pass();
    expect(table.state().notice?.text).toEqual({ key: 'notice.engine-gone' });
    expect(isConsidering(table.state())).toBe(false);
    expect(table.state().game.outcome).toBeNull();
  });

  test('none is offered to a computer whose turn it is', async () => {
    const table = await createTable(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    table.session.offerDraw();
    expect(isConsidering(table.state())).toBe(false);
    expect(table.computer.asked).toHaveLength(1);
  });
});
