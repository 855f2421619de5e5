// @vitest-environment happy-dom
/** The analysis where exact values are known: they replace every estimate. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { storedText } from '../../www/app/storage/games.ts';
import { reopen } from '../../www/app/game/restore.ts';
import { packReview } from '../../www/app/storage/reviews.ts';
import { createAnalysis } from '../../www/app/analysis/analysis.ts';
import { setExact, setSolving, setAnalysis } from '../../www/app/state.ts';
import { core } from './core.js';
import { APART, COMPUTER, createTable, pass } from './table.js';
import { idleSolving } from '../../www/app/engine/solving.ts';

/**
 * @typedef {import('../../www/app/engine/engine.worker.ts').Findings} Findings
 * @typedef {import('../../www/app/types.ts').PositionValues} PositionValues
 * @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo
 * @typedef {import('../../www/app/types.ts').Score} Score
 */

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => void vi.useRealTimers());

/** White wins by closing the mill, draws with d6-d7, and loses with all else. */
const CLOSES = 'd6-d5xb2';

/** @param {import('./table.js').Table} table @returns {PositionValues} */
function valuesOf(table) {
  const value = (/** @type {string} */ text) =>
    text === CLOSES
      ? { win: null }
      : text === 'd6-d7'
        ? { draw: /** @type {const} */ (true) }
        : { loss: null };
  const verdict = (/** @type {string} */ text) =>
    text === CLOSES ? 'only-win' : text === 'd6-d7' ? 'win-to-draw' : 'win-to-loss';
  const rank = (/** @type {string} */ text) => (text === CLOSES ? 0 : text === 'd6-d7' ? 1 : 2);
  return {
    value: { win: null },
    counter: null,
    moves: table.state().game.legal.map(({ text }) => ({
      text,
      value: value(text),
      rank: rank(text),
      verdict: verdict(text),
    })),
  };
}

/**
 * The analysis of a position, with a computer that finds what a test says.
 * @param {Partial<import('../../www/app/types.ts').Settings>} [wish]
 * @param {(line: string, turn: string) => Promise<ReasonInfo | null>} [reason]
 */
async function analysing(wish, reason = async () => null) {
  const table = await createTable(wish);
  await table.open(APART);
  /**
   * @type {{ subject: import('../../www/app/engine/engine.worker.ts').Subject, found: (findings: Findings) => void }[]}
   */
  const analysed = [];
  const engine = /** @type {any} */ ({
    ...table.computer,
    analyse: (/** @type {any} */ subject, /** @type {any} */ found) => (
      analysed.push({ subject, found }),
      new Promise(() => {})
    ),
    explore: (/** @type {string} */ _, /** @type {(placings: null) => void} */ answer) =>
      answer(null),
    load: async () => true,
    fetched: new Map([['nine.opening', Promise.resolve()]]),
  });
  let nodes = 0;
  let focused = 0;
  const section = document.createElement('div');
  document.createElement('main').append(section);
  const analysis = await createAnalysis({
    store: table.store,
    core,
    session: table.session,
    engine,
    values: async (line) => table.exact.of(line),
    reason,
    section,
    beside: section,
    board: { focus: () => (focused += 1) },
  });
  analysis.open();
  await pass(200);
  const { line } = table.state().game;
  return {
    ...table,
    engine,
    section,
    analysis,
    analysed,
    /** How often the board was given the focus. */
    focused: () => focused,
    text: (/** @type {string} */ css) => section.querySelector(css)?.textContent ?? '',
    /** What the latest search finds. @param {[string, Score][]} lines */
    async finds(...lines) {
      nodes += 1000;
      analysed.at(-1)?.found({
        lines: lines.map(([turn, score], at) => ({
          depth: 9,
          line: at + 1,
          score,
          nodes,
          pv: [turn],
        })),
        nodes,
        nps: 1,
        done: false,
      });
      await pass(300);
    },
    /** The exact values come. */
    async learn(values = valuesOf(table)) {
      table.store.update((s) => setExact(s, { line, values }));
      await pass(200);
    },
    labels: () =>
      Object.fromEntries(
        [...(table.state().analysis?.labels ?? [])].map(([point, { text }]) => [point, text]),
      ),
    values: () =>
      table
        .state()
        .analysis?.review?.info.values.map(
          (value) => value && (value.exact ? value.white : 'about'),
        ),
  };
}

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

describe('a comment', () => {
  /**
   * The analysis, with the field of the comment in the document.
   * @param {string} [text] written into it
   */
  async function commenting(text = '') {
    const it = await analysing();
    createAutosave(it.store, it.session);
    document.body.replaceChildren(/** @type {HTMLElement} */ (it.section.parentElement));
    const field = /** @type {HTMLTextAreaElement} */ (
      it.section.querySelector('#analysis-comment')
    );
    const write = (/** @type {string} */ text) => {
      field.focus();
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    if (text) write(text);
    return { ...it, field, write, stored: (/** @type {string} */ id) => storedText(id) ?? '' };
  }

  test('that is being written is saved in its own game when another one is opened', async () => {
    const it = await commenting('Mine.');
    const { id } = it.state().slot;
    it.session.newGame(it.state().settings);
    await pass(1000);
    expect(it.session.record()).not.toContain('Mine.');
    expect(it.stored(id)).toContain('Mine.');
    it.analysis.open();
    await pass();
    expect(it.field.value).toBe('');
    it.field.dispatchEvent(new Event('change', { bubbles: true }));
    await pass();
    expect(it.session.record()).not.toContain('Mine.');
  });

  test('stays with its own position when another one is shown, a turn is played or the analysis is closed', async () => {
    const it = await commenting();
    const comments = () => [
      it.state().game.comment,
      ...it.state().game.moves.map(({ comment }) => comment),
    ];
    it.write('At the start.');
    it.session.play('a7-d7');
    await pass();
    expect([it.field.value, comments()]).toEqual(['', ['At the start.', '']]);
    it.write('After one.');
    it.session.goTo(0);
    await pass();
    expect([it.field.value, comments()]).toEqual([
      'At the start.',
      ['At the start.', 'After one.'],
    ]);
    it.write('Closed.');
    it.analysis.close();
    await pass(1000);
    expect(comments()).toEqual(['Closed.', 'After one.']);
  });

  test.each([
    ['hidden', 'visibilitychange', document],
    ['left', 'pagehide', window],
  ])('is saved at once when the page is %s', async (_, type, target) => {
    const it = await commenting('Going.');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    target.dispatchEvent(new Event(type));
    // Without the time that it waits otherwise.
    await Promise.resolve();
    expect(it.stored(it.state().slot.id)).toContain('Going.');
  });

  test('waits while a button is pressed, which it would move away', async () => {
    const it = await commenting('Long.');
    const button = /** @type {Element} */ (it.section.querySelector('.analysis-acts button'));
    const fire = (/** @type {EventTarget} */ target, /** @type {string} */ type) =>
      target.dispatchEvent(new Event(type, { bubbles: true }));
    fire(button, 'pointerdown');
    fire(it.field, 'change');
    await pass(1000);
    expect(it.state().game.comment).toBe('');
    fire(button, 'pointerup');
    await pass(1000);
    expect(it.state().game.comment).toBe('Long.');
  });

  test('is not disturbed while it is written, unless it is changed elsewhere', async () => {
    const it = await commenting('Two words ');
    await pass(1000);
    expect([it.field.value, it.state().game.comment]).toEqual(['Two words ', 'Two words']);
    it.session.edit((game) => game.setComment(0, 'Another.'));
    await pass();
    expect(it.field.value).toBe('Another.');
  });
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
