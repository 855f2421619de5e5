/**
 * The analysis without a browser, with a computer that finds what a test says, and no network. For
 * files with a document.
 */
import { afterEach, beforeEach, vi } from 'vitest';
import { createAnalysis } from '../../www/app/analysis/analysis.ts';
import { setExact } from '../../www/app/state.ts';
import { core } from './core.js';
import { APART, createTable, pass } from './table.js';

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
export const CLOSES = 'd6-d5xb2';

/** @param {import('./table.js').Table} table @returns {PositionValues} */
export function valuesOf(table) {
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
export async function analysing(wish, reason = async () => null) {
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

/** @typedef {Awaited<ReturnType<typeof analysing>>} Analysing */
