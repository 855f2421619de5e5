// @vitest-environment happy-dom
/** The screen of the openings: walked, watched, and practised until a line is held. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selectLanguage } from '../../www/app/i18n/i18n.ts';
import loadAnalysis from '../../www/app/i18n/analysis.words.ts';
import loadLearn from '../../www/app/i18n/learn.words.ts';
import loadWords from '../../www/app/i18n/openings.words.ts';
import loadPractice from '../../www/app/i18n/practice.words.ts';
import loadReasons from '../../www/app/i18n/reasons.words.ts';
import { createLessonTable } from '../../www/app/game/lesson-board.ts';
import { readBook, repliesOf } from '../../www/app/game/openings.ts';
import { natural, pliesOf, plyOf } from '../../www/app/learn/opening-run.ts';
import { openingsView } from '../../www/app/learn/openings-view.ts';
import { testedSide } from '../../www/app/learn/opening-test.ts';
import { readPassed, savePassed } from '../../www/app/learn/progress.ts';
import { erasePractice, readPractice } from '../../www/app/storage/practice.ts';
import { PEOPLE, core, createTable, pass } from './table.js';

const nine = readBook(
  readFileSync(join(import.meta.dirname, '../../data/openings/nine.json'), 'utf8'),
);

/** The node after these moves. @param {string} moves */
const nodeOf = (moves) => nine.nodes.findIndex((node) => node.moves === moves);

/** @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo */

/**
 * @param {number} node
 * @param {() => void} [before] what was done on this device before
 * @param {ReasonInfo | null} [why] the reason of every wrong turn
 */
