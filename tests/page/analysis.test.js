// @vitest-environment happy-dom
/** The analysis where exact values are known: they replace every estimate. */
import { expect, test } from 'vitest';
import { setAnalysis, setExact, setSolving } from '../../www/app/state.ts';
import { CLOSES, analysing, valuesOf } from './analysis.js';
import { COMPUTER, pass } from './table.js';

test('what was estimated gives way to exact values', async () => {
  const it = await analysing();
  expect(it.analysed[0]?.subject).not.toHaveProperty('known');
  await it.finds(['a7-d7', { cp: -120 }], ['d6-d7', { cp: -150 }]);
  expect(it.text('.analysis-worth')).toBe('White’s expected score: 21%');
  expect(it.labels()).toMatchObject({ a7: '21%', d6: '16%' });

  await it.learn();
  expect(it.text('.analysis-worth')).toBe('White wins.');
  expect(it.text('.analysis-tally')).toBe('One move wins, one keeps the draw, the rest lose.');
  expect(it.text('.analysis-depth')).toBe(
    'Exact, with best play. No number: the distance to the end isn’t known.',
  );
  expect(it.labels()).toMatchObject({ a7: '−', d6: '+' });
  expect(
    it.section.parentElement?.querySelector('.analysis-bar')?.classList.contains('estimate'),
  ).toBe(false);
  expect(it.state().analysis).toMatchObject({ found: null, glance: null, pointers: [] });
  expect(it.state().analysis?.labels.get('d6')?.words).toBe('wins');
  // The search is told, begins later, and does not have to look at every turn first.
  expect(it.analysed.at(-1)?.subject).not.toHaveProperty('known');
  await pass(400);
  expect(it.analysed.at(-1)?.subject).toMatchObject({ known: valuesOf(it).moves, lines: 3 });

  await it.finds([CLOSES, { win: null }], ['d6-d7', { draw: true }], ['a7-d7', { loss: null }]);
  const rows = [...it.section.querySelectorAll('.analysis-line:not([hidden])')];
  expect(
    rows.map((row) => [
      row.querySelector('.value-mark')?.textContent,
      row.getAttribute('aria-label'),
    ]),
  ).toEqual([
    ['wins', 'Line 1, wins'],
    ['draw', 'Line 2, draw'],
    ['loses', 'Line 3, loses'],
  ]);
  expect(it.section.querySelector('.value-mark.estimate')).toBeNull();
  expect(it.state().analysis?.pointers).toEqual([{ from: 'd6', to: 'd5', faint: false }]);

  // A distance that the search has proved is shown too.
  await it.finds([CLOSES, { win: 7 }], ['d6-d7', { draw: true }], ['a7-d7', { loss: null }]);
  expect(it.text('.analysis-worth')).toBe('White wins in 4 moves.');
  expect(it.labels()).toMatchObject({ a7: '−', d6: '+4' });
});

test('the bar beside the board: filled by the side that wins, half for a draw, an estimate as the expected score; it turns with the board', async () => {
  const it = await analysing();
  const bar = () =>
    /** @type {HTMLElement} */ (it.section.parentElement?.querySelector('.analysis-bar'));
  const white = () => /** @type {HTMLElement} */ (bar().firstElementChild).style.blockSize;
  await it.finds(['a7-d7', { cp: -120 }]);
  expect([white(), bar().getAttribute('aria-label'), bar().classList.contains('estimate')]).toEqual(
    ['21.1%', 'White’s expected score: 21%', true],
  );
  await it.learn({ ...valuesOf(it), value: { draw: true } });
  expect([white(), bar().getAttribute('aria-label'), bar().classList.contains('estimate')]).toEqual(
    ['50.0%', 'Draw.', false],
  );
  await it.learn();
  expect([white(), bar().getAttribute('aria-label')]).toEqual(['100.0%', 'White wins.']);
  await it.learn({ ...valuesOf(it), value: { loss: null } });
  expect(white()).toBe('0.0%');
  expect(bar().classList.contains('flipped')).toBe(false);
  it.session.flip();
  await pass();
  expect(bar().classList.contains('flipped')).toBe(true);
  it.analysis.close();
  await pass();
  expect(bar().hidden).toBe(true);
});

