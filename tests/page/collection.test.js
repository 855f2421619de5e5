// @vitest-environment happy-dom
/** A file of games: the games opened from it, one after another. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCollection } from '../../www/app/library/collection.ts';
import { pageOf } from '../../www/app/library/listing.ts';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { storedGames } from '../../www/app/storage/games.ts';
import { core, createTable, pass } from './table.js';

const TEXTS = ['d6', 'f4', 'a1'].map((move, n) => `[White "White ${n + 1}"]\n\n1. ${move} *\n`);
/** What a test lets go on: the reading of each game. @type {(() => void)[]} */
let reads;

vi.mock('../../www/app/library/collection-store.ts', () => ({
  fetchKept: async () => kept,
  save: async () => {},
  forget: async () => {},
}));

/** @type {any} */
let kept;
beforeEach(() => {
  reads = [];
  let at = 0;
  const games = TEXTS.map((text, n) => {
    const from = at;
    at += text.length;
    const game = {
      event: '',
      date: '',
      white: `White ${n + 1}`,
      black: '',
      result: '*',
      spec: 'nine',
      opening: '',
      plies: 1,
    };
    return { from, to: at, line: 1, game, fault: null };
  });
  /** @param {number} from @param {number} to */
  const slice = (from, to) => ({
    text: () => new Promise((resolve) => reads.push(() => resolve(TEXTS.join('').slice(from, to)))),
  });
  kept = { name: 'club.txt', read: { bytes: { slice }, games, more: false } };
});
afterEach(() => void vi.useRealTimers());

test('of two games pressed quickly one after the other, the second is opened, and nothing else is opened or cleared', async () => {
  const table = await createTable();
  createAutosave(table.store, table.session);
  await table.play('b4');
  const screens = document.createElement('div');
  const before = document.createElement('div');
  document.body.replaceChildren(screens, before);
  const shell = {
    show: (/** @type {Element} */ el) => screens.replaceChildren(el),
    wayBack: () => null,
    newGame: () => null,
  };
  const router = { go: () => {}, screen: () => 'games', link: () => ({}) };
  const parts = {
    store: table.store,
    core,
    session: table.session,
    shell,
    router,
    before,
    openText: (/** @type {string} */ text) => table.session.open(text),
  };
  const collection = await createCollection(/** @type {any} */ (parts));
  collection.show();
  await pass();
  const rows = () =>
    /** @type {HTMLElement[]} */ ([...screens.querySelectorAll('.collection-open')]);
  const whites = () =>
    storedGames()
      .map(({ text }) => /White \d/.exec(text)?.[0] ?? 'mine')
      .sort();
  expect(rows()).toHaveLength(3);

  rows()[0]?.click();
  rows()[1]?.click();
  // The first is read last.
  reads[1]?.();
  await pass();
  reads[0]?.();
  await pass();
  expect(whites()).toEqual(['White 2', 'mine']);
  expect(table.played()).toEqual(['f4']);
  expect(document.querySelector('.collection-players')?.textContent).toContain('White 2');

  // From there, the next one takes its place, pressed twice.
  const next = /** @type {HTMLElement} */ (
    document.querySelector('.collection-bar .collection-on')
  );
  next.click();
  next.click();
  for (const read of reads.slice(2)) read();
  await pass();
  expect(whites()).toEqual(['White 3', 'mine']);
});

test('a list has pages of fifty, and where it gets shorter the last one is shown', () => {
  const rows = Array.from({ length: 101 }, (_, i) => i);
  expect(pageOf(rows, 1)).toMatchObject({ page: 1, pages: 3 });
  expect(pageOf(rows, 2).visible).toEqual([100]);
  expect(pageOf(rows.slice(0, 50), 2)).toEqual({ page: 0, pages: 1, visible: rows.slice(0, 50) });
  expect(pageOf([], 0)).toEqual({ page: 0, pages: 1, visible: [] });
});