async function open(node, before, why = null) {
  const { store } = await createTable(PEOPLE);
  before?.();
  const table = createLessonTable(store, core);
  /** What the player's hand does. @type {(turn: string) => void} */
  let hand = () => {};
  table.onPlay = (listener) => (hand = listener);
  const went = vi.fn();
  const sound = vi.fn();
  const reason = vi.fn(async () => why);
  const element = openingsView({
    core,
    table,
    book: nine,
    node,
    link: (game, to) => ({ href: `#/learn/openings/${game}/${to}` }),
    go: went,
    reason,
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
  await Promise.all([loadLearn(), loadAnalysis(), loadPractice(), loadReasons(), loadWords()]);
});
afterEach(() => {
  localStorage.clear();
  erasePractice();
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

test('it says what the opening is about and what is disputed, in the words of the language', async () => {
  const line = 'd6 d2 f4 b4 f6 f2 b6xb4 b4 e5';
  const words = async (/** @type {string} */ moves) =>
    (await open(nodeOf(moves))).element.querySelector('.lesson-words')?.textContent ?? '';
  const english = await words(line);
  expect(english).toContain('White doesn’t block b2: with d5 or e4 it would now make two threats');
  expect(english).toContain('Disputed: Rosenberger calls it a safe draw.');
  // A position on the way to the next opening is not what the idea is about.
  const beyond = nine.nodes.find(({ moves }) => moves.startsWith(`${line} e4`))?.moves ?? '';
  expect(nine.openings.some(({ moves }) => moves === beyond)).toBe(false);
  expect(await words(beyond)).not.toContain('White doesn’t block b2');
  const folder = join(import.meta.dirname, '../../www/app/i18n/de');
  const read = (/** @type {string} */ part) =>
    JSON.parse(readFileSync(join(folder, `${part}.json`), 'utf8'));
  selectLanguage('de', { ...read('main'), ...read('openings'), ...read('ideas') });
  const german = await words(line);
  selectLanguage('en', null);
  expect(german).toContain('Weiß sperrt b2 nicht: Mit d5 oder e4');
  expect(german).toContain('Umstritten: Rosenberger nennt es ein sicheres Remis.');
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

/** Of Black, who did not block. @type {ReasonInfo} */
const UNBLOCKED = {
  kind: 'block-missed',
  side: 'black',
  had: 'draw',
  has: 'loss',
  points: [],
  mills: [['d7', 'd6', 'd5']],
  turns: 1,
  margin: 1,
  start: 'mistake',
  line: ['a1', 'd5xd2'],
  ends: false,
  exact: true,
  holding: ['d5'],
  answers: ['d5xd2'],
};
const WHY = 'White was threatening to close d7–d6–d5, and a1 doesn’t stop it.';

test('a wrong turn gets its reason, in practice and in a test, unless it names what is to be found', async () => {
  const said = async (/** @type {string} */ text, /** @type {ReasonInfo} */ why) => {
    const screen = await open(nodeOf('d6 d2 d7'), undefined, why);
    screen.button(text)?.click();
    await pass(10_000);
    if (text === 'Test yourself') screen.hand('d2');
    await pass(10_000);
    screen.hand('a1');
    await pass(10);
    return screen.said();
  };
  expect(await said('Practise', UNBLOCKED)).toBe(`a1 gives the result away. ${WHY}`);
  /** @type {ReasonInfo} */
  const missed = { ...UNBLOCKED, start: 'better' };
  expect(await said('Practise', missed)).toBe('a1 gives the result away.');
  expect(await said('Test yourself', UNBLOCKED)).toBe(
    `a1 gives the result away. What holds: d5. ${WHY}`,
  );
});

/** The side of a line that is tested. @param {string} moves */
const tested = (moves) => testedSide(pliesOf(core, nine, moves.split(' ')));

test('the side that has more to know is tested, and not on a turn of the line that is wrong', () => {
  expect(tested('d6')).toBe('white');
  expect(tested('d6 d2 f4')).toBe('white');
  expect(tested('d6 d2 f4 b4')).toBe('white');
  // White's d7 gives the draw away: only Black's answer to it is to be known.
  expect(tested('d6 d2 d7')).toBe('black');
  // After d5 only three turns hold.
  const doubleMill = 'd6 d2 f4 b4 f6 f2 b6xb4 b4 e5 d5';
  const plies = pliesOf(core, nine, doubleMill.split(' '));
  const count = (/** @type {string} */ side) =>
    plies.filter((ply) => ply.side === side && ply.asks).length;
  expect(count('white')).toBeGreaterThan(count('black'));
  expect(tested(doubleMill)).toBe('white');
});

/** Is the board the player's? @param {Awaited<ReturnType<typeof open>>} screen */
const asks = ({ table }) => !table.waits();

/**
 * Answers each turn of the test.
 * @param {Awaited<ReturnType<typeof open>>} screen
 * @param {(holding: string[], line: string, n: number) => string} choose
 */
async function answer(screen, choose) {
  const { table, said, hand } = screen;
  for (let n = 0; n < 40; n++) {
    await pass(10_000);
    if (said()?.endsWith('right.')) return;
    expect(asks(screen)).toBe(true);
    const ply = plyOf(nine, table.line(), table.game().turn, null);
    if (!ply) throw new Error(`not in the book: ${table.line()}`);
    hand(choose(ply.holding, table.line(), n));
    await pass(10);
  }
}

test('a test asks for each turn of one side, goes on with the line, and is passed without a mistake', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const line = 'd6 d2 f4 b4 f6 f2 b6xb4 b4 b2';
  const screen = await open(nodeOf(line));
  const { element, button, said, table, hand, sound } = screen;
  button('Test yourself')?.click();
  await pass(10_000);
  const hidden = (/** @type {string} */ text) =>
    [...element.querySelectorAll('.lesson-words p')]
      .filter((p) => p.textContent?.includes(text))
      .every((p) => p.closest('[hidden]'));
  expect([hidden(line), hidden('White blocks Black’s mill'), hidden('Every move holds.')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(button('Show me')?.hidden).toBe(true);
  // Another turn that holds is right, and the line goes on with its own.
  expect(table.game().turn).toBe('white');
  hand('a7');
  await pass(10);
  expect(said()).toBe('Correct. The line goes on with d6.');
  await pass(10_000);
  expect(table.game().played).toEqual(['d6', 'd2']);
  const own = line.split(' ');
  await answer(screen, (holding, _, n) => {
    const turn = own[2 + 2 * n];
    return turn && holding.includes(turn) ? turn : (holding[0] ?? '');
  });
  expect(said()).toMatch(/^Passed: (\d+) of \1 right\.$/);
  expect(sound.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(readPassed()).toEqual([`nine ${line}`]);
  expect(readPractice()).toEqual([]);
  expect(element.querySelectorAll('.openings-missed li').length).toBe(0);
  expect(hidden(line)).toBe(false);
});

test('a wrong turn has one try, is marked and kept, and the line goes on; the test is not passed', async () => {
  const screen = await open(nodeOf('d6 d2 d7'));
  const { element, button, said, table, hand } = screen;
  const draw = vi.spyOn(table, 'draw');
  button('Test yourself')?.click();
  await pass(10_000);
  expect(said()).toBe('Black to move');
  expect(table.game().played).toEqual(['d6']);
  hand('d2');
  await pass(10_000);
  expect(table.game().played).toEqual(['d6', 'd2', 'd7']);
  hand('a1');
  await pass(10);
  expect(said()).toBe('a1 gives the result away. What holds: d5.');
  expect(draw).toHaveBeenCalledWith([{ from: 'a1', to: 'a1' }]);
  // No second try.
  hand('d5');
  await pass(10_000);
  expect(said()).toBe('Not passed yet: 1 of 2 right.');
  // The right one is shown.
  expect(table.game().played).toEqual(['d6', 'd2', 'd7', 'd5']);
  const [missed, ...more] = [...element.querySelectorAll('.openings-missed li')];
  expect([missed?.getAttribute('value'), missed?.textContent]).toEqual(['2', 'a1 What holds: d5.']);
  expect(more).toEqual([]);
  expect(readPractice()).toMatchObject([{ played: 'a1', holding: ['d5'] }]);
  expect(readPassed()).toEqual([]);
  // Practising clears the list.
  button('Practise')?.click();
  expect(element.querySelectorAll('.openings-missed li').length).toBe(0);
});

test('a passed line has a tick on the tree; what is stored in another shape breaks nothing', async () => {
  const ticks = async (/** @type {() => void} */ before) => {
    const { element } = await open(0, before);
    return [...element.querySelectorAll('.openings-item')]
      .filter((item) => item.querySelector('.openings-passed'))
      .map((item) => item.getAttribute('data-turn'));
  };
  expect(await ticks(() => savePassed('nine d6'))).toEqual(['d6']);
  for (const passed of ['nine d6', [7], { nine: ['d6'] }, null]) {
    const text = JSON.stringify({ version: 1, saved: 1, passed });
    expect(await ticks(() => localStorage.setItem('merels.openings', text))).toEqual([]);
  }
  expect(await ticks(() => savePassed('nine b6'))).toContain('b6');
});
