// @vitest-environment happy-dom
/** A game on paper. */
import { afterEach, expect, test, vi } from 'vitest';
import { gameSheet, printGame } from '../../www/app/share/print.ts';
import { core } from './core.js';

afterEach(() => document.body.replaceChildren());

const RECORD = core.fromRecord(
  '[Event "Club night"]\n[White "Anna"]\n[Variant "nine"]\n\n1. d6 {A crossing.} f4 $1 (1... d2 {Also good.} 2. b4) 2. d2 d3 *',
);
const record = RECORD.record();
RECORD.free();
const rules = core.rules('nine');

test('says who played, and has all turns with comments and variations', () => {
  const sheet = gameSheet(core, record, rules);
  expect(sheet.querySelector('h1')?.textContent).toBe('Club night');
  expect(sheet.querySelector('.print-players')?.textContent).toBe('Anna – ?');
  expect(sheet.querySelector('.quiet')?.textContent).toBe('Nine Men’s Morris');
  const turns = sheet.querySelector('.print-turns');
  expect([...(turns?.querySelectorAll('b') ?? [])].map((b) => b.textContent)).toEqual(
    expect.arrayContaining(['1.', 'd6', 'f4', '2.', 'd2', 'd3']),
  );
  expect([...(turns?.querySelectorAll('.print-comment') ?? [])].map((c) => c.textContent)).toEqual([
    'A crossing.',
    'Also good.',
  ]);
  expect(turns?.textContent).toContain('f4! (1... d2 Also good. 2. b4) 2. d2 d3');
});

test('a board stands where the main line has a comment, and at its end', () => {
  const boards = gameSheet(core, record, rules).querySelectorAll('figure');
  expect(
    [...boards].map((board) => board.querySelector('svg')?.getAttribute('aria-label')),
  ).toEqual([
    'Board, Nine Men’s Morris: White d6',
    'Board, Nine Men’s Morris: White d6, Black f4, Black d3, White d2',
  ]);
});

test('on paper it stands in the place of the page, and nowhere after that', () => {
  const print = vi.fn(() => expect(document.querySelectorAll('.print-game')).toHaveLength(1));
  vi.stubGlobal('print', print);
  printGame(core, record, rules);
  printGame(core, record, rules);
  expect(print).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('afterprint'));
  expect(document.querySelector('.print-game')).toBeNull();
});

test('a comment may have braces and brackets in it', () => {
  const game = core.fromRecord('1. d6 f4 *');
  game.goTo(1);
  game.setComment(1, 'Open } and ( or [ and \\.');
  const sheet = gameSheet(core, game.record(), rules);
  game.free();
  expect(sheet.querySelector('.print-comment')?.textContent).toBe('Open } and ( or [ and \\.');
  expect(sheet.querySelectorAll('figure')).toHaveLength(2);
});
