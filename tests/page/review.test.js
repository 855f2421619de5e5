// @vitest-environment happy-dom
/** The review of a game: what each turn did, why a mistake was one, and learning from one’s own. */
import { describe, expect, test } from 'vitest';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { reopen } from '../../www/app/game/restore.ts';
import { setExact, setSolving } from '../../www/app/state.ts';
import { storedText } from '../../www/app/storage/games.ts';
import { packReview } from '../../www/app/storage/reviews.ts';
import { CLOSES, analysing, valuesOf } from './analysis.js';
import { core } from './core.js';
import { APART, COMPUTER, pass } from './table.js';

/** @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo */

/** A game of three turns to review. */
async function reviewing() {
  const it = await analysing();
  await it.play('a7-d7', 'a1-a4', 'd7-a7');
  await pass(200);
  return { ...it, review: () => it.state().analysis?.review ?? null };
}

test('a review waits for the exact values of every position, and needs no estimate', async () => {
  const it = await reviewing();
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
  // White wins; with a1-a4 Black draws, and with d7-a7 White loses.
  const of = (/** @type {string} */ line) =>
    / w /.test(line)
      ? /0,0 0 /.test(line)
        ? { win: null }
        : { draw: /** @type {const} */ (true) }
      : / 1 /.test(line)
        ? { loss: null }
        : { win: null };
  it.exact.of = (line) =>
    new Promise((resolve) =>
      setTimeout(resolve, 3000, {
        value: of(line),
        counter: null,
        moves: [worth('d6-d7', 1, { loss: null }), worth('c5-c4', 2, { loss: null })],
      }),
    );
  it.analysis.review();
  await pass(200);
  expect(it.review()).toMatchObject({ running: true, known: 0 });
  await pass(3000);
  expect(it.review()).toMatchObject({ running: true, known: 1 });
  await pass(9000);
  expect(it.review()).toMatchObject({ running: false, known: 4 });
  expect(it.values()).toEqual([1, 1, 0.5, 0]);
  expect(it.review()?.info.turns.map(({ judgement, exact }) => [judgement, exact])).toEqual([
    ['kept', true],
    ['kept', true],
    ['draw-lost', true],
  ]);
  const last = [...it.section.querySelectorAll('.tree-move')].at(-1);
  expect([
    last?.querySelector('.tree-marks')?.textContent,
    last?.getAttribute('aria-label'),
  ]).toEqual(['??', expect.stringMatching(/, turned a draw into a loss$/)]);
  expect(it.section.querySelectorAll('.tree-marks')).toHaveLength(1);
  expect(it.review()?.others[2]).toEqual({ loss: null });
  expect(it.computer.asked).toEqual([]);
});

test('a review is stopped while it waits for exact values', async () => {
  const it = await reviewing();
  it.exact.of = () => new Promise((resolve) => setTimeout(resolve, 3000, null));
  it.analysis.review();
  await pass(500);
  const stop = [
    .../** @type {NodeListOf<HTMLButtonElement>} */ (it.section.querySelectorAll('button')),
  ].find((button) => button.textContent === 'Stop');
  stop?.click();
  expect(it.review()?.running).toBe(false);
  await pass(20_000);
  expect(it.review()).toMatchObject({ running: false, known: 0 });
  expect(it.computer.asked).toEqual([]);
});

test('a review estimates what does not come', async () => {
  const it = await reviewing();
  it.exact.of = () => new Promise(() => {});
  it.computer.answers = () => ({ info: /** @type {any} */ ({ score: { cp: 30 }, pv: [] }) });
  it.analysis.review();
  await pass(60_000);
  expect(it.review()).toMatchObject({ running: false, known: 4 });
  expect(it.computer.asked).toHaveLength(4);
});

