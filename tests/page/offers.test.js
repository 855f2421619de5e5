// @vitest-environment happy-dom
/** What the place of the moves offers before the first one. */
import { afterAll, expect, test, vi } from 'vitest';
import { openPage, pass, until } from './page.js';

const page = await openPage();
const offers = () => page.find('.offers');
const levels = () =>
  [...document.querySelectorAll('.levels button')].map(
    (b) => `${b.textContent}${b.getAttribute('aria-pressed') === 'true' ? ' *' : ''}`,
  );

afterAll(() => void vi.useRealTimers());

test('to a first visitor: to be taught or just to play, how to play in pictures, opponents, the puzzle; then the lesson', async () => {
  await until(() => offers()?.hidden === false);
  expect(page.text('.offer-first')).toBe(
    'Get three in a row, take a piece.Teach me, 2 minutesJust play',
  );
  expect(levels()).toEqual([
    '1 *',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    'Perfect',
    'Friend',
  ]);
  expect(page.text('.offer-scale')).toBe('1 easy, 10 hard');
  expect(page.text('[data-offer=puzzle]')).toMatch(/^Today’s puzzle(White|Black) to move$/);
  expect(page.text('.offer-how h2')).toBe('How to play');
  expect(page.find('[data-offer=lesson]')).toBeNull();
  await page.click('[data-offer=play]');
  await until(() => !page.find('.offer-first'));
  expect(page.find('.offer-how')).toBeNull();
  expect(page.text('[data-offer=lesson]')).toBe('Placing menNext lesson');
});

test('a level or a friend is one press, and the first move puts it all away', async () => {
  await page.click('[data-level="5"]');
  await until(() => levels().includes('5 *'));
  expect(page.text('.offer-level')).toBe(
    'Rating among the levels: 1440. Sees its move, your reply and its next move, and likes variety.',
  );
  expect(page.text('#player-top .player-name')).toBe('Computer · Club player');
  await page.click('[data-level=friend]');
  await until(() => levels().includes('Friend *'));
  expect(page.text('#player-top .player-name')).toBe('Black');
  expect(page.find('.offer-level')).toBeNull();
  await page.press('d6');
  expect(offers()?.hidden).toBe(true);
});

test('a level that cannot be played says why when it is pressed', async () => {
  await page.start('computer', 'lasker');
  await until(() => page.find('[data-level="11"][aria-disabled=true]'));
  await page.click('[data-level="11"]');
  await until(() => page.text('.status-text').startsWith('Perfect isn’t available'));
  expect(page.text('#player-top .player-name')).toBe('Computer · Club player');
  await page.start('people', 'nine');
  await page.press('d6');
});

test('the game that was left is there to go on with, and the score against the opponent', async () => {
  await page.start('computer');
  await until(() => page.find('[data-offer=left]'));
  expect(page.text('[data-offer=left]')).toBe(
    'Continue your gameNine Men’s Morris · Black to move',
  );
  expect([page.text('.offer-name'), page.text('.offer-score')]).toEqual(['Club player', '']);
  await page.press('d6');
  await pass(2000);
  await page.resign('resign');
  await page.start('computer');
  await until(() => page.text('.offer-score') === 'won 0 · lost 1');
  expect(page.find('.offer-scale')).toBeNull();
  await page.click('[data-offer=left]');
  expect(page.text('#moves .movelist')).toBe('1.d6');
  expect(offers()?.hidden).toBe(true);
});

test('a puzzle and a lesson lead to their screens, and what was done there is seen on return', async () => {
  await page.start('computer');
  await until(() => page.find('[data-offer=lesson]'));
  /** @type {HTMLElement} */ (page.find('#live')).textContent = 'You win';
  await page.click('[data-offer=lesson]');
  await until(() => page.text('#screen h1') === 'Lesson 1');
  expect(page.text('#live'), 'of the game, which is not on the screen').toBe('');
  localStorage.setItem('merels.course', JSON.stringify({ version: 1, done: ['placing'] }));
  await page.door('play');
  await until(() => page.text('[data-offer=lesson]') === 'The millNext lesson');
  await page.click('[data-offer=puzzle]');
  await until(() => page.text('#screen h2') === 'Puzzle of the day');
  await page.door('play');
});

test.each([
  ['white', 'Three wins in a row: try Hobbyist', 'Hobbyist'],
  ['black', 'Three losses in a row: try Beginner', 'Beginner'],
])(
  'after three games in a row that %s won, another level is suggested beside the score',
  async (winner, words, name) => {
    const game = {
      mode: 'computer',
      spec: 'nine',
      level: 3,
      human: 'white',
      winner,
      turns: 30,
      hints: 0,
      accuracy: null,
    };
    const games = [1, 2, 3].map((ended) => ({ ...game, id: `${winner}${ended}`, ended }));
    localStorage.setItem(
      'merels.statistics',
      JSON.stringify({ version: 1, kind: 'merels-statistics', games }),
    );
    await page.start('computer');
    await page.click('[data-level="3"]');
    await until(() => page.text('.offer-next') === words);
    expect(page.text('.offer-score')).toBe(
      winner === 'white' ? 'won 3 · lost 0' : 'won 0 · lost 3',
    );
    await page.click('.offer-next');
    await until(() => page.text('#player-top .player-name') === `Computer · ${name}`);
    await until(() => !page.find('.offer-next'));
  },
);

test('draws are counted where there were some', async () => {
  const game = {
    mode: 'computer',
    spec: 'nine',
    level: 3,
    human: 'white',
    turns: 30,
    hints: 0,
    accuracy: null,
  };
  const games = ['white', null, null, 'black'].map((winner, n) => ({
    ...game,
    winner,
    id: `drawn${n}`,
    ended: n,
  }));
  localStorage.setItem(
    'merels.statistics',
    JSON.stringify({ version: 1, kind: 'merels-statistics', games }),
  );
  await page.start('computer');
  await page.click('[data-level="3"]');
  await until(() => page.text('.offer-score') === 'won 1 · drawn 2 · lost 1');
});
