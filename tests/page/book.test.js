// @vitest-environment happy-dom
/** The pages to read: boards that Rust knows, in every language. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import loadWords from '../../www/app/i18n/learn.words.ts';
import { LANGUAGES } from '../../www/app/i18n/names.ts';
import { pageView } from '../../www/app/learn/pages.ts';
import loadRules from '../../www/app/i18n/rules.words.ts';
import { worldView } from '../../www/app/learn/world.ts';
import { core } from './core.js';

/** @typedef {import('../../www/app/learn/book.ts').Book} Book */

const folder = join(import.meta.dirname, '../../www/app/lessons');
const read = (/** @type {string} */ code) =>
  /** @type {Book} */ (JSON.parse(readFileSync(join(folder, `${code}.pages.json`), 'utf8')));
const PAGES = /** @type {const} */ (['strategy', 'history', 'know']);
const english = read('en');

test('boards have their men in words; a turn is drawn as it is played', async () => {
  await loadWords();
  /** @type {string[]} */
  const opened = [];
  const page = pageView(core, english, 'strategy', 'en', (line) => void opened.push(line));
  const [first] = page.querySelectorAll('figure');
  expect(first?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Board, Nine Men’s Morris: White d6, Black b4, White f4, Black d2',
  );
  expect(page.querySelectorAll('figure').length).toBeGreaterThan(5);
  first?.querySelector('button')?.click();
  expect(opened).toEqual([english.strategy[0]?.line]);
  // Not one section's turn is left out: it would be drawn, were it legal.
  const turns = english.strategy.filter(({ turn }) => turn).length;
  expect([turns, page.querySelectorAll('.figure-way').length]).toEqual([3, 3]);
  const history = pageView(core, english, 'history', 'en', () => {});
  expect([
    history.querySelectorAll('.figure-mill').length,
    history.querySelectorAll('.figure-ring').length,
  ]).toEqual([1, 1]);
  expect(history.querySelector('section:last-child h2')?.textContent).toBe('Sources');
});

test('every language has the same pages', () => {
  /** @param {Book} book */
  const shape = (book) =>
    PAGES.map((page) =>
      book[page].map(({ text, line, turn, caption }) => [
        text.length,
        line,
        turn,
        Boolean(caption),
      ]),
    );
  const codes = readdirSync(folder).flatMap((name) => /^(..)\.pages\.json$/.exec(name)?.[1] ?? []);
  expect(codes.sort()).toEqual(Object.keys(LANGUAGES).sort());
  for (const code of codes) expect(shape(read(code)), code).toEqual(shape(english));
});

test('no text sends anyone to a menu', () => {
  const MENU = /\b(menu|menú|menü|menüben)\b|Menü|меню|メニュー|菜单/i;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
    expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(MENU);
});

test('each game of the world has a section: a board, where it is played, what is different, a lesson, and a way to begin', async () => {
  await loadRules();
  /** @type {string[]} */
  const begun = [];
  const page = worldView(
    core,
    (spec) => begun.push(spec),
    (id) => ({ href: `#/learn/${id}`, onclick: () => {} }),
  );
  const games = core
    .variants()
    .filter(({ kind, summary }) => kind === 'preset' && summary.startsWith('From '));
  for (const { spec, name } of games.filter(({ spec }) => spec !== 'morabaraba')) {
    const section = page.querySelector(`[data-game="${spec}"]`);
    expect(section?.querySelector('h2')?.textContent).toBe(name);
    expect(section?.querySelectorAll('li').length, spec).toBeGreaterThan(1);
    expect(
      [...(section?.querySelectorAll('p, li') ?? [])].map((el) => el.textContent),
      spec,
    ).not.toContain('');
    expect(section?.querySelector('a')?.getAttribute('href')).toBe(`#/learn/${spec}`);
    const button = section?.querySelector('button');
    expect(button?.getAttribute('aria-label')).toBe(`Play ${name}`);
    button?.click();
    expect(begun.at(-1)).toBe(spec);
  }
  expect(page.querySelectorAll('section').length).toBe(17);
  expect(page.querySelectorAll('figure').length).toBeGreaterThan(13);
});
