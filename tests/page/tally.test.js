/** What the moves of a position are worth, in one sentence. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { tallyText } from '../../www/app/analysis/tally.ts';
import loadWords from '../../www/app/i18n/analysis.words.ts';
import { selectLanguage } from '../../www/app/i18n/i18n.ts';

afterEach(() => selectLanguage('en', null));
await loadWords();

const KINDS = { w: { win: 7 }, d: { draw: /** @type {const} */ (true) }, l: { loss: null } };
/** @param {string} moves a letter for the value of each */
const said = (moves) =>
  tallyText([...moves].map((letter) => KINDS[/** @type {'w' | 'd' | 'l'} */ (letter)]));

test('it counts what wins, draws and loses, and leaves out what there is none of', () => {
  expect(said('wdddddlll')).toBe('One move wins, 5 keep the draw, the rest lose.');
  expect(said('wwwdl')).toBe('3 moves win, one keeps the draw, the other one loses.');
  expect(said('wdd')).toBe('One move wins, the rest draw.');
  expect(said('wwd')).toBe('2 moves win, the other one draws.');
  expect(said('wll')).toBe('One move wins, the rest lose.');
  expect(said('ddl')).toBe('2 moves keep the draw, the other one loses.');
  expect(said('dll')).toBe('One move keeps the draw, the rest lose.');
  expect(['ww', 'dd', 'll'].map(said)).toEqual([
    'Every move wins.',
    'Every move draws.',
    'Every move loses.',
  ]);
  expect(['w', 'l', ''].map(said)).toEqual([
    'There is only one move.',
    'There is only one move.',
    '',
  ]);
});

test('the order of the values makes no difference', () => {
  expect(said('ldlwd')).toBe(said('wddll'));
});

test('in the plural forms of the language', () => {
  const russian = JSON.parse(
    readFileSync(new URL('../../www/app/i18n/ru/analysis.json', import.meta.url), 'utf8'),
  );
  selectLanguage('ru', russian);
  expect(said('wddlll')).toBe('1 ход выигрывает, 2 сохраняют ничью, остальные проигрывают.');
  expect(said('wwwwwl')).toBe('5 ходов выигрывают, другой проигрывает.');
});