test('a mistake by estimates is explained by the engine’s move', async () => {
  /** @type {unknown[]} */
  const asked = [];
  const it = await analysing({}, async (...question) => (asked.push(question), null));
  await it.play('a7-d7');
  const [best] = ['d6-d5'];
  it.computer.answers = ({ moves = [] }) => ({
    info: /** @type {any} */ ({ score: { cp: moves.length ? 400 : 600 }, pv: [] }),
    lines: /** @type {any} */ ([{ score: { cp: 600 }, pv: [best] }]),
  });
  it.exact.of = async () => null;
  it.analysis.review();
  await pass(60_000);
  expect(it.state().analysis?.review).toMatchObject({ running: false, best: [best, best] });
  expect(asked).toEqual([[APART, 'a7-d7', { better: [best] }]]);
});

describe('the reason of a mistake', () => {
  const PLAYED = 'd6-d7';
  /** @type {ReasonInfo} */
  const MISSED = {
    kind: 'mill-missed',
    side: 'white',
    had: 'win',
    has: 'draw',
    points: ['d5'],
    mills: [['c5', 'd5', 'e5']],
    turns: 0,
    margin: 0,
    start: 'better',
    line: [CLOSES],
    ends: false,
    exact: true,
    holding: [CLOSES],
    answers: [],
  };

  /** The analysis after the mistake, whose values are known. */
  async function explained() {
    /** @type {string[]} */
    const asked = [];
    const it = await analysing({}, async (line, turn) => {
      asked.push(`${line} ${turn}`);
      return turn === PLAYED ? MISSED : null;
    });
    it.store.update((s) => setSolving(s, { status: 'ready' }));
    await it.play(PLAYED);
    const { line } = it.state().game;
    it.store.update((s) =>
      setExact(s, { line, values: { ...valuesOf(it), value: { draw: true } } }),
    );
    await pass();
    const why = () => /** @type {HTMLElement} */ (it.section.querySelector('.analysis-why'));
    const button = (/** @type {string} */ text) =>
      /** @type {HTMLElement} */ (
        [...why().querySelectorAll('button')].find((el) => el.textContent === text)
      );
    const men = () => it.board.get().men.filter(Boolean).length;
    return { ...it, asked, why, button, men };
  }

  test('it is asked once, said beside what the move did and what would have held, and marked on the board', async () => {
    const it = await explained();
    expect(it.asked).toEqual([`${APART} ${PLAYED}`]);
    const texts = [...it.why().querySelectorAll('p:not([hidden])')].map((el) => el.textContent);
    expect(texts).toEqual([
      `20. White ${PLAYED}? turned a win into a draw`,
      `Only a mill was good enough: ${CLOSES} closes c5–d5–e5.`,
      `Better: ${CLOSES}.`,
    ]);
    expect(it.state().analysis?.pointers).toEqual([
      { from: 'd5', to: 'd5' },
      { from: 'c5', to: 'c5', faint: true },
      { from: 'e5', to: 'e5', faint: true },
    ]);
    it.session.undo();
    it.session.redo();
    await pass();
    expect(it.asked).toHaveLength(1);
  });

  test('its line plays on the board, can be stepped, and leaves the game as it was', async () => {
    const it = await explained();
    const { played } = it.state().game;
    const all = it.men();
    it.button('Show it on the board').click();
    await pass();
    expect([it.men(), it.text('.reason-step')]).toEqual([all, 'Before the mistake']);
    expect(it.board.get().movable).toBeNull();
    await pass(1500);
    expect([it.men(), it.text('.reason-step')]).toEqual([all - 1, `Move 1 of 1: ${CLOSES}`]);
    expect(it.board.get().autoShapes).toContainEqual({ from: 'd5', to: 'd5' });
    const key = (/** @type {string} */ name) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      );
    key('ArrowLeft');
    await pass();
    expect(it.men()).toBe(all);
    expect(it.state().game.played).toEqual(played);
    key('Escape');
    await pass();
    expect(it.state().analysis?.shown).toBeNull();
    expect(it.board.get().movable).not.toBeNull();
  });

  test('a walk in the game ends it', async () => {
    const it = await explained();
    it.button('Show it on the board').click();
    await pass();
    it.session.undo();
    await pass(5000);
    expect(it.state().analysis?.shown).toBeNull();
    expect(it.why().hidden).toBe(true);
  });
});

