// @vitest-environment happy-dom
/** The books of openings in the page: found in every image, as Rust plays, and named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import loadWords from '../../www/app/i18n/openings.words.ts';
import { has } from '../../www/app/i18n/i18n.ts';
import { bookTurn } from '../../www/app/game/opponents/book.ts';
import { movesInBook, openingText } from '../../www/app/analysis/opening-text.ts';
import { showOpening } from '../../www/app/game/opening-line.ts';
import {
  BOOKS,
  bookOf,
  findNode,
  nextsOf,
  openingName,
  openingOf,
  readBook,
  repliesOf,
  worthOf,
} from '../../www/app/game/openings.ts';
import { COMPUTER, PEOPLE, core, createTable, pass } from './table.js';

const folder = join(import.meta.dirname, '../../data/openings');
const text = (/** @type {string} */ game) => readFileSync(join(folder, `${game}.json`), 'utf8');

/** Answers with the book that is asked for. @param {URL} url */
const fromDisk = async (url) => {
  const [game = ''] = /(\w+)(?=\.json|-[\w-]+\.json)/.exec(String(url)) ?? [];
  return new Response(text(game));
};

/** Numbers from 0 to 1, the same in each run. @param {number} seed */
const numbers = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;

afterEach(() => vi.unstubAllGlobals());

/** The position after these moves. @param {string} spec @param {string[]} moves */
function after(spec, moves) {
  const game = core.start(spec);
  for (const move of moves) game.play(move);
  const { line, legal } = game.state();
  game.free();
  return { line, legal: legal.map((move) => move.text) };
}

test.each(BOOKS)('every opening of %s is found in every image, with its moves', async (spec) => {
  await loadWords();
  const book = readBook(text(spec));
  expect(book.game).toBe(spec);
  for (const [index, { moves, node, plain }] of book.openings.entries()) {
    const opening = book.openings[index];
    if (plain) expect(has(`opening.${plain.toLowerCase().replace(/[^a-z]+/g, '-')}`)).toBe(true);
    // In English it is what the book says.
    if (plain && opening) expect(openingName(opening)).toBe(plain);
    for (const symmetry of book.symmetries) {
      const image = moves.replace(/[a-g]\d/g, (name) => {
        const to = symmetry[book.points.indexOf(name)] ?? 0;
        return book.points[to] ?? '';
      });
      const { line, legal } = after(spec, image.split(' '));
      const found = findNode(book, line);
      expect(found?.node, image).toBe(node);
      if (!found) continue;
      expect(openingOf(book, node)).toBe(book.openings[index]);
      const known = book.nodes[node];
      if (!known) continue;
      const turns = repliesOf(known).map(({ turn }) => found.seen(turn));
      expect(turns.sort()).toEqual([...legal].sort());
    }
  }
  expect(findNode(book, after(spec, ['g7', 'e5', 'c3', 'a1']).line)).toBeNull();
});

test('what follows a position, the most frequent first, and what it is worth', () => {
  const book = readBook(text('nine'));
  const found = findNode(book, after('nine', ['d6', 'd2', 'd7']).line);
  const node = book.nodes[found?.node ?? -1];
  if (!node) throw new Error('not in the book');
  expect(worthOf(node)).toBe('black');
  const replies = repliesOf(node);
  expect(replies.filter(({ holds }) => holds).map(({ turn }) => turn)).toEqual(['d5']);
  expect(replies[0]?.share).toBeGreaterThanOrEqual(replies[1]?.share ?? 100);
});

test('the name stands over the board as long as the game is in the book, in its game only', async () => {
  vi.stubGlobal('fetch', fromDisk);
  const { store, session } = await createTable(PEOPLE);
  const board = document.createElement('div');
  showOpening(store, board);
  const name = () => board.querySelector('.opening')?.textContent;
  expect(name()).toBe('');
  for (const move of ['a4', 'g4']) session.play(move);
  const nine = await bookOf('nine[quiet=7]');
  const opening = nine && openingOf(nine, findNode(nine, store.get().game.line)?.node ?? 0);
  await pass();
  await vi.waitFor(() => expect(name()).toBe(opening ? openingName(opening) : '?'));
  for (const move of ['g7', 'c3']) session.play(move);
  await vi.waitFor(() => expect(name()).toBe(''));
  session.undo();
  expect(await bookOf('nine[fly=never]')).toBeNull();
  expect(await bookOf('three')).toBeNull();
});

