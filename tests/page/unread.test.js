// @vitest-environment happy-dom
/** Records as they come from elsewhere: what is opened of them, and what is asked about the rest. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { createTyped } from '../../www/app/game/typed.ts';
import { inField } from '../../www/app/share/in-field.ts';
import { createOpener } from '../../www/app/share/open.ts';
import { likeliest } from '../../www/app/share/unread.ts';
import loadWords from '../../www/app/i18n/share.words.ts';
import { core, createTable, pass } from './table.js';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A dialog's field in which a text is opened. */
async function field() {
  const table = await createTable({ mode: 'people' });
  await loadWords();
  const opener = createOpener(
    table.store,
    core,
    table.session,
    createAutosave(table.store, table.session),
    /** @type {any} */ ({ openCollection() {}, showBroken() {}, join() {}, receive() {} }),
  );
  let closed = 0;
  const does = { openText: opener.openText, openCollection() {}, close: () => closed++ };
  const box = inField(core, { text: '', reason: '' }, does);
  document.body.append(box);
  return {
    ...table,
    closed: () => closed,
    error: () => box.querySelector('#paste-error')?.textContent ?? '',
    remedy: () => box.querySelector('#paste-remedy'),
    options: () => [...box.querySelectorAll('option')].map((option) => option.value),
    /** @param {string} text */
    async open(text) {
      const area = /** @type {HTMLTextAreaElement} */ (box.querySelector('#paste'));
      area.value = text;
      /** @type {HTMLElement | null} */ (box.querySelector('.field-end .primary'))?.click();
      await pass();
    },
    async accept() {
      /** @type {HTMLElement | null} */ (box.querySelector('#paste-remedy button'))?.click();
      await pass();
    },
  };
}

test('a record that ends before the capture opens with the turn half made', async () => {
  const { open, closed, state } = await field();
  await open('1. a1 d6 2. d1 d2 3. g1');
  expect(closed()).toBe(1);
  expect(state().pending).toEqual({ from: null, to: 'g1', taken: [] });
  expect(state().game.played).toEqual(['a1', 'd6', 'd1', 'd2']);
});

test('who plays on from there completes the turn', async () => {
  const { open, session, press, state } = await field();
  await open('1. a1 d6 2. d1 d2 3. g1');
  session.setPlayers({ mode: 'people' });
  expect(state().pending?.to).toBe('g1');
  await press('d2');
  expect(state().game.played.at(-1)).toBe('g1xd2');
  await open('1. a1 d6 2. d1 d2 3. g1');
  session.setPlayers({ mode: 'computer', human: 'black' });
  expect(state().pending).toBe(null);
});

test('of one that goes wrong, what comes before is offered', async () => {
  const { open, closed, error, remedy, accept, state } = await field();
  await open('1. a1 d6 2. d1 d2 3. z9 f4');
  expect(closed()).toBe(0);
  expect(error()).toContain('“z9” is not a point of this board');
  expect(remedy()?.textContent).toBe('Open it up to there');
  await accept();
  expect(closed()).toBe(1);
  expect(state().game.played).toEqual(['a1', 'd6', 'd1', 'd2']);
  await open('1. z9');
  expect(remedy()).toBe(null);
});

test('of an unknown game it is asked which one it is, the likeliest first', async () => {
  const { open, closed, error, remedy, options, accept, state } = await field();
  const twelve = '[Variant "It\'s 12 Men"]\n1. a1 d6 2. b2 d2 3. c3xd2 f4';
  await open(twelve);
  expect(closed()).toBe(0);
  expect(error()).toBe('');
  expect(document.activeElement?.tagName).toBe('SELECT');
  expect(remedy()?.textContent).toContain("No game here is called “It's 12 Men”.");
  expect(core.rules(options()[0] ?? '').board.mills).toHaveLength(20);
  await accept();
  expect(closed()).toBe(1);
  expect(state().game.played).toHaveLength(6);
});

test('the likeliest game is the one that plays the record, then the one with such a name', () => {
  const first = (/** @type {string} */ text, /** @type {string} */ name) =>
    likeliest(core, text, name)[0]?.id;
  expect(first('[Variant "Laskers Muehle"] 1. d6 f4', 'Laskers Muehle')).toBe('lasker');
  expect(first('[Variant "?!"] 1. d6 f4', '?!')).toBe('nine');
  expect(first('[Variant "Windmill"] 1. d6 f4', 'Windmill')).toBe('nine');
  expect(first('[Variant "Seven Morris"] 1. c3 c5', 'Seven Morris')).toBe('seven');
});

test('one that does not tell its game says as what it was opened', async () => {
  const { open, closed, state } = await field();
  await open('[Variant "Custom"]\n1. d6 f4');
  expect(closed()).toBe(1);
  expect(state().notice?.text).toMatchObject({ key: 'share.untold' });
});

test('a typed move is read as a pasted one is', async () => {
  for (const [typed, played] of [
    ['G1×d2', 'g1xd2'],
    ['g1 : D2', 'g1xd2'],
    ['G1, take d2', 'g1xd2'],
  ]) {
    const { play, session, store, state } = await createTable();
    await play('a1', 'd6', 'd1', 'd2');
    const page = document.createElement('div');
    document.body.append(page);
    createTyped(store, session, page, () => {}).open(typed);
    page.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await pass();
    expect(state().game.played.at(-1)).toBe(played);
  }
});

test('every name that a preset has in a language names it in a record', () => {
  const folder = join(import.meta.dirname, '../../www/app/i18n');
  const variants = core.variants().filter(({ kind }) => kind === 'preset');
  for (const language of readdirSync(folder).filter((name) => !name.includes('.'))) {
    const words = JSON.parse(readFileSync(join(folder, language, 'main.json'), 'utf8'));
    for (const { id, spec } of variants) {
      const name = words[`variant.${id}.name`];
      if (!name) continue;
      const { game, told } = core.readBegin(`[Variant "${name.toUpperCase()}"] *`, 'nine');
      expect([name, game.state().spec, told]).toEqual([name, spec, true]);
      game.free();
    }
  }
});

test('Sanmill’s form of a game is read as the same game', async () => {
  const { play, session } = await createTable();
  await play('a1', 'd6', 'd1', 'd2', 'g1xd2');
  const record = session.sanmill() ?? '';
  expect(record).toContain(`[Variant "Nine Men's Morris"]`);
  expect(core.read(record, 'nine').state().played).toEqual(['a1', 'd6', 'd1', 'd2', 'g1xd2']);
});