test('the moves are a table; a variation and a comment stand below their move, and the row goes on after them', async () => {
  const it = await analysing();
  const legal = () => it.state().game.legal.map(({ text }) => text);
  await it.play('a7-d7');
  const [one = '', two = ''] = legal();
  await it.play(one);
  it.session.undo();
  await it.play(two);
  it.session.undo();
  await it.play(one);
  const [white, black] = it.state().game.moves;
  it.session.edit((game) => game.setComment(white?.id ?? 0, 'Well placed.'));
  it.session.edit((game) => game.setGlyphs(black?.id ?? 0, [4]));
  await it.play(legal()[0] ?? '');
  const cells = [...(it.section.querySelector('.tree-table')?.children ?? [])];
  expect(
    cells.map((el) => [el.className.replace('tree-move ', ''), el.textContent?.trim()]),
  ).toEqual([
    ['tree-number', '20.'],
    ['first', 'a7-d7'],
    ['tree-comment', 'Well placed.'],
    ['tree-number', '20.'],
    ['tree-gap', '…'],
    ['second', `${one}??`],
    ['tree-variation', `20… ${two}`],
    ['tree-number', '21.'],
    ['first', it.state().game.moves.at(-1)?.text],
  ]);
});

test('the value of the position may come first', async () => {
  const it = await analysing();
  await it.finds(['a7-d7', { cp: -120 }]);
  it.store.update((s) => setExact(s, { line: s.game.line, values: null, value: { win: null } }));
  await pass(200);
  expect(it.text('.analysis-worth')).toBe('White wins.');
  expect(
    it.section.parentElement?.querySelector('.analysis-bar')?.classList.contains('estimate'),
  ).toBe(false);
  await it.play('d6-d7');
  it.session.undo();
  await pass(200);
  expect(it.values()?.[0]).toBe(1);
});

test('exact values are kept for when the position comes again', async () => {
  const it = await analysing();
  await it.learn();
  await pass(400);
  await it.finds([CLOSES, { win: null }]);
  await it.play('d6-d7');
  await pass(200);
  const asked = it.analysed.length;
  it.session.undo();
  await pass(500);
  expect(it.analysed.length).toBeGreaterThan(asked);
  expect(it.analysed.at(-1)?.subject).toMatchObject({ known: valuesOf(it).moves });
  expect(it.state().analysis?.found?.lines[0]?.score).toEqual({ win: null });
});

test('estimates go even while the computer does not think', async () => {
  const it = await analysing();
  await it.finds(['a7-d7', { cp: -120 }]);
  expect(it.state().analysis?.pointers).toHaveLength(1);
  const thinks = /** @type {HTMLInputElement} */ (it.section.querySelector('[name=thinks]'));
  thinks.checked = false;
  thinks.dispatchEvent(new Event('change'));
  await it.learn();
  expect(it.state().analysis).toMatchObject({ found: null, pointers: [] });
});

test('the graph shows them in place of estimates', async () => {
  const it = await analysing();
  await it.play('d6-d7');
  it.session.undo();
  await pass(200);
  await it.finds(['a7-d7', { cp: -120 }]);
  expect(it.values()?.[0]).toBe('about');
  await it.learn();
  expect(it.values()?.[0]).toBe(1);
});

test('where none are to be had, estimates stand', async () => {
  const it = await analysing();
  await it.finds(['a7-d7', { cp: -120 }]);
  it.store.update((s) => setExact(s, { line: s.game.line, values: null }));
  await pass(200);
  expect(it.text('.analysis-worth')).toBe('White’s expected score: 21%');
  expect(it.analysed).toHaveLength(1);
});