test('moves that a symmetry makes the same are counted together', () => {
  const book = readBook(text('nine'));
  const first = nextsOf(book, 0);
  expect(first.map(({ turn }) => turn).sort()).toEqual(['a7', 'b6', 'd6', 'd7']);
  const alone = Object.fromEntries(
    repliesOf(/** @type {any} */ (book.nodes[0])).map(({ turn, share }) => [turn, share]),
  );
  const of = (/** @type {string} */ turn) => first.find((one) => one.turn === turn)?.share;
  expect(of('d6')).toBe(['d6', 'b4', 'f4', 'd2'].reduce((sum, t) => sum + (alone[t] ?? 0), 0));
  expect(of('a7')).toBe(
    ['a7', 'g7', 'a1', 'g1', 'c5', 'e5', 'c3', 'e3'].reduce((sum, t) => sum + (alone[t] ?? 0), 0),
  );
});

test('a review names the opening and the move that leaves the book', async () => {
  vi.stubGlobal('fetch', fromDisk);
  const { line: start } = after('nine', []);
  const text = (/** @type {string} */ moves) => openingText(core, start, moves.split(' '));
  expect(await text('d6 d2 f4 b4 f6 f2 b6xb4 b4 b2')).toBe('Opening: Z-Mühle.');
  // Seen in a mirror, and left with White's sixth man.
  expect(await text('d6 d2 b4 f4 b6 b2 f6xf4 f4 f2 e3 c3')).toBe(
    'Opening: Z-Mühle. e3 leaves the book.',
  );
  expect(await text('d6 d2 c3')).toBe('Opening: Opposite crossing in reply. c3 leaves the book.');
  const three = after('three', []).line;
  expect(await openingText(core, three, ['b2'])).toBe('');
});

test('the explorer is told the openings that the moves of a position lead to, as they are on the board', () => {
  const book = readBook(text('nine'));
  const { line } = after('nine', 'd6 d2 b4 f4 b6 b2 f6xf4 f4'.split(' '));
  const moves = movesInBook(book, line);
  expect([moves.get('f2')?.name, moves.get('c5')?.name]).toEqual(['Z-Mühle', 'Doppelmühle']);
  expect(moves.get('f2')?.share).toBeGreaterThan(50);
  expect(moves.get('a7')?.name).toBe('');
  expect(movesInBook(null, line).size).toBe(0);
});

test('what strong levels play is legal, keeps the value and stays in the book, in every image', async () => {
  vi.stubGlobal('fetch', fromDisk);
  const random = numbers(7);
  for (const spec of BOOKS) {
    const book = readBook(text(spec));
    for (const { moves, next } of book.nodes.filter((_, n) => n % 5 === 0)) {
      const symmetry = book.symmetries[Math.floor(random() * book.symmetries.length)] ?? [];
      const image = moves.replace(
        /[a-g]\d/g,
        (name) => book.points[symmetry[book.points.indexOf(name)] ?? 0] ?? '',
      );
      const played = image ? image.split(' ') : [];
      const { line, legal } = after(spec, played);
      const turn = await bookTurn(spec, line, random);
      const value = book.nodes[findNode(book, line)?.node ?? -1]?.value;
      const held = repliesOf(/** @type {any} */ (book.nodes[findNode(book, line)?.node ?? -1]));
      const stays = held.some(({ holds, next }) => holds && next !== null);
      expect(turn !== null, `${image}: ${Object.keys(next)}`).toBe(stays);
      if (turn === null) continue;
      expect(legal).toContain(turn);
      const then = book.nodes[findNode(book, after(spec, [...played, turn]).line)?.node ?? -1];
      expect(then?.value, image).toBe(value === 'win' ? 'loss' : value === 'loss' ? 'win' : 'draw');
    }
  }
  expect(await bookTurn('three', after('three', []).line)).toBeNull();
});

test('from Expert on the computer begins by the book, and thinks where that ends or does not come', async () => {
  vi.stubGlobal('fetch', fromDisk);
  /** @param {number} level @param {(spec: string, line: string) => Promise<string | null>} book */
  const game = async (level, book) => {
    const table = await createTable({ ...COMPUTER, levels: { white: level, black: level } });
    table.exact.book = book;
    await table.play('d6');
    await pass(3000);
    return { asked: table.computer.asked.length, played: table.played() };
  };
  const { line } = after('nine', ['d6']);
  const reply = await bookTurn('nine', line);
  for (const [level, book, asked] of /** @type {const} */ ([
    [7, async () => reply, 1],
    [8, async () => reply, 0],
    [11, async () => reply, 0],
    [8, async () => null, 1],
    // A turn of another game, or a host that keeps silent.
    [8, async () => 'a7-a4', 1],
    [8, () => new Promise(() => {}), 1],
  ])) {
    const { played, ...rest } = await game(level, book);
    expect([rest.asked, played.length]).toEqual([asked, 2]);
    if (!asked) expect(played[1]).toBe(reply);
  }
});
