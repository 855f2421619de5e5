// @vitest-environment happy-dom
/** Why a wrong answer to a puzzle fails. */
import { expect, test, vi } from 'vitest';
import { puzzleView } from '../../www/app/puzzles/puzzle-view.ts';
import '../../www/app/i18n/learn.words.ts';
import '../../www/app/i18n/reasons.words.ts';
import { core } from './core.js';

/** @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo */

const LINE = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 0 20';

/** A puzzle whose answers are all wrong, and a board without a picture. @param {ReasonInfo} found */
function solving(found) {
  vi.useFakeTimers();
  const game = core.read(LINE);
  /** @type {(turn: string) => void} */
  let played = () => {};
  const table = /** @type {any} */ ({
    element: document.createElement('div'),
    game: () => game.state(),
    set() {
      while (game.undo());
    },
    play: (/** @type {string} */ turn) => game.play(turn),
    undo: () => game.undo(),
    hold() {},
    settled: async () => {},
    onPlay: (/** @type {typeof played} */ listener) => (played = listener),
    onChange() {},
    onWords() {},
  });
  const reason = vi.fn(async () => found);
  const puzzle = /** @type {any} */ ({
    id: '1',
    line: LINE,
    kind: 'win',
    solver: 'white',
    turns: 2,
    rating: 1200,
    solution: ['g4-g7xd6'],
  });
  const check = () =>
    /** @type {any} */ ({ right: false, solved: false, value: 'draw', reply: null });
  document.body.replaceChildren(
    puzzleView(
      { core, table, reason, sound() {} },
      { puzzle, day: null, check },
      () => {},
      () => {},
    ),
  );
  const press = (/** @type {string} */ words) =>
    [...document.querySelectorAll('button')].find((el) => el.textContent === words)?.click();
  return {
    reason,
    press,
    play: async (/** @type {string} */ turn) => {
      played(turn);
      await vi.advanceTimersByTimeAsync(0);
    },
    texts: () => [...document.querySelectorAll('.lesson-reply')].map((el) => el.textContent),
  };
}

/** @type {ReasonInfo} */
const REASON = {
  kind: 'block-missed',
  side: 'white',
  had: 'win',
  has: 'draw',
  points: ['d1'],
  mills: [['a1', 'd1', 'g1']],
  turns: 0,
  margin: 0,
  start: 'mistake',
  line: ['b4-b6', 'd1'],
  ends: false,
  exact: true,
  holding: ['g4-g7xd6'],
  answers: ['d1'],
};
const WORDS = 'Black was threatening to close a1–d1–g1, and b4-b6 doesn’t stop it.';

test('it is said after the wrong turn, until the next try', async () => {
  const it = solving(REASON);
  await it.play('b4-b6');
  expect(it.reason).toHaveBeenCalledWith(LINE, 'b4-b6');
  expect(it.texts()).toContain(WORDS);
  it.press('Try again');
  expect(it.texts()).not.toContain(WORDS);
});

test('what is to be found is said with the solution only', async () => {
  const it = solving({ ...REASON, kind: 'mill-missed', start: 'better', line: ['g4-g7xd6'] });
  await it.play('b4-b6');
  expect(it.texts().join('')).not.toContain('g7');
  it.press('Show the solution');
  expect(it.texts()).toContain('Only a mill was good enough: g4-g7xd6 closes a1–d1–g1.');
});
