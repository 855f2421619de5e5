// @vitest-environment happy-dom
/**
 * Games that are opened again: where they were left, by their own name; and a position that is
 * pasted while another is analysed.
 */
import { afterAll, expect, test, vi } from 'vitest';
import { openPage, pass, until } from './page.js';

// The worker of the packs says nothing here that is understood.
vi.spyOn(console, 'warn').mockImplementation(() => {});
const page = await openPage();

afterAll(() => void vi.useRealTimers());

const screen = () => location.hash.replace(/^#\//, '').split('/')[0];
const at = () => page.find('[aria-current].tree-move')?.textContent?.trim() ?? '';
async function openGames() {
  await page.door('games');
  await until(() => page.find('.games'));
}
/** @param {number} place in the list */
async function openGame(place) {
  const games = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.game-open'));
  games[place]?.click();
  await pass();
}
const title = () => page.text('#bar h1');

test('a game that has ended opens in the analysis, at the position that was left, by its own name', async () => {
  await page.start('people');
  await page.press('d6', 'f4', 'd2');
  await page.resign('resign');
  await page.door('analyse');
  await until(() => page.find('#analysis:not([hidden])'));
  await page.click('#actions [data-action=back]');
  await page.click('#actions [data-action=back]');
  expect(at()).toBe('d6');

  await openGames();
  await page.button('Rename: Nine Men’s Morris');
  /** @type {HTMLInputElement} */ (page.find('.game-rename input')).value = 'With Anna';
  page.find('.game-rename')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await pass();
  await openGame(0);
  await until(() => screen() === 'analyse');
  expect([title(), at()]).toEqual(['With Anna', 'd6']);

  // Another game, which goes on: it opens to be played.
  await page.start('people');
  await page.press('a1');
  await openGames();
  await openGame(0);
  expect([screen(), title()]).toEqual(['', 'Nine Men’s Morris']);

  await openGames();
  await openGame(1);
  await until(() => screen() === 'analyse');
  expect([title(), at()]).toEqual(['With Anna', 'd6']);
});

test('a position that is pasted while a game is analysed is analysed too; the notice goes by itself', async () => {
  await page.click('#bar [data-action=share]');
  await until(() => page.find('#paste'));
  /** @type {HTMLTextAreaElement} */ (page.find('#paste')).value =
    'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20';
  await page.button('Open', 'dialog[open]');
  await pass(100);
  expect([screen(), page.find('#analysis')?.hidden]).toEqual(['analyse', false]);
  expect(page.text('#notice')).toContain('Opened.');
  await pass(9000);
  expect(page.text('#notice')).toBe('');
});
