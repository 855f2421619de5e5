// @vitest-environment happy-dom
/** Games are found by the names that they have elsewhere, also typed on a plain keyboard. */
import { expect, test } from 'vitest';
import loadWords from '../../www/app/i18n/offers.words.ts';
import { createChoices } from '../../www/app/home/choices.ts';
import { core } from './table.js';

await loadWords();
const { element } = createChoices(core, 'nine', () => {});
const search = /** @type {HTMLInputElement} */ (element.querySelector('input[type=search]'));

/** The rule sets that are found by a text. @param {string} text */
function found(text) {
  search.value = text;
  search.dispatchEvent(new Event('input'));
  return [...element.querySelectorAll('input[name=variant]')]
    .filter((radio) => !(/** @type {HTMLElement | null} */ (radio.closest('[hidden]'))))
    .map((radio) => /** @type {HTMLInputElement} */ (radio).value);
}

/** As it is typed without the signs of other alphabets. @param {string} name */
const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .toUpperCase();

test.each([
  ['Mühle', 'nine'],
  ['Merels', 'nine'],
  ['Merrills', 'nine'],
  ['Cowboy Checkers', 'nine'],
  ['malom', 'nine'],
  ['umlabalaba', 'morabaraba'],
  ['Navakankari', 'nine'],
  ['Daadi', 'nine'],
  ['Trilla', 'nine'],
  ['Mulino', 'nine'],
  ['Mylly', 'nine'],
  ['Mølle', 'nine'],
  ['Młynek', 'nine'],
  ['Dokuz Taş', 'nine'],
  ['Țintar', 'nine'],
  ['Epelle', 'tant-fant'],
  ['Driesticken', 'nine-holes'],
  ['Achi', 'three[men=4]'],
  ['Achi', 'six[protect=never]'],
  ['Triodi', 'nine[fly=never,protect=never]'],
  ['Triodi', 'twelve[fly=never,men=9,protect=never]'],
  ['Tule Paid', 'twelve[fly=never,least=1,protect=never]'],
  ['Fettas', 'nine[fly=never,least=1,men=11,protect=never]'],
  ['La Chascona', 'nine[fly=never]'],
  ['Mylna', 'nine[fly=never,protect=always]'],
  ['Sujjua', 'nine[fly=never,goal=mill,phases=mixed]'],
  ['Mlabalaba', 'morabaraba'],
  ['Rundmühle', 'shisima[begin=hand]'],
  ['Les Pendus', 'three[fly=always]'],
])('%s is found: %s', (name, spec) => {
  expect(found(name)).toContain(spec);
  expect(found(plain(name))).toContain(spec);
});

test('what no game is called is not found', () => {
  expect(found('Monopoly')).toEqual([]);
  expect(found('').length).toBeGreaterThan(30);
});
