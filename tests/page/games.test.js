// @vitest-environment happy-dom
/**
 * The games on this device: found by what is typed and by what they were, and what came of them as
 * bars.
 */
import { afterAll, expect, test, vi } from 'vitest';
import { openPage, pass, until } from './page.js';

const page = await openPage();

afterAll(() => void vi.useRealTimers());

/** The games that are listed: their names. */
const listed = () =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.game'))]
    .filter(({ hidden }) => !hidden)
    .map((item) => item.querySelector('.game-name')?.textContent);
const search = () => /** @type {HTMLInputElement} */ (page.find('.games-tools input'));
/** @param {string} text */
async function type(text) {
  search().value = text;
  search().dispatchEvent(new Event('input', { bubbles: true }));
  await pass();
}
/** The choices of a filter. @param {string} label */
const filter = (label) =>
  /** @type {HTMLSelectElement} */ (page.find(`.games-tools select[aria-label="${label}"]`));
/** @param {string} label */
const options = (label) => [...filter(label).options].map(({ text }) => text);
/** @param {string} label @param {string} words */
async function choose(label, words) {
  const select = filter(label);
  select.value = [...select.options].find(({ text }) => text === words)?.value ?? 'missing';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await pass();
}

async function openGames() {
  await page.door('games');
  await until(() => page.find('.games'));
}

test('where there is nothing yet, the place says so', async () => {
  await page.door('games');
  await until(() => page.find('.nothing'));
  expect(page.text('.nothing')).toBe('No saved games yet.Saved only on this device.');
  expect(page.find('.games')).toBeNull();
  await page.click('[data-tab=statistics]');
  await until(() => page.text('.nothing').startsWith('No finished games yet.'));
  await page.door('play');
});

test('with one game there is nothing to search', async () => {
  await page.press('d6');
  await pass(2000);
  await openGames();
  expect(listed()).toHaveLength(1);
  expect(page.find('.games-tools')?.hidden).toBe(true);
  await page.door('play');
});

test('they are found by words without accents or case, and the number is announced', async () => {
  await page.resign('resign');
  await page.start('people', 'six');
  await page.press('a1', 'a5');
  await page.start('people', 'nine');
  await page.press('d6');
  await page.resign('resign');
  await pass(100);
  await openGames();
  expect(listed()).toHaveLength(3);
  expect(page.text('.games-found'), 'nothing is said before anything is asked').toBe(
    'Show all games',
  );
  await type('SIX men’s');
  expect(listed()).toEqual(['Six Men’s Morris']);
  expect(page.text('.games-found [role=status]')).toBe('1 of 3 games');
  await type('computer resigned six');
  expect(listed()).toEqual([]);
  expect(page.text('.games-found [role=status]')).toBe('No games match.');
  await page.button('Show all games');
  expect(listed()).toHaveLength(3);
  expect(search().value).toBe('');
  expect(document.activeElement).toBe(search());
});

test('by game, by opponent and by result, each with what there is', async () => {
  expect(options('Which game')).toEqual(['Any game', 'Nine Men’s Morris', 'Six Men’s Morris']);
  expect(options('Opponent')).toEqual(['Any opponent', 'Novice', 'Two players']);
  expect(options('Result')).toEqual(['Any result', 'You lose', 'White wins', 'Not finished']);
  await choose('Which game', 'Nine Men’s Morris');
  await choose('Opponent', 'Two players');
  expect(listed()).toEqual(['Nine Men’s Morris']);
  await choose('Result', 'You lose');
  expect(listed()).toEqual([]);
  await choose('Opponent', 'Any opponent');
  expect(listed()).toEqual(['Nine Men’s Morris']);
  expect(page.buttons('.screen-foot')).toEqual(['New game', 'Save list (1)']);
});

test('a game that is renamed is found by its new name', async () => {
  await page.button('Show all games');
  await page.button('Rename: Six Men’s Morris');
  /** @type {HTMLInputElement} */ (page.find('.game-rename input')).value = 'Père Noël';
  page.find('.game-rename')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await pass();
  await type('noel');
  expect(listed()).toEqual(['Père Noël']);
});

test('the list of another visit is filtered as before, and says so', async () => {
  await page.door('play');
  await openGames();
  expect(listed()).toEqual(['Père Noël']);
  expect(page.text('.games-found [role=status]')).toBe('1 of 3 games');
});

test('what came of them stands above, and as bars by level, game, colour and month', async () => {
  expect(page.text('.games-results')).toBe('won 0, drawn 0, lost 1');
  await page.click('.games-results');
  await until(() => page.find('[data-screen=statistics] .statistics'));
  const sections = [...document.querySelectorAll('.screen-body section')].map((s) => [
    s.querySelector('h2')?.textContent,
    ...[...s.querySelectorAll('h3')].map((el) => el.textContent),
  ]);
  expect(
    sections.map(([title, ...rows]) =>
      title === 'By month' ? [title, rows.length] : [title, ...rows],
    ),
  ).toEqual([
    ['Against the computer'],
    ['By level', 'Novice'],
    ['By game', 'Nine Men’s Morris'],
    ['By colour', 'White'],
    ['By month', 1],
    ['Two players', 'Nine Men’s Morris'],
  ]);
  const bars = [...document.querySelectorAll('.bar-of-games')].map((svg) =>
    [...svg.children]
      .map((rect) => `${rect.getAttribute('class')} ${rect.getAttribute('width')}`)
      .join(),
  );
  expect(bars.at(-1)).toBe('won 1');
  expect(new Set(bars.slice(0, -1))).toEqual(new Set(['lost 1']));
});

test('the months come by the day when a game ended, the latest first, however the games came in', async () => {
  const game = {
    mode: 'computer',
    spec: 'nine',
    level: 3,
    human: 'white',
    winner: 'white',
    turns: 30,
    hints: 0,
    accuracy: null,
  };
  const games = [
    Date.UTC(2026, 2, 10),
    Date.UTC(2026, 0, 10),
    Date.UTC(2026, 3, 10),
    Date.UTC(2026, 0, 20),
  ].map((ended, n) => ({ ...game, id: `month${n}`, ended }));
  localStorage.setItem(
    'merels.statistics',
    JSON.stringify({ version: 1, kind: 'merels-statistics', games }),
  );
  await page.door('play');
  await page.door('games');
  await page.click('[data-tab=statistics]');
  const months = () =>
    [...document.querySelectorAll('.screen-body section')]
      .filter((s) => s.querySelector('h2')?.textContent === 'By month')
      .flatMap((s) => [...s.querySelectorAll('h3')].map((el) => el.textContent));
  await until(() => months().length === 3);
  expect(months()).toEqual(['April 2026', 'March 2026', 'January 2026']);
});
