// @vitest-environment happy-dom
/** The explorer: all moves of a position with what they are worth. */
import { expect, test } from 'vitest';
import { idleSolving } from '../../www/app/engine/solving.ts';
import { setAnalysis, setExact, setSolving } from '../../www/app/state.ts';
import { analysing } from './analysis.js';
import { core } from './core.js';
import { pass } from './table.js';

/** @typedef {import('../../www/app/types.ts').PositionValues} PositionValues */

/** The explorer's panel. @param {Awaited<ReturnType<typeof analysing>>} it */
const explorerOf = (it) => ({
  rows: () => [...it.section.querySelectorAll('.explorer-turn')].map((row) => row.textContent),
  isShown: () => it.section.querySelector('.analysis-explorer')?.hasAttribute('hidden') === false,
  isBusy: () => it.section.querySelector('.explorer-list')?.getAttribute('aria-busy') === 'true',
  note: () => it.text('.analysis-explorer p'),
});

test('the explorer lists the exact values of placings, and says why where there are none', async () => {
  const it = await analysing();
  const { rows, isShown, isBusy, note } = explorerOf(it);
  // After the tenth ply, symmetric to the diagonal.
  it.session.open('nine WB1/BW1/3/6/3/1WB/1BW w 5,5 0 5');
  it.analysis.open();
  await pass(200);
  expect([isShown(), isBusy(), rows()]).toEqual([true, true, []]);
  const { line, legal } = it.state().game;
  it.store.update((s) => setExact(s, { line, values: null, value: { win: null } }));
  await pass(200);
  expect([isShown(), isBusy(), rows()]).toEqual([true, true, []]);
  const moves = legal.map(({ text }) => ({
    text,
    value: text.startsWith('g7') ? { win: null } : { draw: /** @type {const} */ (true) },
    rank: 0,
    verdict: /** @type {const} */ ('draw'),
  }));
  it.store.update((s) =>
    setExact(s, { line, values: { value: { draw: true }, counter: null, moves } }),
  );
  await pass(200);
  expect(isBusy()).toBe(false);
  expect(rows()[0]).toBe('g7winsalso a1');
  // The rest on request.
  const more = /** @type {HTMLButtonElement} */ (it.section.querySelector('.explorer-more'));
  const all = Number(/^All (\d+)$/.exec(more.textContent ?? '')?.[1]);
  expect([rows().length, more.hidden]).toEqual([3, false]);
  more.click();
  expect([rows().length, more.hidden]).toEqual([all, true]);
  expect(all).toBeGreaterThan(7);
  expect(note()).toMatch(/^Exact values\. /);
  await it.play(legal[0]?.text ?? '');
  await pass(200);
  it.store.update((s) => setExact(s, { line: s.game.line, values: null }));
  await pass(200);
  expect([isShown(), isBusy(), rows()]).toEqual([true, false, []]);
  expect(note()).toBe('The value of this position is unknown.');
});

test('the explorer lists the moves of men, too: by distance, each once, with what the search has proved', async () => {
  const it = await analysing();
  const { rows } = explorerOf(it);
  expect(rows()).toEqual([]);
  // The same from left to right.
  it.session.open('nine[fly=never] 3/1W1/1B1/B4B/3/3/WBW w 0,0 0 20');
  it.analysis.open();
  await pass(200);
  const { line, legal } = it.state().game;
  expect(legal.map(({ text }) => text)).toEqual(['d6-d7', 'd6-b6', 'd6-f6']);
  const values = (/** @type {number | null} */ far) =>
    legal.map(({ text }) =>
      text === 'd6-d7'
        ? { text, value: { loss: 30 }, rank: 0, verdict: /** @type {const} */ ('loss') }
        : { text, value: { loss: far }, rank: 1, verdict: /** @type {const} */ ('loss') },
    );
  it.store.update((s) =>
    setExact(s, { line, values: { value: { loss: 30 }, counter: null, moves: values(20) } }),
  );
  await pass(200);
  expect(rows()).toEqual(['d6-d7loses in 15', 'd6-b6loses in 10also d6-f6']);
  expect(it.text('.analysis-tally')).toBe('Every move loses.');
  expect(it.text('.analysis-depth')).toBe('Counted in the winner’s moves, with best play.');
  it.store.update((s) =>
    setExact(s, { line, values: { value: { loss: 30 }, counter: null, moves: values(null) } }),
  );
  await pass(1000);
  expect(rows()[1]).toMatch(/^d6-b6losesalso/);
  await it.finds(['d6-f6', { loss: 12 }]);
  expect(rows()[1]).toMatch(/^d6-b6loses in 6also/);
});