describe('the review of a game of one’s own', () => {
  /** White can close a mill at once and does not, twice; Black lets it. */
  async function reviewed(longer = false) {
    const it = await analysing(COMPUTER);
    createAutosave(it.store, it.session);
    await it.play('a7-d7', 'b2-b4', 'd7-a7', 'b4-b2', 'd6-d5xb2');
    if (longer) await it.play(it.state().game.legal[0]?.text ?? '');
    // White wins where it can close the mill, and once it has.
    it.exact.of = (line) => {
      const game = core.read(line);
      const { legal, men, turn } = game.state();
      game.free();
      const won =
        legal.some(({ text }) => text.startsWith('d6-d5x')) ||
        men.filter((man) => man === 'black').length < 4;
      const value = !won
        ? { draw: /** @type {const} */ (true) }
        : turn === 'white'
          ? { win: null }
          : { loss: null };
      return { value, counter: null, moves: [] };
    };
    it.analysis.review();
    await pass(3000);
    return it;
  }
  const tasks = (/** @type {HTMLElement} */ section) =>
    [...section.querySelectorAll('.review-result > .turnings .turning-go')].map(
      (el) => el.children[1]?.textContent,
    );
  const press = async (/** @type {HTMLElement} */ section, /** @type {string} */ words) => {
    const found = [...section.querySelectorAll('button')].find(
      (b) => b.textContent === words && !b.closest('[hidden]'),
    );
    if (!found)
      throw new Error(
        `no button says ${words}: ${[...section.querySelectorAll('button')].map((b) => b.textContent)}`,
      );
    found.click();
    await pass(200);
  };

  test('has one’s own mistakes in the order of the game', async () => {
    const it = await reviewed();
    expect(
      [...it.section.querySelectorAll('.review-result h3')].map((el) => el.textContent),
    ).toEqual(['Accuracy', 'Your mistakes: 2']);
    expect(tasks(it.section)).toEqual(['20. a7-d7', '21. d7-a7']);
    expect(
      [...it.section.querySelectorAll('.accuracy')].map((el) => el.textContent?.split(':')[0]),
    ).toEqual(['You', 'Computer · Learner']);
    it.session.goTo(0);
    await press(it.section, 'Next mistake');
    expect(it.played()).toEqual(['a7-d7']);
    await press(it.section, 'Next mistake');
    expect(it.played()).toHaveLength(3);
  });

  test('says what a mistake did where it was made, marks it on the board, and plays it', async () => {
    const it = await reviewed();
    const why = () => /** @type {HTMLElement} */ (it.section.querySelector('.analysis-why'));
    expect(why().hidden).toBe(true);
    it.session.goTo(0);
    await pass(200);
    expect(why().textContent).toMatch(/^20\. White a7-d7\? turned a win into a draw/);
    await it.learn();
    await it.press('a7');
    await pass(200);
    expect(it.labels()).toMatchObject({ d7: '?' });
    await press(it.section, '20. White a7-d7?');
    expect(it.played()).toEqual(['a7-d7']);
    // Not where one is to find it.
    await press(it.section, 'Learn from my mistakes');
    expect(why().hidden).toBe(true);
  });

  test('says how many moves accuracy leaves out, since the game was lost already', async () => {
    const it = await reviewed(true);
    expect(it.text('.accuracies')).toMatch(
      /^You: [\d.]+%Computer · Learner: [\d.]+%Moves in a lost position, not counted: 1$/,
    );
  });

  test('is kept with the game: left and opened again, and after a reload, nothing is computed', async () => {
    const it = await reviewed();
    const judged = it.state().analysis?.review?.info;
    const asked = it.computer.asked.length;
    it.analysis.close();
    await pass();
    it.analysis.open();
    await pass(200);
    expect(it.state().analysis?.review).toMatchObject({
      live: false,
      running: false,
      info: judged,
    });
    expect(tasks(it.section)).toEqual(['20. a7-d7', '21. d7-a7']);
    // Asked for again from the end of the game.
    it.analysis.close();
    it.analysis.review();
    await pass(3000);
    expect([it.computer.asked.length, it.state().analysis?.review?.info]).toEqual([asked, judged]);

    const { id } = it.state().slot;
    const text = storedText(id) ?? '';
    const again = reopen(core, id, text);
    expect(again.slot.review).toEqual(it.state().slot.review);
    expect(again.slot.review?.line).toEqual(
      it
        .state()
        .game.moves.filter((m) => m.onPath)
        .map((m) => m.text),
    );
    again.game.free();
  });

  test('which is damaged, of a later version or too long is left aside, and the game opens', async () => {
    const it = await reviewed();
    const { id } = it.state().slot;
    const stored = JSON.parse(storedText(id) ?? '');
    const { review } = stored;
    for (const wrong of [
      7,
      'x',
      {},
      { ...review, version: 2 },
      { ...review, scores: review.scores.slice(1) },
      { ...review, others: null },
      { ...review, best: 'd6' },
      { ...review, scores: review.scores.map(() => 'w-1') },
      { ...review, scores: review.scores.map(() => ({})) },
      { ...review, line: ['a1'] },
      { ...review, effort: '1' },
    ]) {
      const { slot, game } = reopen(core, id, JSON.stringify({ ...stored, review: wrong }));
      expect(slot.review, JSON.stringify(wrong)).toBeNull();
      game.free();
    }
    const earlier = { ...review, best: undefined };
    const { slot, game } = reopen(core, id, JSON.stringify({ ...stored, review: earlier }));
    expect(slot.review?.best, 'of an earlier version').toEqual(review.scores.map(() => null));
    game.free();
    const line = Array.from({ length: 1001 }, () => 'a1');
    const scores = [...line, null].map(() => null);
    expect(packReview({ line, scores, others: scores, best: scores, effort: 1 })).toBeNull();
  });

  test('goes if the line is no longer there', async () => {
    const it = await reviewed();
    const first = it.state().game.moves[0]?.id ?? 0;
    it.session.edit((game) => game.cut(first));
    await pass();
    expect(it.state().analysis?.review?.live !== false).toBe(true);
    it.analysis.close();
    it.analysis.open();
    await pass(200);
    expect(tasks(it.section)).toEqual([]);
  });

  test('sets them up again, one after the other, until a better turn is found', async () => {
    const it = await reviewed();
    expect(it.focused()).toBe(0);
    await press(it.section, 'Learn from my mistakes');
    expect(it.text('.review-said')).toBe('You played a7-d7. Find a better move on the board.');
    expect(it.focused()).toBe(1);
    // Where it is asked for from another place, the screen of the analysis opens too.
    it.analysis.open();
    await pass(100);
    expect(it.focused()).toBe(2);
    expect(it.played()).toEqual([]);
    expect(it.state().analysis).toMatchObject({ thinks: false, arrows: false, values: false });
    // The mills that threaten would tell the answer.
    expect(it.state().look.threats).toBe(true);
    expect(it.board.get().threats).toEqual([]);
    const before = it.state().game.moves.length;
    await it.press('d6', 'd7');
    await pass(200);
    expect(it.text('.review-said')).toBe('d6-d7 is no better. Try again.');
    expect(it.played()).toEqual(['d6-d7']);
    // It is seen, and then taken back by itself; another try is possible at once.
    await pass(1000);
    expect([it.played(), it.state().game.moves.length]).toEqual([[], before]);
    expect(it.text('.review-said')).toBe('d6-d7 is no better. Try again.');
    await it.press('d6', 'd5', 'b2');
    await pass(200);
    expect(it.text('.review-said')).toBe('d6-d5xb2 is better: it gives nothing away.');
    await press(it.section, 'Next mistake');
    expect(it.text('.review-said')).toBe('You played d7-a7. Find a better move on the board.');
    expect(it.focused()).toBe(3);
    expect(it.played()).toHaveLength(2);
    await press(it.section, 'Show me');
    expect(it.state().analysis).toMatchObject({ thinks: true, arrows: true, values: true });
    await press(it.section, 'Done');
    expect(it.state().analysis?.learning).toBeNull();
    expect(tasks(it.section)).toHaveLength(2);
  });
});
