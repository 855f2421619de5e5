// @vitest-environment happy-dom
/** The screen of the openings: walked, watched, and practised until a line is held. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import loadAnalysis from '../../www/app/i18n/analysis.words.ts';
import loadLearn from '../../www/app/i18n/learn.words.ts';
import loadWords from '../../www/app/i18n/openings.words.ts';
import loadPractice from '../../www/app/i18n/practice.words.ts';
import { createLessonTable } from '../../www/app/game/lesson-board.ts';
import { readBook, repliesOf } from '../../www/app/game/openings.ts';
import { natural, pliesOf } from '../../www/app/learn/opening-run.ts';
import { openingsView } from '../../www/app/learn/openings-view.ts';
import { readPractice } from '../../www/app/storage/practice.ts';
import { PEOPLE, core, createTable, pass } from './table.js';

const nine = readBook(
  readFileSync(join(import.meta.dirname, '../../data/openings/nine.json'), 'utf8'),
);

/** The node after these moves. @param {string} moves */
const nodeOf = (moves) => nine.nodes.findIndex((node) => node.moves === moves);

/** @param {number} node */
async function open(node) {
  const { store } = await createTable(PEOPLE);
  const table = createLessonTable(store, core);
  /** What the player's hand does. @type {(turn: string) => void} */
  let hand = () => {};
  table.onPlay = (listener) => (hand = listener);
  const went = vi.fn();
  const sound = vi.fn();
  const element = openingsView({
    core,
    table,
    book: nine,
    node,
    link: (game, to) => ({ href: `#/learn/openings/${game}/${to}` }),
    go: went,
    sound,
  });
  document.body.append(element);
  const button = (/** @type {string} */ text) =>
    [...element.querySelectorAll('button')].find((one) => one.textContent === text);
  const said = () => element.querySelector('.lesson-said')?.textContent;
  return {
    element,
    table,
    went,
    sound,
    button,
    said,
    hand: (/** @type {string} */ turn) => hand(turn),
  };
}

beforeEach(async () => {
  await Promise.all([loadLearn(), loadAnalysis(), loadPractice(), loadWords()]);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the first moves are small boards, each a link to what follows', async () => {
  const { element } = await open(0);
  const items = [...element.querySelectorAll('.openings-item')];
  expect(items.length).toBe(Object.keys(nine.nodes[0]?.next ?? {}).length);
  expect(items.map((item) => item.getAttribute('data-turn'))).toContain('d6');
  expect(items[0]?.getAttribute('href')).toMatch(/^#\/learn\/openings\/nine\/\d+$/);
  expect(items.every((item) => item.querySelector('svg[role=img]'))).toBe(true);
  expect(element.querySelectorAll('.openings-games a').length).toBe(4);
});

test('an opening says its names, whose they are, what it is worth and which replies hold', async () => {
  const { element } = await open(nodeOf('d6 d2 f4 b4 f6 f2 b6xb4 b4 b2'));
  expect(element.querySelector('h2')?.textContent).toBe('Z-Mühle');
  const words = element.querySelector('.lesson-words')?.textContent ?? '';
  expect(words).toContain('Also: Zentrumsmühle, Closed Z Mill.');
  expect(words).toContain('Draw.');
  expect(words).toContain('Every move holds.');
  expect(element.querySelectorAll('.openings-sources li').length).toBe(3);
  const { element: threat } = await open(nodeOf('d6 d2 d7'));
  expect(threat.querySelector('.lesson-words')?.textContent).toContain('What holds: d5.');
});

test('a turn of the book on the board leads on, also one that is the same by symmetry', async () => {
  const { went, hand, said } = await open(0);
  hand('d6');
  hand('f4');
  expect(went.mock.calls).toEqual([[nodeOf('d6')], [nodeOf('d6')]]);
  const { went: gone, hand: play, said: says } = await open(nodeOf('d6 d2 d7'));
  play('a1');
  expect(gone).not.toHaveBeenCalled();
  expect([said(), says()]).toEqual(['', 'This is where the book ends.']);
});

test('a line is watched to its end', async () => {
  const { table, button } = await open(nodeOf('d6 d2 f4 b4'));
  const end = table.line();
  button('Watch the line')?.click();
  expect(table.game().moves.length).toBe(0);
  await pass(20_000);
  expect(table.line()).toBe(end);
});

test('plies of a line: what holds in each, and who is to move', () => {
  const plies = pliesOf(core, nine, ['d6', 'd2', 'd7']);
  expect(plies.map(({ side, turn }) => [side, turn])).toEqual([
    ['white', 'd6'],
    ['black', 'd2'],
    ['white', 'd7'],
    ['black', null],
  ]);
  expect(plies.map(({ asks }) => asks)).toEqual([false, false, true, true]);
  expect(plies[3]?.holding).toEqual(['d5']);
});

test('natural replies are drawn by their shares', () => {
  const replies = repliesOf(/** @type {any} */ (nine.nodes[nodeOf('d6 d2 d7')]));
  expect(natural(replies, 0)?.turn).toBe('d5');
  expect(natural(replies, 0.5)?.turn).toBe('d5');
  expect(natural(replies, 0.999999)?.turn).not.toBe('d5');
  expect(natural([], 0.5)).toBeNull();
});

test('practice asks for what holds; a line that went wrong comes back among the mistakes', async () => {
  const { element, table, button, said, sound, hand } = await open(nodeOf('d6 d2 d7'));
  button('Practise')?.click();
  await pass(10_000);
  expect(table.game().moves.map(({ text }) => text)).toEqual(['d6', 'd2', 'd7']);
  expect(said()).toBe('Black to move');
  const tells = () =>
    [...element.querySelectorAll('.lesson-words p')].some(
      (p) => p.textContent === 'What holds: d5.' && !p.closest('[hidden]'),
    );
  expect(tells()).toBe(false);
  hand('a1');
  await pass(10);
  expect(said()).toBe('a1 gives the result away.');
  await pass(10_000);
  expect(readPractice()).toMatchObject([{ played: 'a1', holding: ['d5'] }]);
  hand('d5');
  await pass(10);
  expect(sound).toHaveBeenCalledTimes(1);
  await pass(10_000);
  expect(said()).toBe('This is where the book ends. Solved on the first try: 0 of 1');
  expect(readPractice().length).toBe(1);
  expect(tells()).toBe(true);
});