test('the explorer adds how many replies hold when the engine knows it', async () => {
  const it = await analysing();
  const { rows } = explorerOf(it);
  /** @type {{ line: string, answer: (explored: any) => void }[]} */
  const asked = [];
  it.engine.explore = (/** @type {string} */ line, /** @type {any} */ answer) =>
    asked.push({ line, answer });
  it.session.open('nine 3/3/3/6/3/3/3 w 9,9 0 1');
  it.analysis.open();
  await pass(200);
  const { line, legal } = it.state().game;
  expect(asked.map((question) => question.line)).toEqual([line]);
  const draw = /** @type {const} */ ({ draw: true });
  const exact = () => ({
    line,
    values: {
      value: draw,
      counter: null,
      moves: legal.map(({ text }) => ({
        text,
        value: draw,
        rank: 0,
        verdict: /** @type {const} */ ('draw'),
      })),
    },
  });
  it.store.update((s) => setExact(s, exact()));
  await pass(200);
  expect(rows()).toHaveLength(4);
  // There is room for what is not known yet.
  expect(it.section.querySelectorAll('.explorer-turn.roomy')).toHaveLength(4);
  // The number of replies is the same for all.
  expect(rows()[0]).toBe('a7drawalso g7 c5 e5 c3 e3 a1 g1');
  asked[0]?.answer({
    placings: [{ turns: ['d6', 'd2'], value: 'draw', replies: 23, holding: 21, missed: 7 }],
  });
  await pass(200);
  expect(rows()).toEqual(['d6drawalso d2Good replies: 21 of 23 · a club player goes wrong: 7%']);
  it.store.update((s) => setExact(s, exact()));
  await pass(200);
  expect(rows()).toHaveLength(1);
});

/** Exact values by which every move draws, but for some. @param {string} line @param {string[]} lost */
function drawn(line, lost = []) {
  const game = core.read(line);
  const { legal } = game.state();
  game.free();
  const draw = /** @type {const} */ ({ draw: true });
  return {
    value: draw,
    counter: null,
    moves: legal.map(({ text }) => ({
      text,
      value: lost.includes(text) ? { loss: null } : draw,
      rank: lost.includes(text) ? 1 : 0,
      verdict: /** @type {const} */ ('draw'),
    })),
  };
}

test('in a drawn position the moves that are hardest to answer come first, and the points say it', async () => {
  const it = await analysing();
  const { rows } = explorerOf(it);
  /** @type {((values: PositionValues) => void)[]} */
  const answers = [];
  /** @type {string[]} */
  const asked = [];
  it.exact.of = /** @type {any} */ (
    (/** @type {string} */ line) => (
      asked.push(line),
      new Promise((resolve) => answers.push(resolve))
    )
  );
  it.session.open('nine 3/3/3/6/3/3/3 w 9,9 0 1');
  it.analysis.open();
  await pass(200);
  asked.length = answers.length = 0;
  const { line } = it.state().game;
  it.store.update((s) => setExact(s, { line, values: drawn(line) }));
  await pass(200);
  const first = asked[0] ?? '';
  expect(asked, 'one after the other').toHaveLength(1);
  expect(it.labels()).toMatchObject({ a7: '=', d6: '=' });
  answers[0]?.(drawn(first));
  await pass(200);
  expect(rows()[0]).toBe('a7drawalso g7 c5 e5 c3 e3 a1 g1Good replies: 23 of 23');
  for (let n = 1; n < 4; n++) {
    const after = asked[n] ?? '';
    const legal = drawn(after).moves.map(({ text }) => text);
    answers[n]?.(drawn(after, n === 2 ? legal.slice(3) : []));
    await pass(200);
  }
  expect(asked, 'one of those that are the same').toHaveLength(4);
  const [hardest = ''] = rows();
  expect(hardest).toMatch(/draw.*Good replies: 3 of 23 · a club player goes wrong: \d+%/);
  const point = hardest.slice(0, 2);
  const label = it.state().analysis?.labels.get(point);
  expect(label?.text).toMatch(/^\d+%$/);
  expect(label?.words).toMatch(/^draw, a club player goes wrong: \d+%$/);
  expect([label?.best, it.state().analysis?.labels.get('a7')?.best]).toEqual([true, false]);
  expect(it.labels()).toMatchObject({ a7: '=' });
  await pass(1000);
  await it.finds([point, { draw: true }], ['a7', { draw: true }]);
  const rowsOfLines = [...it.section.querySelectorAll('.analysis-line:not([hidden])')];
  expect(rowsOfLines.map((row) => row.querySelector('.value-mark')?.textContent)).toEqual([
    `= ${label?.text}`,
    'draw',
  ]);
  expect(rowsOfLines[0]?.getAttribute('aria-label')).toBe(`Line 1, ${label?.words}`);
});

test('in a game that cannot be solved the explorer says so', async () => {
  const it = await analysing();
  const { rows, note } = explorerOf(it);
  it.session.open('morabaraba 3/3/3/6/3/3/3 w 12,12 0 1');
  it.store.update((s) => setSolving(s, idleSolving(core.solvable('morabaraba'))));
  it.analysis.open();
  await pass(200);
  expect(rows()).toEqual([]);
  expect(note()).toMatch(/^(This game hasn’t been solved|Only endgames are solved)/);
  // What is estimated is listed all the same, each move once.
  await pass(1500);
  await it.finds(['d6', { cp: 100 }], ['a7', { cp: -30 }]);
  const { legal } = it.state().game;
  it.store.update((s) =>
    setAnalysis(
      s,
      s.analysis && {
        ...s.analysis,
        glance: {
          line: s.game.line,
          turns: new Map(legal.map(({ text }) => [text, { cp: text === 'd5' ? -60 : -90 }])),
        },
      },
    ),
  );
  await pass(200);
  expect(rows()).toEqual([
    'd675%also b4 f4 d2',
    'a742%also g7 c5 e5 c3 e3 a1 g1',
    'd734%also d5 a4 c4 e4 g4 d3 d1',
    'b627%also f6 b2 f2',
  ]);
  expect(it.section.querySelectorAll('.explorer-turn .value-mark:not(.estimate)')).toHaveLength(0);
  expect(note()).toMatch(/^(This game hasn’t been solved|Only endgames are solved)/);
});