test('the search waits a moment for exact values that are coming', async () => {
  const it = await analysing();
  it.store.update((s) => setSolving(s, { status: 'ready' }));
  await it.play('d6-d7');
  const asked = it.analysed.length;
  await pass(900);
  expect(it.analysed).toHaveLength(asked);
  expect(it.text('.analysis-worth')).toBe('Looking up the exact values…');
  const { line } = it.state().game;
  it.store.update((s) => setExact(s, { line, values: valuesOf(it) }));
  await pass(500);
  expect(it.analysed).toHaveLength(asked + 1);
  expect(it.analysed.at(-1)?.subject).toHaveProperty('known');

  // Where they do not come, it begins without them.
  await it.play('a1-a4');
  await pass(3900);
  expect(it.analysed).toHaveLength(asked + 1);
  await pass(200);
  expect(it.analysed).toHaveLength(asked + 2);

  // There are none.
  await it.play('d7-d6');
  it.store.update((s) => setExact(s, { line: s.game.line, values: null }));
  await pass(100);
  expect(it.analysed).toHaveLength(asked + 3);
  expect(it.analysed.at(-1)?.subject).not.toHaveProperty('known');
});

test('moves that a symmetry makes the same have one value, also where it is an estimate', async () => {
  const it = await analysing();
  it.session.open('nine 3/3/3/6/3/3/3 w 9,9 0 1');
  it.analysis.open();
  await pass(200);
  // The values of first placings may have it, and are waited for a moment.
  expect([it.analysed.length, it.text('.analysis-worth')]).toEqual([
    1,
    'Looking up the exact values…',
  ]);
  await pass(1500);
  await it.finds(['d2', { cp: 80 }], ['d6', { cp: 60 }], ['b4', { cp: 50 }]);
  const { d2, d6, b4, f4, a7 } = it.labels();
  expect([d6, b4, f4, a7]).toEqual([d2, d2, d2, undefined]);
  expect(
    new Set(
      [...it.section.querySelectorAll('.analysis-line .value-mark')]
        .map((mark) => mark.textContent)
        .filter(Boolean),
    ),
  ).toEqual(new Set([d2]));
});

test('what is found and the explorer are tabs where there are both', async () => {
  const it = await analysing();
  const tabs = () =>
    [...it.section.querySelectorAll('[role=tab]')].map((tab) => /** @type {HTMLElement} */ (tab));
  const isTabbed = () =>
    it.section.querySelector('[role=tablist]')?.hasAttribute('hidden') === false;
  const shown = () =>
    [...it.section.querySelectorAll('[role=tabpanel]:not([hidden])')].map((panel) =>
      it.text(`#${panel.getAttribute('aria-labelledby')}`),
    );
  it.session.open('nine WB1/BW1/3/6/3/1WB/1BW w 5,5 0 5');
  it.analysis.open();
  await pass(200);
  expect([isTabbed(), shown()]).toEqual([true, ['Best lines']]);
  tabs()[1]?.click();
  expect(shown()).toEqual(['All moves']);
  expect(tabs().map((tab) => [tab.getAttribute('aria-selected'), tab.tabIndex])).toEqual([
    ['false', -1],
    ['true', 0],
  ]);
  tabs()[1]?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
  );
  expect(shown()).toEqual(['Best lines']);
  it.store.update((s) => setAnalysis(s, s.analysis && { ...s.analysis, thinks: false }));
  await pass(200);
  expect([isTabbed(), shown()]).toEqual([false, ['All moves']]);
});

test('another try is a game of its own, and says which side one plays', async () => {
  const it = await analysing({ ...COMPUTER, levels: { white: 2, black: 5 } });
  const at = it.state().game.node;
  await it.play('d6-d7');
  await it.play('b2-b4');
  const { id } = it.state().slot;
  const words = () =>
    [...it.section.querySelectorAll('.analysis-acts button:not([hidden])')].at(-1)?.textContent;
  it.session.goTo(at);
  await pass();
  expect(words()).toBe('Try again from here');
  it.session.step(1);
  await pass();
  expect(words()).toBe('Play Black from here');
  await /** @type {HTMLElement[]} */ ([
    ...it.section.querySelectorAll('.analysis-acts button:not([hidden])'),
  ])
    .at(-1)
    ?.click();
  await pass();
  expect(it.state()).toMatchObject({
    analysis: null,
    flipped: true,
    settings: { mode: 'computer', human: 'black', levels: { white: 5 } },
  });
  expect(it.played()).toEqual(['d6-d7']);
  expect(it.state().slot.id).not.toBe(id);
});
